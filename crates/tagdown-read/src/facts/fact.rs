//! A fact: its words, and where it is stated.

use std::sync::Arc;

use tagdown::document::Kind;

/// A fact by its page and its index there.
pub(super) type At = (usize, usize);

/// The form in which a fact is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A sentence of a paragraph or of a list item.
    Sentence,
    /// A row of a table.
    Row,
    /// A code block.
    Code,
    /// A field of a BUG.
    Field(&'static str),
    /// The title of a block.
    Title,
    /// A heading with nothing below it.
    Heading,
}

/// A fact of a document.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The kind of its block.
    pub kind: Kind,
    /// Whether its block has a tag.
    pub is_tagged: bool,
    /// The index of its block in the document.
    pub block: usize,
    /// The address of its block in the document.
    pub address: Arc<str>,
    /// The title of its block.
    pub title: Option<String>,
    /// The titles of the sections that contain it, outermost first, without the title of the document.
    pub section: Arc<[String]>,
    /// Its line, from 1.
    pub line: usize,
    /// How it is stated.
    pub form: Form,
    /// Its text without list markers, on one line except for code.
    pub text: String,
    /// The number of its paragraph or list item in the document.
    pub(super) item: usize,
    /// Its words without markup; the lines of code.
    pub(super) words: Vec<String>,
    /// Its words, and for a row the names of its columns, as a number: two facts with the same key say the same.
    pub(super) key: u128,
    /// Where its numbered list starts, if it is a step.
    pub(super) step: Option<usize>,
    /// What it is about, if it says so first: `Timeout: 30 s`.
    pub(super) label: Option<Vec<String>>,
    /// The items above it, if it is nested, and the words that introduce its list, table or code; the outermost first.
    pub(super) above: Vec<Vec<String>>,
    /// The number of the innermost of them, as in `item`.
    pub(super) parent: Option<usize>,
    /// The number of the short line directly above its list, as in `item`.
    pub(super) group: Option<usize>,
    /// The first sentence of its paragraph or list item, if it is a later one.
    pub(super) opening: Option<Opening>,
    /// The cells of a row, each with the name of its column.
    pub cells: Vec<(Arc<str>, String)>,
    /// Where its links lead.
    pub links: Vec<String>,
}

impl Fact {
    /// The lines of code without its fences.
    pub fn code(&self) -> &[String] {
        if self.form == Form::Code { &self.words } else { &[] }
    }
}

/// The first sentence of a paragraph or list item.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// The number of the paragraph or list item.
    pub(super) item: usize,
    /// What it is about: its label, or all its words.
    pub(super) name: Vec<String>,
    /// Whether it is a list item.
    pub(super) is_in_list: bool,
    /// Whether it says first what it is about: `Timeout: 30 s`.
    pub(super) is_label: bool,
}

/// A document with its facts.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The path that is shown.
    pub path: String,
    /// Its version.
    pub version: Option<String>,
    /// What else its header says, by name: title, author, status and so on.
    pub about: Vec<(&'static str, String)>,
    /// Whether nobody but `convert` gave it its title.
    pub(super) has_made_title: bool,
    /// The titles of its sections, each with those of the sections that contain it.
    pub(super) sections: Vec<Arc<[String]>>,
    /// Its facts, in order.
    pub facts: Vec<Fact>,
}
