import { defineConfig } from 'vitepress'

export default defineConfig({
  title: 'Documentation',
  ignoreDeadLinks: 'localhostLinks', // otherwise, the build fails at http://localhost:3000
  markdown: {
    codeTransformers: [
      {
        // Otherwise, [!code ++] disappears from code.
        preprocess: (code) => code.replaceAll('[!code', '[!\u200bcode'),
        postprocess: (html) => html.replaceAll('[!\u200bcode', '[!code'),
      },
    ],
  },
})
