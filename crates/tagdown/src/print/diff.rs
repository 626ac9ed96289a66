//! A change as a unified diff.

use similar::udiff::UnifiedHunkHeader;
use similar::{ChangeTag, DiffableStr, group_diff_ops};

use super::line_matches;
use super::style::{Style, paint};
use crate::text::{tame, tame_lines};

/// The change from `before` to `after`; empty if there is none.
pub fn unified(path: &str, before: &str, after: &str, style: Style) -> String {
    unified_around(path, before, after, style, 3)
}

/// The same with this many lines around each change.
pub fn unified_around(path: &str, before: &str, after: &str, style: Style, around: usize) -> String {
    if before == after {
        return String::new();
    }
    let (old, new) = (before.tokenize_lines(), after.tokenize_lines());
    let mut out = paint(style, "1", &format!("--- {0}\n+++ {0}", tame(path))) + "\n";
    for hunk in group_diff_ops(line_matches::changes(&old, &new), around) {
        out.push_str(&paint(style, "36", &UnifiedHunkHeader::new(&hunk).to_string()));
        out.push('\n');
        for change in hunk.iter().flat_map(|op| op.iter_changes(&old, &new)) {
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
            if !change.value().ends_with(['\n', '\r']) {
                out.push_str("\\ No newline at end of file\n");
            }
        }
    }
    out
}
