import { cpSync, existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { defineConfig } from 'vitepress'

// Files that pages link to are published beside them.
const files = new Set()
function findFiles(md) {
  let page
  md.core.ruler.push('files', ({ tokens, env }) => {
    page = env.path ?? page // a title has no path
    const find = (href) => {
      const [, path] = /^(?!\/|[\w+.-]+:)([^#?]+)/.exec(href ?? '') ?? []
      const file = path && resolve(dirname(page), decoded(path))
      if (!file || file.endsWith('.md') || !statSync(file, { throwIfNoEntry: false })?.isFile()) return false
      return files.add(file)
    }
    for (const token of tokens.flatMap((token) => [token, ...(token.children ?? [])])) {
      // Otherwise, Makefile becomes the page Makefile.html.
      if (find(token.attrGet('href'))) token.attrSet('target', '_self')
      if (!token.type.startsWith('html')) continue
      const tag = /(<a\s(?:[^>]*\s)?href=)(["'])(.*?)\2/gi
      token.content = token.content.replace(tag, (all, _, quote, href) => (find(href) ? `${all} target="_self"` : all))
    }
  })
}

function decoded(path) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export default defineConfig({
  title: 'Documentation',
  ignoreDeadLinks: 'localhostLinks', // otherwise, the build fails at http://localhost:3000
  vite: { assetsInclude: /\.(png|jpe?g|gif|svg|webp|avif|bmp|ico|mp4|webm|pdf)$/i }, // also in capitals: photo.PNG
  markdown: {
    config: (md) => md.use(findFiles),
    codeTransformers: [
      {
        // Otherwise, [!code ++] disappears from code.
        preprocess: (code) => code.replaceAll('[!code', '[!\u200bcode'),
        postprocess: (html) => html.replaceAll('[!\u200bcode', '[!code'),
      },
    ],
  },
  buildEnd: ({ srcDir, outDir }) => {
    for (const file of files) {
      const path = relative(srcDir, file)
      if (!path.startsWith('..') && !existsSync(join(outDir, path))) cpSync(file, join(outDir, path))
    }
  },
})
