//! Finds blocks that belong together because a renderer reads them so: components, tabs, directives and shortcodes with
//! an opening and a closing line. Nothing is put inside or between them.

use memchr::memmem;

use super::model::Document;
use crate::markdown::NodeKind;
use crate::text::Span;

/// The spans from the opening to the closing line of each container, the outermost only, in order.
pub fn containers(document: &Document<'_>) -> Vec<Span> {
    let text = document.source.text();
    if !["<", ":::", "{%", "{{", "    ```"]
        .iter()
        .any(|mark| memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
    {
        return Vec::new();
    }
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut found: Vec<Span> = Vec::new();
    for &index in &document.markdown.top {
        let node = document.markdown.nodes[index];
        if matches!(node.kind, NodeKind::Code { fenced: true }) {
            continue;
        }
        let mut at = node.span.start;
        for line in document.text(node.span).split_inclusive('\n') {
            let is_open = |name: &str| open.iter().any(|(other, _)| other == name);
            match mark(line.trim(), is_open(FENCE)) {
                None => {}
                Some(Mark::Open(name)) => open.push((name, at)),
                Some(Mark::Close(name)) => {
                    // What is still open inside was never closed.
                    let first = open.len().saturating_sub(DEEPEST);
                    let last = open[first..].iter().rposition(|(other, _)| *other == name);
                    if let Some(last) = last.map(|last| first + last) {
                        found.push(Span::new(open[last].1, at + line.trim_end().len()));
                        open.truncate(last);
                    }
                }
            }
            at += line.len();
        }
    }
    found.sort();
    let mut out: Vec<Span> = Vec::new();
    for span in found {
        if out.last().is_none_or(|last| last.end < span.end) {
            out.push(span);
        }
    }
    out
}

/// A fence that Markdown does not read as one, such as an indented fence directly below a paragraph. Other renderers do.
const FENCE: &str = "```";

/// How many containers may be open at a time. More openings than this are not closed at all.
const DEEPEST: usize = 64;

enum Mark {
    Open(String),
    Close(String),
}

/// The mark that opens or closes a container at the start of a line.
fn mark(line: &str, is_fenced: bool) -> Option<Mark> {
    if line.starts_with(FENCE) {
        let is_closed = is_fenced && line.trim_start_matches('`').is_empty();
        return Some(if is_closed { Mark::Close(FENCE.to_owned()) } else { Mark::Open(FENCE.to_owned()) });
    }
    if let Some(rest) = line.strip_prefix(":::") {
        let name = rest.trim_start_matches(':').trim();
        let colons = format!("{}", line.len() - line.trim_start_matches(':').len());
        return Some(if name.is_empty() { Mark::Close(colons) } else { Mark::Open(colons) });
    }
    for (opens, closes) in [("{%", "%}"), ("{{<", ">}}"), ("{{%", "%}}")] {
        let Some(inner) = line.strip_prefix(opens) else { continue };
        let Some((inner, _)) = inner.split_once(closes) else { continue };
        let inner = inner.trim().trim_start_matches('-').trim();
        let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
        if let Some(name) = inner.strip_prefix('/') {
            return Some(Mark::Close(format!("{opens}{}", word(name.trim()))));
        }
        if let Some(name) = inner.strip_prefix("end").filter(|_| opens == "{%") {
            return Some(Mark::Close(format!("{opens}{}", word(name))));
        }
        return (!inner.ends_with('/')).then(|| Mark::Open(format!("{opens}{}", word(inner))));
    }
    // The end of a tag on a line of its own reads like a quote.
    let inner = line.strip_prefix('>').unwrap_or(line).strip_prefix('<')?;
    let name = |text: &str| -> String {
        text.chars().take_while(|c| c.is_ascii_alphanumeric() || ".-_".contains(*c)).collect()
    };
    if let Some(rest) = inner.strip_prefix('/') {
        return Some(Mark::Close(name(rest)));
    }
    let own = name(inner);
    let is_closed = line.ends_with("/>") || line.contains(&format!("</{own}>"));
    (!own.is_empty() && !is_closed).then_some(Mark::Open(own))
}
