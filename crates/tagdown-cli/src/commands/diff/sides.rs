//! The two states that the arguments of `diff` name.

use std::path::{Path, PathBuf};

use tagdown_project::git::{State, commit, head as git_head, merge_base};

/// What is compared.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sides {
    /// Two files or two folders.
    Paths(PathBuf, PathBuf),
    /// Two states of the repository, below these paths if there are any.
    Git { old: State, new: State, paths: Vec<PathBuf> },
}

/// Reads the arguments. An existing file is a path, even if a revision has the same name.
pub(super) fn sides(named: &[String], is_staged: bool) -> Result<Sides, String> {
    let is_input = |name: &String| name == "-";
    let exists = |name: &String| is_input(name) || Path::new(name).symlink_metadata().is_ok();
    let paths = |names: &[String]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
    let head = || commit("HEAD").map(State::Commit);
    let inputs = named.iter().filter(|name| is_input(name)).count();
    if inputs > 0 && (is_staged || inputs > 1 || named.len() != 2 || !named.iter().all(exists)) {
        return Err("standard input is compared with one file: `tagdown diff - FILE` or `FILE -`".to_owned());
    }
    if is_staged {
        let old = State::Commit(git_head()?);
        return Ok(Sides::Git { old, new: State::Staged, paths: paths(named) });
    }
    match named {
        [] => Ok(Sides::Git { old: head()?, new: State::Work, paths: Vec::new() }),
        [old, new] if exists(old) && exists(new) => Ok(Sides::Paths(old.into(), new.into())),
        [name] if exists(name) && !name.contains(['/', '.']) && commit(name).is_ok() => {
            Err(format!("`{name}` is a revision and a path; write `{name}..` or `./{name}`"))
        }
        [first, ..] if exists(first) => {
            if let Some(missing) = named.iter().find(|name| !exists(name)) {
                return Err(format!("{missing}: no such file or folder"));
            }
            Ok(Sides::Git { old: head()?, new: State::Work, paths: paths(named) })
        }
        [revisions, rest @ ..] => {
            let (old, new) = states(revisions)?;
            Ok(Sides::Git { old, new, paths: paths(rest) })
        }
    }
}

/// `A`, `A..B`, or `A...B` from where B forked.
fn states(revisions: &str) -> Result<(State, State), String> {
    let or_head = |name: &str| commit(if name.is_empty() { "HEAD" } else { name });
    if let Some((old, new)) = revisions.split_once("...") {
        let new = or_head(new)?;
        return Ok((State::Commit(merge_base(&or_head(old)?, &new)?), State::Commit(new)));
    }
    match revisions.split_once("..") {
        Some((old, new)) => Ok((State::Commit(or_head(old)?), State::Commit(or_head(new)?))),
        None => Ok((State::Commit(commit(revisions)?), State::Work)),
    }
}
