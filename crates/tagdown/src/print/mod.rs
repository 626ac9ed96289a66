//! Output formats. One file a format; each writes a head, one piece a document and a tail, so that a run
//! over many files needs no more memory than its largest.

use crate::document::Document;
use crate::finding::Finding;

mod agent;
mod checkstyle;
mod concise;
mod diff;
mod excerpt;
mod fingerprint;
mod github;
mod gitlab;
mod json;
mod jsonl;
mod junit;
mod markdown;
mod patch;
mod rdjson;
mod sarif;
mod statistics;
mod summary;
mod text;
mod xml;

pub use diff::unified;
pub use summary::{Summary, Tally, plural};
pub use text::wrap;

/// All formats, the default first.
pub const FORMATS: &[&Format] = &[
    &text::FORMAT,
    &concise::FORMAT,
    &agent::FORMAT,
    &json::FORMAT,
    &jsonl::FORMAT,
    &sarif::FORMAT,
    &github::FORMAT,
    &gitlab::FORMAT,
    &junit::FORMAT,
    &checkstyle::FORMAT,
    &rdjson::FORMAT,
    &markdown::FORMAT,
    &statistics::FORMAT,
];

/// The format of this name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name).copied()
}

/// A way to write findings.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Written before everything else.
    pub head: fn() -> String,
    /// Written between two documents that wrote something.
    pub separator: &'static str,
    /// Writes a document; empty where there is nothing to say.
    pub file: fn(&FileReport<'_, '_>, Style) -> String,
    /// Written after everything else.
    pub tail: fn(&Summary, Style) -> String,
}

/// How output for people looks.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether colours are used.
    pub colour: bool,
    /// Whether names of rules link to their pages.
    pub links: bool,
    /// Whether only findings are shown, and no summary.
    pub quiet: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Style {
    /// For a file or a pipe.
    pub const PLAIN: Style = Style { colour: false, links: false, quiet: false, width: 120 };
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was checked.
    Checked,
    /// It is not a tagged document.
    Skipped,
    /// It could not be read.
    Failed,
}

/// A document with what was found in it.
pub struct FileReport<'r, 't> {
    /// As the user named it, or found below what was named.
    pub path: &'r str,
    /// What became of it.
    pub status: Status,
    /// The document, if it was checked.
    pub document: Option<&'r Document<'t>>,
    /// What was found in it.
    pub findings: &'r [Finding],
    /// Why it could not be read.
    pub error: Option<&'r str>,
}

impl FileReport<'_, '_> {
    /// The full address of a place in the document.
    pub fn address(&self, offset: usize) -> String {
        match self.document.map(|document| document.address(offset)) {
            Some(inner) if !inner.is_empty() => format!("{}#{inner}", self.path),
            _ => self.path.to_owned(),
        }
    }
}

/// A text on one line, with nothing in it that could drive a terminal.
pub fn tame(text: &str) -> String {
    // 0xC2 and 0xE2 may open a control character of more than one byte.
    if text.bytes().all(|b| b >= b' ' && b != 0x7f && b != 0xc2 && b != 0xe2) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            c if drives_terminal(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Whether a character moves the cursor, or turns the direction of the text around it.
fn drives_terminal(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
