import { cpSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import { slug } from 'github-slugger'

const docs = fileURLToPath(new URL('./src/content/docs', import.meta.url))

// Links to pages and files lead to their addresses: other.md#x becomes /other/#x.
function pageLinks() {
  return (tree, file) => {
    const below = (path) => relative(docs, resolve(dirname(file.path), decodeURI(path)))
    const change = (node) => {
      const [, path, ending, rest = ''] = /^(?!\/)([^#?:]+?)(\.md|\.\w+)([#?].*)?$/.exec(node.url ?? '') ?? []
      if (path && (node.type === 'link' || node.type === 'definition')) {
        if (ending !== '.md') {
          node.url = encodeURI(`/${below(path + ending)}`) + rest
        } else {
          const parts = below(path).split('/').map((part) => slug(part))
          if (parts.at(-1) === 'index') parts.pop()
          node.url = ['', ...parts, rest].join('/')
        }
      }
      node.children?.forEach(change)
    }
    change(tree)
  }
}

// Files that pages link to are published beside them.
const files = {
  name: 'files',
  hooks: {
    'astro:build:done': ({ dir }) =>
      cpSync(docs, fileURLToPath(dir), { recursive: true, filter: (path) => !/\.mdx?$/.test(path) }),
  },
}

export default defineConfig({
  markdown: {
    smartypants: false, // otherwise, --flag becomes a dash
    remarkPlugins: [pageLinks],
  },
  integrations: [
    starlight({
      title: 'Documentation',
      expressiveCode: {
        tabWidth: 0, // otherwise, a tab in code becomes spaces
        frames: { extractFileNameFromCode: false }, // otherwise, a first line such as `# src/app.py` disappears
      },
    }),
    files,
  ],
})
