//! Findings, and the edits that fix them.

use std::sync::Arc;

use serde::Serialize;

use crate::text::{Source, Span};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Advice.
    Info,
    /// Probably a fault.
    Warning,
    /// A fault.
    Error,
}

impl Severity {
    /// Its name in configuration and output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Whether a fix can be applied without review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// May change the meaning for a reader.
    Unsafe,
    /// Keeps the meaning for every reader.
    Safe,
}

/// A change to the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; empty to insert text.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Edit {
    /// Replaces `span`.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Inserts `text` at `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { span: Span::at(at), text: text.into() }
    }

    /// Removes `span`.
    pub fn delete(span: Span) -> Self {
        Self { span, text: String::new() }
    }
}

/// Edits that belong together.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What the edits do, in the imperative.
    pub title: String,
    /// Whether the edits can be applied without review.
    pub safety: Safety,
    /// Sorted and disjoint; [`Fix::new`] sorts them. Shared, because several findings may have the same edits.
    edits: Arc<[Edit]>,
}

impl Fix {
    /// A fix with these edits, which must not overlap.
    pub fn new(safety: Safety, title: impl Into<String>, mut edits: Vec<Edit>) -> Self {
        edits.sort_by_key(|edit| edit.span);
        Self { title: title.into(), safety, edits: edits.into() }
    }

    /// The edits, sorted and disjoint.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// A stretch of the text that contains all edits, with the edits applied.
    pub(crate) fn rewritten(&self, source: &Source<'_>, stretch: Span) -> String {
        let shifted = self.edits.iter().map(|edit| {
            let span = Span::new(edit.span.start - stretch.start, edit.span.end - stretch.start);
            Edit::replace(span, edit.text.clone())
        });
        apply(source.slice(stretch), &shifted.collect::<Vec<_>>())
    }
}

/// Another place that helps to explain a finding.
#[derive(Clone, Debug)]
pub struct Related {
    /// Its position.
    pub span: Span,
    /// What is at this place.
    pub message: String,
}

/// A problem that a rule found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule's name.
    pub rule: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// Its position.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// Other places that help to explain it.
    pub related: Vec<Related>,
    /// The fix, if there is one.
    pub fix: Option<Fix>,
}

impl Finding {
    /// Adds a fix.
    pub(crate) fn fix(&mut self, safety: Safety, title: impl Into<String>, edits: Vec<Edit>) -> &mut Self {
        self.fix = Some(Fix::new(safety, title, edits));
        self
    }

    /// Adds a related place.
    pub(crate) fn related(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.related.push(Related { span, message: message.into() });
        self
    }
}

/// Applies edits that are sorted and disjoint.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in edits {
        out.push_str(&text[at..edit.span.start]);
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out.push_str(&text[at..]);
    out
}

/// The edits of all fixes that do not touch an edit of an earlier fix, and the number of these fixes. The other fixes
/// wait for the next pass.
pub(crate) fn merge<'f>(fixes: impl IntoIterator<Item = &'f Fix>) -> (Vec<Edit>, usize) {
    let mut count = 0;
    let mut taken: std::collections::BTreeMap<Span, &Edit> = std::collections::BTreeMap::new();
    for fix in fixes {
        let clear = fix.edits.iter().all(|edit| {
            let before = taken.range(..=Span::new(edit.span.end, usize::MAX)).next_back();
            before.is_none_or(|(span, _)| span.end < edit.span.start)
        });
        if clear {
            taken.extend(fix.edits.iter().map(|edit| (edit.span, edit)));
            count += 1;
        }
    }
    (taken.into_values().cloned().collect(), count)
}

/// The complete lines that `span` touches, for rules that remove lines.
pub fn whole_lines(source: &Source<'_>, span: Span) -> Span {
    Span::new(source.this_line(span.start), source.next_line(span.end.saturating_sub(1).max(span.start)))
}

/// From `start` to the end of the text, including the blank lines above, for removing the last lines. The line ending
/// of the line above is kept.
pub(crate) fn to_the_end(source: &Source<'_>, start: usize) -> Span {
    let text = source.text();
    let above = text[..start].trim_end().len();
    Span::new(source.next_line(above.saturating_sub(1)).min(start), text.len())
}
