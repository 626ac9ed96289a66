//! Marks in a paragraph that decide how it is cut: hard line breaks, and the syntax of other tools.

use tagdown::prose::cut;

/// Whether a line opens or closes an admonition, a tab or a template of another tool.
pub(super) fn is_set_off(text: &str) -> bool {
    const MARKS: [&str; 8] = ["!!!", "???", ":::", "===", "{%", "{{", "[[", "--8<--"];
    let is_mark = |line: &str| {
        let may_be = line.starts_with(['!', '?', ':', '=', '{', '[', '-']);
        may_be && MARKS.iter().any(|mark| line.starts_with(mark))
    };
    text.lines().any(|line| is_mark(line.trim_start()))
}

/// Whether a paragraph is one shortcode or macro that stands for a fact, such as the version that added a feature.
pub(super) fn states_by_name(text: &str) -> bool {
    let Some(inner) = text.trim().strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")) else {
        return false;
    };
    let inner = inner.trim_matches(['<', '>', '%', ' ']);
    let name: String = inner.chars().take_while(|c| c.is_alphanumeric() || "-_/.".contains(*c)).collect();
    let name = name.to_lowercase();
    let is_one = !inner.starts_with('/') && !inner.contains("}}") && !text.contains('\n');
    let has_value = inner[name.len()..].contains(|c: char| c.is_ascii_digit());
    let is_status = STATUS.iter().any(|word| name.contains(word));
    is_one
        && (is_status
            || name.contains("tabs") && inner.contains('(')
            || has_value && name.contains("version"))
}

/// Parts of the names of shortcodes that tell the status of a feature.
const STATUS: [&str; 12] = [
    "version",
    "since",
    "added",
    "deprecat",
    "experimental",
    "beta",
    "alpha",
    "stability",
    "status",
    "featpro",
    "requires",
    "availab",
];

/// Whether a line but the last ends with a hard line break.
pub(crate) fn has_hard_break(text: &str) -> bool {
    const BREAKS: [&str; 4] = ["  ", "\\", "<br>", "<br/>"];
    text.lines().rev().skip(1).any(|line| BREAKS.iter().any(|mark| line.ends_with(mark)))
}

/// Whether a paragraph is a term that the paragraph below it explains: a few words in bold or code, without a full stop.
pub(super) fn is_term(text: &str) -> bool {
    const MOST_WORDS: usize = 8;
    text.starts_with(['*', '`', '_']) && cut::leads_in(text) && text.split_whitespace().count() <= MOST_WORDS
}
