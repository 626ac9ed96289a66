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
    }
}
