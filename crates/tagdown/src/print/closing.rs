//! The last lines of a run, for people: the result, and what to run next.

use super::style::{Style, paint};
use super::summary::Summary;
use crate::text::plural;

/// The result of the run, and what to run next.
pub(crate) fn summary_lines(summary: &Summary, style: Style) -> String {
    if style.quiet {
        return String::new();
    }
    let mut out = String::new();
    for (count, one, many) in [
        (summary.fixed, "fix applied", "fixes applied"),
        (summary.allowed, "comment added", "comments added"),
    ] {
        if count > 0 {
            out.push_str(&format!("{count} {}\n", if count == 1 { one } else { many }));
        }
    }
    if summary.checked + summary.skipped == 0 && !summary.failures.is_empty() {
        let unread = format!("{} could not be read", plural(summary.failures.len(), "file"));
        out.push_str(&format!("{}\n", paint(style, "33", &unread)));
        return out;
    }
    let code = match summary.findings() {
        0 if summary.checked == 0 || !summary.failures.is_empty() => "33",
        0 => "32",
        _ => "1",
    };
    out.push_str(&format!("{}: {}\n", paint(style, code, &summary.in_words()), summary.files_in_words()));
    if summary.checked == 0 && summary.is_complete && summary.failures.is_empty() {
        out.push_str(
            "no tagged documents here; `tagdown convert FILE` converts a page, and `tagdown new FILE` starts a document\n",
        );
    }
    if summary.findings() == 0 {
        return out;
    }
    let advice = match (summary.fixable, summary.fixable_unsafe) {
        (0, 0) => "run `tagdown explain RULE` for details about a rule".to_owned(),
        (0, unsafe_ones) => {
            format!("{unsafe_ones} fixable with `--fix --unsafe-fixes` (review the changes)")
        }
        (safe, 0) => format!("{safe} fixable with `--fix`"),
        (safe, unsafe_ones) => {
            format!("{safe} fixable with `--fix`, {unsafe_ones} more with `--fix --unsafe-fixes`")
        }
    };
    out + &advice + "\n"
}
