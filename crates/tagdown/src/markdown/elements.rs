//! The HTML elements that the Markdown layer must recognise.

/// The elements that have no content and no closing tag.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Whether an element with this name has no content and no closing tag.
pub fn is_void_element(name: &str) -> bool {
    VOID.iter().any(|void| name.eq_ignore_ascii_case(void))
}
