//! How documents are published: whether a site generator makes pages of them, judging by the files it needs.

use std::path::Path;

use tagdown::rules::Site;

use super::tree::{Entry, Tree};
use crate::opening::{Within, text_within};

/// The files and folders of site generators, which stand above their documents or among them.
const MARKS: [&str; 22] = [
    "book.toml",
    "hugo.toml",
    "hugo.yaml",
    "hugo.json",
    "antora.yml",
    "mint.json",
    "docs.json",
    "docfx.json",
    "myst.yml",
    "_config.yml",
    "_config.toml",
    "_quarto.yml",
    "conf.py",
    "_toc.yml",
    "book.json",
    ".gitbook.yaml",
    ".eleventy.js",
    "SUMMARY.md",
    "_sidebar.md",
    ".vitepress",
    ".vuepress",
    ".nojekyll",
];

/// The names that generators put before `.js`, `.yml` and so on.
const STEMS: [&str; 12] = [
    "mkdocs.",
    "zensical.",
    "properdocs.",
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

/// The files of generators that find an anchor in any document.
const SHARING: [&str; 3] = ["conf.py", "myst.yml", "_toc.yml"];

/// The folders of pieces that pages include.
const PIECES: [&str; 8] =
    ["_includes", "includes", "_partials", "partials", "_snippets", "snippets", "_layouts", "_fragments"];

/// The folders beside documents that may have the generator's files.
const BESIDE: [&str; 5] = ["website", "site", "docs", "doc", "www"];

/// The plugins of MkDocs that resolve a reference by the name of a heading or of code, and what appends definitions to
/// every page.
const RESOLVERS: [&str; 5] = ["autorefs", "mkdocstrings", "auto_append", "ezlinks", "ezglossary"];

/// The plugins of MkDocs and Sphinx that make pages.
const MAKERS: [&str; 10] = [
    "gen-files",
    "gen_files",
    "api-autonav",
    "autoapi",
    "autosummary",
    "autodoc2",
    "sphinx_gallery",
    "apidoc",
    "mkdocs-click",
    "monorepo",
];

/// The maximum size of a generator's configuration.
const MAX_SIZE: u64 = 1_000_000;

/// How the documents of a folder are published.
pub(super) fn site(tree: &Tree, root: &Path, folder: &Path) -> Site {
    let below = folder.strip_prefix(root).unwrap_or(Path::new(""));
    let is_piece = below.iter().any(|part| PIECES.iter().any(|piece| part == *piece));
    let mut site = Site { is_piece, ..Site::default() };
    for above in folder.ancestors().take_while(|above| above.starts_with(root)) {
        let Some(entries) = tree.listing(above) else { continue };
        look_at(&mut site, root, above, entries.keys());
        // A `README.md` beside `docs` is no page, but a folder beside `website` has pages.
        let beside =
            BESIDE.iter().filter(|name| above != folder && entries.get(**name) == Some(&Entry::Folder));
        for beside in beside.map(|name| above.join(name)) {
            let names = tree.listing(&beside);
            look_at(&mut site, root, &beside, names.iter().flat_map(|names| names.keys()));
        }
    }
    site
}

/// Looks for the files of generators among the names in a folder.
fn look_at<'n>(site: &mut Site, root: &Path, folder: &Path, names: impl Iterator<Item = &'n String>) {
    for name in names.map(String::as_str) {
        let is_stem = |stem: &str| name.starts_with(stem);
        site.is_site |= MARKS.contains(&name) || STEMS.iter().any(|stem| is_stem(stem));
        site.shares_anchors |= SHARING.contains(&name);
        if name == "conf.py" || STEMS[..3].iter().any(|stem| is_stem(stem)) {
            let text = text_within(&folder.join(name), MAX_SIZE, Within::Below(root));
            let text = text.map(|(text, _)| text).unwrap_or_default();
            site.resolves_labels |= RESOLVERS.iter().any(|plugin| text.contains(plugin));
            site.makes_pages |= MAKERS.iter().any(|plugin| text.contains(plugin));
        }
    }
}
