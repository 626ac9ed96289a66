//! Links between pages: a relative link to a document of the site leads to its page.

use tagdown::text::{join_path, percent_decoded};

use super::page_info::Page;
use crate::folder_links;

/// The new target of a link to a page of the site; `None` if the link stays unchanged.
pub(crate) fn to_page(link: &str, page: &Page<'_>) -> Option<String> {
    let pages = page.pages?;
    let folder = folder_links::page_of_folder(link, page.path, pages);
    let link = folder.as_deref().unwrap_or(link);
    let (path, rest) = link.split_at(link.find(['#', '?']).unwrap_or(link.len()));
    let is_relative =
        !path.starts_with(['/', '\\']) && !path.split('/').next().unwrap_or_default().contains(':');
    let bare = [".md", ".markdown"].iter().find_map(|ending| path.strip_suffix(ending))?;
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let target = join_path(folder, &percent_decoded(path)?)?;
    (is_relative && pages.contains(&target)).then(|| format!("{bare}.html{rest}"))
}

/// Raw HTML in which links to pages of the site lead to their pages.
pub(crate) fn in_html(html: &str, page: &Page<'_>) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        let name = rest.as_bytes().get(open + 1..open + 3).unwrap_or_default();
        let is_link = matches!(name, [b'a' | b'A', b' ' | b'\t' | b'\n' | b'\r']);
        let close = if is_link { rest[open..].find('>') } else { None };
        let end = close.map_or(open + 1, |end| open + end);
        let tag = if is_link { &rest[open..end] } else { "" };
        let link = tag.to_ascii_lowercase().find(" href=").and_then(|at| {
            let value = &tag[at + 6..];
            let quote = value.chars().next().filter(|c| "\"'".contains(*c));
            let start = at + 6 + usize::from(quote.is_some());
            let length = tag[start..].find(|c| quote.map_or(c == ' ', |quote| c == quote));
            let stop = length.map_or(tag.len(), |length| start + length);
            Some((open + start, open + stop, to_page(&tag[start..stop], page)?))
        });
        match link {
            Some((start, stop, link)) => {
                out.push_str(&rest[..start]);
                out.push_str(&link);
                out.push_str(&rest[stop..end]);
            }
            None => out.push_str(&rest[..end]),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
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
            ("../docs/../", Some("../docs/../README.html")),
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
        for (html, to) in [
            ("<b><a class=x href=\"api.md#y\">z</a>", "<b><a class=x href=\"api.html#y\">z</a>"),
            ("<A HREF='api.md'>z</A>", "<A HREF='api.html'>z</A>"),
            ("<a href=api.md>z</a>", "<a href=api.html>z</a>"),
            ("<a href=\"gone.md\">z</a> <abbr>", "<a href=\"gone.md\">z</a> <abbr>"),
        ] {
            assert_eq!(in_html(html, &page), to, "{html}");
        }
    }
}
