//! Links to folders and to the titles of pages. GitHub shows the page of a folder there, where a site has it under
//! another name, and gives every title an anchor, which not every site has.

use std::collections::{BTreeMap, BTreeSet};

use tagdown::document::Document;
use tagdown::markdown::NodeKind;
use tagdown::text::{Span, join_path, percent_decoded};

use crate::change::Change;
use crate::dialects::Dialect;

/// The names of the page that stands for its folder.
const NAMES: [&str; 4] = ["index.md", "README.md", "readme.md", "_index.md"];

/// The links of a document to folders that have a page, and the links to these pages. `path` is that of the document,
/// `pages` those of all documents, from the same folder.
pub fn folder_links(
    document: &Document<'_>,
    path: &str,
    pages: &BTreeSet<String>,
) -> BTreeMap<String, String> {
    let links = document.markdown.links.iter().filter(|link| !link.is_image);
    links
        .filter_map(|link| Some((link.target.to_string(), page_of_folder(&link.target, path, pages)?)))
        .collect()
}

/// The links of a document to folders without a page, for a dialect in which such a link is an error.
pub fn lost_folders(
    document: &Document<'_>,
    path: &str,
    dialect: &Dialect,
    pages: &BTreeSet<String>,
) -> Vec<String> {
    let is_folder = |link: &str| {
        let folder = link.split(['#', '?']).next().unwrap_or_default();
        let name = folder.rsplit('/').next().unwrap_or_default();
        let is_relative = !folder.is_empty() && !folder.starts_with(['/', '\\']) && !folder.contains(':');
        is_relative && ["", ".", ".."].contains(&name)
    };
    let links = document.markdown.links.iter().filter(|link| !link.is_image && dialect.needs_pages);
    let lost =
        links.filter(|link| is_folder(&link.target) && page_of_folder(&link.target, path, pages).is_none());
    lost.map(|link| link.target.to_string()).collect()
}

/// Whether a path is that of a page that a dialect takes for the index of its folder.
pub fn is_index(path: &str, dialect: &Dialect) -> bool {
    dialect.indexes.contains(&path.rsplit(['/', '\\']).next().unwrap_or_default())
}

/// Adds the links of a document to the titles of other pages, for a dialect in which titles have another anchor.
/// `title_of` is the anchor of the title of a page on GitHub, given its path.
pub fn add_title_links(
    document: &Document<'_>,
    path: &str,
    dialect: &Dialect,
    title_of: impl Fn(&str) -> Option<String>,
    links: &mut BTreeMap<String, String>,
) {
    let Some(anchor) = dialect.title_anchor else { return };
    let base = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    for link in document.markdown.links.iter().filter(|link| !link.is_image) {
        let target = links.get(&*link.target).map_or(&*link.target, String::as_str);
        let Some((page, place)) = target.split_once('#').filter(|(page, _)| is_page(page)) else { continue };
        let title = percent_decoded(page).and_then(|page| title_of(&join_path(base, &page)?));
        if title.is_some() && title == percent_decoded(place) {
            let new = if anchor.is_empty() { page.to_owned() } else { format!("{page}#{anchor}") };
            links.insert(link.target.to_string(), new);
        }
    }
}

/// Whether a link leads to another page of the same folder.
fn is_page(link: &str) -> bool {
    let is_markdown = link.rsplit_once('.').is_some_and(|(_, ending)| ending == "md");
    is_markdown && !link.starts_with(['/', '\\']) && !link.contains([':', '?'])
}

/// The anchor that the title of a page has on GitHub.
pub fn title_anchor<'d>(document: &'d Document<'_>) -> Option<&'d str> {
    let first = document.sections.iter().find(|section| section.level > 0);
    first.filter(|first| first.level == 1 && !first.slug.is_empty()).map(|title| &*title.slug)
}

/// The link to the page of a folder, if a link leads to one.
pub(crate) fn page_of_folder(link: &str, path: &str, pages: &BTreeSet<String>) -> Option<String> {
    let (target, rest) = link.split_at(link.find(['#', '?']).unwrap_or(link.len()));
    let is_relative = !target.is_empty() && !target.starts_with(['/', '\\']) && !target.contains(':');
    let base = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let decoded = percent_decoded(target).filter(|_| is_relative)?;
    let folder = join_path(base, decoded.trim_end_matches('/'))?;
    let within = |name: &&str| {
        pages.contains(&if folder.is_empty() { (*name).to_string() } else { format!("{folder}/{name}") })
    };
    let name = NAMES.into_iter().find(within).filter(|_| !pages.contains(&folder))?;
    let slash = if target.ends_with('/') { "" } else { "/" };
    Some(format!("{target}{slash}{name}{rest}"))
}

/// Writes the changed links; without a target, the text of a link stays.
pub(crate) fn part(document: &Document<'_>, links: &BTreeMap<String, String>, out: &mut Vec<Change>) {
    for link in document.markdown.links.iter().filter(|link| !link.is_image) {
        let Some(new) = links.get(&*link.target) else { continue };
        let text = document.text(link.span);
        let Some(open) = text.rfind("](").map(|at| at + 2) else { continue };
        if new.is_empty() {
            out.push(Change::new(Span::new(link.span.start, link.span.start + 1), ""));
            out.push(Change::new(Span::new(link.span.start + open - 2, link.span.end), ""));
            continue;
        }
        let start = open + usize::from(text[open..].starts_with('<'));
        if text[start..].starts_with(&*link.target) {
            let at = link.span.start + start;
            out.push(Change::new(Span::new(at, at + link.target.len()), new.clone()));
        }
    }
    let definitions = document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Definition);
    for definition in definitions.filter(|_| !links.is_empty()) {
        let text = document.text(definition.span);
        let Some(start) = text.find("]:").map(|at| at + 2) else { continue };
        let address = text[start..].trim_start().trim_start_matches('<');
        let at = definition.span.start + text.len() - address.len();
        let length = address.find([' ', '\t', '\n', '\r', '>']).unwrap_or(address.len());
        if let Some(new) = links.get(&address[..length]).filter(|new| !new.is_empty()) {
            out.push(Change::new(Span::new(at, at + length), new.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagdown::document::parse;

    #[test]
    fn only_links_to_folders_with_a_page_change() {
        let pages = ["index.md", "a/index.md", "a/x.md", "b c/README.md", "d/x.md", "e", "e/index.md"];
        let pages = pages.map(str::to_owned).into();
        for (path, link, to) in [
            ("x.md", "a/", Some("a/index.md")),
            ("x.md", "a", Some("a/index.md")),
            ("x.md", "./a/#y", Some("./a/index.md#y")),
            ("a/x.md", "../", Some("../index.md")),
            ("a/x.md", ".", Some("./index.md")),
            ("a/x.md", "../b%20c/", Some("../b%20c/README.md")),
            ("x.md", "d/", None),
            ("x.md", "e", None),
            ("x.md", "#a", None),
            ("x.md", "/a/", None),
            ("x.md", "https://a.example/a/", None),
            ("x.md", "../../a/", None),
        ] {
            assert_eq!(page_of_folder(link, path, &pages).as_deref(), to, "{link} in {path}");
        }
        let document = parse("[x](a/ \"t\") [y](<a/>) [z](d/) ![w](a/)\n");
        let links = folder_links(&document, "x.md", &pages);
        let mut found = Vec::new();
        part(&document, &links, &mut found);
        let texts: Vec<&str> = found.iter().map(|change| &*change.text).collect();
        assert_eq!(texts, ["a/index.md", "a/index.md"]);
        let dialect = |name| crate::dialects::dialect(name).expect("a dialect");
        assert_eq!(lost_folders(&document, "x.md", dialect("vitepress"), &pages), ["d/"]);
        assert!(lost_folders(&document, "x.md", dialect("hugo"), &pages).is_empty());
        let options =
            crate::Options { links: [("d/".to_owned(), String::new())].into(), ..Default::default() };
        let made = crate::render(&parse("a [*z* y](d/) b\n"), dialect("docusaurus"), &options);
        assert_eq!(made.text, "a *z* y b\n");
    }
}
