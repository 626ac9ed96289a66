//! Where a text can be parted without changing its tokens.

/// Whether `before` and `after` have the same tokens separately and together. Both encodings first split a text by a
/// pattern that never extends past a line end, except into white space and (for `o200k_base`) a slash.
pub(super) fn can_part(before: &str, after: &str) -> bool {
    before.ends_with('\n') && after.starts_with(|c: char| !c.is_whitespace() && c != '/')
}
