//! A document and its findings, as input for the formats.

use crate::document::Document;
use crate::rules::Finding;

/// The result of processing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was checked.
    Checked,
    /// It is not a tagged document.
    Skipped,
    /// It could not be read.
    Failed,
}

/// A document and its findings.
pub struct FileReport<'r, 't> {
    /// The path as the user gave it, or below a folder that the user gave.
    pub path: &'r str,
    /// The result of processing it.
    pub status: Status,
    /// The document, if it was checked.
    pub document: Option<&'r Document<'t>>,
    /// The findings.
    pub findings: &'r [Finding],
    /// Why it could not be read.
    pub error: Option<&'r str>,
}

impl FileReport<'_, '_> {
    /// The full address of an offset in the document.
    pub fn address(&self, offset: usize) -> String {
        match self.document.map(|document| document.address(offset)) {
            Some(inner) if !inner.is_empty() => format!("{}#{inner}", self.path),
            _ => self.path.to_owned(),
        }
    }
}
