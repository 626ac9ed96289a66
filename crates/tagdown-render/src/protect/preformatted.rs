//! Puts the text of `pre` elements between fences, because some renderers read it as Markdown.

use tagdown::document::Document;
use tagdown::markdown::NodeKind;
use tagdown::text::Span;

use super::own_lines;
use crate::change::Change;
use crate::dialects::{Dialect, Html, Layout};
use crate::fence::longest_run;

/// HTML entities and their characters; the ampersand comes last.
const ENTITIES: [(&str, &str); 5] =
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];

/// Writes fences, and returns the spans that are done.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) -> Vec<Span> {
    let mut done = Vec::new();
    let is_jsx = dialect.html == Html::Jsx;
    if dialect.html == Html::Vue {
        fill_lines(document, out);
    }
    if !is_jsx && dialect.layout != Layout::Indented {
        return done;
    }
    for node in document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Html && node.depth == 0) {
        let text = document.text(node.span);
        let Some((language, code)) = code_of(text) else { continue };
        let code = &*without_styles(code);
        let has_gap = code.lines().any(|line| line.trim().is_empty());
        if code.contains(['<', '>']) || !(has_gap || is_jsx && code.contains('\n')) {
            continue;
        }
        let eol = document.source.eol();
        let mut plain = code.trim_end().to_owned();
        for (entity, sign) in ENTITIES {
            plain = plain.replace(entity, sign);
        }
        let fence = "`".repeat(longest_run(&plain, b'`').map_or(3, |run| run + 1));
        out.push(Change::new(node.span, format!("{fence}{language}{eol}{plain}{eol}{fence}")));
        done.push(node.span);
    }
    done
}

/// Fills the blank lines of `pre` elements in items and quotes, for a parser that ends them there.
fn fill_lines(document: &Document<'_>, out: &mut Vec<Change>) {
    let source = &document.source;
    for node in document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Html && node.depth > 0) {
        if !document.text(node.span).get(..4).is_some_and(|start| start.eq_ignore_ascii_case("<pre")) {
            continue;
        }
        let gap = own_lines::gap(document, node.span.start);
        let prefix = gap.rsplit('\n').next().unwrap_or_default();
        for line in source.line_of(node.span.start)..source.line_of(node.span.end - 1) {
            let line = source.line(line);
            if document.text(line).trim_matches([' ', '\t', '>']).is_empty() {
                out.push(Change::new(line, format!("{prefix}<!-- -->")));
            }
        }
    }
}

/// The text without elements that only style it; in code, words count for more than styles.
fn without_styles(code: &str) -> String {
    let names = ["b", "code", "em", "i", "kbd", "mark", "span", "strong", "u", "var"];
    let mut pieces = code.split('<');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let tag = piece.split_once('>').filter(|(tag, _)| {
            let name = tag.trim_start_matches('/').split(char::is_whitespace).next();
            name.is_some_and(|name| names.contains(&name.to_ascii_lowercase().as_str()))
        });
        if tag.is_none() {
            out.push('<');
        }
        out.push_str(tag.map_or(piece, |(_, text)| text));
    }
    out
}

/// The language and text of a `pre` element that contains only text, possibly inside `code`.
fn code_of(text: &str) -> Option<(&str, &str)> {
    let (open, inner) = text.trim().strip_suffix("</pre>")?.strip_prefix("<pre")?.split_once('>')?;
    let code = inner.strip_suffix("</code>").and_then(|inner| inner.strip_prefix("<code")?.split_once('>'));
    let (class, inner) = code.unwrap_or((open, inner));
    let language = class.split_once("language-").map_or("", |(_, rest)| rest);
    let end = language.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(language.len());
    let inner = inner.strip_prefix("\r\n").or_else(|| inner.strip_prefix('\n')).unwrap_or(inner);
    Some((&language[..end], inner))
}
