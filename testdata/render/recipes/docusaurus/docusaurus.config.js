module.exports = {
  title: 'Documentation',
  url: 'https://docs.example.org',
  baseUrl: '/',
  markdown: { emoji: false }, // else :name: and a:b:c become pictures
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/', sidebarPath: false }]],
  themes: ['@docusaurus/theme-classic'],
};
