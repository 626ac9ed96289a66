//! Links from page to page: a relative link to a document of the site leads to its page.

use super::Page;

/// Where a link leads in the site; `None` where it leads to what it says.
pub(super) fn to_page(link: &str, page: &Page<'_>) -> Option<String> {
    let pages = page.pages?;
    let (path, rest) = link.split_at(link.find(['#', '?']).unwrap_or(link.len()));
    let is_relative =
        !path.starts_with(['/', '\\']) && !path.split('/').next().unwrap_or_default().contains(':');
    let bare = [".md", ".markdown"].iter().find_map(|ending| path.strip_suffix(ending))?;
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let target = join(folder, &path.replace("%20", " "))?;
    (is_relative && pages.contains(&target)).then(|| format!("{bare}.html{rest}"))
}

/// A path from a folder, without dots; `None` where it leads out of the site.
fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    let root = if folder.starts_with('/') { "/" } else { "" };
    Some(format!("{root}{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::Options;
    use crate::tokens::Encoding;

    #[test]
    fn only_links_to_pages_of_the_site_change() {
        let pages = ["docs/api.md", "docs/a b.md", "README.md"].map(str::to_owned).into();
        let options = Options::default();
        let page = Page {
            options: &options,
            encoding: Encoding::Bytes,
            path: "docs/start.md",
            index: None,
            pages: Some(&pages),
            highlight: false,
        };
        for (link, to) in [
            ("api.md", Some("api.html")),
            ("./api.md#limits", Some("./api.html#limits")),
            ("../README.md", Some("../README.html")),
            ("a%20b.md?x#y", Some("a%20b.html?x#y")),
            ("gone.md", None),
            ("../../README.md", None),
            ("/docs/api.md", None),
            ("https://host/docs/api.md", None),
            ("#limits", None),
            ("api.html", None),
        ] {
            assert_eq!(to_page(link, &page).as_deref(), to, "{link}");
        }
        assert_eq!(to_page("api.md", &Page { pages: None, ..page }), None);
    }
}
