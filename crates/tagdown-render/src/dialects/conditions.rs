//! Conditions under which a character means something to a renderer, for the [`super::dialect::Escape`]s of dialects.

/// Whether a `#` here does not start a Markdown heading.
pub(crate) fn is_hashtag(after: &str) -> bool {
    let rest = after.trim_start_matches('#');
    !rest.starts_with(char::is_whitespace) && !rest.is_empty()
}

/// Whether the text starts with a letter.
pub(crate) fn starts_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}
