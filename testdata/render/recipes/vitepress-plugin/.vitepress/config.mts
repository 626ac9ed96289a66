import tagdown from '@tagdown/vitepress'
import { defineConfig } from 'vitepress'

export default defineConfig({
  title: 'Documentation',
  ignoreDeadLinks: 'localhostLinks', // otherwise, the build fails at http://localhost:3000
  markdown: { config: (md) => md.use(tagdown) },
})
