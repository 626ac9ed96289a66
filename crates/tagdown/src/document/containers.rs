//! Finds blocks that belong together because a renderer reads them so: components, tabs, directives and shortcodes with
//! an opening and a closing line, callouts and tabs with an indented body, and definition lists. Nothing is put inside or
//! between them.

use memchr::memmem;

use super::model::Document;
use crate::markdown::NodeKind;
use crate::text::Span;

/// The spans from the opening to the closing line of each container, the outermost only, in order. They do not overlap.
pub fn containers(document: &Document<'_>) -> Vec<Span> {
    let text = document.source.text();
    let has = |mark: &&str| memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    let mut found = if BODY_MARKS.iter().any(&has) { bodies(document) } else { Vec::new() };
    if ["<", ":::", "{%", "{{", "    ```"].iter().any(has) {
        found.extend(closed(document));
    }
    if ["\n:", "\n :"].iter().any(has) {
        found.extend(definition_lists(document));
    }
    found.sort();
    let mut out: Vec<Span> = Vec::new();
    for span in found {
        match out.last_mut().filter(|last| span.start < last.end) {
            Some(last) => last.end = last.end.max(span.end),
            None => out.push(span),
        }
    }
    out
}

/// Markers that open a callout or a tab with an indented body.
const BODY_MARKS: [&str; 4] = ["!!!", "???+", "???", "==="];

/// Whether a line opens a callout or a tab with an indented body, such as `!!! note` or `=== "macOS"`.
pub fn opens_body(line: &str) -> bool {
    let Some((mark, rest)) = BODY_MARKS.iter().find_map(|mark| Some((*mark, line.strip_prefix(mark)?)))
    else {
        return false;
    };
    if mark == "===" {
        let rest = rest.trim_start_matches(['+', '!']);
        return rest.starts_with(' ') && rest.trim_start().starts_with('"');
    }
    rest.starts_with(' ') && rest.trim_start().starts_with(|c: char| c == '"' || c.is_alphanumeric())
}

/// Whether a line is indented as far as the body of a callout is.
pub(crate) fn is_indented(line: &str) -> bool {
    line.starts_with("    ") || line.starts_with('\t')
}

/// Callouts and tabs with an indented body, from the marker to the end of the body. Tabs in a row are one.
fn bodies(document: &Document<'_>) -> Vec<Span> {
    let source = &document.source;
    let mut found: Vec<(Span, bool)> = Vec::new();
    let top = document.markdown.top.iter().map(|&index| document.markdown.nodes[index]);
    for node in top.filter(|node| node.kind == NodeKind::Paragraph) {
        let last = source.line_of(node.span.end.saturating_sub(1));
        for line in source.line_of(node.span.start)..=last {
            let marker = source.line(line);
            if found.last().is_some_and(|(span, _)| marker.start < span.end)
                || !opens_body(source.slice(marker))
            {
                continue;
            }
            let is_inside =
                |&line: &usize| source.is_blank(line) || is_indented(source.slice(source.line(line)));
            let inside = (line + 1..source.line_count()).take_while(is_inside);
            let Some(end) = inside.filter(|&line| !source.is_blank(line)).last() else { continue };
            let span = Span::new(marker.start, source.line(end).end);
            let is_tab = source.slice(marker).starts_with('=');
            // A callout in one paragraph needs nothing to hold it together.
            if !is_tab && span.end <= node.span.end {
                continue;
            }
            let joins = |(above, is_above_tab): &&mut (Span, bool)| {
                let between = Span::new(above.end, span.start);
                is_tab && *is_above_tab && source.slice(between).trim().is_empty()
            };
            match found.last_mut().filter(joins) {
                Some((above, _)) => above.end = span.end,
                None => found.push((span, is_tab)),
            }
        }
    }
    found.into_iter().map(|(span, _)| span).collect()
}

/// Definition lists, which Markdown reads as paragraphs: a term, and below it, perhaps after a blank line, `: ` with its
/// meaning. Terms in a row are one list.
fn definition_lists(document: &Document<'_>) -> Vec<Span> {
    let text = |span: Span| document.text(span);
    let is_meaning = |line: &str| {
        let rest = line.trim_start_matches(' ');
        line.len() - rest.len() < 4 && (rest.starts_with(": ") || rest.starts_with(":\t"))
    };
    let mut found: Vec<Span> = Vec::new();
    let mut above: Option<Span> = None;
    for &index in &document.markdown.top {
        let node = document.markdown.nodes[index];
        let is_paragraph = node.kind == NodeKind::Paragraph;
        let start = match above {
            _ if !is_paragraph => None,
            // The meaning of a term, or a further one.
            Some(term) if is_meaning(text(node.span)) => Some(term.start),
            _ => text(node.span).lines().skip(1).any(is_meaning).then_some(node.span.start),
        };
        above = is_paragraph.then_some(node.span);
        let Some(start) = start else { continue };
        match found.last_mut() {
            Some(last) if start < last.end || text(Span::new(last.end, start)).trim().is_empty() => {
                last.end = node.span.end;
            }
            _ => found.push(Span::new(start, node.span.end)),
        }
    }
    found
}

/// Containers with an opening and a closing line.
fn closed(document: &Document<'_>) -> Vec<Span> {
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut found: Vec<Span> = Vec::new();
    for &index in &document.markdown.top {
        let node = document.markdown.nodes[index];
        if matches!(node.kind, NodeKind::Code { fenced: true }) {
            continue;
        }
        let mut at = node.span.start;
        for line in document.text(node.span).split_inclusive('\n') {
            let first = line.bytes().find(|byte| !matches!(byte, b'\t'..=b'\r' | b' '));
            let is_plain = first.is_none_or(|byte| byte.is_ascii() && !STARTS.contains(&byte));
            let is_fenced = || open.iter().rev().take(DEEPEST).any(|(name, _)| name == FENCE);
            match (!is_plain).then(|| mark(line.trim(), is_fenced)).flatten() {
                None => {}
                Some(Mark::Open(name)) => open.push((name, at)),
                Some(Mark::Close(name)) => {
                    // What is still open inside was never closed.
                    let first = open.len().saturating_sub(DEEPEST);
                    let last = open[first..].iter().rposition(|(other, _)| *other == name);
                    if let Some(last) = last.map(|last| first + last) {
                        // Of several open directives with as many colons, some renderers close the first.
                        let is_same = |(other, _): &&(String, usize)| *other == name;
                        let outer = open[first..].iter().find(is_same).filter(|_| name.starts_with(':'));
                        let start = outer.map_or(open[last].1, |(_, start)| *start);
                        found.push(Span::new(start, at + line.trim_end().len()));
                        open.truncate(last);
                    }
                }
            }
            at += line.len();
        }
    }
    found
}

/// A fence that Markdown does not read as one, such as an indented fence directly below a paragraph. Other renderers do.
const FENCE: &str = "```";

/// How many containers may be open at a time. More openings than this are not closed at all.
const DEEPEST: usize = 64;

/// The first bytes of the marks.
const STARTS: [u8; 5] = *b"`:{<>";

enum Mark {
    Open(String),
    Close(String),
}

/// The mark that opens or closes a container at the start of a line.
fn mark(line: &str, is_fenced: impl Fn() -> bool) -> Option<Mark> {
    if !line.bytes().next().is_some_and(|byte| STARTS.contains(&byte)) {
        return None;
    }
    if line.starts_with(FENCE) {
        let is_closed = is_fenced() && line.trim_start_matches('`').is_empty();
        return Some(if is_closed { Mark::Close(FENCE.to_owned()) } else { Mark::Open(FENCE.to_owned()) });
    }
    if let Some(rest) = line.strip_prefix(":::") {
        let name = rest.trim_start_matches(':').trim();
        let colons = line[..line.len() - line.trim_start_matches(':').len()].to_owned();
        if name.is_empty() {
            return Some(Mark::Close(colons));
        }
        // `::: package.module` stands for text from elsewhere and is never closed.
        let is_module = name.contains('.') && !name.contains(char::is_whitespace);
        return (!is_module).then_some(Mark::Open(colons));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    #[test]
    fn containers_go_from_the_opening_line_to_the_end() {
        let body = "    a\n\n    b";
        for (text, expected) in [
            ("a\n\n::: x\n\nb\n\n:::\n\nc\n".to_owned(), vec!["::: x\n\nb\n\n:::"]),
            // The outermost, however many are closed.
            (":::: x\n::: y\n:::\n::::\n".to_owned(), vec![":::: x\n::: y\n:::\n::::"]),
            ("::: x\n\na\n\n::: y\n\nb\n\n:::\n".to_owned(), vec!["::: x\n\na\n\n::: y\n\nb\n\n:::"]),
            ("::: a.b\n\nc\n\n::: x\n\nd\n\n:::\n".to_owned(), vec!["::: x\n\nd\n\n:::"]),
            ("<A>\n\nb\n\n</A>\n".to_owned(), vec!["<A>\n\nb\n\n</A>"]),
            // A body ends at the first line that is not indented.
            (format!("x\n\n!!! note\n\n{body}\n\nc\n"), vec!["!!! note\n\n    a\n\n    b"]),
            (format!("???+ note \"T\"\n{body}\nc\n"), vec!["???+ note \"T\"\n    a\n\n    b"]),
            (
                "=== \"A\"\n    a\n\n=== \"B\"\n    b\n".to_owned(),
                vec!["=== \"A\"\n    a\n\n=== \"B\"\n    b"],
            ),
            (
                "=== \"A\"\n    a\n\nx\n\n=== \"B\"\n    b\n".to_owned(),
                vec!["=== \"A\"\n    a", "=== \"B\"\n    b"],
            ),
            ("!!! note\n    a\n\nb\n".to_owned(), vec![]),
            ("!!! note\n\na\n".to_owned(), vec![]),
            ("Why???\n\n    a\n".to_owned(), vec![]),
            ("```\n=== \"A\"\n\n    a\n```\n".to_owned(), vec![]),
            // Definition lists.
            ("x\n\na\n: b\n\nc\n: d\n: e\n\ny\n".to_owned(), vec!["a\n: b\n\nc\n: d\n: e"]),
            ("x\n\na\n\n: b\n\n: c\n\ny\n\n- d\n".to_owned(), vec!["a\n\n: b\n\n: c"]),
            ("a: b\n:c\n\n- x\n\n: d\n".to_owned(), vec![]),
        ] {
            let document = parse(&text);
            let found: Vec<&str> =
                containers(&document).into_iter().map(|span| document.text(span)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
