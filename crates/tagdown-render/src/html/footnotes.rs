//! The footnotes of a page: which are defined, in which order they are used, and their list below the text.

use rustc_hash::FxHashMap;
use tagdown::document::Kind;

use super::escape::escape;
use crate::options::Options;

/// A footnote.
struct Note {
    /// Its definition, byte for byte.
    text: String,
    /// The kind of the block that defines it.
    kind: Option<Kind>,
    /// Its number on the page; 0 if it has none yet.
    number: usize,
    /// How often it is referenced.
    used: usize,
    /// Whether text that a model reads refers to it.
    is_read: bool,
    /// Its text as HTML.
    html: String,
}

/// All footnotes of a document.
#[derive(Default)]
pub(crate) struct Notes {
    all: Vec<Note>,
    by_name: FxHashMap<String, usize>,
    /// The footnotes on the page, by number.
    listed: Vec<usize>,
    /// All footnotes before this one are listed or hidden.
    first_left: usize,
}

impl Notes {
    /// Adds definitions. If several have the same name, references lead to the first; the others are still listed.
    pub(super) fn define<'n>(&mut self, found: impl Iterator<Item = (String, &'n str)>, kind: Option<Kind>) {
        for (name, text) in found {
            self.by_name.entry(fold(&name)).or_insert(self.all.len());
            let is_read = kind.is_some_and(|kind| kind != Kind::Note);
            self.all.push(Note {
                text: text.to_owned(),
                kind,
                number: 0,
                used: 0,
                is_read,
                html: String::new(),
            });
        }
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.by_name.contains_key(&fold(name))
    }

    /// Writes a reference to a footnote from a block of this kind.
    pub(super) fn refer(&mut self, name: &str, kind: Option<Kind>) -> String {
        let Some(&index) = self.by_name.get(&fold(name)) else {
            return format!("[^{}]", escape(name));
        };
        let number = self.number(index);
        let note = &mut self.all[index];
        note.used += 1;
        note.is_read |= kind != Some(Kind::Note);
        let id = format!("fnref-{number}-{}", note.used);
        format!(
            "<sup class=\"noteref\" id=\"{id}\"><a href=\"#fn-{number}\" aria-label=\"footnote {number}\">{number}</a></sup>"
        )
    }

    /// The number of a footnote, which is assigned on first use.
    fn number(&mut self, index: usize) -> usize {
        if self.all[index].number == 0 {
            self.listed.push(index);
            self.all[index].number = self.listed.len();
        }
        self.all[index].number
    }

    /// The text of the footnote at a position in the list, and the kind to write it as. Footnotes without a reference
    /// come last, so they are not lost.
    pub(super) fn next(&mut self, at: usize, options: &Options) -> Option<(String, Option<Kind>)> {
        if at == self.listed.len() {
            let is_left = |note: &Note| note.number == 0 && note.kind.is_none_or(|kind| options.shows(kind));
            let left = self.first_left + self.all[self.first_left..].iter().position(is_left)?;
            self.first_left = left + 1;
            self.number(left);
        }
        let note = &self.all[self.listed[at]];
        Some((note.text.clone(), if note.is_read { None } else { Some(Kind::Note) }))
    }

    /// Sets the HTML of the footnote at a position in the list.
    pub(super) fn write(&mut self, at: usize, html: String) {
        self.all[self.listed[at]].html = html;
    }

    /// The list of footnotes; empty if there are none.
    pub(super) fn list(&self) -> String {
        if self.listed.is_empty() {
            return String::new();
        }
        let mut out = "<section class=\"notes\" aria-label=\"Footnotes\"><ol>\n".to_owned();
        for (number, &index) in self.listed.iter().enumerate().map(|(at, index)| (at + 1, index)) {
            let note = &self.all[index];
            let class = if note.is_read { "" } else { " class=\"aside\"" };
            let backs: Vec<String> = (1..=note.used)
                .map(|place| format!(" <a class=\"back\" href=\"#fnref-{number}-{place}\" aria-label=\"Back to the text\">↩</a>"))
                .collect();
            out.push_str(&format!("<li id=\"fn-{number}\"{class}>{}{}</li>\n", note.html, backs.concat()));
        }
        out.push_str("</ol></section>\n");
        out
    }
}

/// A name in the form in which Markdown compares names.
fn fold(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
