//! Remembers which thread a block came from: the thread as it was read, and the block as it was written. A block that
//! still is what was written can be updated; any other was edited by a person.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tagdown::document::{Block, Document};
use tagdown::text::content_hash;

/// A block that was written from a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRecord {
    /// The address of the thread, or its id.
    pub source: String,
    /// The hash of the thread when it was read.
    pub thread: String,
    /// The hash of the block that was written.
    pub block: String,
}

/// The records of a project, by thread.
#[derive(Clone, Debug, Default)]
pub struct SourceRecords {
    by_source: BTreeMap<String, Vec<SourceRecord>>,
}

impl SourceRecords {
    /// Reads the file that [`SourceRecords::lines`] writes. Lines that are no records are ignored, so that one bad merge
    /// does not stop a run; their blocks count as edited.
    pub fn parse(text: &str) -> Self {
        let mut records = Self::default();
        for record in text.lines().filter_map(|line| serde_json::from_str::<SourceRecord>(line).ok()) {
            records.by_source.entry(record.source.clone()).or_default().push(record);
        }
        records
    }

    /// One record per line.
    pub fn lines(records: &[SourceRecord]) -> String {
        records
            .iter()
            .filter_map(|record| serde_json::to_string(record).ok())
            .map(|line| line + "\n")
            .collect()
    }

    /// The records of a thread, oldest first.
    pub(crate) fn of(&self, source: &str) -> &[SourceRecord] {
        self.by_source.get(source).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The hash of a block, which formatting, moving it and renaming its section do not change.
pub(crate) fn block_hash(document: &Document<'_>, block: &Block) -> String {
    let title = document.tag_of(block).and_then(|tag| tag.title).map_or("", |title| document.text(title));
    let words: Vec<&str> = document.text(block.content).split_whitespace().collect();
    content_hash(&format!("{} {}\n{}", block.kind.name(), title.trim(), words.join(" ")))
}
