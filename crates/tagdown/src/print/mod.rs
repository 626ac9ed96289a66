//! Output formats. One file a format; each writes a head, one piece a document and a tail, so that a run
//! over many files needs no more memory than its largest.

use crate::document::Document;
use crate::finding::{Finding, Safety, Severity};

mod concise;
mod diff;
mod excerpt;
mod json;
mod patch;
mod text;

pub use diff::unified;

/// All formats, the default first.
pub const FORMATS: &[&Format] = &[&text::FORMAT, &concise::FORMAT, &json::FORMAT];

/// A way to write findings.
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Written before everything else.
    pub head: &'static str,
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
    /// Columns of the terminal.
    pub width: usize,
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

/// What a run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files that were met.
    pub files: usize,
    /// Files that were checked.
    pub checked: usize,
    /// Files that are no tagged documents.
    pub skipped: usize,
    /// Files that could not be read.
    pub failed: usize,
    /// Findings that are errors.
    pub errors: usize,
    /// Findings that are warnings.
    pub warnings: usize,
    /// Findings that are advice.
    pub infos: usize,
    /// Findings with a safe fix.
    pub fixable: usize,
    /// Findings with an unsafe fix.
    pub fixable_unsafe: usize,
    /// Fixes that were made.
    pub fixed: usize,
}

impl Summary {
    /// Adds a file.
    pub fn add(&mut self, report: &FileReport<'_, '_>) {
        self.files += 1;
        match report.status {
            Status::Checked => self.checked += 1,
            Status::Skipped => self.skipped += 1,
            Status::Failed => self.failed += 1,
        }
        for finding in report.findings {
            match finding.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Info => self.infos += 1,
            }
            match finding.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => self.fixable += 1,
                Some(Safety::Unsafe) => self.fixable_unsafe += 1,
                None => {}
            }
        }
    }

    /// How many findings there are.
    pub fn findings(&self) -> usize {
        self.errors + self.warnings + self.infos
    }
}

impl std::ops::AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.checked += other.checked;
        self.skipped += other.skipped;
        self.failed += other.failed;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.infos += other.infos;
        self.fixable += other.fixable;
        self.fixable_unsafe += other.fixable_unsafe;
        self.fixed += other.fixed;
    }
}
