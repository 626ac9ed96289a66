//! The folders of a run, each listed once, and the anchors of the documents that links lead to.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tagdown::document::{Anchors, parse};
use tagdown::rules::{Found, Site};
use unicode_normalization::UnicodeNormalization;

use crate::config::is_configured;
use crate::files::ignored::Ignored;
use crate::opening::{Seen, Within, follow, text_within, top_of};
use crate::paths::{normal, real};

/// The largest document whose anchors are read.
const MAX_SIZE: u64 = 16_000_000;

/// A folder with more entries is not listed.
const MOST_ENTRIES: usize = 200_000;

/// What a folder contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    File,
    Folder,
    /// A symbolic link, or something that is neither.
    Other,
}

/// The entries of a folder; `None` if it cannot be listed.
pub(super) type Listing = Option<Arc<BTreeMap<String, Entry>>>;

/// The paths of documents, by file name.
type ByName = HashMap<String, Vec<PathBuf>>;

/// What the run knows of the disk.
#[derive(Debug, Default)]
pub struct Tree {
    folders: Mutex<HashMap<PathBuf, Listing>>,
    anchors: Mutex<HashMap<PathBuf, Slot>>,
    sites: Mutex<HashMap<PathBuf, Site>>,
    /// The folder that the links in a folder may not leave.
    roots: Mutex<HashMap<PathBuf, PathBuf>>,
    ignored: Mutex<HashMap<PathBuf, Arc<Ignored>>>,
    /// The folders that the user named.
    named: Mutex<Vec<PathBuf>>,
    /// The documents of the run.
    documents: Mutex<Vec<PathBuf>>,
    by_name: OnceLock<ByName>,
    /// Texts that an editor has not saved, by the path without links.
    unsaved: Mutex<HashMap<PathBuf, Arc<str>>>,
    /// What an earlier tree knew, which may still be true.
    earlier: Mutex<HashMap<PathBuf, Slot>>,
}

/// The anchors of a document, which several threads may ask for at once.
type Slot = Arc<OnceLock<Option<(Origin, Arc<Anchors>)>>>;

/// Where anchors were read.
#[derive(Clone, Debug)]
enum Origin {
    File(Seen),
    Unsaved(Arc<str>),
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tree {
    /// Adds a folder that the user named: what is in it belongs to the documents.
    pub fn add_folder(&self, folder: &Path) {
        locked(&self.named).push(real(folder));
        locked(&self.roots).clear();
    }

    /// Uses the anchors that an earlier tree read, where the documents are what they were.
    pub fn keep_anchors(&self, earlier: &Tree) {
        locked(&self.earlier).clone_from(&locked(&earlier.anchors));
    }

    /// Uses a text that an editor has not saved for the anchors of a document. Set it before anything is looked up.
    pub fn set_unsaved(&self, path: &Path, text: &Arc<str>) {
        let path = absolute(path);
        let folder = real(path.parent().unwrap_or(&path));
        let real = path.file_name().map_or_else(|| folder.clone(), |name| folder.join(name));
        locked(&self.unsaved).insert(real, Arc::clone(text));
    }

    /// Adds the documents of a run, so that a message can name one in another folder.
    pub(crate) fn add_documents<'p>(&self, paths: impl Iterator<Item = &'p Path>) {
        locked(&self.documents).extend(paths.map(Path::to_owned));
    }

    /// The folder that the links of a document in `folder` may not leave: its repository, a folder that the user named or
    /// that has the configuration, or its own. The current folder does not matter.
    pub(super) fn root(&self, folder: &Path) -> PathBuf {
        if let Some(known) = locked(&self.roots).get(folder) {
            return known.clone();
        }
        let root = self.find_root(folder);
        locked(&self.roots).insert(folder.to_owned(), root.clone());
        root
    }

    fn find_root(&self, folder: &Path) -> PathBuf {
        if let Some(top) = top_of(folder) {
            return top.to_owned();
        }
        let configured = folder.ancestors().find(|above| is_configured(above)).map(Path::to_owned);
        let named = locked(&self.named).clone();
        let holding = named
            .into_iter()
            .chain(configured)
            .filter(|root| folder.starts_with(root) && root.parent().is_some());
        holding.min_by_key(|root| root.components().count()).unwrap_or_else(|| folder.to_owned())
    }

    /// What is at a path below a root.
    pub(super) fn look(&self, root: &Path, below: &[&str]) -> Found {
        if below.iter().any(|part| part.eq_ignore_ascii_case(".git")) {
            return Found::Unknown;
        }
        let mut folder = root.to_owned();
        for (index, part) in below.iter().enumerate() {
            let Some(entries) = self.listing(&folder) else { return Found::Unknown };
            let is_last = index + 1 == below.len();
            match entry(&entries, part) {
                None => return Found::Nothing,
                Some((name, Entry::Folder)) => folder.push(name),
                Some((_, Entry::File)) => return if is_last { Found::File } else { Found::Nothing },
                Some((name, Entry::Other)) => {
                    let Some(real) = inside(&folder.join(name), root) else { return Found::Unknown };
                    match real.metadata() {
                        Ok(meta) if meta.is_dir() => folder = real,
                        Ok(meta) if meta.is_file() && is_last => return Found::File,
                        Ok(_) => return Found::Unknown,
                        Err(_) => return Found::Nothing,
                    }
                }
            }
        }
        Found::Folder
    }

    /// The entries of a folder.
    pub(super) fn listing(&self, folder: &Path) -> Listing {
        if let Some(known) = locked(&self.folders).get(folder) {
            return known.clone();
        }
        let made = list(folder).map(Arc::new);
        locked(&self.folders).insert(folder.to_owned(), made.clone());
        made
    }

    /// Whether git ignores a path that does not exist, so a tool may write it.
    pub(super) fn is_ignored(&self, root: &Path, below: &[&str]) -> bool {
        let ignored = {
            let mut known = locked(&self.ignored);
            Arc::clone(known.entry(root.to_owned()).or_insert_with(|| Arc::new(Ignored::new(root))))
        };
        let mut path = root.to_owned();
        below.iter().enumerate().any(|(index, part)| {
            path.push(part);
            ignored.is_named(&path, index + 1 < below.len())
        })
    }

    /// The anchors of the document at a path; `None` if it cannot be read.
    pub(super) fn anchors(&self, root: &Path, path: &Path) -> Option<Arc<Anchors>> {
        let slot = Arc::clone(locked(&self.anchors).entry(path.to_owned()).or_default());
        let unsaved = locked(&self.unsaved).get(path).cloned();
        let earlier = locked(&self.earlier).get(path).cloned();
        let is_current = |origin: &Origin| match (origin, &unsaved) {
            (Origin::File(seen), None) => seen.is_current(path),
            (Origin::Unsaved(before), Some(now)) => Arc::ptr_eq(before, now),
            _ => false,
        };
        let read = || {
            let known = earlier.as_ref().and_then(|slot| slot.get()?.as_ref());
            if let Some(known) = known.filter(|(origin, _)| is_current(origin)) {
                return Some(known.clone());
            }
            if let Some(text) = &unsaved {
                return Some((Origin::Unsaved(Arc::clone(text)), Arc::new(Anchors::of(&parse(text)))));
            }
            let seen = Seen::of(path);
            let (text, _) = text_within(path, MAX_SIZE, Within::Below(root)).ok()?;
            Some((Origin::File(seen), Arc::new(Anchors::of(&parse(&text)))))
        };
        slot.get_or_init(read).as_ref().map(|(_, anchors)| Arc::clone(anchors))
    }

    /// How the documents of a folder are published; `find` finds out.
    pub(super) fn site(&self, folder: &Path, find: impl FnOnce() -> Site) -> Site {
        if let Some(known) = locked(&self.sites).get(folder) {
            return *known;
        }
        let site = find();
        locked(&self.sites).insert(folder.to_owned(), site);
        site
    }

    /// The only document of the run with this file name, without links.
    pub(super) fn namesake(&self, name: &str) -> Option<&Path> {
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name = ByName::new();
            for path in std::mem::take(&mut *locked(&self.documents)) {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                by_name.entry(name.unwrap_or_default()).or_default().push(path);
            }
            by_name
        });
        match by_name.get(name).map(Vec::as_slice) {
            Some([only]) => Some(only),
            _ => None,
        }
    }
}

/// The entry with a name. Some disks store letters with marks in another form than people type.
fn entry<'e>(entries: &'e BTreeMap<String, Entry>, name: &str) -> Option<(&'e str, Entry)> {
    if let Some((name, entry)) = entries.get_key_value(name) {
        return Some((name, *entry));
    }
    if name.is_ascii() {
        return None;
    }
    let same = |other: &str| other.nfc().eq(name.nfc());
    entries
        .iter()
        .find(|(other, _)| !other.is_ascii() && same(other))
        .map(|(name, entry)| (name.as_str(), *entry))
}

/// Where a symbolic link leads, unless it leads out of the project.
fn inside(link: &Path, root: &Path) -> Option<PathBuf> {
    let followed = follow(link, Within::Below(root)).ok()?.real;
    followed.starts_with(root).then_some(followed)
}

fn list(folder: &Path) -> Option<BTreeMap<String, Entry>> {
    let mut entries = BTreeMap::new();
    for entry in std::fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        let kind = entry.file_type().ok()?;
        let kind = match kind {
            kind if kind.is_file() => Entry::File,
            kind if kind.is_dir() => Entry::Folder,
            _ => Entry::Other,
        };
        entries.insert(entry.file_name().to_string_lossy().into_owned(), kind);
        if entries.len() > MOST_ENTRIES {
            return None;
        }
    }
    Some(entries)
}

/// A path without links and dots.
pub(super) fn absolute(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    normal(&absolute)
}
