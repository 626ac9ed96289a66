//! The file beside a project that keeps what people decided of blocks, for the next run and for colleagues.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tagdown::convert::{Decision, Decisions};

use crate::configs::normal;
use crate::files::{Target, reason};
use crate::write;

/// What the file is called.
pub(crate) const NAME: &str = "tagdown-decisions.jsonl";

/// A file of decisions that is larger is none.
const MAX_SIZE: u64 = 64_000_000;

/// The file for a document: the nearest upwards from it, else beside its configuration, else in this folder.
pub(crate) fn place(target: &Target) -> PathBuf {
    let here = || std::env::current_dir().unwrap_or_default();
    let path = std::path::absolute(&target.path).unwrap_or_else(|_| target.path.clone());
    let path = if target.stdin { here().join("-") } else { normal(&path) };
    let above = path.ancestors().skip(1).map(|folder| folder.join(NAME));
    let known = above.into_iter().find(|file| file.symlink_metadata().is_ok());
    let beside = || target.config.file.as_ref().and_then(|file| file.parent()).map(Path::to_owned);
    known.unwrap_or_else(|| beside().unwrap_or_else(here).join(NAME))
}

/// The decisions of one file.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) file: PathBuf,
    pub(crate) decisions: Decisions,
    /// What the file held when it was last looked at.
    text: Option<String>,
}

impl Kept {
    /// Reads the file; one that is not there holds nothing.
    pub(crate) fn load(file: PathBuf) -> Result<Self, String> {
        let fail = |problem: String| format!("cannot read the decisions {}: {problem}", file.display());
        let text = match std::fs::metadata(&file) {
            Err(error)
                if error.kind() == std::io::ErrorKind::NotFound && file.symlink_metadata().is_err() =>
            {
                None
            }
            Err(error) => return Err(fail(reason(&error))),
            Ok(meta) if !meta.is_file() || meta.len() > MAX_SIZE => {
                return Err(fail("not a regular file, or larger than 64 MB".to_owned()));
            }
            Ok(_) => Some(std::fs::read_to_string(&file).map_err(|error| fail(reason(&error)))?),
        };
        let decisions = Decisions::parse(text.as_deref().unwrap_or_default()).map_err(fail)?;
        Ok(Self { file, decisions, text })
    }

    /// Decides a block, or takes a decision back, and writes that down at once.
    pub(crate) fn set(&mut self, hash: &str, decision: Option<Decision>) -> Result<(), String> {
        self.put(hash, decision.clone());
        let written = self.write();
        if written.is_ok() {
            return written;
        }
        // A colleague, or a second run, was here: what they decided stays, and so does this.
        *self = Self::load(self.file.clone())?;
        self.put(hash, decision);
        self.write()
    }

    fn put(&mut self, hash: &str, decision: Option<Decision>) {
        match decision {
            Some(decision) => self.decisions.insert(hash, decision),
            None => self.decisions.remove(hash),
        };
    }

    fn write(&mut self) -> Result<(), String> {
        let after = self.decisions.to_text();
        let written = match &self.text {
            Some(before) => write::replace(&self.file, before, &after),
            None => write::create(&self.file, &after),
        };
        written.map_err(|problem| format!("{}: {problem}", self.file.display()))?;
        self.text = Some(after);
        Ok(())
    }
}

/// The decisions on all documents of a run, each file read once.
#[derive(Debug, Default)]
pub(crate) struct AllKept {
    files: BTreeMap<PathBuf, Kept>,
}

impl AllKept {
    /// Reads the files for these documents.
    pub(crate) fn load(targets: &[Target]) -> Result<Self, String> {
        let mut all = Self::default();
        for file in targets.iter().map(place) {
            if !all.files.contains_key(&file) {
                all.files.insert(file.clone(), Kept::load(file)?);
            }
        }
        Ok(all)
    }

    /// The decisions on the blocks of a document.
    pub(crate) fn of(&self, target: &Target) -> &Decisions {
        self.files.get(&place(target)).map_or(&tagdown::convert::decisions::UNDECIDED, |kept| &kept.decisions)
    }

    /// The file for a document, to decide on its blocks.
    pub(crate) fn kept(&mut self, target: &Target) -> Option<&mut Kept> {
        self.files.get_mut(&place(target))
    }
}
