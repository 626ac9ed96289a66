//! The file in a project that records which tracker thread each block came from, for the next `convert --issues`.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tagdown_write::convert::trackers::{SourceRecord, SourceRecords};

use crate::decisions;
use crate::files::Target;
use crate::opening;
use crate::undo::check;
use crate::writing;

/// The name of the file.
pub const NAME: &str = "tagdown-issues.jsonl";

/// The maximum size of the file.
const MAX_SIZE: u64 = 64_000_000;

/// The records for all documents of a run, each file read once.
#[derive(Debug, Default)]
pub struct Sources {
    files: BTreeMap<PathBuf, SourceRecords>,
    places: HashMap<PathBuf, PathBuf>,
    none: SourceRecords,
    writing: Mutex<()>,
}

impl Sources {
    /// Finds and reads the file for each document.
    pub fn load(targets: &[Target]) -> Result<Self, String> {
        let mut all = Self::default();
        for target in targets {
            let file = decisions::place_of(target, NAME);
            if !all.files.contains_key(&file) {
                all.files.insert(file.clone(), read(&file)?);
            }
            all.places.insert(target.path.clone(), file);
        }
        Ok(all)
    }

    /// The records for a document.
    pub fn of(&self, path: &Path) -> &SourceRecords {
        self.places.get(path).and_then(|file| self.files.get(file)).unwrap_or(&self.none)
    }

    /// Adds records for a document to its file, before the document changes.
    pub fn add(&self, path: &Path, records: &[SourceRecord]) -> Result<(), String> {
        let Some(file) = self.places.get(path).filter(|_| !records.is_empty()) else { return Ok(()) };
        let fail = |problem: String| format!("cannot record the issues in {}: {problem}", file.display());
        let _alone = self.writing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        check(file).map_err(fail)?;
        writing::append(file, &SourceRecords::lines(records)).map_err(fail)
    }
}

fn read(file: &Path) -> Result<SourceRecords, String> {
    let fail = |problem: String| format!("cannot read the records in {}: {problem}", file.display());
    if !check(file).map_err(fail)? {
        return Ok(SourceRecords::default());
    }
    let text = opening::text(file, MAX_SIZE).map_err(|unread| fail(unread.reason))?;
    Ok(SourceRecords::parse(&text))
}
