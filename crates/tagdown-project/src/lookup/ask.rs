//! What is asked of documents, and how one of them is read for it.

use std::path::{Path, PathBuf};

use tagdown::document::{Document, Kind};
use tagdown_read::{Overflow, Reading, Request, Selection, Versions};

use crate::files::{Target, Wanted, is_named_whole};
use crate::paths::real;

/// What is asked of documents.
#[derive(Default)]
pub struct Ask {
    /// The kinds that are asked for; `None` for the default.
    pub kinds: Option<Vec<Kind>>,
    /// Whether the reader named the kinds, and so knows that others exist.
    pub names_kinds: bool,
    /// Only sections with one of these headings.
    pub sections: Vec<String>,
    /// Only blocks that match these words.
    pub query: Option<String>,
    /// Among BUG blocks, only those that may affect these versions.
    pub affects: Option<Versions>,
    /// The places that are asked for by address.
    pub wanted: Vec<Wanted>,
    /// The paths that were named, with and without an address.
    pub named: Vec<PathBuf>,
    /// How the blocks are shown.
    pub request: Request,
}

/// The result for one document.
pub enum Outcome {
    /// It was read; with remarks on it.
    Read(Box<Reading>, Vec<String>),
    /// It is not a tagged document.
    Skipped,
}

impl Ask {
    /// Reads the blocks of a document that are asked for.
    pub fn read(&self, target: &Target, text: &str) -> Outcome {
        self.read_document(target, &target.parse(text))
    }

    /// The same for a document that is already parsed.
    pub fn read_document(&self, target: &Target, document: &Document<'_>) -> Outcome {
        let path = target.path.to_string_lossy();
        if !target.named && !target.is_required() && !document.is_tagged() {
            return Outcome::Skipped;
        }
        let reading = tagdown_read::read(document, &path, &self.selection(target));
        let mut remarks: Vec<String> =
            document.notices().iter().map(|notice| format!("{path}: {notice}")).collect();
        if document.blocks.is_empty() {
            remarks.push(format!("{path}: no text to read"));
        } else if document.tagged_blocks().next().is_none() && !self.names_kinds {
            let kinds = self.request.asking.kinds(Kind::Note.name());
            remarks.push(format!("{path}: no tagged blocks; use {kinds} to show text without a tag"));
        }
        Outcome::Read(Box::new(reading), remarks)
    }

    /// Whether every document must be read, because something else than the query decides what is missing.
    pub(super) fn needs_all(&self) -> bool {
        !self.sections.is_empty() || !self.wanted.is_empty()
    }

    fn selection(&self, target: &Target) -> Selection {
        let real = if self.wanted.is_empty() { PathBuf::new() } else { real(&target.path) };
        let is_own =
            |wanted: &&Wanted| if target.stdin { wanted.file == Path::new("-") } else { wanted.file == real };
        let own: Vec<String> =
            self.wanted.iter().filter(is_own).map(|wanted| wanted.address.clone()).collect();
        Selection {
            // Under a query, NOTE blocks that match are at least counted.
            kinds: if self.query.is_some() { Some(tagdown_read::ALL.to_vec()) } else { self.kinds.clone() },
            sections: self.sections.clone(),
            keeps_all: !own.is_empty() && is_named_whole(&self.named, &target.path),
            addresses: own,
            affects: self.affects.clone(),
            encoding: self.request.encoding,
            count_document: self.request.view.counts_documents
                || self.request.on_overflow == Overflow::Outline,
            counts_later: self.query.is_some() && !self.request.view.counts_documents,
        }
    }
}
