//! A fix as a small diff under its finding. Added and removed blank lines are shown in words, because they are
//! invisible.

use similar::{ChangeTag, DiffableStr};
use unicode_width::UnicodeWidthChar;

use super::style::{Style, paint};
use crate::document::Document;
use crate::rules::{Fix, Safety};
use crate::text::{Span, changes, tame_log};

/// A fix with more lines than this is not shown as a diff.
const MOST_LINES: usize = 14;

/// The fix in words and, if it is short enough, as a diff.
pub(crate) fn render(document: &Document<'_>, fix: &Fix, style: Style) -> String {
    let how = match fix.safety {
        Safety::Safe => "safe: --fix",
        Safety::Unsafe => "unsafe: --fix --unsafe-fixes",
    };
    let mut out = format!("{} ({how})", advice(&fix.title, style));
    out.extend(lines(document, fix, style).into_iter().flatten().map(|line| format!("\n{line}")));
    out
}

/// What to do, in words.
pub(crate) fn advice(what: &str, style: Style) -> String {
    format!("{}{}", paint(style, "1;36", "help"), paint(style, "1", &format!(": {what}")))
}

fn lines(document: &Document<'_>, fix: &Fix, style: Style) -> Option<Vec<String>> {
    let source = &document.source;
    let (first, last) = (fix.edits().first()?, fix.edits().last()?);
    let top = source.line_of(first.span.start).saturating_sub(1);
    let bottom = source.line_of(last.span.end.saturating_sub(1).max(last.span.start)) + 1;
    let window = Span::new(source.line_start(top), source.line_start(bottom + 1));
    let added: usize = fix.edits().iter().map(|edit| edit.text.lines().count()).sum();
    if bottom - top > MOST_LINES || added > MOST_LINES {
        return None;
    }
    let before = source.slice(window);
    let after = fix.rewritten(source, window);
    let width = (bottom + 2).to_string().len();
    let gutter = |number: String| paint(style, "1;34", &format!("{number:>width$} |"));
    let mut shown = vec![format!("  {}", gutter(String::new()))];
    let (old, new) = (before.tokenize_lines(), after.tokenize_lines());
    for change in changes(&old, &new, None).iter().flat_map(|op| op.iter_changes(&old, &new)) {
        let number = change.old_index().map(|index| (top + index + 1).to_string()).unwrap_or_default();
        let (sign, code) = match change.tag() {
            ChangeTag::Delete => ("-", "31"),
            ChangeTag::Insert => ("+", "32"),
            ChangeTag::Equal => (" ", ""),
        };
        let text = change.value().trim_end_matches(['\n', '\r']);
        let is_blank = text.trim().is_empty();
        let text = if is_blank && sign != " " {
            "(blank line)".to_owned()
        } else {
            clip(&tame_log(&text.replace('\t', "    ")), style.width, width + 5)
        };
        let coloured = |text: &str| if code.is_empty() { text.to_owned() } else { paint(style, code, text) };
        let line = format!("{} {} {}", coloured(sign), gutter(number), coloured(&text));
        shown.push(line.trim_end().to_owned());
    }
    Some(shown)
}

/// The part of a line that fits.
fn clip(text: &str, width: usize, taken: usize) -> String {
    let room = width.saturating_sub(taken).max(20);
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        if c == '\u{feff}' {
            continue;
        }
        used += c.width().unwrap_or(0);
        if used > room {
            out.push('…');
            break;
        }
        out.push(c);
    }
    out
}
