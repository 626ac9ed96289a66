//! The documents in the folders of the editor. Nothing is read until a question needs it, and nothing but documents that
//! a walk of the folders lists, as `tagdown check` does. The loop that reads messages never waits for this.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tagdown::text::{Units, plural};
use tagdown_project::claims::{Claim, claims};
use tagdown_project::files::{Found, Target, Text, read};
use tagdown_project::workspace::{Seen, Workspace};

use crate::documents::Open;
use crate::options::Options;
use crate::page::Page;

/// How old each unverified block of a document is, by the hash of its content.
pub(crate) type Ages = HashMap<String, String>;

/// The documents in the folders of the editor.
#[derive(Debug, Default)]
pub(crate) struct Project {
    roots: Vec<PathBuf>,
    workspace: Mutex<Option<Workspace>>,
    pages: Mutex<HashMap<PathBuf, (Seen, Arc<Page>)>>,
    ages: Mutex<HashMap<PathBuf, (Seen, Arc<Ages>)>>,
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

    /// How old the unverified blocks of an open document are. git knows the saved text, so a block that was edited since
    /// has no age.
    pub(crate) fn ages(&self, open: &Open, target: &Target) -> Arc<Ages> {
        let Some(path) = &open.path else { return Arc::default() };
        if let Some((seen, ages)) = locked(&self.ages).get(path)
            && seen.is_current(path)
        {
            return Arc::clone(ages);
        }
        let seen = Seen::of(path);
        let Some(text) = text_of(&Target { named: true, ..target.clone() }) else { return Arc::default() };
        let found = claims(target, &target.parse(&text));
        let ages: Ages =
            found.open.iter().filter_map(|claim| Some((claim.hash.clone(), age(claim)?))).collect();
        let ages = Arc::new(ages);
        locked(&self.ages).insert(path.clone(), (seen, Arc::clone(&ages)));
        ages
    }
}

/// The text of a listed document, whether it is tagged or not.
pub(crate) fn text_of(target: &Target) -> Option<String> {
    match read(&Target { named: true, ..target.clone() }) {
        Text::Read(text) => Some(text),
        _ => None,
    }
}

/// How old a claim is, in words that follow `unverified`.
fn age(claim: &Claim) -> Option<String> {
    match (claim.since.source, claim.since.days()?) {
        ("uncommitted", _) => Some("and uncommitted".to_owned()),
        (_, 0) => Some("since today".to_owned()),
        (_, days) => Some(format!("for {}", plural(usize::try_from(days).unwrap_or(usize::MAX), "day"))),
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
