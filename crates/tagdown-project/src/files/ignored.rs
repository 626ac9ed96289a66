//! What a walk leaves out: hidden files, and what `.ignore`, `.gitignore`, git's `info/exclude` and the user's own list of
//! ignored files name. Each of these files is opened as safely as a document.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};

use super::problem::Problem;
use crate::opening::{Unread, Within, bytes, bytes_within, text};
use crate::paths::from_bytes;

/// The maximum size of an ignore file, and of all that apply to one folder. Globs need hundreds of times their size in
/// memory.
const MAX_SIZE: u64 = 128_000;
const MAX_SUM: u64 = 2 * MAX_SIZE;

/// A longer line names no path.
const MAX_LINE: usize = 4_096;

/// The maximum size of the files that say where a repository is.
const MAX_POINTER: u64 = 16_000;

/// How much of them is kept in memory after a folder is done.
const MAX_KNOWN: u64 = MAX_SIZE;

/// The rules of one folder, and of those above it.
#[derive(Debug)]
struct Rules {
    above: Option<Arc<Rules>>,
    /// From `.ignore`, `.gitignore` and `info/exclude`. Each kind is searched from the folder upwards before the next.
    kinds: [Gitignore; 3],
    /// The size of the files that they come from, with those above.
    sum: u64,
}

/// Decides what a walk leaves out.
#[derive(Debug)]
pub(crate) struct Ignored {
    /// The root of the walk, as named and without links.
    named: PathBuf,
    real: PathBuf,
    user: Gitignore,
    known: Mutex<Known>,
    problems: Mutex<Vec<Problem>>,
}

#[derive(Debug, Default)]
struct Known {
    folders: HashMap<PathBuf, Option<Arc<Rules>>>,
    sum: u64,
}

impl Ignored {
    pub(crate) fn new(root: &Path) -> Self {
        let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let made = Self {
            named: root.to_owned(),
            real,
            user: Gitignore::empty(),
            known: Mutex::default(),
            problems: Mutex::default(),
        };
        Self { user: made.users_own(), ..made }
    }

    /// Whether the walk leaves out this path.
    pub(super) fn is_left_out(&self, path: &Path, is_folder: bool) -> bool {
        self.decide(path, is_folder).unwrap_or_else(|| is_hidden(path))
    }

    /// Whether an ignore file names this path.
    pub(crate) fn is_named(&self, path: &Path, is_folder: bool) -> bool {
        self.decide(path, is_folder) == Some(true)
    }

    fn decide(&self, path: &Path, is_folder: bool) -> Option<bool> {
        let below = path.strip_prefix(&self.named).unwrap_or(path);
        let real = self.real.join(below);
        let rules = real.parent().and_then(|folder| self.rules(folder));
        let levels = || std::iter::successors(rules.as_deref(), |rules| rules.above.as_deref());
        let of_kind = |kind: usize| levels().map(move |rules| &rules.kinds[kind]);
        let mut all = (0..3).flat_map(of_kind).chain([&self.user]);
        all.find_map(|rules| decided(&rules.matched(&real, is_folder)))
    }

    /// The ignore files that could not be used.
    pub(super) fn problems(&self) -> Vec<Problem> {
        self.problems.lock().map(|mut problems| std::mem::take(&mut *problems)).unwrap_or_default()
    }

    /// The rules that apply in a folder. Folders without ignore files share those of the folder above.
    fn rules(&self, folder: &Path) -> Option<Arc<Rules>> {
        if let Ok(known) = self.known.lock()
            && let Some(rules) = known.folders.get(folder)
        {
            return rules.clone();
        }
        let sum = |rules: &Option<Arc<Rules>>| rules.as_ref().map_or(0, |rules| rules.sum);
        let above = folder.parent().and_then(|above| self.rules(above));
        let sum_above = sum(&above);
        let rules = self.read(folder, above);
        if let Ok(mut known) = self.known.lock() {
            known.sum += sum(&rules) - sum_above;
            if known.sum > MAX_KNOWN {
                known.folders.clear();
                known.sum = sum(&rules);
            }
            known.folders.insert(folder.to_owned(), rules.clone());
        }
        rules
    }

    fn read(&self, folder: &Path, above: Option<Arc<Rules>>) -> Option<Arc<Rules>> {
        let mut sum = above.as_ref().map_or(0, |rules| rules.sum);
        let mut is_new = false;
        let mut of = |path: PathBuf, within: Option<Within<'_>>| {
            let Some(text) = self.text(&path, within) else { return Gitignore::empty() };
            if sum + text.len() as u64 > MAX_SUM {
                self.refuse(
                    &path,
                    format!(
                        "not used: the ignore files above it and this one are larger than {} kB",
                        MAX_SUM / 1000
                    ),
                );
                return Gitignore::empty();
            }
            sum += text.len() as u64;
            is_new = true;
            globs(folder, &text)
        };
        let own = Within::Below(folder);
        let ignore = of(folder.join(".ignore"), Some(own));
        let git = of(folder.join(".gitignore"), Some(own));
        let exclude = match git_folder(folder) {
            Some(git) => of(git.join("info/exclude"), None),
            None => Gitignore::empty(),
        };
        if !is_new {
            return above;
        }
        Some(Arc::new(Rules { above, kinds: [ignore, git, exclude], sum }))
    }

    /// The list in the user's git configuration, relative to the current folder.
    fn users_own(&self) -> Gitignore {
        let text = gitconfig_excludes_path().and_then(|path| self.text(&path, None));
        let here = std::env::current_dir().and_then(|here| here.canonicalize());
        match (text, here) {
            (Some(text), Ok(here)) => globs(&here, &text),
            _ => Gitignore::empty(),
        }
    }

    /// The text of an ignore file. A missing or unreadable one has no rules; a hostile one is also a problem.
    fn text(&self, path: &Path, within: Option<Within<'_>>) -> Option<String> {
        // Most folders have none.
        if path.symlink_metadata().ok()?.is_dir() {
            return None;
        }
        let read = match within {
            Some(within) => bytes_within(path, MAX_SIZE, within).map(|(bytes, _)| bytes),
            None => bytes(path, MAX_SIZE),
        };
        match read {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(Unread { is_denied: true, .. } | Unread { is_missing: true, .. }) => None,
            Err(unread) => {
                self.refuse(path, format!("not used: {}", unread.reason));
                None
            }
        }
    }

    fn refuse(&self, path: &Path, reason: String) {
        if let Ok(mut problems) = self.problems.lock() {
            let shown = path
                .strip_prefix(&self.real)
                .map_or_else(|_| path.to_owned(), |below| self.named.join(below));
            let shown = shown.strip_prefix("./").unwrap_or(&shown).to_string_lossy().into_owned();
            if !problems.iter().any(|problem| problem.path == shown) {
                problems.push(Problem { path: shown, reason });
            }
        }
    }
}

fn decided<T>(found: &Match<T>) -> Option<bool> {
    match found {
        Match::None => None,
        Match::Ignore(_) => Some(true),
        Match::Whitelist(_) => Some(false),
    }
}

/// The globs of a text. A line that is not a glob is skipped, as git does.
fn globs(folder: &Path, text: &str) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.trim_start_matches('\u{feff}').lines().filter(|line| line.len() <= MAX_LINE) {
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// The files in a folder, or of a repository whose top it is, that say what a walk leaves out.
pub(crate) fn rule_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let exclude = git_folder(folder).map(|git| git.join("info/exclude"));
    [folder.join(".ignore"), folder.join(".gitignore")].into_iter().chain(exclude)
}

/// The user's own list of ignored files, as git is configured at this moment.
pub(crate) fn users_file() -> Option<PathBuf> {
    gitconfig_excludes_path()
}

/// The folder of a repository whose top is this folder. Work trees name it in a file.
fn git_folder(folder: &Path) -> Option<PathBuf> {
    let mark = folder.join(".git");
    if mark.symlink_metadata().ok()?.is_dir() {
        return Some(mark);
    }
    let own = text(&mark, MAX_POINTER).ok()?;
    let own = folder.join(first_line(own.strip_prefix("gitdir: ")?));
    let common = text(&own.join("commondir"), MAX_POINTER).ok()?;
    Some(own.join(first_line(&common)))
}

fn first_line(text: &str) -> PathBuf {
    from_bytes(text.lines().next().unwrap_or_default().as_bytes())
}

#[cfg(windows)]
fn is_hidden(path: &Path) -> bool {
    use std::os::windows::fs::MetadataExt;
    const HIDDEN: u32 = 2;
    has_dot(path) || path.symlink_metadata().is_ok_and(|meta| meta.file_attributes() & HIDDEN != 0)
}

#[cfg(not(windows))]
fn is_hidden(path: &Path) -> bool {
    has_dot(path)
}

fn has_dot(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::walk::{Met, walk};
    use super::*;

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let top = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = top.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("written");
        }
        top
    }

    fn found(root: &Path) -> (Vec<PathBuf>, Vec<Problem>) {
        let mut met = Met::default();
        walk(root, None, &mut met);
        met.files.sort();
        (met.files, met.problems)
    }

    #[test]
    fn the_same_files_are_left_out_as_by_the_walker_itself() {
        let top = tree(&[
            (
                ".gitignore",
                "\u{feff}*.log\n/build\n!.github\ndocs/*.tmp\n**/deep/**/x.md\n[\n# c\n\\#a.md\ngone/\n",
            ),
            (".ignore", "secret.md\n!keep.log\n"),
            (".git/info/exclude", "local.md\n"),
            ("docs/.gitignore", "!a.log\n*.bak\n/only.md\n"),
            ("docs/sub/.ignore", "!only.bak\nb.md\n"),
            ("work/.git", "gitdir: ../.git/worktrees/w\n"),
            (".git/worktrees/w/commondir", "../..\n"),
        ]);
        let names = [
            "a.md",
            "a.log",
            "keep.log",
            "secret.md",
            "local.md",
            "only.md",
            "only.bak",
            "b.md",
            "x.md",
            "#a.md",
            "a.tmp",
            ".hidden.md",
        ];
        let folders = [
            "",
            "build",
            "docs",
            "docs/sub",
            "docs/build",
            "docs/deep/more",
            ".github",
            ".other",
            "gone",
            "work",
        ];
        for folder in folders {
            for name in names {
                let path = top.path().join(folder).join(name);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, "").expect("written");
            }
        }
        for root in ["", "docs", "docs/sub", "work", "gone"] {
            let root = top.path().join(root);
            let walker = ignore::WalkBuilder::new(&root).require_git(false).build();
            let is_file = |entry: &ignore::DirEntry| entry.file_type().is_some_and(|kind| kind.is_file());
            let mut wanted: Vec<PathBuf> =
                walker.flatten().filter(is_file).map(ignore::DirEntry::into_path).collect();
            wanted.sort();
            let (paths, problems) = found(&root);
            assert_eq!(paths, wanted, "{}", root.display());
            assert!(problems.is_empty(), "{problems:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn hostile_ignore_files_have_no_rules_and_are_reported() {
        let large = "a*b*c\n".repeat(30_000);
        let half = "a*b*c\n".repeat(20_000);
        let top = tree(&[
            ("a.md", ""),
            ("large/.gitignore", &large),
            ("large/a.md", ""),
            ("1/.gitignore", &half),
            ("1/2/.ignore", &half),
            ("1/2/3/.gitignore", &half),
            ("1/2/3/a.md", ""),
        ]);
        for (name, to) in [
            ("zero/.gitignore", "/dev/zero"),
            ("zero/.ignore", "/proc/self/pagemap"),
            ("out/.gitignore", "../../x"),
        ] {
            let path = top.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::os::unix::fs::symlink(to, path).expect("a link");
        }
        fs::write(top.path().join("zero/b.md"), "").expect("written");
        fs::write(top.path().join("out/b.md"), "").expect("written");
        let pipe = top.path().join(".ignore");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        let (paths, problems) = found(top.path());
        assert_eq!(paths.len(), 5, "{paths:?}");
        let mut said: Vec<String> = problems
            .iter()
            .map(|problem| {
                let name =
                    Path::new(&problem.path).strip_prefix(top.path()).expect("below").display().to_string();
                format!("{name} {}", problem.reason.split(", to ").next().unwrap_or_default())
            })
            .collect();
        said.sort();
        assert_eq!(
            said,
            [
                ".ignore not used: not a regular file",
                "1/2/3/.gitignore not used: the ignore files above it and this one are larger than 256 kB",
                "large/.gitignore not used: larger than 128 kB",
                "out/.gitignore not used: a link points outside its folder",
                "zero/.gitignore not used: a link points outside its folder",
                "zero/.ignore not used: a link points outside its folder",
            ]
        );
    }
}
