//! What a rule has to say: findings, and the edits that would mend them.

use std::sync::Arc;

use serde::Serialize;

use crate::source::{Source, Span};

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Advice.
    Info,
    /// Likely a fault.
    Warning,
    /// A fault.
    Error,
}

impl Severity {
    /// As it is written in configuration and output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Whether a fix may be made without a person's eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// May change what a reader understands.
    Unsafe,
    /// Keeps the meaning for every reader.
    Safe,
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty to put something in.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// Replaces `span`.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Puts `text` in at `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { span: Span::at(at), text: text.into() }
    }

    /// Takes `span` out.
    pub fn delete(span: Span) -> Self {
        Self { span, text: String::new() }
    }
}

/// Edits that belong together.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What they do, in the imperative.
    pub title: String,
    /// Whether they may be made unseen.
    pub safety: Safety,
    /// Sorted and disjoint; [`Fix::new`] sees to the order. Shared, since several findings may have the same.
    edits: Arc<[Edit]>,
}

impl Fix {
    /// A fix of these edits, which must not overlap.
    pub fn new(safety: Safety, title: impl Into<String>, mut edits: Vec<Edit>) -> Self {
        edits.sort_by_key(|edit| edit.span);
        Self { title: title.into(), safety, edits: edits.into() }
    }

    /// The edits, sorted and disjoint.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// A stretch of the text that holds all edits, as it stands afterwards.
    pub(crate) fn rewritten(&self, source: &Source<'_>, stretch: Span) -> String {
        let shifted = self.edits.iter().map(|edit| {
            let span = Span::new(edit.span.start - stretch.start, edit.span.end - stretch.start);
            Edit::replace(span, edit.text.clone())
        });
        apply(source.slice(stretch), &shifted.collect::<Vec<_>>())
    }
}

/// A second place that helps to understand a finding.
#[derive(Clone, Debug)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// Something that a rule found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule's name.
    pub rule: &'static str,
    /// How much it weighs here.
    pub severity: Severity,
    /// Where it is.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// What would mend it.
    pub fix: Option<Fix>,
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

/// Takes fixes in order as long as they stay clear of those taken before; what touches an earlier
/// edit waits for the next pass. Also says how many were taken.
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

/// The whole lines that `span` touches, for rules that take lines out.
pub(crate) fn whole_lines(source: &Source<'_>, span: Span) -> Span {
    Span::new(source.this_line(span.start), source.next_line(span.end.saturating_sub(1).max(span.start)))
}

/// From `start` to the end of the text, with the blank lines above: what goes when the last lines go. The line end of
/// the line above stays.
pub(crate) fn to_the_end(source: &Source<'_>, start: usize) -> Span {
    let text = source.text();
    let above = text[..start].trim_end().len();
    Span::new(source.next_line(above.saturating_sub(1)).min(start), text.len())
}
