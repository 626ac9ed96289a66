//! A change as a unified diff.

use similar::{ChangeTag, TextDiff};

use super::style::{Style, paint};
use crate::text::{tame, tame_lines};

/// The change from `before` to `after`; empty if there is none.
pub fn unified(path: &str, before: &str, after: &str, style: Style) -> String {
    if before == after {
        return String::new();
    }
    let diff = TextDiff::from_lines(before, after);
    let mut out = paint(style, "1", &format!("--- {0}\n+++ {0}", tame(path))) + "\n";
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        out.push_str(&paint(style, "36", &hunk.header().to_string()));
        out.push('\n');
        for change in hunk.iter_changes() {
            let (mark, code) = match change.tag() {
                ChangeTag::Delete => ("-", "31"),
                ChangeTag::Insert => ("+", "32"),
                ChangeTag::Equal => (" ", ""),
            };
            let text = change.value().trim_end_matches('\n');
            // On a terminal, control characters are replaced; in a pipe, the diff is exact.
            let is_shown = style.colour || style.terminal;
            let text = if is_shown { tame_lines(text.trim_end_matches('\r')) } else { text.to_owned() };
            let line = format!("{mark}{text}");
            out.push_str(&if code.is_empty() { line } else { paint(style, code, &line) });
            out.push('\n');
            if change.missing_newline() {
                out.push_str("\\ No newline at end of file\n");
            }
        }
    }
    out
}
