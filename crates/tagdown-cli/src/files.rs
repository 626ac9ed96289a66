//! Which documents a run is about.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use globset::GlobBuilder;
use ignore::{WalkBuilder, WalkState};

use crate::args::{Changed, Paths};
use crate::configs::{Configs, Loaded, normal};
use crate::git::{self, Changes};
use crate::lists;
pub(crate) use crate::text::{Text, holds_nul, read};

/// A document to work on.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) path: PathBuf,
    /// Named by the user, so always worked on.
    pub(crate) named: bool,
    pub(crate) stdin: bool,
    /// The staged content that is worked on in place of the file.
    pub(crate) blob: Option<String>,
    /// Whether the file has changes that are not staged.
    pub(crate) is_partial: bool,
    pub(crate) config: Arc<Loaded>,
}

impl Target {
    /// Why nothing may be written to it.
    pub(crate) fn write_problem(&self) -> Option<&'static str> {
        self.is_partial.then_some("not changed: the file has changes that are not staged")
    }
}

/// A path that could not be looked at, and why.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) path: String,
    pub(crate) reason: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {}", self.path, self.reason)
    }
}

/// What was found, and what could not be looked at.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) targets: Vec<Target>,
    pub(crate) problems: Vec<Problem>,
}

/// What the arguments name, before it is known whether it is to be worked on.
#[derive(Default)]
struct Candidates {
    named: Vec<Candidate>,
    walked: Vec<Candidate>,
}

/// A path, and what git has staged of it.
#[derive(Clone, Default)]
struct Candidate {
    path: PathBuf,
    blob: Option<String>,
    is_partial: bool,
}

impl Candidate {
    fn file(path: PathBuf) -> Self {
        Self { path, ..Self::default() }
    }
}

impl Found {
    /// For a run that writes: what git made of a file on its way is not in the way, but changes that are not staged are.
    pub(crate) fn prefer_files(&mut self) {
        for target in self.targets.iter_mut().filter(|target| !target.is_partial) {
            target.blob = None;
        }
    }
}

/// Finds the documents that the arguments name, in the order of their paths.
pub(crate) fn find(input: &Paths, only: &Changed, configs: &mut Configs) -> Result<Found, String> {
    let mut problems = Vec::new();
    let paths = lists::paths(input, &mut problems)?;
    let mut found = find_in(&paths, input, only, configs)?;
    found.problems.splice(0..0, problems);
    Ok(found)
}

/// The same for paths that are known already, whatever the arguments say.
pub(crate) fn find_in(
    paths: &[PathBuf],
    input: &Paths,
    only: &Changed,
    configs: &mut Configs,
) -> Result<Found, String> {
    let mut found = Found::default();
    let mut candidates = Candidates::default();
    let folder = paths.first().map_or(Path::new(".").to_owned(), |path| existing_folder(path));
    let changes = git::changes(only, &folder)?;
    for path in paths {
        if path.as_os_str() == "-" {
            if changes.is_some() {
                return Err("standard input is in no git repository; leave `-` out".to_owned());
            }
            let name = input.stdin_name.clone().unwrap_or_else(|| PathBuf::from("<stdin>"));
            let config = configs.of_file(&name)?;
            found.targets.push(Target {
                path: name,
                named: !input.only_tagged,
                stdin: true,
                blob: None,
                is_partial: false,
                config,
            });
            continue;
        }
        if let Some(changes) = &changes {
            if let Err(reason) = pick(path, changes, &mut candidates) {
                found.problems.push(Problem { path: path.to_string_lossy().into_owned(), reason });
            }
            continue;
        }
        let mut walked = Vec::new();
        match look(path) {
            Ok(Look::File) => {
                let path = path.strip_prefix("./").unwrap_or(path).to_owned();
                candidates.named.push(Candidate::file(path));
            }
            Ok(Look::Folder) => walk(path, None, &mut walked, &mut found.problems),
            Ok(Look::Glob) => expand(path, &mut walked, &mut found.problems),
            Err(reason) => {
                found.problems.push(Problem { path: path.to_string_lossy().into_owned(), reason });
            }
        }
        candidates.walked.extend(walked.into_iter().map(Candidate::file));
    }
    if found.targets.len() > 1 {
        return Err("standard input is named twice".to_owned());
    }
    let mut seen = HashSet::new();
    let named = candidates.named.into_iter().map(|candidate| (candidate, true));
    let walked = candidates.walked.into_iter().map(|candidate| (candidate, false));
    for (Candidate { path, blob, is_partial }, named) in named.chain(walked) {
        // Two names of one file are one file; a single argument cannot name it twice.
        let real = if paths.len() > 1 {
            fs::canonicalize(&path).unwrap_or_else(|_| path.clone())
        } else {
            path.clone()
        };
        if !seen.insert(real) {
            continue;
        }
        let config = configs.of_file(&path)?;
        let is_excluded = input.force_exclude && config.config.exclude.is_match(config.relative(&path));
        if if named { !is_excluded } else { is_wanted(&config, &path) } {
            let named = named && !input.only_tagged;
            found.targets.push(Target { path, named, stdin: false, blob, is_partial, config });
        }
    }
    found.targets.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// The folder of a path, or the nearest above it that is there.
fn existing_folder(path: &Path) -> PathBuf {
    let mut above = path.ancestors().filter(|folder| !folder.as_os_str().is_empty() && folder.is_dir());
    above.next().unwrap_or(Path::new(".")).to_owned()
}

/// Of the files that changed, those that an argument names: itself, below it, or matched by it.
fn pick(argument: &Path, changes: &Changes, out: &mut Candidates) -> Result<(), String> {
    let shown = argument.strip_prefix("./").unwrap_or(argument);
    let here = std::env::current_dir().and_then(fs::canonicalize).map_err(|error| reason(&error))?;
    let absolute = normal(&here.join(argument));
    let root = fs::canonicalize(argument).unwrap_or_else(|_| absolute.clone());
    let glob = match look(argument) {
        Ok(Look::Glob) => {
            let base = PathBuf::from(globset::escape(&here.to_string_lossy()));
            Some(glob(&normal(&base.join(argument)))?)
        }
        Ok(_) if !root.starts_with(&changes.top) => {
            return Err(format!("not in the git repository at {}", changes.top.display()));
        }
        Ok(_) => None,
        // What is staged need not be in the working tree.
        Err(_) if changes.files.iter().any(|change| change.path == absolute) => None,
        Err(reason) => return Err(reason),
    };
    for change in &changes.files {
        let found = |path: &Path| Candidate {
            path: path.to_owned(),
            blob: change.blob.clone(),
            is_partial: change.is_partial,
        };
        if let Some(glob) = &glob {
            if glob.is_match(&change.path) {
                out.walked.push(found(change.path.strip_prefix(&here).unwrap_or(&change.path)));
            }
        } else if change.path == root || change.path == absolute {
            out.named.push(found(shown));
        } else if let Ok(rest) = change.path.strip_prefix(&root)
            && !rest.components().any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"."))
        {
            let path = if shown == Path::new(".") { rest.to_owned() } else { shown.join(rest) };
            out.walked.push(found(&path));
        }
    }
    Ok(())
}

fn is_wanted(config: &Loaded, path: &Path) -> bool {
    let relative = config.relative(path);
    config.config.include.is_match(&relative) && !config.config.exclude.is_match(&relative)
}

enum Look {
    File,
    Folder,
    Glob,
}

fn look(path: &Path) -> Result<Look, String> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Ok(Look::Folder),
        Ok(meta) if meta.is_file() => Ok(Look::File),
        Ok(_) => Err("not a regular file; give `-` to read standard input".to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
            Ok(target) => Err(format!("the link points to {}, which does not exist", target.display())),
            Err(_) if path.to_string_lossy().contains(['*', '?', '[', '{']) => Ok(Look::Glob),
            Err(_) => Err("no such file or folder".to_owned()),
        },
        Err(error) => Err(reason(&error)),
    }
}

/// An error of the system, without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The folder below which an argument names documents: the folder itself, or the fixed part of a glob. A file is named
/// alone.
pub(crate) fn root(path: &Path) -> Option<PathBuf> {
    match look(path) {
        Ok(Look::Folder) => Some(path.to_owned()),
        Ok(Look::Glob) => Some(glob_root(&path.to_string_lossy())),
        _ => None,
    }
}

/// The files below a folder that belong to its pages, such as images: all but Markdown and what is excluded.
pub(crate) fn assets(folder: &Path, configs: &mut Configs) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    // The walk that finds the documents tells what cannot be looked at.
    walk(folder, None, &mut files, &mut Vec::new());
    let mut assets = Vec::new();
    for path in files {
        let config = configs.of_file(&path)?;
        let extension = path.extension().map(OsStr::to_ascii_lowercase);
        let is_markdown = extension.is_some_and(|extension| extension == "md" || extension == "markdown");
        let relative = config.relative(&path);
        if !is_markdown && !is_wanted(&config, &path) && !config.config.exclude.is_match(relative) {
            assets.push(path);
        }
    }
    assets.sort();
    Ok(assets)
}

fn glob_root(pattern: &str) -> PathBuf {
    let text = pattern.trim_start_matches("./");
    let literal = text.find(['*', '?', '[', '{']).map_or(text, |at| &text[..at]);
    let root = literal.rfind('/').map_or("", |at| &literal[..=at]);
    PathBuf::from(if root.is_empty() { "." } else { root })
}

fn walk(
    root: &Path,
    glob: Option<&globset::GlobMatcher>,
    out: &mut Vec<PathBuf>,
    problems: &mut Vec<Problem>,
) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let walker = WalkBuilder::new(root).require_git(false).threads(threads).build_parallel();
    let met: Mutex<(Vec<PathBuf>, Vec<Problem>)> = Mutex::default();
    walker.run(|| {
        Box::new(|entry| {
            let mut met = met.lock().expect("no walker panics");
            match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    let path = entry.into_path();
                    let path = path.strip_prefix("./").map(Path::to_owned).unwrap_or(path);
                    if glob.is_none_or(|glob| glob.is_match(&path)) {
                        met.0.push(path);
                    }
                }
                Ok(_) => {}
                Err(error) => met.1.push(walk_problem(root, &error)),
            }
            WalkState::Continue
        })
    });
    let (paths, errors) = met.into_inner().expect("no walker panics");
    out.extend(paths);
    problems.extend(errors);
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

fn expand(pattern: &Path, out: &mut Vec<PathBuf>, problems: &mut Vec<Problem>) {
    let shown = pattern.to_string_lossy();
    let problem = |reason: String| Problem { path: shown.to_string(), reason };
    let text = shown.trim_start_matches("./");
    let glob = match glob(Path::new(text)) {
        Ok(glob) => glob,
        Err(reason) => return problems.push(problem(reason)),
    };
    let root = glob_root(text);
    let before = out.len();
    if root.is_dir() {
        walk(&root, Some(&glob), out, problems);
    }
    if out.len() == before {
        problems.push(problem("the glob matches no file".to_owned()));
    }
}

fn glob(pattern: &Path) -> Result<globset::GlobMatcher, String> {
    let glob = GlobBuilder::new(&pattern.to_string_lossy()).literal_separator(true).build();
    glob.map(|glob| glob.compile_matcher()).map_err(|error| format!("not a valid glob: {}", error.kind()))
}

/// Whether the configuration says that the document must be tagged.
pub(crate) fn is_required(target: &Target) -> bool {
    target.config.config.require_tagged.is_match(target.config.relative(&target.path))
}
