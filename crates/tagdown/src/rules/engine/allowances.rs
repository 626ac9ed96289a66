//! Determines where comments allow rules, and removes the findings that they allow.

use std::collections::HashSet;

use super::finding::Finding;
use crate::document::{Document, Suppression};
use crate::text::Span;

/// The rule names at the start of a comment. The text after the last name is the reason. Every name after the first
/// follows a comma or is the name of a rule.
pub(crate) fn read_names(names: &str, at: usize, is_rule: impl Fn(&str) -> bool) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut rest = names;
    let mut listed = true;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let start = at + names.len() - rest.len();
        let length = rest.find(|c: char| c.is_whitespace() || c == ',' || c == ':').unwrap_or(rest.len());
        let word = &rest[..length];
        let is_name = is_rule(word) || spans.is_empty() || (listed && word.contains('-'));
        if word.is_empty() || !is_name {
            return spans;
        }
        spans.push(Span::new(start, start + length));
        rest = rest[length..].trim_start_matches(':');
        listed = rest.trim_start().starts_with(',');
    }
}

/// The names of rules in a comment, known or not.
pub(crate) fn rule_names(
    document: &Document<'_>,
    comment: &Suppression,
    is_rule: impl Fn(&str) -> bool,
) -> Vec<Span> {
    read_names(document.text(comment.names), comment.names.start, is_rule)
}

/// The scope of each comment, in order: the complete file, or the block or line that follows it. Each of several
/// comments in a row applies to the text that follows the last one.
fn scopes(document: &Document<'_>) -> Vec<Span> {
    let source = &document.source;
    let mut scopes = vec![Span::default(); document.suppressions.len()];
    for (index, comment) in document.suppressions.iter().enumerate().rev() {
        let line = source.line_of(comment.span.end.saturating_sub(1)) + 1;
        let next = document.suppressions.get(index + 1);
        scopes[index] = if comment.whole_file {
            Span::new(0, source.text().len() + 1)
        } else if next.is_some_and(|next| !next.whole_file && source.line_of(next.span.start) == line) {
            scopes[index + 1]
        } else {
            what_follows(document, line)
        };
    }
    scopes
}

/// The block whose tag is on the next line that is not blank, otherwise the Markdown that starts there.
fn what_follows(document: &Document<'_>, line: usize) -> Span {
    let source = &document.source;
    let Some(line) = (line..source.line_count()).find(|&line| !source.is_blank(line)) else {
        return Span::at(source.text().len());
    };
    let mut scope = source.full_line(line);
    let first = source.trim(scope).start;
    if let Some(block) = document.block_at(first)
        && document.tag_of(block).is_some_and(|tag| scope.contains(tag.span.start))
    {
        scope.end = scope.end.max(block.span.end);
    } else if let Some(node) = document.markdown.top_at(first)
        && node.span.start >= scope.start
    {
        scope.end = scope.end.max(node.span.end);
    }
    scope.end += usize::from(scope.end == source.text().len());
    scope
}

/// The rules that comments allow, sorted by scope.
pub(crate) struct Allowances<'t> {
    entries: Vec<(Span, &'t str, Span)>,
}

impl<'t> Allowances<'t> {
    pub(crate) fn new(document: &Document<'t>, is_rule: impl Fn(&str) -> bool + Copy) -> Self {
        let scopes = scopes(document);
        let pairs = document.suppressions.iter().zip(scopes);
        let mut entries: Vec<_> = pairs
            .flat_map(|(comment, scope)| {
                let names = rule_names(document, comment, is_rule);
                names.into_iter().map(move |name| (scope, document.text(name), name))
            })
            .collect();
        entries.sort_by_key(|(scope, rule, name)| (scope.start, scope.end, *rule, name.start));
        // A duplicate comment allows nothing more.
        entries.dedup_by_key(|(scope, rule, _)| (*scope, *rule));
        Self { entries }
    }

    /// Removes the findings that are allowed, and records the names that allowed one.
    pub(crate) fn apply(&self, findings: &mut Vec<Finding>, used: &mut HashSet<Span>) {
        findings.sort_by_key(|finding| finding.span.start);
        let mut next = self.entries.iter().peekable();
        let mut open: Vec<&(Span, &str, Span)> = Vec::new();
        findings.retain(|finding| {
            let at = finding.span.start;
            while let Some(entry) = next.next_if(|(scope, _, _)| scope.start <= at) {
                open.push(entry);
            }
            open.retain(|(scope, _, _)| at < scope.end);
            let names = open.iter().filter(|(_, rule, _)| *rule == finding.rule).map(|(_, _, name)| *name);
            let allowed = names.map(|name| used.insert(name)).count() > 0;
            !allowed
        });
    }
}
