//! The commits that changed a file, and the names that it had.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::revisions::{contents, parse, prefix};
use super::run::{git, is_shallow, run, run_with};
use crate::paths::normal;

/// A commit that changed a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// Its full id.
    pub id: String,
    /// The commits before it that changed the file; several for a merge.
    pub parents: Vec<String>,
    /// Who wrote it.
    pub author: String,
    /// When, as `2026-03-01`.
    pub date: String,
    /// Its first line.
    pub subject: String,
}

/// A path from the top of the repository.
pub fn from_top(path: &Path) -> PathBuf {
    normal(&prefix().join(path))
}

/// The commits up to `revision` that changed the file at a path from the top, the newest first. A merge is among them if
/// its file differs from that of each parent.
pub fn commits(revision: &str, path: &Path) -> Result<Vec<Commit>, String> {
    let spec = literal(path);
    let format = "--format=%x1e%H%x1f%P%x1f%an%x1f%as%x1f%s";
    let arguments =
        ["log", "--no-show-signature", "--topo-order", "--parents", format, revision, "--", &spec];
    let said = git(Path::new("."), &arguments).map_err(|problem| format!("git log: {problem}"))?;
    let read = |entry: &str| {
        let mut fields = entry.trim_end_matches('\n').splitn(5, '\u{1f}').map(str::to_owned);
        let mut next = || fields.next();
        let (id, parents) = (next()?, next()?);
        let parents = parents.split_whitespace().map(str::to_owned).collect();
        Some(Commit { id, parents, author: next()?, date: next()?, subject: next()? })
    };
    Ok(said.split('\u{1e}').filter_map(read).collect())
}

/// The name that a file of a commit had in a parent of the commit, if it had another one.
pub fn name_before(parent: &str, commit: &str, path: &Path) -> Result<Option<PathBuf>, String> {
    let arguments = [
        "diff-tree",
        "-r",
        "--no-ext-diff",
        "--no-textconv",
        "--raw",
        "-z",
        "--no-abbrev",
        "-M",
        "-l0",
        parent,
        commit,
    ];
    let output = run(Path::new("."), &arguments).map_err(|problem| format!("git diff-tree: {problem}"))?;
    let files = parse(&output.stdout)?;
    let renamed = files.into_iter().find(|file| file.new.as_deref() == Some(path) && file.old.is_some());
    Ok(renamed.and_then(|file| file.old).filter(|old| old != path))
}

/// The parents of commits, whether they changed a file or not.
pub fn parents(commits: &[&str]) -> Result<HashMap<String, Vec<String>>, String> {
    let arguments = ["rev-list", "--no-walk=unsorted", "--parents", "--stdin"];
    let asked = commits.join("\n") + "\n";
    let output = run_with(Path::new("."), &arguments, asked.into_bytes())
        .map_err(|problem| format!("git rev-list: {problem}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let read = |line: &str| {
        let mut ids = line.split_whitespace().map(str::to_owned);
        Some((ids.next()?, ids.collect()))
    };
    Ok(said.lines().filter_map(read).collect())
}

/// The ids of all commits up to `revision`; a commit comes before its parents.
pub fn order(revision: &str) -> Result<Vec<String>, String> {
    let said = git(Path::new("."), &["rev-list", "--topo-order", revision])
        .map_err(|problem| format!("git rev-list: {problem}"))?;
    Ok(said.lines().map(str::to_owned).collect())
}

/// The contents of a file in several commits; a commit without the file is left out.
pub fn versions(commits: &[&str], path: &Path) -> Result<HashMap<String, Vec<u8>>, String> {
    let names: Vec<String> = commits.iter().map(|commit| format!("{commit}:{}", path.display())).collect();
    let asked = names.join("\n") + "\n";
    let output = run_with(Path::new("."), &["cat-file", "--batch-check"], asked.into_bytes())
        .map_err(|problem| format!("git cat-file: {problem}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let id = |line: &str| {
        let mut words = line.split(' ');
        let (id, kind) = (words.next()?, words.next()?);
        (kind == "blob").then(|| id.to_owned())
    };
    let ids: Vec<Option<String>> = said.lines().map(id).collect();
    let texts = contents(&ids.iter().flatten().cloned().collect::<Vec<_>>())?;
    let of = |(commit, id): (&&str, &Option<String>)| {
        Some(((*commit).to_owned(), texts.get(id.as_ref()?)?.clone()))
    };
    Ok(commits.iter().zip(&ids).filter_map(of).collect())
}

/// Whether the clone may lack the history before a commit without parents.
pub fn is_cut() -> bool {
    is_shallow(Path::new("."))
}

/// A path from the top in which nothing is a pattern.
fn literal(path: &Path) -> String {
    format!(":(top,literal){}", path.display())
}
