//! Writes self-contained HTML pages, and the list of such pages.

use tagdown::document::Document;
use tagdown_read::Encoding;

use super::article::Article;
use super::template::{self, Sheet};
use super::{page_list, toolbar};
use crate::html::page_info::{Counts, Entry, Page};
use crate::options::Rendered;

/// Writes the page of a document.
pub fn page(document: &Document<'_>, page: &Page<'_>) -> Rendered {
    let article = Article::new(document, page);
    let counts = Counts::new(document, page);
    let main = format!("<article>\n{}</article>", article.rendered.text);
    let text = template::fill(&Sheet {
        title: &counts.name(),
        class: "page",
        script: &template::OF_PAGE,
        bar: &toolbar::of_page(page, &counts),
        side: &toolbar::contents(document, &article.contents()),
        main: &main,
    });
    Rendered { text, ..article.rendered }
}

/// The entry of a document in the list of pages.
pub fn entry(document: &Document<'_>, page: &Page<'_>, link: &str) -> Entry {
    let Counts { title, version, all, read } = Counts::new(document, page);
    let mut blocks = [0; 4];
    document.tagged_blocks().for_each(|(block, _)| blocks[block.kind as usize] += 1);
    Entry {
        path: page.path.to_owned(),
        link: link.to_owned(),
        title,
        version,
        blocks,
        tokens: all,
        tokens_read: read,
    }
}

/// Writes the list of pages as a page.
pub fn index(entries: &[Entry], title: &str, encoding: Encoding) -> String {
    template::fill(&Sheet {
        title,
        class: "index",
        script: &template::OF_INDEX,
        bar: toolbar::OF_INDEX,
        side: "",
        main: &page_list::list(entries, title, encoding),
    })
}
