//! Changes for a renderer: pieces of the source and their replacements.

use std::borrow::Cow;

use tagdown::text::{Source, Span};

/// A piece of the source and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(super) span: Span,
    pub(super) text: Cow<'static, str>,
}

impl Change {
    pub(super) fn new(span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        Self { span, text: text.into() }
    }

    /// Inserts text at an offset.
    pub(super) fn insert(at: usize, text: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Span::at(at), text)
    }
}

/// Changes in source order; a change that overlaps an earlier one is dropped.
#[derive(Debug, Default)]
pub(crate) struct Changes(Vec<Change>);

impl Changes {
    pub(super) fn new(mut changes: Vec<Change>) -> Self {
        changes.sort_by_key(|change| (change.span.start, change.span.end));
        // A blank line that is needed for two reasons is inserted once.
        changes.dedup();
        let mut end = 0;
        changes.retain(|change| {
            let is_clear = change.span.start >= end;
            end = if is_clear { change.span.end } else { end };
            is_clear
        });
        Self(changes)
    }

    /// Writes a stretch of the source with its changes.
    pub(super) fn write(&self, source: &Source<'_>, span: Span, out: &mut String) {
        let first = self.0.partition_point(|change| change.span.start < span.start);
        let mut at = span.start;
        for change in self.0[first..].iter().take_while(|change| change.span.end <= span.end) {
            // An insertion at the very end belongs to the next stretch, if there is one.
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
