//! Conditions under which a character means something to a renderer, for the [`super::dialect::Escape`]s of dialects.

/// Whether a `#` here does not start a Markdown heading, which has at most six.
pub(crate) fn is_hashtag(after: &str) -> bool {
    let rest = after.trim_start_matches('#');
    !rest.starts_with(char::is_whitespace) && !rest.is_empty() || after.len() - rest.len() > 5
}

/// Whether a heading repeats another one, so that its anchor gets a number.
pub(crate) fn is_repeated(title: &str, anchor: &str) -> bool {
    tagdown::text::slug(title) != anchor
}

/// Whether a heading is more than words of ASCII letters and digits, or repeats another one. For everything else, all
/// renderers make the same anchor.
pub(crate) fn is_special(title: &str, anchor: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric());
    !starts_word(title) || !title.split(' ').all(is_word) || is_repeated(title, anchor)
}

/// Whether a colon starts a directive inside a line or on a line of its own; `protect::colons` handles callouts.
pub(crate) fn is_directive(before: &str, after: &str) -> bool {
    starts_word(after) && !before.ends_with("::")
}

/// Whether a name with a semicolon, behind an ampersand, is no entity.
pub(crate) fn is_false_entity(after: &str) -> bool {
    let length = after.bytes().take(40).take_while(u8::is_ascii_alphanumeric).count();
    let entity = format!("&{};", &after[..length]);
    length > 0 && after[length..].starts_with(';') && tagdown::markdown::plain_text(&entity) == entity
}

/// Whether a text consists of letters, digits, hyphens and underscores, without marks that are added to letters.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || "-_".contains(c))
}

/// An anchor without the marks that are added to letters and symbols.
pub(crate) fn without_marks(anchor: &str) -> String {
    anchor.chars().filter(|c| !tagdown::text::is_added_mark(*c)).collect()
}

/// Whether the text starts with a letter.
pub(crate) fn starts_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether this is what follows the bracket of a checkbox.
pub(crate) fn is_box(after: &str) -> bool {
    [" ]", "x]", "X]"].iter().any(|rest| after.starts_with(rest))
}
