//! Finds documents: turns a list of paths into a list of targets with their configuration.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::input::Input;
use super::list;
use super::problem::Problem;
use super::target::{Found, STDIN, Target};
use super::walk::{Look, Met, expand, glob, look, walk};
use crate::config::{Configs, Loaded};
use crate::git::{self, Changes, Origin};
use crate::paths::{normal, reason};
use crate::surroundings::Tree;

/// The paths that the arguments name, before they are filtered.
#[derive(Default)]
struct Candidates {
    named: Vec<Candidate>,
    walked: Vec<Candidate>,
}

/// A path, and its staged content in git.
#[derive(Clone, Default)]
struct Candidate {
    path: PathBuf,
    blob: Option<String>,
    is_partial: bool,
    origin: Option<Origin>,
}

impl Candidate {
    fn file(path: PathBuf) -> Self {
        Self { path, ..Self::default() }
    }
}

/// Finds the documents that the input names, each with its configuration, in path order.
pub fn find(input: &Input, configs: &mut Configs) -> Result<Found, String> {
    let mut problems = Vec::new();
    let paths = list::paths(input, &mut problems)?;
    let mut found = find_in(&paths, input, configs)?;
    found.problems.splice(0..0, problems);
    Ok(found)
}

/// The same for paths that are already resolved.
fn find_in(paths: &[PathBuf], input: &Input, configs: &mut Configs) -> Result<Found, String> {
    let mut found = Found::default();
    let mut candidates = Candidates::default();
    let tree = Arc::new(Tree::default());
    let folder = paths.first().map_or(Path::new(".").to_owned(), |path| existing_folder(path));
    let changes = git::changes(&input.changed, &folder)?;
    for path in paths {
        if path.as_os_str() == "-" {
            if changes.is_some() {
                return Err("standard input is not in a git repository; omit `-`".to_owned());
            }
            let name = input.stdin_name.clone().unwrap_or_else(|| PathBuf::from(STDIN));
            let config = configs.of_file(&name)?;
            found.targets.push(Target {
                path: name,
                named: !input.only_tagged,
                listed: false,
                stdin: true,
                given: None,
                blob: None,
                is_partial: false,
                origin: None,
                limit: limit(input, &config),
                config,
                tree: Arc::clone(&tree),
            });
            continue;
        }
        if let Some(changes) = &changes {
            if let Err(reason) = pick(path, changes, &mut candidates) {
                found.problems.push(Problem { path: path.to_string_lossy().into_owned(), reason });
            }
            continue;
        }
        let mut met = Met::default();
        match look(path) {
            Ok(Look::File) => {
                let path = path.strip_prefix("./").unwrap_or(path).to_owned();
                candidates.named.push(Candidate::file(path));
            }
            Ok(Look::Folder) => {
                tree.add_folder(path);
                walk(path, None, &mut met);
            }
            Ok(Look::Glob) => expand(path, &mut met),
            Err(reason) => {
                found.problems.push(Problem { path: path.to_string_lossy().into_owned(), reason });
            }
        }
        candidates.walked.extend(met.files.into_iter().map(Candidate::file));
        found.folders.extend(met.folders);
        found.problems.extend(met.problems);
    }
    if found.targets.len() > 1 {
        return Err("standard input is given twice".to_owned());
    }
    let mut seen = HashSet::new();
    let named = candidates.named.into_iter().map(|candidate| (candidate, true));
    let walked = candidates.walked.into_iter().map(|candidate| (candidate, false));
    for (Candidate { path, blob, is_partial, origin }, named) in named.chain(walked) {
        // Two names of one file count once; a single argument cannot name it twice.
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
            let is_typed = |typed: &PathBuf| typed.strip_prefix("./").unwrap_or(typed) == path;
            let listed = changes.is_some() || !input.paths.iter().any(is_typed);
            let limit = limit(input, &config);
            let tree = Arc::clone(&tree);
            found.targets.push(Target {
                path,
                named,
                listed,
                stdin: false,
                given: None,
                blob,
                is_partial,
                origin,
                limit,
                config,
                tree,
            });
        }
    }
    found.targets.sort_by(|a, b| a.path.cmp(&b.path));
    tree.add_documents(
        found.targets.iter().filter(|target| !target.stdin).map(|target| target.path.as_path()),
    );
    Ok(found)
}

/// The default for the largest file to read.
pub const MAX_FILE_SIZE: u64 = 64_000_000;

fn limit(input: &Input, config: &Loaded) -> u64 {
    input.max_file_size.or(config.config.max_file_size).unwrap_or(MAX_FILE_SIZE)
}

/// The folder of a path, or the nearest existing one above it.
fn existing_folder(path: &Path) -> PathBuf {
    let mut above = path.ancestors().filter(|folder| !folder.as_os_str().is_empty() && folder.is_dir());
    above.next().unwrap_or(Path::new(".")).to_owned()
}

/// The changed files that an argument names: itself, below it, or matched by it.
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
        // A staged file may be missing from the working tree.
        Err(_) if changes.files.iter().any(|change| change.path == absolute) => None,
        Err(reason) => return Err(reason),
    };
    for change in &changes.files {
        let found = |path: &Path| Candidate {
            path: path.to_owned(),
            blob: change.blob.clone(),
            is_partial: change.is_partial,
            origin: change.path.strip_prefix(&changes.top).ok().map(|name| Origin {
                top: changes.top.clone(),
                name: name.to_owned(),
                base: changes.base.clone(),
            }),
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

/// Whether a file with this path would be a document, if it existed.
pub fn is_document(path: &Path, configs: &mut Configs) -> Result<bool, String> {
    Ok(is_wanted(&*configs.of_file(path)?, path))
}

fn is_wanted(config: &Loaded, path: &Path) -> bool {
    let relative = config.relative(path);
    config.config.include.is_match(&relative) && !config.config.exclude.is_match(&relative)
}

/// The files below a folder that belong to its pages.
#[derive(Debug, Default)]
pub struct Assets {
    /// Such as images: all except Markdown and excluded files.
    pub files: Vec<PathBuf>,
    /// Links, hidden files and hidden folders, which are no assets. Without those that only tools read.
    pub passed: Vec<PathBuf>,
}

/// Files that only tools read.
const OF_TOOLS: [&str; 8] =
    [".git", ".gitignore", ".gitattributes", ".gitkeep", ".gitmodules", ".ignore", ".DS_Store", ".keep"];

/// The files below a folder that belong to its pages.
pub fn assets(folder: &Path, configs: &mut Configs) -> Result<Assets, String> {
    // The walk that finds the documents reports unreadable paths.
    let mut met = Met::default();
    walk(folder, None, &mut met);
    let mut assets = Assets { files: Vec::new(), passed: met.passed };
    for path in met.files {
        let config = configs.of_file(&path)?;
        let extension = path.extension().map(OsStr::to_ascii_lowercase);
        let is_markdown = extension
            .is_some_and(|extension| extension == "md" || extension == "mdx" || extension == "markdown");
        let relative = config.relative(&path);
        if !is_markdown && !is_wanted(&config, &path) && !config.config.exclude.is_match(relative) {
            assets.files.push(path);
        }
    }
    assets
        .passed
        .retain(|path| path.file_name().is_some_and(|name| OF_TOOLS.iter().all(|tool| name != *tool)));
    assets.files.sort();
    assets.passed.sort();
    Ok(assets)
}
