//! Fills the template of a page with HTML values. A value that looks like a placeholder stays text, because the
//! template is read only once.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::colours;
use super::escape::escape;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// The parts in which pages differ.
pub(crate) struct Sheet<'s> {
    /// The window title, as text.
    pub(super) title: &'s str,
    /// `page` or `index`.
    pub(super) class: &'s str,
    /// The complete script.
    pub(super) script: &'s str,
    /// The content of the bar above the text, as HTML.
    pub(super) bar: &'s str,
    /// The content beside the text, as HTML.
    pub(super) side: &'s str,
    /// The text, as HTML.
    pub(super) main: &'s str,
}

/// Writes a page.
pub(crate) fn fill(sheet: &Sheet<'_>) -> String {
    let script = sheet.script.replace("\r\n", "\n");
    let hash = format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(&script)));
    let style = format!("{}{STYLE}", colours::style());
    let values = [
        ("title", escape(sheet.title)),
        ("class", escape(sheet.class)),
        ("script", script),
        ("hash", hash),
        ("style", style),
        ("bar", sheet.bar.to_owned()),
        ("side", sheet.side.to_owned()),
        ("main", sheet.main.to_owned()),
    ];
    let mut pieces = TEMPLATE.split("{{");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").unwrap_or((piece, ""));
        let value = values.iter().find(|(known, _)| *known == name);
        out.push_str(value.map_or("", |(_, value)| value));
        out.push_str(rest);
    }
    out
}

/// A number with narrow spaces between thousands.
pub(crate) fn number(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}
