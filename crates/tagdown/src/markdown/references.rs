//! Matches links and footnotes with their definitions elsewhere in the document.

use rustc_hash::FxHashMap;

use crate::text::Span;

/// The labels of all definitions, as [`fold_label`] writes them, and where each is defined.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// Of links.
    pub links: FxHashMap<String, Span>,
    /// Of footnotes.
    pub notes: FxHashMap<String, Span>,
}

/// Definitions and their uses, collected during parsing.
#[derive(Default)]
pub(crate) struct References {
    defined: Labels,
    links_used: Vec<(usize, String)>,
    notes_used: Vec<(usize, String)>,
}

impl References {
    pub(crate) fn define_link(&mut self, label: &str, span: Span) {
        self.defined.links.entry(fold_label(label)).or_insert(span);
    }

    pub(crate) fn define_note(&mut self, name: &str, span: Span) {
        self.defined.notes.entry(fold_label(name)).or_insert(span);
    }

    pub(crate) fn use_link(&mut self, label: &str, at: usize) {
        self.links_used.push((at, fold_label(label)));
    }

    pub(crate) fn use_note(&mut self, name: &str, at: usize) {
        self.notes_used.push((at, fold_label(name)));
    }

    /// The offset of each use and the definition that it refers to, in order; and the labels of all definitions.
    pub(crate) fn resolve(self) -> (Vec<(usize, Span)>, Labels) {
        let Labels { links, notes } = &self.defined;
        let links = self.links_used.iter().filter_map(|(at, label)| Some((*at, *links.get(label)?)));
        let notes = self.notes_used.iter().filter_map(|(at, name)| Some((*at, *notes.get(name)?)));
        let mut found: Vec<(usize, Span)> = links.chain(notes).collect();
        found.sort_unstable();
        (found, self.defined)
    }
}

/// A label in the form in which Markdown compares labels.
pub fn fold_label(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
