//! File system notifications, for commands that run again on changes: what to watch, and when it is quiet.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::files::Input;

/// How long it must be quiet before a change is processed, because editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(120);

/// How long an interrupt may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(200);

/// The state of a file at some moment.
pub type Stamp = Option<(SystemTime, u64)>;

/// A path to watch, and whether everything below it counts.
pub type Place = (PathBuf, RecursiveMode);

/// Refuses standard input, which can only be read once.
pub fn refuse_stdin(input: &Input) -> Result<(), String> {
    if input.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("--watch needs files or folders, not standard input".to_owned());
    }
    if input.files_from.as_deref() == Some(Path::new("-")) {
        return Err("--watch rereads its list, so the list cannot be standard input".to_owned());
    }
    Ok(())
}

/// The current state of a file.
pub fn stamp(path: &Path) -> Stamp {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

/// The current state of some files, each once.
pub fn stamps(files: impl IntoIterator<Item = PathBuf>) -> Vec<(PathBuf, Stamp)> {
    let mut files: Vec<PathBuf> = files.into_iter().collect();
    files.sort();
    files.dedup();
    files.into_iter().map(|path| (path.clone(), stamp(&path))).collect()
}

/// The paths to watch: the folders of the arguments and of other relevant files.
pub fn places<'f>(paths: &[PathBuf], files: impl Iterator<Item = &'f PathBuf>) -> Vec<Place> {
    let folder_of = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        (folder.unwrap_or(Path::new(".")).to_owned(), RecursiveMode::NonRecursive)
    };
    let mut places = vec![(PathBuf::from("."), RecursiveMode::NonRecursive)];
    places.extend(files.map(|path| folder_of(path)));
    for path in paths {
        // Many editors replace a file, so its folder is watched; a glob may match anywhere below.
        places.push(folder_of(path));
        if path.is_dir() {
            places.push((path.clone(), RecursiveMode::Recursive));
        } else if !path.exists() {
            places.push((PathBuf::from("."), RecursiveMode::Recursive));
        }
    }
    places
}

/// A source of file system notifications.
pub struct News {
    watcher: RecommendedWatcher,
    events: Receiver<()>,
}

impl News {
    /// Starts listening.
    pub fn open() -> Result<Self, String> {
        let (send, events) = channel();
        let tell = move |event: notify::Result<notify::Event>| {
            // Reading a file is not a change; otherwise each run would trigger the next.
            if event.map_or(true, |event| !event.kind.is_access()) {
                let _ = send.send(());
            }
        };
        let watcher = notify::recommended_watcher(tell)
            .map_err(|error| format!("--watch: cannot watch files: {error}"))?;
        Ok(Self { watcher, events })
    }

    /// Watches the paths again, since a folder that was removed and created again is a different one. A missing path is
    /// noticed through its folder.
    pub fn watch(&mut self, places: &[Place]) {
        for (place, mode) in places {
            let _ = self.watcher.watch(place, *mode);
        }
    }

    /// Waits until something changed and it is quiet again; false if an interrupt was requested.
    pub fn wait(&self, is_interrupted: impl Fn() -> bool) -> Result<bool, String> {
        loop {
            match self.events.recv_timeout(PATIENCE) {
                Ok(()) => break,
                Err(RecvTimeoutError::Timeout) if is_interrupted() => return Ok(false),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("--watch: file system notifications stopped".to_owned());
                }
            }
        }
        while self.events.recv_timeout(QUIET).is_ok() {}
        Ok(true)
    }
}
