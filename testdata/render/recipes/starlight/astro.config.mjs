import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import { slug } from 'github-slugger'

const docs = fileURLToPath(new URL('./src/content/docs', import.meta.url))

// Links to pages lead to their addresses: other.md#x becomes /other/#x.
function pageLinks() {
  return (tree, file) => {
    const change = (node) => {
      const [, path, rest = ''] = /^([^#?:]+)\.md([#?].*)?$/.exec(node.url ?? '') ?? []
      if (path && (node.type === 'link' || node.type === 'definition')) {
        const page = relative(docs, resolve(dirname(file.path), decodeURI(path)))
        const parts = page.split('/').map((part) => slug(part))
        if (parts.at(-1) === 'index') parts.pop()
        node.url = ['', ...parts, rest].join('/')
      }
      node.children?.forEach(change)
    }
    change(tree)
  }
}

export default defineConfig({
  markdown: {
    smartypants: false, // otherwise, --flag becomes a dash
    remarkPlugins: [pageLinks],
  },
  integrations: [
    starlight({
      title: 'Documentation',
      expressiveCode: { tabWidth: 0 }, // otherwise, a tab in code becomes spaces
    }),
  ],
})
