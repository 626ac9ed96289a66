//! Pandoc fenced divs with the classes of Quarto callouts, in Pandoc's Markdown.

use super::conditions;
use super::dialect::{Addresses, Code, Dialect, Escape, Images, Layout, Shape, Title};
use super::places::Place;

pub(crate) const DIALECT: Dialect = Dialect {
    name: "pandoc",
    about: "Pandoc, Quarto callouts",
    shape: Shape::Colons,
    callouts: Dialect::callouts("callout-important", "callout-note", "callout-caution", "callout-warning"),
    opener: "{marks} {.{name} title=\"{title}\"}",
    title: Title::Attribute,
    layout: Layout::Parted,
    images: Images::Attributed,
    addresses: Addresses::Text,
    moves_anchor: conditions::is_special,
    escapes: &[
        Escape::all("{", "\\{"),
        Escape::all("<", "&lt;"),
        // Pandoc takes these for a task, although they are escaped.
        Escape::when("\\[", "\\[<!-- -->", |_, after| conditions::is_box(after)).at(Place::LineStart),
        // Links to headings, citations, footnotes.
        Escape::when("[", "\\[", |before, after| !before.ends_with(']') || !after.starts_with(']')),
        Escape::when("]", "\\]", |before, _| !before.ends_with("][")),
        Escape::when("%", "\\%", |before, _| before.is_empty()),
        Escape::all("$", "\\$"),
        Escape::all("^", "\\^"),
        Escape::all("@", "\\@"),
        Escape::when("~", "\\~", |before, after| !before.ends_with('~') && !after.starts_with('~')),
        // TeX commands; a double backslash is already escaped.
        Escape::all("\\\\", "\\\\"),
        Escape::when("\\", "\\\\", |_, after| is_kept(after)),
        // Pandoc turns these into dashes and ellipses.
        Escape::all("--", "\\-\\-").at(Place::AmongWords),
        Escape::all("...", "\\.\\.\\."),
        // Captions of tables.
        Escape::all("Table:", "Table\\:").at(Place::LineStart),
        Escape::all("table:", "table\\:").at(Place::LineStart),
        // Definitions and lettered lists.
        Escape::when(":", "\\:", |_, after| after.starts_with([' ', '\t', ':'])).at(Place::LineStart),
        Escape::when("(", "\\(", |_, after| is_enumerator(after, ")")).at(Place::LineStart),
        Escape::when(".", "\\.", |before, after| after.starts_with(' ') && is_letter(before)),
        Escape::when(")", "\\)", |before, after| after.starts_with(' ') && is_letter(before)),
    ],
    code: Code::NAMED,
    alerts: Some(["callout-note", "callout-tip", "callout-important", "callout-warning", "callout-caution"]),
    ..Dialect::PLAIN
};

/// Whether a backslash before this text stays on the page. Pandoc takes it for a command before a letter of any
/// language, and for an escape before everything else that is not a digit.
fn is_kept(after: &str) -> bool {
    !after.is_empty() && !after.starts_with(|c: char| c.is_ascii_punctuation() || "\n\r".contains(c))
}

/// Whether the text is like `(c) text`, which Pandoc reads as a list item.
fn is_enumerator(after: &str, close: &str) -> bool {
    let near = &after[..after.floor_char_boundary(6)];
    let name = near.split(close).next().unwrap_or_default();
    let is_name = (1..=5).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"#@".contains(&b));
    is_name && after[name.len()..].starts_with(close)
}

/// Whether the line so far is a letter or a Roman numeral.
fn is_letter(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(40))..];
    let line = near.rsplit(['\n', '\r']).next().unwrap_or_default().trim_start_matches([' ', '\t', '>']);
    let is_roman = !line.is_empty() && line.len() <= 5 && line.bytes().all(|b| b"ivxlcIVXLC".contains(&b));
    is_roman || (line.len() == 1 && line.bytes().all(|b| b.is_ascii_alphabetic() || b == b'#'))
}
