//! Fills the template of a page with HTML values. A value that looks like a placeholder stays text, because the
//! template is read only once.

use std::sync::LazyLock;

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
    pub(super) script: &'s Script,
    /// The content of the bar above the text, as HTML.
    pub(super) bar: &'s str,
    /// The content beside the text, as HTML.
    pub(super) side: &'s str,
    /// The text, as HTML.
    pub(super) main: &'s str,
}

/// A script, and the hash by which a browser knows it.
pub(crate) struct Script {
    text: String,
    hash: String,
}

impl Script {
    fn new(source: &str) -> Self {
        let text = source.replace("\r\n", "\n");
        let hash = format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(&text)));
        Self { text, hash }
    }
}

/// The script of a page.
pub(super) static OF_PAGE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("page.js")));
/// The script of the list of pages.
pub(super) static OF_INDEX: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("index.js")));
/// The style sheet of both.
static WHOLE_STYLE: LazyLock<String> = LazyLock::new(|| format!("{}{STYLE}", colours::style()));

/// Writes a page.
pub(crate) fn fill(sheet: &Sheet<'_>) -> String {
    let (title, class) = (escape(sheet.title), escape(sheet.class));
    let values: [(&str, &str); 8] = [
        ("title", &title),
        ("class", &class),
        ("script", &sheet.script.text),
        ("hash", &sheet.script.hash),
        ("style", &WHOLE_STYLE),
        ("bar", sheet.bar),
        ("side", sheet.side),
        ("main", sheet.main),
    ];
    let mut pieces = TEMPLATE.split("{{");
    let length: usize = values.iter().map(|(_, value)| value.len()).sum();
    let mut out = String::with_capacity(TEMPLATE.len() + length);
    out.push_str(pieces.next().unwrap_or_default());
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
