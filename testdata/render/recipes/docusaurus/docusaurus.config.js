module.exports = {
  title: 'Documentation',
  url: 'https://docs.example.org',
  baseUrl: '/',
  markdown: { emoji: false }, // otherwise, :name: and a:b:c become emoji
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/', sidebarPath: false }]],
  themes: [['@docusaurus/theme-classic', { customCss: './custom.css' }]],
  themeConfig: {
    // Otherwise, comments such as `highlight-start` disappear from code.
    prism: { magicComments: [{ className: 'theme-code-block-highlighted-line', line: 'docusaurus-highlight' }] },
  },
};
