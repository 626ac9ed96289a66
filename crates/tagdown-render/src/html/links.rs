//! Links between pages: a relative link to a document of the site leads to its page.

use super::page_info::Page;

/// The new target of a link to a page of the site; `None` if the link stays unchanged.
pub(crate) fn to_page(link: &str, page: &Page<'_>) -> Option<String> {
    let pages = page.pages?;
    let (path, rest) = link.split_at(link.find(['#', '?']).unwrap_or(link.len()));
    let is_relative =
        !path.starts_with(['/', '\\']) && !path.split('/').next().unwrap_or_default().contains(':');
    let bare = [".md", ".markdown"].iter().find_map(|ending| path.strip_suffix(ending))?;
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let target = join(folder, &decoded(path)?)?;
    (is_relative && pages.contains(&target)).then(|| format!("{bare}.html{rest}"))
}

/// A link with its percent encoding decoded; `None` if the result is not text.
fn decoded(link: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let number = behind.get(..2).filter(|_| byte == b'%').and_then(|two| std::str::from_utf8(two).ok());
        let number = number.and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(number.unwrap_or(byte));
        rest = if number.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).ok()
}

/// A path relative to a folder, without dots; `None` if it leads out of the site.
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
    use crate::options::Options;
    use tagdown_read::Encoding;

    #[test]
    fn only_links_to_pages_of_the_site_change() {
        let pages = ["docs/api.md", "docs/a b.md", "docs/ä.md", "README.md"].map(str::to_owned).into();
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
            ("%C3%A4.md", Some("%C3%A4.html")),
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
