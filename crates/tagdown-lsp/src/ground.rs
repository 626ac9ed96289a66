//! What the server knows of the disk around open documents: configurations, baselines, files and anchors that links
//! lead to. It is short-lived: when a file changes, or after two seconds, a new one takes its place.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tagdown_project::baseline::Store;
use tagdown_project::config::Configs;
use tagdown_project::files::{Input, Target, find};
use tagdown_project::opening::Seen;
use tagdown_project::surroundings::Tree;

use crate::options::Options;

/// How long it is believed. Not every editor reports changed files.
const LIFE: Duration = Duration::from_secs(2);

/// The disk around the open documents.
#[derive(Debug)]
pub(crate) struct Ground {
    /// A number that no other one has.
    pub(crate) state: u64,
    made: Instant,
    known: Mutex<Known>,
    tree: Arc<Tree>,
}

#[derive(Debug)]
struct Known {
    configs: Result<Configs, String>,
    targets: HashMap<Option<PathBuf>, Result<Target, String>>,
    baselines: Baselines,
    /// Those of an earlier ground.
    earlier: Baselines,
}

type Baselines = HashMap<PathBuf, (Seen, Option<Arc<Baseline>>)>;

/// A larger baseline is not read while somebody types.
const MAX_BASELINE: u64 = 32_000_000;

/// A baseline. Its own type shows nothing of itself.
pub(crate) struct Baseline(pub(crate) Store);

impl std::fmt::Debug for Baseline {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Baseline").field(&self.0.path()).finish()
    }
}

impl Ground {
    /// The disk at this moment, with the texts of open documents in place of their files. What an earlier ground has read
    /// of files that are still the same is not read again.
    pub(crate) fn new<'o>(
        earlier: Option<&Self>,
        options: &Options,
        roots: &[PathBuf],
        open: impl Iterator<Item = (&'o Path, &'o Arc<str>)>,
    ) -> Self {
        let tree = Arc::new(Tree::default());
        let baselines = earlier.map(|ground| {
            tree.keep_anchors(&ground.tree);
            locked(&ground.known).baselines.clone()
        });
        for root in roots {
            tree.add_folder(root);
        }
        open.for_each(|(path, text)| tree.set_unsaved(path, text));
        let known = Known {
            configs: options.configs(),
            targets: HashMap::new(),
            baselines: HashMap::new(),
            earlier: baselines.unwrap_or_default(),
        };
        let state = earlier.map_or(0, |earlier| earlier.state + 1);
        Self { state, made: Instant::now(), known: Mutex::new(known), tree }
    }

    /// Whether it may no longer be true.
    pub(crate) fn is_old(&self) -> bool {
        self.made.elapsed() > LIFE
    }

    /// A document as the command line sees it on standard input with this name: with the nearest configuration.
    pub(crate) fn target(&self, path: Option<&Path>) -> Result<Target, String> {
        let mut known = locked(&self.known);
        if let Some(target) = known.targets.get(&path.map(Path::to_owned)) {
            return target.clone();
        }
        let input = Input {
            paths: vec![PathBuf::from("-")],
            stdin_name: path.map(Path::to_owned),
            only_tagged: true,
            ..Input::default()
        };
        let configs = known.configs.as_mut().map_err(|problem| problem.clone());
        let found = configs.and_then(|configs| find(&input, configs));
        let made = found.and_then(|mut found| {
            let mut target = found.targets.pop().ok_or("no configuration for a text")?;
            target.tree = Arc::clone(&self.tree);
            // Standard input is the editor. What is read besides the text, such as git's dates, is that of the file.
            target.stdin = path.is_none();
            Ok(target)
        });
        known.targets.insert(path.map(Path::to_owned), made.clone());
        made
    }

    /// The baseline that the configuration of a document names, if it exists.
    pub(crate) fn baseline(&self, target: &Target) -> Result<Option<Arc<Baseline>>, String> {
        let Some((path, folder)) = target.config.baseline() else { return Ok(None) };
        let mut known = locked(&self.known);
        if let Some((_, store)) = known.baselines.get(&path) {
            return Ok(store.clone());
        }
        if let Some((seen, store)) = known.earlier.remove(&path).filter(|(seen, _)| seen.is_current(&path)) {
            known.baselines.insert(path, (seen, store.clone()));
            return Ok(store);
        }
        let seen = Seen::of(&path);
        if path.metadata().is_ok_and(|meta| meta.len() > MAX_BASELINE) {
            return Err(format!("{}: larger than {MAX_BASELINE} bytes", path.display()));
        }
        let store = Store::configured(&path, folder, false)?;
        let store = (!store.is_missing).then(|| Arc::new(Baseline(store)));
        known.baselines.insert(path, (seen, store.clone()));
        Ok(store)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
