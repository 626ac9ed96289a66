//! Resolves a path: a file, a folder to walk, or a glob to expand.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use globset::GlobBuilder;
use ignore::{WalkBuilder, WalkState};

use super::ignored::Ignored;
use super::problem::Problem;
use crate::opening::{Within, follow};
use crate::paths::reason;

pub(super) enum Look {
    File,
    Folder,
    Glob,
}

/// What a named path is. A link in a repository that leads out of it is refused: a document may not show another file.
pub(super) fn look(path: &Path) -> Result<Look, String> {
    follow(path, Within::Anywhere)?;
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Ok(Look::Folder),
        Ok(meta) if meta.is_file() => Ok(Look::File),
        Ok(_) => Err("not a regular file; use `-` to read standard input".to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
            Ok(target) => Err(format!("the link points to {}, which does not exist", target.display())),
            Err(_) if path.to_string_lossy().contains(['*', '?', '[', '{']) => Ok(Look::Glob),
            Err(_) => Err("no such file or folder".to_owned()),
        },
        Err(error) => Err(reason(&error)),
    }
}

/// The folder below which an argument names documents: the folder itself, or the fixed part of a glob. `None` for a
/// file.
pub(crate) fn root(path: &Path) -> Option<PathBuf> {
    match look(path) {
        Ok(Look::Folder) => Some(path.to_owned()),
        Ok(Look::Glob) => Some(glob_root(&path.to_string_lossy())),
        _ => None,
    }
}

fn glob_root(pattern: &str) -> PathBuf {
    let text = pattern.trim_start_matches("./");
    let literal = text.find(['*', '?', '[', '{']).map_or(text, |at| &text[..at]);
    let root = literal.rfind('/').map_or("", |at| &literal[..=at]);
    PathBuf::from(if root.is_empty() { "." } else { root })
}

/// What a walk met.
#[derive(Default)]
pub(super) struct Met {
    pub(super) files: Vec<PathBuf>,
    /// The folders that were entered.
    pub(super) folders: Vec<PathBuf>,
    pub(super) problems: Vec<Problem>,
    /// Links, hidden files and hidden folders, which were not followed or entered.
    pub(super) passed: Vec<PathBuf>,
}

pub(super) fn walk(root: &Path, glob: Option<&globset::GlobMatcher>, out: &mut Met) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let ignored = Arc::new(Ignored::new(root));
    let filter = Arc::clone(&ignored);
    let passed: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
    let hidden = Arc::clone(&passed);
    let mut builder = WalkBuilder::new(root);
    // The walker would open ignore files without a limit.
    builder.standard_filters(false).threads(threads).filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let is_met = entry.depth() == 0 || !filter.is_left_out(entry.path(), is_folder);
        if !is_met && !filter.is_named(entry.path(), is_folder) {
            hidden.lock().expect("no walker panics").push(entry.path().to_owned());
        }
        is_met
    });
    let walker = builder.build_parallel();
    let met: Mutex<Met> = Mutex::default();
    walker.run(|| {
        Box::new(|entry| {
            let mut met = met.lock().expect("no walker panics");
            match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    let path = entry.into_path();
                    let path = path.strip_prefix("./").map(Path::to_owned).unwrap_or(path);
                    if glob.is_none_or(|glob| glob.is_match(&path)) {
                        met.files.push(path);
                    }
                }
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_dir()) => {
                    met.folders.push(entry.into_path());
                }
                Ok(entry) => met.passed.push(entry.into_path()),
                Err(error) => met.problems.push(walk_problem(root, &error)),
            }
            WalkState::Continue
        })
    });
    let met = met.into_inner().expect("no walker panics");
    out.files.extend(met.files);
    out.folders.extend(met.folders);
    out.passed.extend(met.passed);
    out.passed.extend(std::mem::take(&mut *passed.lock().expect("no walker panics")));
    out.problems.extend(met.problems);
    out.problems.extend(ignored.problems());
}

fn walk_problem(root: &Path, error: &ignore::Error) -> Problem {
    match error {
        ignore::Error::WithPath { path, err } => {
            let inner = err.io_error().map_or_else(|| err.to_string(), reason);
            Problem { path: path.to_string_lossy().into_owned(), reason: inner }
        }
        ignore::Error::WithDepth { err, .. } => walk_problem(root, err),
        other => Problem { path: root.to_string_lossy().into_owned(), reason: other.to_string() },
    }
}

pub(super) fn expand(pattern: &Path, out: &mut Met) {
    let shown = pattern.to_string_lossy();
    let problem = |reason: String| Problem { path: shown.to_string(), reason };
    let text = shown.trim_start_matches("./");
    let glob = match glob(Path::new(text)) {
        Ok(glob) => glob,
        Err(reason) => return out.problems.push(problem(reason)),
    };
    let root = glob_root(text);
    let before = out.files.len();
    if root.is_dir() {
        walk(&root, Some(&glob), out);
    }
    if out.files.len() == before {
        out.problems.push(problem("no file matches this glob".to_owned()));
    }
}

pub(super) fn glob(pattern: &Path) -> Result<globset::GlobMatcher, String> {
    let glob = GlobBuilder::new(&pattern.to_string_lossy()).literal_separator(true).build();
    glob.map(|glob| glob.compile_matcher()).map_err(|error| format!("not a valid glob: {}", error.kind()))
}
