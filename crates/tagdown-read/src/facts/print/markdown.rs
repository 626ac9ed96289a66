//! A comparison as Markdown, for a comment on a pull request. Nothing in it mentions a person or an issue.

use tagdown::print::Style;

use crate::facts::change::{Change, Comparison, What};
use crate::facts::words::Part;

/// A comment on GitHub has at most 65,536 characters.
const MOST: usize = 65_000;
/// Notes that are listed, and how long they are, in characters; an escaped character needs up to six.
const LISTED: usize = 20;
const LONG_NOTE: usize = 100;
/// What the ending needs.
const ENDING: usize = LISTED * (LONG_NOTE * 6 + 10);

/// What surrounds the context.
const FOLD: usize = 400;

pub(super) fn write(comparison: &Comparison, _: Style) -> String {
    let mut out = format!("### Facts: {}\n", escape(&comparison.summary()));
    let mut left: Vec<String> = Vec::new();
    for what in What::ALL {
        let room = if left.is_empty() { (MOST - ENDING).saturating_sub(out.len()) } else { 0 };
        let (body, rest) = section(comparison, (what, &comparison.changes), room);
        out.push_str(&titled(what.name(), &body));
        left.extend((rest > 0).then(|| format!("{rest} {}", what.name())));
    }
    let is_cut = !left.is_empty();
    if is_cut {
        let context = comparison.context_summary();
        left.extend((!context.is_empty()).then(|| format!("all sentences of context ({context})")));
        out.push_str(&not_shown(&left));
    }
    let mut notes = comparison.notes();
    let more = notes.len().saturating_sub(LISTED);
    notes.truncate(LISTED);
    if !notes.is_empty() {
        out.push('\n');
    }
    for note in &notes {
        let short: String = note.chars().take(LONG_NOTE).collect();
        let cut = if short.len() < note.len() { "…" } else { "" };
        out.push_str(&format!("- {}{cut}\n", escape(&short)));
    }
    if more > 0 {
        out.push_str(&format!("- and {more} more\n"));
    }
    if !is_cut && !comparison.context.is_empty() {
        let folded = context(comparison, MOST.saturating_sub(out.len()));
        out.push_str(&folded);
    }
    out
}

/// The changes of context, folded, in at most so many bytes.
fn context(comparison: &Comparison, most: usize) -> String {
    let summary = comparison.context_summary();
    let mut out = format!("\n<details><summary>Sentences of context: {summary}</summary>\n");
    let mut left: Vec<String> = Vec::new();
    for (what, name) in What::OF_CONTEXT {
        let room = if left.is_empty() { most.saturating_sub(out.len() + FOLD) } else { 0 };
        let (body, rest) = section(comparison, (what, &comparison.context), room);
        out.push_str(&titled(name, &body));
        left.extend((rest > 0).then(|| format!("{rest} {name}")));
    }
    if !left.is_empty() {
        out.push_str(&not_shown(&left));
    }
    out + "\n</details>\n"
}

fn not_shown(left: &[String]) -> String {
    format!("\nNot shown, because a comment has limited space: {}.\n", left.join(", "))
}

/// The changes of one kind in at most so many bytes, and how many facts are left out.
fn section(comparison: &Comparison, (what, changes): (What, &[Change]), room: usize) -> (String, usize) {
    let changes: Vec<_> = changes.iter().filter(|change| change.what == what).collect();
    let mut body = String::new();
    let place = |index: usize| changes.get(index).map(|change| comparison.place(change));
    for (index, change) in changes.iter().enumerate() {
        // Changes of one block are below its address.
        let own = place(index);
        let is_next = index > 0 && place(index - 1) == own;
        let is_first = !is_next && place(index + 1) == own;
        let address = code(&own.unwrap_or_default());
        let text = line(comparison, change);
        let line = match (is_first, is_next) {
            (true, _) => format!("- {address}\n  - {text}\n"),
            (_, true) => format!("  - {text}\n"),
            _ => format!("- {address}: {text}\n"),
        };
        if body.len() + line.len() > room {
            return (body, changes[index..].iter().map(|change| change.count()).sum());
        }
        body.push_str(&line);
    }
    (body, 0)
}

/// Changes below their title.
fn titled(name: &str, body: &str) -> String {
    if body.is_empty() {
        return String::new();
    }
    format!("\n**{}{}**\n\n{body}", name[..1].to_uppercase(), &name[1..])
}

fn line(comparison: &Comparison, change: &Change) -> String {
    let mut text = String::new();
    for part in comparison.pieces(change) {
        text.push_str(&match part {
            Part::Between => " ".to_owned(),
            Part::Old(part) if change.marks_words() => around(&part, "~~"),
            Part::New(part) if change.marks_words() => around(&part, "**"),
            Part::Old(part) | Part::New(part) | Part::Both(part) => escape(&part),
        });
    }
    let remark =
        comparison.remark(change).map_or_else(String::new, |remark| format!(" ({})", escape(&remark)));
    // Code has lines of its own.
    format!("{}{remark}", text.replace('\n', "<br>"))
}

/// A text between two marks, which must not have white space inside them.
fn around(text: &str, mark: &str) -> String {
    let inner = text.trim();
    if inner.is_empty() {
        return text.to_owned();
    }
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    format!("{}{mark}{}{mark}{}", &text[..start], escape(inner), &text[end..])
}

/// A text as a code span.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(longest + 1);
    let gap = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{marks}{gap}{text}{gap}{marks}")
}

/// A text in which nothing is Markdown, HTML, a mention or a reference to an issue.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // A hidden character keeps GitHub from reading a mention or the number of an issue.
            '@' | '#' => out.extend([c, '\u{200b}']),
            '-' if out.ends_with("GH") => out.extend(['\u{200b}', '-']),
            '.' if out.ends_with("www") => out.extend(['\u{200b}', '.']),
            ':' => out.push_str("&#58;"),
            '\\' | '`' | '*' | '_' | '~' | '[' | ']' | '|' | '!' | '$' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}
