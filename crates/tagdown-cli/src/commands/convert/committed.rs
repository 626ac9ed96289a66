//! Makes sure that git can restore what `tagdown convert --write` changes, and says how to undo a conversion where it
//! cannot.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tagdown::text::{plural, tame};
use tagdown_project::files::Target;
use tagdown_project::git::{Saved, saved};

use crate::args::ConvertArgs;
use crate::terminal::{Problem, shell};

/// How many files a message names.
const MOST_NAMED: usize = 10;

/// Stops a run that would change a file with uncommitted changes, before anything is written. Returns the files that
/// are in no repository. Only the conversion itself can tell whether it `would_change` a file.
pub(super) fn require<'t>(
    args: &ConvertArgs,
    targets: &'t [Target],
    would_change: impl Fn(&Target) -> bool + Sync,
) -> Result<HashSet<&'t Path>, Problem> {
    if !args.write {
        return Ok(HashSet::new());
    }
    let files: Vec<&Target> = targets.iter().filter(|target| !target.stdin).collect();
    let paths: Vec<&Path> = files.iter().map(|target| target.path.as_path()).collect();
    let states = saved(&paths);
    let all = || files.iter().zip(&states);
    let elsewhere =
        all().filter(|(_, saved)| **saved == Saved::Elsewhere).map(|(file, _)| file.path.as_path());
    if args.allow_dirty {
        return Ok(elsewhere.collect());
    }
    let is_safe = |saved: &Saved| matches!(saved, Saved::Committed | Saved::Elsewhere);
    let doubtful: Vec<(&Target, &Saved)> =
        all().filter(|(_, saved)| !is_safe(saved)).map(|(file, saved)| (*file, saved)).collect();
    let stopping: Vec<(&Path, &Saved)> = doubtful
        .into_par_iter()
        .filter(|(target, _)| would_change(target))
        .map(|(target, saved)| (target.path.as_path(), saved))
        .collect();
    if stopping.is_empty() { Ok(elsewhere.collect()) } else { Err(message(&stopping).into()) }
}

fn message(stopping: &[(&Path, &Saved)]) -> String {
    let why = stopping.iter().find_map(|(_, saved)| match saved {
        Saved::Unknown(why) => Some(why),
        _ => None,
    });
    let mut text = match why {
        Some(why) => {
            format!("nothing was written: git could not tell whether these files are committed: {why}\n")
        }
        None if stopping.len() == 1 => {
            "nothing was written: this file would change, but is not committed:\n".to_owned()
        }
        None => format!(
            "nothing was written: these {} would change, but are not committed:\n",
            plural(stopping.len(), "file")
        ),
    };
    for (path, saved) in stopping.iter().take(MOST_NAMED) {
        let state = match saved {
            Saved::Changed => " (uncommitted changes)",
            Saved::Staged => " (staged)",
            Saved::Untracked => " (untracked)",
            Saved::Committed | Saved::Elsewhere | Saved::Unknown(_) => "",
        };
        text.push_str(&format!("  {}{state}\n", tame(&path.to_string_lossy())));
    }
    if let Some(more) = stopping.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        text.push_str(&format!("  and {more} more\n"));
    }
    let first = if why.is_some() { "fix this" } else { "commit or stash them" };
    let them = if stopping.len() == 1 { first.replace("them", "it") } else { first.to_owned() };
    text + &format!("{them} first, or use --allow-dirty to write anyway")
}

/// A file that was written.
#[derive(Clone, Copy)]
pub(super) struct Written {
    /// Whether cuts and moves were recorded for `--strip`.
    pub(super) is_recorded: bool,
}

/// Written files that git cannot restore.
#[derive(Default)]
pub(super) struct Unsaved {
    files: usize,
    is_recorded: bool,
}

impl Unsaved {
    pub(super) fn add(&mut self, written: Option<Written>) {
        if let Some(Written { is_recorded }) = written {
            self.files += 1;
            self.is_recorded |= is_recorded;
        }
    }

    /// How to undo the conversion, on one line; empty if there is nothing to undo, or no way to. `is_all` if no other
    /// document is under the paths of the run: `--strip` also removes tags that somebody wrote.
    pub(super) fn hint(&self, args: &ConvertArgs, is_all: impl Fn(usize) -> bool) -> String {
        if self.files == 0 || args.strip || args.from.is_some() {
            return String::new();
        }
        let paths: Vec<PathBuf> =
            args.input.paths.iter().filter(|path| path.as_os_str() != "-").cloned().collect();
        let paths = match args.input.files_from {
            None if is_all(self.files) && paths.is_empty() => ".".to_owned(),
            None if is_all(self.files) => shell::paths(&paths),
            _ => "PAGE".to_owned(),
        };
        // These add text that stays.
        let keeps = args.bullets || args.faq || !args.issues.is_empty();
        let verb = if keeps { "to remove the tags again" } else { "to undo this" };
        let record =
            if self.is_recorded { "; keep tagdown-undo.jsonl, which records the cuts and moves" } else { "" };
        format!("{verb}: tagdown convert --strip --write {paths}{record}\n")
    }
}
