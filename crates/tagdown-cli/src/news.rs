//! News of the file system, for commands that run again when something changes: where to look, and when it is quiet.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::args::Paths;

/// How long nothing may happen before a change is looked at: editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(120);

/// How long an interrupt may go unseen.
const PATIENCE: Duration = Duration::from_millis(200);

/// How a file looked at some moment.
pub(crate) type Stamp = Option<(SystemTime, u64)>;

/// A place to watch, and whether all below it counts.
pub(crate) type Place = (PathBuf, RecursiveMode);

/// Whoever looks again and again needs what can be read again and again.
pub(crate) fn refuse_stdin(input: &Paths) -> Result<(), String> {
    if input.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("--watch needs files or folders, and standard input is neither".to_owned());
    }
    if input.files_from.as_deref() == Some(Path::new("-")) {
        return Err("--watch reads its list again and again, and standard input is there once".to_owned());
    }
    Ok(())
}

/// How a file looks now.
pub(crate) fn stamp(path: &Path) -> Stamp {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

/// How some files look now, each once.
pub(crate) fn stamps(files: impl IntoIterator<Item = PathBuf>) -> Vec<(PathBuf, Stamp)> {
    let mut files: Vec<PathBuf> = files.into_iter().collect();
    files.sort();
    files.dedup();
    files.into_iter().map(|path| (path.clone(), stamp(&path))).collect()
}

/// Where something may change: the folders of the arguments and of other files that count.
pub(crate) fn places<'f>(paths: &[PathBuf], files: impl Iterator<Item = &'f PathBuf>) -> Vec<Place> {
    let folder_of = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        (folder.unwrap_or(Path::new(".")).to_owned(), RecursiveMode::NonRecursive)
    };
    let mut places = vec![(PathBuf::from("."), RecursiveMode::NonRecursive)];
    places.extend(files.map(|path| folder_of(path)));
    for path in paths {
        // A file is replaced by many editors, so its folder is watched; a glob may match anywhere below here.
        places.push(folder_of(path));
        if path.is_dir() {
            places.push((path.clone(), RecursiveMode::Recursive));
        } else if !path.exists() {
            places.push((PathBuf::from("."), RecursiveMode::Recursive));
        }
    }
    places
}

/// Who tells that something changed.
pub(crate) struct News {
    watcher: RecommendedWatcher,
    events: Receiver<()>,
}

impl News {
    pub(crate) fn open() -> Result<Self, String> {
        let (send, events) = channel();
        let tell = move |event: notify::Result<notify::Event>| {
            // Looking at files is no change of them; otherwise each look would bring the next.
            if event.map_or(true, |event| !event.kind.is_access()) {
                let _ = send.send(());
            }
        };
        let watcher =
            notify::recommended_watcher(tell).map_err(|error| format!("--watch: cannot watch: {error}"))?;
        Ok(Self { watcher, events })
    }

    /// Watches places again: a folder that was removed and made anew is another. What is not there comes with its
    /// folder.
    pub(crate) fn watch(&mut self, places: &[Place]) {
        for (place, mode) in places {
            let _ = self.watcher.watch(place, *mode);
        }
    }

    /// Waits until something happened and it is quiet again; false if somebody asked to stop.
    pub(crate) fn wait(&self) -> Result<bool, String> {
        loop {
            match self.events.recv_timeout(PATIENCE) {
                Ok(()) => break,
                Err(RecvTimeoutError::Timeout) if crate::cmd::is_interrupted() => return Ok(false),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("--watch: no more news from the file system".to_owned());
                }
            }
        }
        while self.events.recv_timeout(QUIET).is_ok() {}
        Ok(true)
    }
}
