import { cpSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import { slug } from 'github-slugger'

const docs = fileURLToPath(new URL('./src/content/docs', import.meta.url))

// Links to pages and files lead to their addresses: other.md#x becomes /other/#x.
function pageLinks() {
  return (tree, file) => {
    const change = (node) => {
      const [, path, rest = ''] = /^(?!\/|[\w+.-]+:)([^#?]+)([#?].*)?$/.exec(node.url ?? '') ?? []
      if (path && (node.type === 'link' || node.type === 'definition')) {
        const below = relative(docs, resolve(dirname(file.path), decoded(path)))
        const parts = below.replace(/\.md$/, '').split('/')
        if (below.endsWith('.md')) {
          if (parts.at(-1) === 'index') parts.pop()
          node.url = ['', ...parts.map((part) => slug(part)), rest].join('/')
        } else if (statSync(resolve(docs, below), { throwIfNoEntry: false })?.isFile()) {
          node.url = ['', ...parts.map(encodeURIComponent)].join('/') + rest
        }
      }
      node.children?.forEach(change)
    }
    change(tree)
  }
}

function decoded(path) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
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
