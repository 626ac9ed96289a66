//! Asks git what changed: since a revision, or staged for the next commit.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use tagdown::text::nearest_name;

use super::problem::Problem;
use super::run::{git, is_shallow, run, run_with};
use crate::paths::from_bytes;

/// Restricts a run to changes in git.
#[derive(Clone, Debug, Default)]
pub struct Changed {
    /// Since the branch forked from this revision.
    pub since: Option<String>,
    /// Staged for the next commit.
    pub staged: bool,
}

/// A changed file that still exists.
#[derive(Debug)]
pub(crate) struct Change {
    /// Absolute, with links resolved up to the top of the repository.
    pub path: PathBuf,
    /// The staged content, if it differs from the working tree.
    pub blob: Option<String>,
    /// Whether the working tree has unstaged changes, other than the effect of a git filter.
    pub is_partial: bool,
}

/// The changes in a repository.
#[derive(Debug)]
pub(crate) struct Changes {
    /// The top of the repository.
    pub top: PathBuf,
    /// The changed files.
    pub files: Vec<Change>,
    /// The commit that they are compared with; `None` for staged content.
    pub base: Option<String>,
}

/// The files that changed in the repository around `folder`; `None` if the run is not restricted to changes.
pub(crate) fn changes(changed: &Changed, folder: &Path) -> Result<Option<Changes>, String> {
    let option = match &changed.since {
        Some(_) => "--since",
        None if changed.staged => "--staged",
        None => return Ok(None),
    };
    let top = git(folder, &["rev-parse", "--show-toplevel"]).map_err(|problem| match problem {
        Problem::NotInstalled => format!("{option} needs git, which is not installed or not in PATH"),
        Problem::Refused(said) if said.contains("not a git repository") => {
            format!("{option} needs a git repository, but {} is not in one", folder.display())
        }
        Problem::Refused(said) => format!("{option}: git: {said}"),
    })?;
    let top = PathBuf::from(top.trim_end_matches('\n'));
    let Some(revision) = &changed.since else {
        return Ok(Some(Changes { files: staged(&top)?, top, base: None }));
    };
    let (files, base) = since(&top, revision)?;
    Ok(Some(Changes { top, files, base: Some(base) }))
}

/// The files that changed, and the commit from which the branch forked.
fn since(top: &Path, revision: &str) -> Result<(Vec<Change>, String), String> {
    let id = |name: &str| {
        git(top, &["rev-parse", "--verify", "--quiet", "--end-of-options", name])
            .map(|id| id.trim().to_owned())
    };
    let commit = |name: &str| id(name).and_then(|found| id(&format!("{found}^{{commit}}")));
    let deepen = "fetch more history with `git fetch --unshallow` (in GitHub Actions `fetch-depth: 0`, in GitLab CI \
                  `GIT_DEPTH: 0`)";
    let Ok(head) = commit("HEAD") else {
        return Err("--since: this repository has no commits yet".to_owned());
    };
    let Ok(base) = commit(revision) else {
        let hint =
            nearest(top, revision).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let shallow =
            if is_shallow(top) { format!("; this clone is shallow; {deepen}") } else { String::new() };
        return Err(format!("--since: `{revision}` is not a revision in this repository{hint}{shallow}"));
    };
    let Ok(fork) = git(top, &["merge-base", &base, &head]) else {
        return Err(if is_shallow(top) {
            format!(
                "--since: this clone is shallow and does not contain the merge base of HEAD and `{revision}`; {deepen}"
            )
        } else {
            format!("--since: HEAD and `{revision}` have no commit in common")
        });
    };
    let diff = [
        "diff",
        "--no-ext-diff",
        "--no-textconv",
        "--name-only",
        "-z",
        "--no-relative",
        "--no-renames",
        "--diff-filter=d",
        fork.trim(),
        "--",
    ];
    let mut names = names(top, &diff)?;
    names.extend(self::names(
        top,
        &["ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", ":/"],
    )?);
    let paths = names.into_iter().map(|name| top.join(name));
    // A link counts as its target, which is checked in its own place.
    let files = paths.filter(|path| path.symlink_metadata().is_ok_and(|meta| meta.is_file()));
    let files = files.map(|path| Change { path, blob: None, is_partial: false }).collect();
    Ok((files, fork.trim().to_owned()))
}

fn staged(top: &Path) -> Result<Vec<Change>, String> {
    let raw = [
        "diff",
        "--no-ext-diff",
        "--no-textconv",
        "--cached",
        "--raw",
        "-z",
        "--no-abbrev",
        "--no-relative",
        "--no-renames",
        "--diff-filter=d",
    ];
    let fields = names(top, &raw)?;
    let differing: HashSet<PathBuf> = names(
        top,
        &["diff", "--no-ext-diff", "--no-textconv", "--name-only", "-z", "--no-relative", "--no-renames"],
    )?
    .into_iter()
    .collect();
    let mut changes = Vec::new();
    // Each file has two fields: `:100644 100644 OLD NEW M` and its name.
    for pair in fields.chunks_exact(2) {
        let mut words = pair[0].to_str().unwrap_or_default().split(' ');
        let (mode, blob) = (words.nth(1), words.nth(1));
        if mode.is_some_and(|mode| mode.starts_with("100")) {
            let is_partial = differing.contains(&pair[1]);
            changes.push(Change { path: top.join(&pair[1]), blob: blob.map(str::to_owned), is_partial });
        }
    }
    let same = unchanged(top, &changes);
    for change in &mut changes {
        if change.blob.as_ref().is_some_and(|blob| same.get(&change.path) == Some(blob)) {
            change.blob = None;
        }
    }
    Ok(changes)
}

/// The ids that the files in the working tree would have, ignoring line ends and filters.
fn unchanged(top: &Path, changes: &[Change]) -> HashMap<PathBuf, String> {
    // Names that contain a line end cannot be passed on; such a file is read from git.
    let is_plain = |path: &&Path| path.is_file() && !path.as_os_str().as_encoded_bytes().contains(&b'\n');
    let paths: Vec<&Path> = changes.iter().map(|change| change.path.as_path()).filter(is_plain).collect();
    let mut asked = Vec::new();
    for path in &paths {
        asked.extend_from_slice(path.as_os_str().as_encoded_bytes());
        asked.push(b'\n');
    }
    // If git cannot answer, for example for an unreadable file, the staged content is read from git.
    let Ok(output) = run_with(top, &["hash-object", "--no-filters", "--stdin-paths"], asked) else {
        return HashMap::new();
    };
    let ids = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect::<Vec<_>>();
    paths.into_iter().map(Path::to_owned).zip(ids).collect()
}

/// The bytes of a staged file.
pub(crate) fn blob(path: &Path, id: &str) -> Result<Vec<u8>, String> {
    let folder = path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    run(folder, &["cat-file", "blob", id]).map(|output| output.stdout).map_err(|problem| problem.to_string())
}

/// The branch or tag whose name is nearest to an unknown revision.
fn nearest(top: &Path, revision: &str) -> Option<String> {
    let all = git(top, &["for-each-ref", "--format=%(refname:short)"]).ok()?;
    nearest_name(revision, all.lines()).map(str::to_owned)
}

fn names(top: &Path, arguments: &[&str]) -> Result<Vec<PathBuf>, String> {
    let output = run(top, arguments).map_err(|problem| format!("git {}: {problem}", arguments[0]))?;
    let names = output.stdout.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(from_bytes).collect())
}
