//! The folder that pages are rendered into. Identical files are not rewritten, and nothing is written through a link
//! that points outside the folder.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek};
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use crate::opening::{Within, follow, regular};
use crate::paths::reason;
use crate::writing::{make_folder, make_one_folder, put, remove};

/// The folder, as named and with links resolved.
#[derive(Debug)]
pub struct Folder {
    named: PathBuf,
    real: PathBuf,
    /// The resolved paths of its folders, as far as known.
    known: Mutex<HashMap<PathBuf, PathBuf>>,
}

/// What happened to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// It is new or was replaced.
    Written,
    /// It already existed with the same content.
    Unchanged,
}

impl Folder {
    /// Resolves the folder, which need not exist yet. Creates nothing.
    pub fn new(named: &Path) -> Result<Self, String> {
        let fail = |reason: &str| Err(format!("cannot write into {}: {reason}", named.display()));
        match fs::metadata(named) {
            Ok(meta) if meta.is_dir() => {}
            Ok(_) => return fail("it is a file, not a folder"),
            Err(_) if named.symlink_metadata().is_ok() => return fail("it is a broken link"),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return fail(&reason(&error)),
        }
        let real = match follow(named, Within::Folder) {
            Ok(followed) => followed.real,
            Err(problem) => return fail(&problem),
        };
        Ok(Self { named: named.to_owned(), real, known: Mutex::default() })
    }

    /// Whether a path, with links resolved, is the folder or is inside it.
    pub fn holds(&self, real: &Path) -> bool {
        real.starts_with(&self.real)
    }

    /// The path of a file in the folder, with links resolved.
    pub fn real(&self, to: &Path) -> PathBuf {
        self.real.join(to)
    }

    /// The folder, as named.
    pub fn name(&self) -> std::path::Display<'_> {
        self.named.display()
    }

    /// A file in the folder, as shown to people.
    pub fn shown(&self, to: &Path) -> String {
        self.named.join(to).display().to_string()
    }

    /// Creates the folder.
    pub fn make(&self) -> Result<(), String> {
        make_folder(&self.named, Within::Folder)
    }

    /// Writes a file, unless it already has the same content.
    pub fn place(&self, to: &Path, bytes: &[u8]) -> Result<Placed, String> {
        let (path, old) = self.spot(to)?;
        if let Some(old) = &old
            && old.len() == bytes.len() as u64
            && is_same(regular(&path).map_err(|unread| unread.reason)?, bytes).map_err(failure)?
        {
            return Ok(Placed::Unchanged);
        }
        put(&path, &mut &*bytes, old.map(|old| old.permissions())).map_err(failure)?;
        Ok(Placed::Written)
    }

    /// Copies a file, unless its copy already has the same content. The file may be larger than memory.
    pub fn copy(&self, from: &Path, to: &Path) -> Result<Placed, String> {
        let (path, old) = self.spot(to)?;
        let mut source = regular(from).map_err(|unread| unread.reason)?;
        let meta = source.metadata().map_err(|error| reason(&error))?;
        if old.is_some_and(|old| old.len() == meta.len()) {
            let copy = regular(&path).map_err(|unread| unread.reason)?;
            if is_same(copy, BufReader::new(&source)).map_err(failure)? {
                return Ok(Placed::Unchanged);
            }
            source.rewind().map_err(failure)?;
        }
        // A file that grows is copied up to its length at the start.
        put(&path, &mut source.take(meta.len()), Some(meta.permissions())).map_err(failure)?;
        Ok(Placed::Written)
    }

    /// Removes a file that was written here.
    pub fn remove(&self, to: &Path) -> Result<(), String> {
        match self.spot(to)? {
            (path, Some(_)) => remove(&path).map_err(|error| reason(&error)),
            _ => Ok(()),
        }
    }

    /// The path for a file, with its folders created one by one, and the metadata of an existing file.
    fn spot(&self, to: &Path) -> Result<(PathBuf, Option<fs::Metadata>), String> {
        let above = to.parent().unwrap_or(Path::new(""));
        let known = self.known.lock().ok().and_then(|known| known.get(above).cloned());
        let is_there = |folder: &PathBuf| folder.symlink_metadata().is_ok_and(|meta| meta.is_dir());
        let folder = match known.filter(is_there) {
            Some(folder) => folder,
            None => self.enter(above)?,
        };
        let path = folder.join(to.file_name().unwrap_or_default());
        match path.symlink_metadata() {
            Ok(meta) if meta.is_file() => Ok((path, Some(meta))),
            Ok(meta) if meta.is_symlink() => Err("not written: a link with that name exists".to_owned()),
            Ok(_) => Err("not written: a folder with that name exists".to_owned()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok((path, None)),
            Err(error) => Err(failure(error)),
        }
    }

    /// Creates a folder in this one and returns its resolved path.
    fn enter(&self, above: &Path) -> Result<PathBuf, String> {
        let mut folder = self.real.clone();
        let parts = above.components();
        for part in parts.filter(|part| matches!(part, Component::Normal(_))) {
            folder.push(part);
            match make_one_folder(&folder) {
                Ok(()) => continue,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failure(error)),
            }
            let real = fs::canonicalize(&folder).map_err(failure)?;
            if !self.holds(&real) {
                return Err(format!("not written: a link points outside the folder, to {}", real.display()));
            }
            if !real.is_dir() {
                return Err(format!("not written: {} is a file, not a folder", folder.display()));
            }
            folder = real;
        }
        if let Ok(mut known) = self.known.lock() {
            known.insert(above.to_owned(), folder.clone());
        }
        Ok(folder)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is used to map errors")]
fn failure(error: std::io::Error) -> String {
    format!("not written: {}", reason(&error))
}

/// Whether a file has the same content as another of the same length.
fn is_same(one: File, mut other: impl BufRead) -> std::io::Result<bool> {
    let mut one = BufReader::new(one);
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if left[..length] != right[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(left.is_empty() && right.is_empty());
        }
        one.consume(length);
        other.consume(length);
    }
}
