//! How documents are published: whether a site generator makes pages of them, judging by the files it needs.

use std::path::Path;

use tagdown::rules::Site;

use super::tree::{Entry, Tree};
use crate::opening::{Within, text_within};

/// The files of generators that stand above their documents.
const ABOVE: [&str; 24] = [
    "mkdocs.yml",
    "mkdocs.yaml",
    "zensical.toml",
    "properdocs.yml",
    "book.toml",
    "hugo.toml",
    "hugo.yaml",
    "hugo.json",
    "zola.toml",
    "antora.yml",
    "mint.json",
    "docs.json",
    "myst.yml",
    "_config.yml",
    "_config.toml",
    "_quarto.yml",
    "conf.py",
    "_toc.yml",
    "book.json",
    ".gitbook.yaml",
    ".eleventy.js",
    "pelicanconf.py",
    "docfx.json",
    "mdbook.yml",
];

/// The names that generators put before `.js`, `.ts`, `.mjs` and so on.
const SCRIPTS: [&str; 9] = [
    "docusaurus.config.",
    "astro.config.",
    "gatsby-config.",
    "next.config.",
    "nuxt.config.",
    "eleventy.config.",
    "theme.config.",
    "rspress.config.",
    "vocs.config.",
];

/// The files and folders of generators that stand among their documents.
const AMONG: [&str; 10] = [
    "conf.py",
    "_config.yml",
    "SUMMARY.md",
    "_sidebar.md",
    ".vitepress",
    ".vuepress",
    "_toc.yml",
    "_quarto.yml",
    "myst.yml",
    ".nojekyll",
];

/// The folders beside documents that may have the generator's files.
const BESIDE: [&str; 5] = ["website", "site", "docs", "doc", "www"];

/// The plugins of MkDocs that resolve a reference by the name of a heading or of code, and what appends definitions to
/// every page.
const RESOLVERS: [&str; 5] = ["autorefs", "mkdocstrings", "auto_append", "ezlinks", "ezglossary"];

/// The maximum size of a generator's configuration.
const MAX_SIZE: u64 = 1_000_000;

/// How the documents of a folder are published.
pub(super) fn site(tree: &Tree, root: &Path, folder: &Path) -> Site {
    let mut site = Site::default();
    let names = |folder: &Path| tree.listing(folder);
    let has = |folder: &Path, wanted: &dyn Fn(&str) -> bool| {
        names(folder).is_some_and(|entries| entries.keys().any(|name| wanted(name)))
    };
    let is_above = |name: &str| ABOVE.contains(&name) || SCRIPTS.iter().any(|script| name.starts_with(script));
    let is_among = |name: &str| AMONG.contains(&name);
    for above in folder.ancestors().take_while(|above| above.starts_with(root)) {
        site.is_site |= has(above, &is_among);
        if above != folder {
            site.is_site |= has(above, &is_above);
            let entries = names(above).unwrap_or_default();
            let beside = BESIDE.iter().filter(|name| entries.get(**name) == Some(&Entry::Folder));
            site.is_site |= beside.map(|name| above.join(name)).any(|beside| has(&beside, &is_above));
        }
        for name in ["mkdocs.yml", "mkdocs.yaml", "zensical.toml", "properdocs.yml"] {
            if names(above).is_some_and(|entries| entries.get(name) == Some(&Entry::File)) {
                let text = text_within(&above.join(name), MAX_SIZE, Within::Below(root));
                let text = text.map(|(text, _)| text).unwrap_or_default();
                site.resolves_labels |= RESOLVERS.iter().any(|plugin| text.contains(plugin));
            }
        }
    }
    site
}
