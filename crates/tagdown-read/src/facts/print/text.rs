//! A comparison for people on a terminal. Without colours, words that changed are marked as by `git diff --word-diff`.

use tagdown::print::Style;

use super::hanging::hanging;
use crate::facts::change::{Change, Comparison, What};
use crate::facts::words::Part;

pub(super) fn write(comparison: &Comparison, style: Style) -> String {
    let mut out = changes(comparison, style) + &context(comparison, style);
    out.push_str(&format!("{}\n", comparison.summary()));
    for note in comparison.notes() {
        out.push_str(&format!("{note}\n"));
    }
    if style.terminal { hanging(&out, style.width) } else { out }
}

/// The changes by what happened, each with its place and its words.
pub(super) fn changes(comparison: &Comparison, style: Style) -> String {
    let mut out = String::new();
    for what in What::ALL {
        let title = paint(style, colour(what), what.name());
        out.push_str(&section(comparison, &title, (what, &comparison.changes), style));
    }
    out
}

/// The changes of context, after those of facts.
fn context(comparison: &Comparison, style: Style) -> String {
    let mut out = String::new();
    for (what, name) in What::OF_CONTEXT {
        let title = paint(style, "2", &format!("context {name}"));
        out.push_str(&section(comparison, &title, (what, &comparison.context), style));
    }
    out
}

/// The changes of one kind below a title.
fn section(comparison: &Comparison, title: &str, (what, changes): (What, &[Change]), style: Style) -> String {
    let mut out = String::new();
    let mut last = None;
    for change in changes.iter().filter(|change| change.what == what) {
        // Changes of one block follow each other.
        let place = comparison.place(change);
        if last.as_ref() != Some(&place) {
            out.push_str(&format!("  {}\n", paint(style, "2", &place)));
        }
        last = Some(place);
        let pieces = comparison.pieces(change);
        let has_lines = pieces.iter().any(|part| {
            matches!(part, Part::Old(text) | Part::New(text) | Part::Both(text) if text.contains('\n'))
        });
        out.push_str(if has_lines { "    ┌ " } else { "    " });
        for part in pieces {
            // Code has lines of its own.
            let part = match part {
                Part::Both(text) => Part::Both(text.replace('\n', NEXT)),
                Part::Old(text) if !style.colour => Part::Old(text.replace('\n', NEXT)),
                Part::New(text) if !style.colour => Part::New(text.replace('\n', NEXT)),
                part => part,
            };
            out.push_str(&match part {
                Part::Between if style.colour && !out.ends_with(char::is_whitespace) => " ".to_owned(),
                Part::Between => String::new(),
                Part::Both(text) => text,
                Part::Old(text) if style.colour => painted(style, "31;9", &text),
                Part::New(text) if style.colour => painted(style, "32", &text),
                // What is only in one of the two states needs no mark.
                Part::Old(text) | Part::New(text) if !change.marks_words() => text,
                Part::Old(text) => format!("[-{text}-]"),
                Part::New(text) => format!("{{+{text}+}}"),
            });
        }
        if let Some(remark) = comparison.remark(change) {
            out.push_str(&format!(" {}", paint(style, "2", &format!("({remark})"))));
        }
        out.push('\n');
    }
    if out.is_empty() { out } else { format!("{title}\n{out}\n") }
}

/// What starts another line of code.
const NEXT: &str = "\n    │ ";

/// The lines of a text in a colour.
fn painted(style: Style, code: &str, text: &str) -> String {
    text.split('\n').map(|line| paint(style, code, line)).collect::<Vec<_>>().join(NEXT)
}

fn colour(what: What) -> &'static str {
    match what {
        What::Lost | What::Demoted | What::Doubted => "1;31",
        What::Changed | What::Refuted => "1;33",
        What::Confirmed | What::Promoted | What::Added => "1;32",
        What::Claimed | What::Dropped | What::Moved => "1;34",
    }
}

pub(super) fn paint(style: Style, code: &str, text: &str) -> String {
    if style.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}
