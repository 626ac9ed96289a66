//! Conditions under which a character means something to a renderer, for the [`super::dialect::Escape`]s of dialects.

/// The maximum length of an address.
const LONGEST: usize = 2_000;

/// Whether a line starts here, possibly inside quotes or after a list marker.
pub(crate) fn opens_line(before: &str) -> bool {
    let line = before.trim_end_matches([' ', '\t', '>', '-', '*', '+']);
    line.is_empty() || line.ends_with(['\n', '\r'])
}

/// Whether a `#` here starts a line but not a Markdown heading.
pub(crate) fn is_hashtag(before: &str, after: &str) -> bool {
    let rest = after.trim_start_matches('#');
    opens_line(before) && !rest.starts_with(char::is_whitespace) && !rest.is_empty()
}

/// Whether a line starts here with the colon of a definition.
pub(crate) fn is_defining(before: &str, after: &str) -> bool {
    opens_line(before) && after.starts_with([' ', '\t', ':'])
}

/// Whether the line contains words and is not the delimiter row of a table.
pub(crate) fn is_among_words(before: &str, after: &str) -> bool {
    let row = ['-', ':', '|', ' ', '\t', '>'];
    let (above, below) = (before.trim_end_matches(row), after.trim_start_matches(row));
    let is_edge = |c: char| c == '\n' || c == '\r';
    !(above.is_empty() || above.ends_with(is_edge)) || !(below.is_empty() || below.starts_with(is_edge))
}

/// Whether this position is inside an address.
pub(crate) fn is_in_address(before: &str) -> bool {
    address(before).is_some()
}

/// The start of the address that continues here.
pub(crate) fn address(before: &str) -> Option<usize> {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(LONGEST))..];
    let word = near.rsplit(char::is_whitespace).next().unwrap_or_default();
    let at = word.rfind("://")?;
    // A host starts with a letter or digit, and some characters end an address.
    let host = &word[at + 3..];
    let is_host = host.starts_with(|c: char| c.is_alphanumeric())
        && !host.contains(['<', '>', ')', ']', '"', '`', '|']);
    let scheme = word[..at].bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    (is_host && scheme > 0).then(|| before.len() - word.len() + at - scheme)
}

/// Whether the text starts with a letter.
pub(crate) fn starts_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}
