//! The documents in the folders of the editor. Nothing is read until a question needs it, and nothing but documents that
//! a walk of the folders lists, as `tagdown check` does. The loop that reads messages never waits for this.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tagdown::text::{Units, plural};
use tagdown_project::claims::{Claim, claims};
use tagdown_project::files::{Found, MAX_FILE_SIZE, Target, Text, read};
use tagdown_project::opening::Seen;
use tagdown_project::workspace::Workspace;

use crate::documents::Open;
use crate::options::Options;
use crate::page::Page;

/// How long a quick answer waits for git.
const PATIENCE: Duration = Duration::from_millis(300);

/// How many letters of a commit are shown.
const SHORT: usize = 7;

/// How old each unverified block of a document is, by the hash of its content.
pub(crate) type Ages = HashMap<String, Age>;

/// How old a claim is.
#[derive(Clone, Debug)]
pub(crate) struct Age {
    /// In words that follow `unverified`.
    pub(crate) words: String,
    /// The commit that it came with, in short.
    pub(crate) commit: Option<String>,
}

/// The ages in a file, and when they were found out.
#[derive(Debug)]
struct KnownAges {
    seen: Seen,
    made: Instant,
    ages: Arc<Ages>,
}

impl KnownAges {
    /// How long they are believed if the file has just changed, so that its stamp says nothing.
    const LIFE: Duration = Duration::from_secs(3);

    fn is_current(&self, path: &Path) -> bool {
        self.made.elapsed() < Self::LIFE || self.seen.is_current(path)
    }
}

/// The documents in the folders of the editor.
#[derive(Debug, Default)]
pub(crate) struct Project {
    roots: Vec<PathBuf>,
    workspace: Mutex<Option<Workspace>>,
    pages: Mutex<HashMap<PathBuf, (Seen, Arc<Page>)>>,
    ages: Mutex<HashMap<PathBuf, KnownAges>>,
    /// The files about which git is being asked in a thread of its own.
    asked: Mutex<HashSet<PathBuf>>,
}

impl Project {
    /// The documents below these folders; none without a folder.
    pub(crate) fn new(options: &Options, roots: Vec<PathBuf>) -> Self {
        let workspace = (!roots.is_empty()).then(|| Workspace::new(options.roots(roots.clone())));
        Self { roots, workspace: Mutex::new(workspace), ..Self::default() }
    }

    /// The folders.
    pub(crate) fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// The documents at this moment. With `anew`, nothing that is known of the files around them is kept.
    pub(crate) fn documents(&self, anew: bool) -> Result<Arc<Found>, String> {
        match locked(&self.workspace).as_mut() {
            Some(workspace) if anew => workspace.documents_anew(),
            Some(workspace) => workspace.documents(),
            None => Ok(Arc::default()),
        }
    }

    /// Forgets what is kept of documents that are gone.
    pub(crate) fn forget_others(&self, found: &Found) {
        let mut pages = locked(&self.pages);
        if pages.len() > found.targets.len() {
            let paths: HashSet<&Path> = found.targets.iter().map(|target| target.path.as_path()).collect();
            pages.retain(|path, _| paths.contains(path.as_path()));
        }
    }

    /// The listed document at a path.
    pub(crate) fn listed(&self, path: &Path) -> Option<Target> {
        self.roots.iter().any(|root| path.starts_with(root)).then_some(())?;
        let found = self.documents(false).ok()?;
        let at = found.targets.binary_search_by(|target| target.path.as_path().cmp(path)).ok()?;
        Some(Target { named: true, ..found.targets[at].clone() })
    }

    /// What is kept of a document that is not open; it is read again if the file has changed.
    pub(crate) fn page(&self, target: &Target, units: Units) -> Option<Arc<Page>> {
        if let Some((seen, page)) = locked(&self.pages).get(&target.path)
            && seen.is_current(&target.path)
        {
            return Some(Arc::clone(page));
        }
        let seen = Seen::of(&target.path);
        let text = text_of(target)?;
        let page = Arc::new(Page::of(&target.path, &target.parse(&text), units));
        locked(&self.pages).insert(target.path.clone(), (seen, Arc::clone(&page)));
        Some(page)
    }

    /// The ages of the unverified blocks of an open document, if nobody has to ask git for them.
    pub(crate) fn known_ages(&self, open: &Open) -> Option<Arc<Ages>> {
        let Some(path) = &open.path else { return Some(Arc::default()) };
        let known = locked(&self.ages);
        known.get(path).filter(|known| known.is_current(path)).map(|known| Arc::clone(&known.ages))
    }

    /// The ages, if git answers soon. A large repository takes long, and a hostile one never answers; the answer is kept
    /// for the next question.
    pub(crate) fn ages_soon(self: &Arc<Self>, open: &Open, target: &Target) -> Option<Arc<Ages>> {
        if let Some(known) = self.known_ages(open) {
            return Some(known);
        }
        let path = open.path.clone()?;
        if !locked(&self.asked).insert(path.clone()) {
            return None;
        }
        let (sender, answer) = channel();
        let (project, target) = (Arc::clone(self), target.clone());
        thread::spawn(move || {
            let _ = sender.send(project.ages_of(&path, &target));
            locked(&project.asked).remove(&path);
        });
        answer.recv_timeout(PATIENCE).ok()
    }

    /// Asks git again: the file was saved.
    pub(crate) fn forget_ages(&self, path: &Path) {
        locked(&self.ages).remove(path);
    }

    /// How old the unverified blocks of an open document are. git knows the saved text, so a block that was edited since
    /// has no age.
    pub(crate) fn ages(&self, open: &Open, target: &Target) -> Arc<Ages> {
        if let Some(known) = self.known_ages(open) {
            return known;
        }
        open.path.as_ref().map_or_else(Arc::default, |path| self.ages_of(path, target))
    }

    fn ages_of(&self, path: &Path, target: &Target) -> Arc<Ages> {
        let seen = Seen::of(path);
        let Some(text) = text_of(&Target { named: true, ..target.clone() }) else { return Arc::default() };
        let found = claims(target, &target.parse(&text));
        let ages: Ages =
            found.open.iter().filter_map(|claim| Some((claim.hash.clone(), age(claim)?))).collect();
        let ages = Arc::new(ages);
        let known = KnownAges { seen, made: Instant::now(), ages: Arc::clone(&ages) };
        locked(&self.ages).insert(path.to_owned(), known);
        ages
    }
}

/// The text of a listed document, whether it is tagged or not.
pub(crate) fn text_of(target: &Target) -> Option<String> {
    tagged_text_of(&Target { named: true, ..target.clone() })
}

/// The text of a listed document, if `tagdown check` of its folder would read it. No configuration makes an editor wait
/// for a file that is larger than what it is made for.
pub(crate) fn tagged_text_of(target: &Target) -> Option<String> {
    match read(&Target { limit: target.limit.min(MAX_FILE_SIZE), ..target.clone() }) {
        Text::Read(text) => Some(text),
        _ => None,
    }
}

fn age(claim: &Claim) -> Option<Age> {
    let words = match (claim.since.source, claim.since.days()?) {
        ("uncommitted", _) => "and uncommitted".to_owned(),
        (_, 0) => "since today".to_owned(),
        (_, days) => format!("for {}", plural(usize::try_from(days).unwrap_or(usize::MAX), "day")),
    };
    let short = |commit: &String| commit.chars().take(SHORT).collect();
    Some(Age { words, commit: claim.since.commit.as_ref().map(short) })
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
