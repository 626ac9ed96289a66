//! Finds the comments that allow a rule: `<!-- tagdown: allow RULE reason -->` for the text below,
//! `<!-- tagdown: allow-file RULE reason -->` for the complete file. It does not know the names of the rules. The records of
//! agents are comments of the same form, and are found on the way.

use super::agent_record::{self, AgentRecord};
use crate::markdown::{InlineKind, Markdown, NodeKind};
use crate::text::{Source, Span};

/// A comment that allows rules.
#[derive(Clone, Debug)]
pub struct Suppression {
    /// The comment.
    pub span: Span,
    /// The names of rules and the reason after them; empty if the comment has a mistake.
    pub names: Span,
    /// The directive, if it is neither `allow` nor `allow-file`, or if no rule follows it.
    pub mistake: Option<Span>,
    /// Whether it applies to the complete file.
    pub whole_file: bool,
}

/// What the comments for this tool start with.
const NAME: &str = "tagdown";

pub(crate) fn find(source: &Source<'_>, markdown: &Markdown) -> (Vec<Suppression>, Vec<AgentRecord>) {
    let text = source.text();
    let (mut found, mut records) = (Vec::new(), Vec::new());
    let mut end = 0;
    for start in memchr::memmem::find_iter(text.as_bytes(), "<!--") {
        if start < end || !is_html_at(markdown, start) {
            continue;
        }
        let Some(length) = text[start + 4..].find("-->") else { break };
        let body = Span::new(start + 4, start + 4 + length);
        end = body.end;
        let Some((name, rest)) = source.slice(body).trim_start().split_at_checked(NAME.len()) else {
            continue;
        };
        if !name.eq_ignore_ascii_case(NAME) {
            continue;
        }
        if let Some(record) = agent_record::read(Span::new(start, body.end + 3), rest, body.end) {
            records.push(record);
            continue;
        }
        if name != NAME {
            continue;
        }
        let colonless = ["allow", "disable", "ignore"]
            .iter()
            .any(|word| rest.trim_start_matches([' ', '-']).starts_with(word));
        if !rest.starts_with(':') && !colonless {
            continue;
        }
        let rest = rest.trim_start_matches(':').trim_start();
        let (directive, names) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let names = Span::new(body.end - names.len(), body.end);
        let first = source.slice(names).trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let has_colon = source.slice(body).trim_start().starts_with("tagdown:");
        let is_known = has_colon
            && matches!(directive, "allow" | "allow-file")
            && !first.is_empty()
            && !first.starts_with(':');
        let at = body.end - rest.len();
        found.push(Suppression {
            span: Span::new(start, body.end + 3),
            names: if is_known { names } else { Span::at(body.end) },
            mistake: (!is_known).then_some(Span::new(at, at + directive.len())),
            whole_file: directive == "allow-file",
        });
    }
    (found, records)
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
