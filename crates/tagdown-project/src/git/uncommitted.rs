//! Asks git which files a commit could restore, before a run changes them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::problem::Problem;
use super::run::{finish, without_repository};
use crate::paths::{from_bytes, normal, real};

/// Whether git could restore a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The file is as the last commit has it.
    Committed,
    /// The file has changes that are not committed, some of them not staged either.
    Changed,
    /// The changes of the file are staged, but not committed.
    Staged,
    /// Git does not know the file.
    Untracked,
    /// The file is in no repository, or git ignores it.
    Elsewhere,
    /// Git could not tell, with the reason.
    Unknown(String),
}

/// Whether git could restore these files, in the same order. Git runs once per repository. Without git, all files are
/// [`Saved::Elsewhere`].
pub fn saved(paths: &[&Path]) -> Vec<Saved> {
    let mut out = vec![Saved::Elsewhere; paths.len()];
    let mut tops: HashMap<PathBuf, Option<PathBuf>> = HashMap::new();
    let mut repositories: BTreeMap<PathBuf, Vec<(usize, PathBuf)>> = BTreeMap::new();
    for (index, path) in paths.iter().enumerate() {
        let path = resolved(path);
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        let top = tops.entry(folder).or_insert_with_key(|folder| top(folder));
        if let Some(top) = top {
            repositories.entry(top.clone()).or_default().push((index, path));
        }
    }
    for (top, files) in repositories {
        let status = status(&top, &files);
        for (index, path) in &files {
            out[*index] = match &status {
                Ok(status) => of(path, &top, status),
                Err(Problem::NotInstalled) => Saved::Elsewhere,
                Err(Problem::Refused(said)) => Saved::Unknown(said.clone()),
            };
        }
    }
    out
}

/// The file that a run would replace. Git on Windows does not understand resolved paths.
fn resolved(path: &Path) -> PathBuf {
    if cfg!(windows) {
        std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| normal(&path))
    } else {
        real(path)
    }
}

/// The top of the work tree around a folder. In submodules and linked work trees, `.git` is a file.
fn top(folder: &Path) -> Option<PathBuf> {
    let is_top = |folder: &&Path| {
        let git = folder.join(".git");
        git.is_file() || git.join("HEAD").symlink_metadata().is_ok()
    };
    folder.ancestors().find(is_top).map(Path::to_owned)
}

/// What git says about the files below the folder that contains all of these, by path.
fn status(top: &Path, files: &[(usize, PathBuf)]) -> Result<HashMap<PathBuf, Saved>, Problem> {
    let mut common = files[0].1.parent().unwrap_or(top);
    while !files.iter().all(|(_, path)| path.starts_with(common)) {
        common = common.parent().unwrap_or(top);
    }
    let mut command = Command::new("git");
    without_repository(&mut command);
    // A broken repository must not be taken for part of the one around it.
    if let Some(above) = top.parent() {
        command.env("GIT_CEILING_DIRECTORIES", above);
    }
    command.arg("-C").arg(common);
    let arguments = [
        "status",
        "--porcelain=v1",
        "-z",
        "--no-renames",
        "--untracked-files=all",
        "--ignored=matching",
        "--ignore-submodules=all",
        "--",
        ".",
    ];
    let output = finish(command, &arguments, Vec::new())?;
    // Each entry is two letters, a space and a path from the top; the path of a folder ends with a slash.
    let entry = |entry: &[u8]| {
        let (letters, path) = (entry.get(..2)?, entry.get(3..)?);
        let saved = match letters {
            b"??" => Saved::Untracked,
            b"!!" => Saved::Elsewhere,
            [_, b' '] => Saved::Staged,
            _ => Saved::Changed,
        };
        Some((top.join(from_bytes(path)), saved))
    };
    Ok(output.stdout.split(|byte| *byte == 0).filter_map(entry).collect())
}

fn of(path: &Path, top: &Path, status: &HashMap<PathBuf, Saved>) -> Saved {
    let own = status.get(path).cloned();
    let below = || path.ancestors().skip(1).take_while(|folder| *folder != top);
    let is_ignored = || below().any(|folder| status.get(folder) == Some(&Saved::Elsewhere));
    own.unwrap_or_else(|| if is_ignored() { Saved::Elsewhere } else { Saved::Committed })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let mut command = Command::new("git");
        without_repository(&mut command);
        command.arg("-C").arg(folder).args(["-c", "user.name=W", "-c", "user.email=w@example.org"]);
        command.args(["-c", "protocol.file.allow=always"]).env("GIT_CONFIG_GLOBAL", "/dev/null");
        let output = command.args(arguments).output().expect("git");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn write(path: &Path, text: &str) {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        std::fs::write(path, text).expect("written");
    }

    /// A repository with a committed file, and further files around it.
    fn repository(top: &Path) {
        git(top.parent().expect("a folder"), &["init", "-q", top.to_str().expect("UTF-8")]);
        for name in ["a.md", "sub/b.md", "sub/staged.md", "forced/known.md"] {
            write(&top.join(name), "one\n");
        }
        write(&top.join(".gitignore"), "build/\nforced/\n*.gen.md\n");
        git(top, &["add", "-f", "."]);
        git(top, &["commit", "-qm", "one"]);
    }

    #[test]
    fn each_file_has_its_state() {
        let folder = tempfile::tempdir().expect("a folder");
        let top = folder.path().join("re po");
        repository(&top);
        write(&top.join("sub/b.md"), "two\n");
        write(&top.join("sub/staged.md"), "two\n");
        git(&top, &["add", "sub/staged.md"]);
        let odd = "new/ä \"q\" *.md";
        for name in [odd, "build/x/c.md", "sub/d.gen.md", "forced/new.md"] {
            write(&top.join(name), "new\n");
        }
        write(&folder.path().join("outside.md"), "one\n");
        let cases = [
            ("re po/a.md", Saved::Committed),
            ("re po/sub/../sub/b.md", Saved::Changed),
            ("re po/sub/staged.md", Saved::Staged),
            ("re po/new/ä \"q\" *.md", Saved::Untracked),
            ("re po/build/x/c.md", Saved::Elsewhere),
            ("re po/sub/d.gen.md", Saved::Elsewhere),
            ("re po/forced/new.md", Saved::Elsewhere),
            ("outside.md", Saved::Elsewhere),
        ];
        let paths: Vec<PathBuf> = cases.iter().map(|(path, _)| folder.path().join(path)).collect();
        let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        let wanted: Vec<Saved> = cases.iter().map(|(_, saved)| saved.clone()).collect();
        assert_eq!(saved(&paths), wanted);
        // One file at a time, git is asked about its folder only.
        for (path, wanted) in paths.iter().zip(wanted) {
            assert_eq!(saved(&[path]), [wanted], "{}", path.display());
        }
        write(&top.join("forced/known.md"), "two\n");
        assert_eq!(saved(&[&top.join("forced/known.md")]), [Saved::Changed]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_has_the_state_of_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let top = folder.path().join("repo");
        repository(&top);
        write(&top.join("a.md"), "two\n");
        let link = folder.path().join("link.md");
        std::os::unix::fs::symlink(top.join("a.md"), &link).expect("a link");
        assert_eq!(saved(&[&link]), [Saved::Changed]);
    }

    #[test]
    fn submodules_and_linked_work_trees_are_repositories_of_their_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let (inner, outer) = (folder.path().join("inner"), folder.path().join("outer"));
        repository(&inner);
        repository(&outer);
        git(&outer, &["submodule", "--quiet", "add", inner.to_str().expect("UTF-8"), "module"]);
        git(&outer, &["commit", "-qm", "two"]);
        git(&outer, &["worktree", "add", "-q", "../tree"]);
        let (module, tree) = (outer.join("module/a.md"), folder.path().join("tree/a.md"));
        let all = [module.as_path(), tree.as_path()];
        assert_eq!(saved(&all), [Saved::Committed, Saved::Committed]);
        for path in all {
            write(path, "two\n");
        }
        assert_eq!(saved(&all), [Saved::Changed, Saved::Changed]);
        assert_eq!(saved(&[&outer.join("a.md")]), [Saved::Committed]);
    }

    #[test]
    fn a_broken_repository_is_unknown_even_inside_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let top = folder.path().join("repo");
        repository(&top);
        write(&top.join("sub/.git"), "gitdir: /nowhere\n");
        let saved = saved(&[&top.join("sub/b.md"), &top.join("a.md")]);
        assert!(
            matches!(&saved[0], Saved::Unknown(said) if said.contains("not a git repository")),
            "{saved:?}"
        );
        assert_eq!(saved[1], Saved::Committed);
    }

    #[test]
    fn before_the_first_commit_everything_is_untracked() {
        let folder = tempfile::tempdir().expect("a folder");
        git(folder.path(), &["init", "-q", "."]);
        let page = folder.path().join("a.md");
        write(&page, "one\n");
        assert_eq!(saved(&[&page]), [Saved::Untracked]);
        git(folder.path(), &["add", "."]);
        assert_eq!(saved(&[&page]), [Saved::Staged]);
    }
}
