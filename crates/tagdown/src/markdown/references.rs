//! Matches links and footnotes with their definitions elsewhere in the document.

use rustc_hash::FxHashMap;

use crate::text::Span;

/// Definitions and their uses, collected during parsing.
#[derive(Default)]
pub(crate) struct References {
    links: FxHashMap<String, Span>,
    notes: FxHashMap<String, Span>,
    links_used: Vec<(usize, String)>,
    notes_used: Vec<(usize, String)>,
}

impl References {
    pub(crate) fn define_link(&mut self, label: &str, span: Span) {
        self.links.entry(fold(label)).or_insert(span);
    }

    pub(crate) fn define_note(&mut self, name: &str, span: Span) {
        self.notes.entry(fold(name)).or_insert(span);
    }

    pub(crate) fn use_link(&mut self, label: &str, at: usize) {
        self.links_used.push((at, fold(label)));
    }

    pub(crate) fn use_note(&mut self, name: &str, at: usize) {
        self.notes_used.push((at, fold(name)));
    }

    /// The offset of each use and the definition that it refers to, in order.
    pub(crate) fn resolve(self) -> Vec<(usize, Span)> {
        let links = self.links_used.iter().filter_map(|(at, label)| Some((*at, *self.links.get(label)?)));
        let notes = self.notes_used.iter().filter_map(|(at, name)| Some((*at, *self.notes.get(name)?)));
        let mut found: Vec<(usize, Span)> = links.chain(notes).collect();
        found.sort_unstable();
        found
    }
}

/// A label in the form in which Markdown compares labels.
fn fold(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
