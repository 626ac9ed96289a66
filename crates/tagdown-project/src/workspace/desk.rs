//! The workspace itself: what it knows of each document, and how that is brought up to date.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rayon::prelude::*;
use tagdown_read::{Finder, KeptWords, Query, Stems, Vocabulary};
use xxhash_rust::xxh3::xxh3_64;

use super::addresses::addresses;
use super::listing::{Listing, Roots};
use super::recent::Recent;
use crate::config::Loaded;
use crate::files::{Found, Target, Text, read};
use crate::lookup::Look;
use crate::opening::Stamp;

/// With more stems than this, and than twice those of the documents at first, the vocabulary is made again.
const MOST_STEMS: usize = 1_000_000;

/// How many documents share the stems of their words while they are read.
const BATCH: usize = 512;

/// The documents below some roots, kept fresh between calls.
#[derive(Debug, Default)]
pub struct Workspace {
    roots: Roots,
    listing: Option<Listing>,
    /// By path. A path as such takes long to compare.
    known: HashMap<OsString, Known>,
    vocabulary: Vocabulary,
    /// How many stems the vocabulary had when it was new.
    least_stems: usize,
    recent: Mutex<Recent>,
    /// Texts that an editor has not saved.
    unsaved: HashMap<PathBuf, Arc<str>>,
    /// When the work for a call must end.
    deadline: Option<Instant>,
}

/// What is known of a document.
#[derive(Debug)]
struct Known {
    version: Version,
    under: Under,
    hash: u64,
    words: Words,
}

/// The settings under which a document was read.
#[derive(Clone, Debug)]
struct Under {
    limit: u64,
    is_required: bool,
    config: Arc<Loaded>,
}

impl Under {
    fn of(target: &Target) -> Self {
        let config = Arc::clone(&target.config);
        Self { limit: target.limit, is_required: target.is_required(), config }
    }

    /// Whether the settings of a document are still these.
    fn is_same(&self, target: &Target) -> bool {
        // To match the globs of a configuration takes longer than to look at a file.
        self.limit == target.limit
            && (Arc::ptr_eq(&self.config, &target.config) || self.is_required == target.is_required())
    }
}

/// Which text of a document is known.
#[derive(Clone, Copy, Debug)]
enum Version {
    Disk(Stamp),
    Unsaved,
}

#[derive(Debug)]
enum Words {
    Kept(KeptWords),
    /// It is not a tagged document.
    Untagged,
}

/// What happened to one document since the last call.
enum News {
    None,
    /// The same text, under another stamp or another configuration.
    Restamped(Version),
    Changed(Box<Known>),
    Failed(String),
}

impl Workspace {
    /// A workspace without any knowledge.
    pub fn new(roots: Roots) -> Self {
        Self { roots, ..Self::default() }
    }

    /// The files, folders and globs that its documents are below.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots.paths
    }

    /// Its documents at this moment, in path order, and what could not be read.
    pub fn documents(&mut self) -> Result<Arc<Found>, String> {
        if let Some(listing) = self.listing.as_ref().filter(|listing| listing.is_fresh()) {
            return Ok(Arc::clone(&listing.found));
        }
        self.listing = None;
        let listing = Listing::new(&self.roots)?;
        let found = Arc::clone(&listing.found);
        self.listing = Some(listing);
        self.forget_others(&found.targets);
        Ok(found)
    }

    /// The same, with nothing known of the files around them. What the rules see around a document is kept as long as
    /// the list of documents.
    pub fn documents_anew(&mut self) -> Result<Arc<Found>, String> {
        self.listing = None;
        self.documents()
    }

    /// Until when a first look at documents goes on; `None` for as long as it takes.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Whether the work for a call must end. What is left undone is found out at the next call.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// A document without a file, for a text that a caller passes.
    pub fn nameless(&self) -> Result<Target, String> {
        self.roots.nameless()?.ok_or_else(|| "no configuration for a text".to_owned())
    }

    /// Uses a text that is not saved instead of the file; `None` to use the file again.
    pub fn set_unsaved(&mut self, path: &Path, text: Option<&str>) {
        match text {
            Some(text) => drop(self.unsaved.insert(path.to_owned(), text.into())),
            None => drop(self.unsaved.remove(path)),
        }
    }

    /// The text of a document at this moment, or why there is none.
    pub fn text(&self, target: &Target) -> Result<Arc<str>, Text> {
        if let Some(text) = self.unsaved.get(&target.path) {
            return Ok(Arc::clone(text));
        }
        let stamp = Stamp::of(&target.path);
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stamp) = &stamp
            && let Some(text) = recent().get(&target.path, stamp)
        {
            return Ok(text);
        }
        match read(target) {
            Text::Read(text) => {
                let text: Arc<str> = text.into();
                if let Some(stamp) = stamp {
                    recent().put(&target.path, stamp, &text);
                }
                Ok(text)
            }
            other => Err(other),
        }
    }

    /// A first look at documents for a query, without reading those that have not changed.
    pub fn look(&mut self, query: &Query, targets: &[Target]) -> Vec<Look> {
        let problems = self.refresh(targets);
        let finder = Finder::new(query, &self.vocabulary);
        let one = |(target, problem): (&Target, Option<String>)| {
            if self.is_late() {
                return Look::Skipped;
            }
            let path = target.path.to_string_lossy();
            if let Some(problem) = problem {
                return Look::Failed(format!("{path}: {problem}"));
            }
            match self.known.get(target.path.as_os_str()).map(|known| &known.words) {
                Some(Words::Kept(words)) => Look::Scanned(finder.scan(words)),
                Some(Words::Untagged) if !target.named => Look::Skipped,
                _ => match self.text(target) {
                    Ok(text) => Look::Scanned(query.scan(&path, &text)),
                    Err(Text::Failed(problem)) => Look::Failed(format!("{path}: {problem}")),
                    Err(_) => Look::Skipped,
                },
            }
        };
        targets.par_iter().zip(problems).map(one).collect()
    }

    /// The addresses of the sections and blocks of a document, in its order.
    pub fn addresses(&self, target: &Target) -> Vec<String> {
        self.text(target).map_or_else(|_| Vec::new(), |text| addresses(&target.parse(&text)))
    }

    /// Forgets documents that are gone. `targets` are all that exist.
    fn forget_others(&mut self, targets: &[Target]) {
        if !self.known.is_empty() {
            let existing: HashSet<&OsStr> = targets.iter().map(|target| target.path.as_os_str()).collect();
            self.known.retain(|path, _| existing.contains(path.as_os_str()));
        }
    }

    /// Brings what is known of some documents up to date. For each, why it cannot be read.
    fn refresh(&mut self, targets: &[Target]) -> Vec<Option<String>> {
        if self.vocabulary.len() > MOST_STEMS.max(2 * self.least_stems) {
            // Most of them are of texts that are gone.
            self.known.clear();
            self.vocabulary = Vocabulary::default();
            self.least_stems = 0;
        }
        let batch = |batch: &[Target]| {
            let mut stems = Stems::new(&self.vocabulary);
            batch.iter().map(|target| self.news(target, &mut stems)).collect::<Vec<_>>()
        };
        let news: Vec<News> = targets.par_chunks(BATCH).flat_map_iter(batch).collect();
        let mut problems = Vec::with_capacity(targets.len());
        for (target, news) in targets.iter().zip(news) {
            let mut problem = None;
            match news {
                News::None => {}
                News::Restamped(version) => {
                    if let Some(known) = self.known.get_mut(target.path.as_os_str()) {
                        known.version = version;
                        known.under.config = Arc::clone(&target.config);
                    }
                }
                News::Changed(known) => drop(self.known.insert(target.path.clone().into(), *known)),
                News::Failed(reason) => {
                    self.known.remove(target.path.as_os_str());
                    problem = Some(reason);
                }
            }
            problems.push(problem);
        }
        if self.least_stems == 0 {
            self.least_stems = self.vocabulary.len();
        }
        problems
    }

    fn news(&self, target: &Target, stems: &mut Stems<'_>) -> News {
        if self.is_late() {
            return News::None;
        }
        let known = self.known.get(target.path.as_os_str()).filter(|known| known.under.is_same(target));
        let (version, text): (Version, Arc<str>) = if let Some(text) = self.unsaved.get(&target.path) {
            (Version::Unsaved, Arc::clone(text))
        } else {
            let Some(stamp) = Stamp::of(&target.path) else {
                return News::Failed(unreadable(target));
            };
            if let Some(Version::Disk(before)) = known.map(|known| known.version)
                && stamp.is_same(&before)
            {
                let is_old = known.is_some_and(|known| !Arc::ptr_eq(&known.under.config, &target.config));
                return if is_old { News::Restamped(Version::Disk(stamp)) } else { News::None };
            }
            let version = Version::Disk(stamp);
            // How a caller names a document changes nothing about its words.
            match read(&Target { named: false, ..target.clone() }) {
                Text::Read(text) => (version, text.into()),
                Text::Untagged => {
                    let words = Words::Untagged;
                    let under = Under::of(target);
                    return News::Changed(Box::new(Known { version, under, hash: 0, words }));
                }
                Text::Failed(reason) => return News::Failed(reason),
            }
        };
        let hash = xxh3_64(text.as_bytes());
        if known.is_some_and(|known| known.hash == hash && matches!(known.words, Words::Kept(_))) {
            return News::Restamped(version);
        }
        let words = Words::Kept(KeptWords::of(&target.path.to_string_lossy(), &text, stems));
        let under = Under::of(target);
        News::Changed(Box::new(Known { version, under, hash, words }))
    }
}

/// Why a document cannot be read; the reason is that of an attempt.
fn unreadable(target: &Target) -> String {
    match read(target) {
        Text::Failed(reason) => reason,
        _ => "changed while it was read".to_owned(),
    }
}
