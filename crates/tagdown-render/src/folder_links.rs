//! Links to folders. GitHub shows the page of a folder there; a site has it under another name.

use std::collections::{BTreeMap, BTreeSet};

use tagdown::document::Document;
use tagdown::text::{Span, join_path, percent_decoded};

use crate::change::Change;

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

/// Writes the changed links.
pub(crate) fn part(document: &Document<'_>, links: &BTreeMap<String, String>, out: &mut Vec<Change>) {
    for link in document.markdown.links.iter().filter(|link| !link.is_image) {
        let Some(new) = links.get(&*link.target) else { continue };
        let text = document.text(link.span);
        let Some(open) = text.rfind("](").map(|at| at + 2) else { continue };
        let start = open + usize::from(text[open..].starts_with('<'));
        if text[start..].starts_with(&*link.target) {
            let at = link.span.start + start;
            out.push(Change::new(Span::new(at, at + link.target.len()), new.clone()));
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
    }
}
