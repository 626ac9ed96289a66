//! The file in a project that records how to restore what a conversion cut or moved, for `convert --strip`.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tagdown_write::convert::{Undo, Undos};

use crate::decisions;
use crate::files::Target;
use crate::opening;
use crate::paths::reason;
use crate::writing;

/// The name of the file.
pub const NAME: &str = "tagdown-undo.jsonl";

/// The maximum size of the file.
const MAX_SIZE: u64 = 256_000_000;

/// The records for all documents of a run, each file read once.
#[derive(Debug, Default)]
pub struct Records {
    files: BTreeMap<PathBuf, Undos>,
    places: HashMap<PathBuf, PathBuf>,
    writing: Mutex<()>,
}

impl Records {
    /// Finds the file for each document, and reads it if `is_read`.
    pub fn load(targets: &[Target], is_read: bool) -> Result<Self, String> {
        let mut all = Self::default();
        for target in targets {
            let file = decisions::place_of(target, NAME);
            if is_read && !all.files.contains_key(&file) {
                all.files.insert(file.clone(), read(&file)?);
            }
            all.places.insert(target.path.clone(), file);
        }
        Ok(all)
    }

    /// The records for a document.
    pub fn of(&self, target: &Target) -> Option<&Undos> {
        self.files.get(self.places.get(&target.path)?)
    }

    /// Adds records for a document to its file, before the document changes.
    pub fn add(&self, target: &Target, undo: &[Undo]) -> Result<(), String> {
        let Some(file) = self.places.get(&target.path).filter(|_| !undo.is_empty()) else { return Ok(()) };
        let fail = |problem: String| format!("cannot record the changes in {}: {problem}", file.display());
        let mut records = Undos::default();
        undo.iter().cloned().for_each(|undo| records.add(undo));
        let _alone = self.writing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        check(file).map_err(fail)?;
        writing::append(file, &records.to_text()).map_err(fail)
    }
}

fn read(file: &Path) -> Result<Undos, String> {
    let fail = |problem: String| format!("cannot read the records in {}: {problem}", file.display());
    if !check(file).map_err(fail)? {
        return Ok(Undos::default());
    }
    let text = opening::text(file, MAX_SIZE).map_err(|unread| fail(unread.reason))?;
    Ok(Undos::parse(&text))
}

/// Whether the file exists. It must be a regular file, and not a link to one.
pub(crate) fn check(file: &Path) -> Result<bool, String> {
    match file.symlink_metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(reason(&error)),
        Ok(meta) if meta.is_file() => Ok(true),
        Ok(meta) if meta.is_symlink() => Err("it is a link".to_owned()),
        Ok(_) => Err("not a regular file".to_owned()),
    }
}
