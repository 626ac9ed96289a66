//! Undoes the elements that `render` writes: code in tables, code that Vue must not compile, JSX tags, addresses, and
//! comments that keep lists separate.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, Node, NodeKind, is_void_element};
use tagdown::rules::{Edit, whole_lines};
use tagdown::text::Span;
use tagdown_render::{Dialect, Html, Layout};

/// All edits that undo something, unordered.
pub(crate) fn edits(document: &Document<'_>, dialect: &Dialect) -> Vec<Edit> {
    let mut edits = Vec::new();
    if dialect.code.compiled {
        compiled(document, &mut edits);
    }
    if dialect.code.piped {
        let tables = document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Table);
        tables.for_each(|table| piped(document, table, &mut edits));
    }
    if dialect.html == Html::Jsx {
        tags(document, &mut edits);
        addresses(document, &mut edits);
    }
    ended(document, &mut edits);
    if dialect.layout == Layout::Indented {
        lists(document, &mut edits);
    }
    edits
}

/// `{v-pre}` after code that contains double braces.
fn compiled(document: &Document<'_>, edits: &mut Vec<Edit>) {
    const MARK: &str = "{v-pre}";
    let text = document.source.text();
    let code = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Code);
    let marked = code
        .filter(|(_, span)| document.text(*span).contains("{{") && text[span.end..].starts_with(MARK))
        .map(|(_, span)| Edit::delete(Span::new(span.end, span.end + MARK.len())));
    edits.extend(marked);
}

/// The characters of code in a table cell, which are written as numeric entities; a pipe needs a backslash there.
fn signs(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some((before, behind)) = rest.split_once("&#") {
        out.push_str(before);
        let sign = behind.split_once(';').and_then(|(number, rest)| {
            let sign = number.parse().ok().and_then(char::from_u32).filter(char::is_ascii_punctuation)?;
            Some((sign, rest))
        });
        rest = behind;
        if let Some((sign, behind)) = sign {
            out.push_str(if sign == '|' { "\\" } else { "" });
            out.push(sign);
            rest = behind;
        } else {
            out.push_str("&#");
        }
    }
    out + rest
}

/// `<code>a &#124; b</code>` in a table.
fn piped(document: &Document<'_>, table: &Node, edits: &mut Vec<Edit>) {
    let text = document.text(table.span);
    let mut at = 0;
    while let Some(open) = text[at..].find("<code>").map(|open| at + open) {
        let start = open + "<code>".len();
        let Some(length) = text[start..].find('<') else { break };
        let (inner, end) = (&text[start..start + length], start + length + "</code>".len());
        if text[start + length..].starts_with("</code>") && inner.contains("&#124;") {
            let code = signs(inner);
            let runs = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
            let ticks = "`".repeat(runs + 1);
            let is_padded = code.starts_with(['`', ' ']) || code.ends_with(['`', ' ']);
            let blank = if is_padded { " " } else { "" };
            let span = Span::new(table.span.start + open, table.span.start + end);
            edits.push(Edit::replace(span, format!("{ticks}{blank}{code}{blank}{ticks}")));
        }
        at = start;
    }
}

/// `<br />`, and JSX class names.
fn tags(document: &Document<'_>, edits: &mut Vec<Edit>) {
    let markdown = &document.markdown;
    let nodes = markdown.nodes.iter().filter(|node| node.kind == NodeKind::Html).map(|node| node.span);
    let inlines = markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Html);
    for piece in nodes.chain(inlines.map(|(_, span)| *span)) {
        let text = document.text(piece);
        for (open, _) in text.match_indices('<') {
            let Some(length) = text[open..].find('>') else { break };
            let tag = &text[open..=open + length];
            let name: &str = tag[1..].split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            let start = piece.start + open;
            if let Some(class) = tag.find(" className=") {
                let at = start + class + " class".len();
                edits.push(Edit::delete(Span::new(at, at + "Name".len())));
            }
            if is_void_element(name) && tag.ends_with(" />") {
                let end = start + tag.len() - 1;
                edits.push(Edit::delete(Span::new(end - 2, end)));
            }
        }
    }
}

/// `<https://x/>&lt;id>`, an address that continued with a pseudo-element.
fn ended(document: &Document<'_>, edits: &mut Vec<Edit>) {
    let text = document.source.text();
    for span in &document.markdown.targets {
        if document.text(*span).starts_with('<') && text[span.end..].starts_with("&lt;") {
            edits.push(Edit::delete(Span::new(span.start, span.start + 1)));
            edits.push(Edit::delete(Span::new(span.end - 1, span.end)));
        }
    }
}

/// `[https\://x](https://x)`, which was an address in angle brackets.
fn addresses(document: &Document<'_>, edits: &mut Vec<Edit>) {
    let links = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Link);
    for (_, span) in links {
        let inner = document.text(*span).strip_prefix('[').and_then(|text| text.strip_suffix(')'));
        let Some((shown, target)) = inner.and_then(|inner| inner.split_once("](")) else { continue };
        let address = shown.replace("\\:", ":").replace("\\{", "{");
        let leads_to = address.replace('{', "%7B").replace('}', "%7D");
        // An address with braces, or before `&lt;`, had no angle brackets.
        let is_bare = address.contains('{') || document.source.text()[span.end..].starts_with("&lt;");
        if is_bare && shown.contains("\\:") && leads_to == target {
            edits.push(Edit::replace(*span, address));
            continue;
        }
        let is_mail = target.strip_prefix("mailto:") == Some(shown) && !shown.contains(':');
        if is_mail || (shown.contains("\\:") && address == target) {
            edits.push(Edit::replace(*span, format!("<{address}>")));
        }
    }
}

/// Comments between lists that stay separate without them, and comments in empty items.
fn lists(document: &Document<'_>, edits: &mut Vec<Edit>) {
    let (source, nodes) = (&document.source, &document.markdown.nodes);
    let is_list = |node: &Node| matches!(node.kind, NodeKind::List { .. });
    for (index, node) in nodes.iter().enumerate() {
        if node.kind == NodeKind::Item {
            let text = document.text(node.span);
            if let Some(marker) = text.trim_end().strip_suffix("<!-- -->")
                && marker.trim().trim_matches(|c: char| c.is_ascii_digit()).len() == 1
            {
                let end = node.span.start + text.trim_end().len();
                edits.push(Edit::delete(Span::new(node.span.start + marker.trim_end().len(), end)));
            }
        }
        if node.kind != NodeKind::Comment || document.text(node.span) != "<!-- -->" {
            continue;
        }
        let before = nodes[..index].iter().rev().find(|other| other.depth == node.depth);
        let after = nodes.get(index + 1).filter(|after| after.depth == node.depth);
        let (Some(before), Some(after)) = (before, after) else { continue };
        let marker = |list: &Node| {
            let text = document.text(list.span).trim_start();
            text.trim_start_matches(|c: char| c.is_ascii_digit()).chars().next()
        };
        if is_list(before) && is_list(after) && marker(before) != marker(after) {
            edits.push(Edit::delete(whole_lines(source, node.span)));
        }
    }
}
