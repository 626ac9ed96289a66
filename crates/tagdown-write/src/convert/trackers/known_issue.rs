//! An issue that was read, and the block it can become.

use tagdown::document::Document;
use tagdown::prose::{Evidence, language, passages};

use super::issue::State;
use super::sources::SourceRecord;
use crate::convert::trackers::issue_failure::{Failure, Verdict};

/// An issue that was read, and the block it can become.
#[derive(Clone, Debug)]
pub struct Known {
    /// The id that people use: `#12`, `SD-1042`.
    pub id: String,
    /// Its title.
    pub title: String,
    pub(super) url: Option<String>,
    pub(super) state: State,
    pub(super) verdict: Verdict,
    /// The hash of the thread.
    pub(super) thread: String,
    pub(super) is_foreign: bool,
}

impl Known {
    /// Why it is not added to any document.
    pub fn left_out(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::Out(reason) => Some(reason),
            Verdict::Failure(_) => None,
        }
    }

    pub(super) fn failure(&self) -> Option<&Failure> {
        match &self.verdict {
            Verdict::Failure(failure) => Some(failure),
            Verdict::Out(_) => None,
        }
    }

    /// Whether its id is only the number of a row in an export.
    pub(super) fn is_row(&self) -> bool {
        self.url.is_none() && self.id.starts_with("row ")
    }

    /// What identifies the thread in records; the number of a row does not.
    pub(super) fn source(&self) -> Option<&str> {
        if self.is_row() { None } else { Some(self.url.as_deref().unwrap_or(&self.id)) }
    }

    /// The record of a block with this hash that was written from it.
    pub(super) fn record(&self, block: String) -> Option<SourceRecord> {
        self.source().map(|source| SourceRecord {
            source: source.to_owned(),
            thread: self.thread.clone(),
            block,
        })
    }

    /// What a text names to refer to it.
    pub(super) fn name(&self) -> &str {
        self.url.as_deref().unwrap_or(&self.id)
    }

    /// Whether a text refers to it as a block made from it does.
    pub(super) fn is_told_in(&self, text: &str) -> bool {
        match &self.url {
            Some(url) => {
                text.contains(&format!("({url})"))
                    || text.split_whitespace().any(|word| word.trim_matches(['<', '>']) == url)
            }
            None => text.contains(&format!("({})", self.id)) || text.contains(&format!("from {} (", self.id)),
        }
    }

    /// The reference to it in a text.
    pub(super) fn reference(&self) -> String {
        match &self.url {
            Some(url) => format!("[{}]({url})", self.id),
            None => self.id.clone(),
        }
    }
}

/// Whether a text is not in English.
pub(crate) fn is_foreign(document: &Document<'_>) -> bool {
    language::read(document, &passages::passages(document)) == Evidence::Other
}
