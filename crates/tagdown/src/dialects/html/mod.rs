//! A page of HTML that needs nothing else: the door to [`page`] and [`index`].

mod article;
mod bar;
mod clean;
mod colours;
mod highlight;
mod links;
mod notes;
mod raw;
mod site;
mod template;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use article::Article;
use template::Sheet;

use super::{Dialect, Options, Rendered, Shape};
use crate::document::Document;
use crate::tokens::Encoding;
use crate::views::{self, Request, Selection};

pub(super) const DIALECT: Dialect = Dialect {
    name: "html",
    about: "a page of its own, for people",
    shape: Shape::Page,
    callouts: Dialect::callouts("spec", "note", "bug", "unverified"),
    ..Dialect::PLAIN
};

/// How a page is made.
#[derive(Clone, Copy, Debug)]
pub struct Page<'p> {
    /// What is shown, as for every dialect.
    pub options: &'p Options,
    /// How tokens are counted.
    pub encoding: Encoding,
    /// The path of the document, shown on the page; links are read from its folder.
    pub path: &'p str,
    /// The link from this page to the list of all pages, if there is one.
    pub index: Option<&'p str>,
    /// The paths of all documents of the site, in the form of [`Page::path`]: a relative link to one of them leads to
    /// its page, which has the ending `.html` in place of its own.
    pub pages: Option<&'p BTreeSet<String>>,
    /// Whether code is coloured.
    pub highlight: bool,
}

/// A page in the list of pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The path of the document, parted by `/`; its folder is what the list is grouped by.
    pub path: String,
    /// The link from the list to the page.
    pub link: String,
    /// The title of the document.
    pub title: String,
    /// Its own version.
    pub version: Option<String>,
    /// How many blocks of each kind it has, in the order of [`crate::TAGS`]; text without a tag is no block here.
    pub blocks: [usize; 4],
    /// Tokens of the whole document.
    pub tokens: usize,
    /// Tokens of what a model reads of it.
    pub tokens_read: usize,
}

/// The page of a document.
pub fn page(document: &Document<'_>, page: &Page<'_>) -> Rendered {
    let article = Article::new(document, page);
    let counts = Counts::new(document, page);
    let main = format!("<article>\n{}</article>", article.rendered.text);
    let text = template::fill(&Sheet {
        title: &counts.name(),
        class: "page",
        script: include_str!("page.js"),
        bar: &bar::of_page(page, &counts),
        side: &bar::contents(document, &article.contents()),
        main: &main,
    });
    Rendered { text, ..article.rendered }
}

/// What the list of pages says of a document.
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

/// The list of pages, as a page.
pub fn index(entries: &[Entry], title: &str, encoding: Encoding) -> String {
    template::fill(&Sheet {
        title,
        class: "index",
        script: include_str!("index.js"),
        bar: bar::OF_INDEX,
        side: "",
        main: &site::list(entries, title, encoding),
    })
}

/// What a document is called and how long it is.
struct Counts {
    title: String,
    version: Option<String>,
    /// Tokens of the whole document.
    all: usize,
    /// Tokens of what `tagdown read` prints of it.
    read: usize,
}

impl Counts {
    fn new(document: &Document<'_>, page: &Page<'_>) -> Self {
        let encoding = page.encoding;
        let selection = Selection { encoding, count_document: true, ..Selection::default() };
        let reading = views::read(document, page.path, &selection);
        let (title, version) = (reading.title.clone(), reading.document_version.clone());
        let file = page.path.rsplit(['/', '\\']).next().unwrap_or(page.path);
        let all = reading.document_tokens.unwrap_or_default();
        let shown = views::write(&[reading], &Request { encoding, ..Request::default() });
        Self {
            title: title.filter(|title| !title.trim().is_empty()).unwrap_or_else(|| file.to_owned()),
            version,
            all,
            read: shown.map_or(all, |output| encoding.count(&output.text)),
        }
    }

    /// Title and version.
    fn name(&self) -> String {
        match &self.version {
            Some(version) => format!("{} · {version}", self.title),
            None => self.title.clone(),
        }
    }
}
