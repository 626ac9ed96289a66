const { statSync } = require('node:fs');
const { dirname, relative, resolve, sep } = require('node:path');

// Links to files lead to them, whatever their names: Makefile becomes @site/docs/Makefile.
function fileLinks() {
  return (tree, page) => {
    const change = (node) => {
      const href = node.name === 'a' && node.attributes?.find(({ name }) => name === 'href')?.value; // <a href="Makefile">
      const url = node.type === 'link' ? node.url : href;
      const [, path, rest = ''] = /^(?!\/|[\w+.-]+:)([^#?]+)([#?].*)?$/.exec(url || '') ?? [];
      const file = path && resolve(dirname(page.path), decoded(path));
      if (file && !/\.mdx?$/.test(file) && statSync(file, { throwIfNoEntry: false })?.isFile()) {
        const url = ['@site', ...relative(page.cwd, file).split(sep).map(encodeURIComponent)].join('/') + rest;
        const link = { type: 'link', url, children: node.children };
        Object.assign(node, node.type === 'mdxJsxFlowElement' ? { type: 'paragraph', children: [link] } : link);
      }
      node.children?.forEach(change);
    };
    change(tree);
  };
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

module.exports = {
  title: 'Documentation',
  url: 'https://docs.example.org',
  baseUrl: '/',
  markdown: { emoji: false }, // otherwise, :name: and a:b:c become emoji
  plugins: [
    [
      '@docusaurus/plugin-content-docs',
      { routeBasePath: '/', sidebarPath: false, beforeDefaultRemarkPlugins: [fileLinks] },
    ],
  ],
  themes: [['@docusaurus/theme-classic', { customCss: './custom.css' }]],
  themeConfig: {
    // Otherwise, comments such as `highlight-start` disappear from code.
    prism: { magicComments: [{ className: 'theme-code-block-highlighted-line', line: 'docusaurus-highlight' }] },
  },
};
