import { cpSync, existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import tagdown from '@tagdown/vitepress'
import { defineConfig } from 'vitepress'

// Files that pages link to are published beside them.
const files = new Set()
function findFiles(md) {
  md.core.ruler.push('files', ({ tokens, env }) => {
    for (const link of tokens.flatMap((token) => token.children ?? [])) {
      const [, path] = /^(?!\/)([^#?:]+\.\w+)/.exec(link.attrGet('href') ?? '') ?? []
      if (path && env.path) files.add(resolve(dirname(env.path), decodeURI(path)))
    }
  })
}

export default defineConfig({
  title: 'Documentation',
  ignoreDeadLinks: 'localhostLinks', // otherwise, the build fails at http://localhost:3000
  markdown: {
    config: (md) => md.use(tagdown).use(findFiles),
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
      if (existsSync(file) && !/^\.\.|\.(md|html)$/.test(path)) cpSync(file, join(outDir, path))
    }
  },
})
