//! Comments that allow a rule: `<!-- tagdown: allow RULE reason -->` for what follows,
//! `<!-- tagdown: allow-file RULE reason -->` for the whole file.

use std::collections::HashSet;

use crate::document::Document;
use crate::finding::Finding;
use crate::markdown::{InlineKind, Markdown, NodeKind};
use crate::rules;
use crate::source::{Source, Span};

/// A comment that allows rules.
#[derive(Clone, Debug)]
pub struct Suppression {
    /// The comment.
    pub span: Span,
    /// The names it gives, known or not.
    pub rules: Vec<Span>,
    /// What it says to do, where that is neither `allow` nor `allow-file`, or names no rule.
    pub mistake: Option<Span>,
    /// Whether it holds for the whole file.
    pub whole_file: bool,
}

pub(crate) fn find(source: &Source<'_>, markdown: &Markdown) -> Vec<Suppression> {
    let text = source.text();
    let mut found: Vec<Suppression> = Vec::new();
    let mut end = 0;
    for start in memchr::memmem::find_iter(text.as_bytes(), "<!--") {
        if start < end || !is_html_at(markdown, start) {
            continue;
        }
        let Some(length) = text[start + 4..].find("-->") else { break };
        let body = Span::new(start + 4, start + 4 + length);
        end = body.end;
        let Some(rest) = source.slice(body).trim_start().strip_prefix("tagdown") else { continue };
        let colonless = ["allow", "disable", "ignore"]
            .iter()
            .any(|word| rest.trim_start_matches([' ', '-']).starts_with(word));
        if !rest.starts_with(':') && !colonless {
            continue;
        }
        let rest = rest.trim_start_matches(':').trim_start();
        let (directive, names) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let rules = read_names(names, body.end - names.len());
        let has_colon = source.slice(body).trim_start().starts_with("tagdown:");
        let is_known = has_colon && matches!(directive, "allow" | "allow-file") && !rules.is_empty();
        let at = body.end - rest.len();
        found.push(Suppression {
            span: Span::new(start, body.end + 3),
            rules: if is_known { rules } else { Vec::new() },
            mistake: (!is_known).then_some(Span::new(at, at + directive.len())),
            whole_file: directive == "allow-file",
        });
    }
    found
}

fn is_html_at(markdown: &Markdown, offset: usize) -> bool {
    let after = markdown.nodes.partition_point(|node| node.span.start <= offset);
    let node = after.checked_sub(1).map(|index| &markdown.nodes[index]);
    let after = markdown.inlines.partition_point(|(_, span)| span.start <= offset);
    let inline = after.checked_sub(1).map(|index| markdown.inlines[index]);
    match node.filter(|node| node.span.contains(offset)).map(|node| node.kind) {
        Some(NodeKind::Comment | NodeKind::Html) => true,
        Some(NodeKind::Code { .. } | NodeKind::FrontMatter) => false,
        _ => inline.is_some_and(|(kind, span)| kind == InlineKind::Html && span.contains(offset)),
    }
}

/// The names; what follows the last is the reason. A second name stands behind a comma, or is one of a rule.
pub(crate) fn read_names(names: &str, at: usize) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut rest = names;
    let mut listed = true;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let start = at + names.len() - rest.len();
        let length = rest.find(|c: char| c.is_whitespace() || c == ',' || c == ':').unwrap_or(rest.len());
        let word = &rest[..length];
        let is_rule = rules::find(word).is_some();
        let is_name = is_rule || spans.is_empty() || (listed && word.contains('-'));
        if word.is_empty() || !is_name {
            return spans;
        }
        spans.push(Span::new(start, start + length));
        rest = rest[length..].trim_start_matches(':');
        listed = rest.trim_start().starts_with(',');
    }
}

/// Where each comment holds, in their order: the whole file, or the block or line that follows it. Of several
/// comments in a row, each holds for what follows the last.
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

/// The block whose tag stands on the next line that is not blank, else the Markdown that starts there.
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

/// What comments allow where, in the order of the places.
pub(crate) struct Allowances<'t> {
    entries: Vec<(Span, &'t str, Span)>,
}

impl<'t> Allowances<'t> {
    pub(crate) fn new(document: &Document<'t>) -> Self {
        let scopes = scopes(document);
        let pairs = document.suppressions.iter().zip(scopes);
        let mut entries: Vec<_> = pairs
            .flat_map(|(comment, scope)| {
                comment.rules.iter().map(move |name| (scope, document.text(*name), *name))
            })
            .collect();
        entries.sort_by_key(|(scope, rule, name)| (scope.start, scope.end, *rule, name.start));
        // A second comment that says the same allows nothing more.
        entries.dedup_by_key(|(scope, rule, _)| (*scope, *rule));
        Self { entries }
    }

    /// Takes out the findings that are allowed, and notes which names allowed one.
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
