//! What is written differently for a renderer: pieces of the source and what stands in their place.

use std::borrow::Cow;

use crate::source::{Source, Span};

/// A piece of the source and what is written in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) span: Span,
    pub(super) text: Cow<'static, str>,
}

impl Change {
    pub(super) fn new(span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        Self { span, text: text.into() }
    }

    pub(super) fn insert(at: usize, text: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Span::at(at), text)
    }
}

/// Changes in the order of the source; what overlaps an earlier one is left out.
#[derive(Debug, Default)]
pub(super) struct Changes(Vec<Change>);

impl Changes {
    pub(super) fn new(mut changes: Vec<Change>) -> Self {
        changes.sort_by_key(|change| (change.span.start, change.span.end));
        // Two reasons for a blank line make one.
        changes.dedup();
        let mut end = 0;
        changes.retain(|change| {
            let is_clear = change.span.start >= end;
            end = if is_clear { change.span.end } else { end };
            is_clear
        });
        Self(changes)
    }

    /// Writes a stretch of the source, changed.
    pub(super) fn write(&self, source: &Source<'_>, span: Span, out: &mut String) {
        let first = self.0.partition_point(|change| change.span.start < span.start);
        let mut at = span.start;
        for change in self.0[first..].iter().take_while(|change| change.span.end <= span.end) {
            // What is put in at the very end belongs to what follows, if anything does.
            if change.span.start >= span.end && span.end < source.text().len() {
                break;
            }
            out.push_str(source.slice(Span::new(at, change.span.start)));
            out.push_str(&change.text);
            at = change.span.end;
        }
        out.push_str(source.slice(Span::new(at, span.end)));
    }
}
