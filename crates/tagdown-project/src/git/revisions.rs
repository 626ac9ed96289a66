//! Two states of a repository: which files differ, and what they contain.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tagdown::text::nearest_name;

use super::problem::Problem;
use super::run::{git, is_shallow, run, run_with};
use crate::paths::{from_bytes, normal};

/// A state of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// A commit.
    Commit(String),
    /// What is staged for the next commit.
    Staged,
    /// The files on disk.
    Work,
}

/// A file that differs between two states.
#[derive(Clone, Debug, Default)]
pub struct Differing {
    /// The old name, relative to the current folder; `None` if the file is new.
    pub old: Option<PathBuf>,
    /// The new name; `None` if the file is gone.
    pub new: Option<PathBuf>,
    /// The old content.
    pub old_id: Option<String>,
    /// The new content; `None` if it is on disk.
    pub new_id: Option<String>,
    /// Whether it is a submodule, which has documents of its own.
    pub is_submodule: bool,
}

/// The commit that a name means.
pub fn commit(name: &str) -> Result<String, String> {
    let here = Path::new(".");
    git(here, &["rev-parse", "--show-toplevel"]).map_err(|problem| no_repository(&problem))?;
    let id = |name: &str| git(here, &["rev-parse", "--verify", "--quiet", "--end-of-options", name]);
    let found = id(name).and_then(|found| id(&format!("{}^{{commit}}", found.trim())));
    found.map(|id| id.trim().to_owned()).map_err(|_| {
        let all = git(here, &["for-each-ref", "--format=%(refname:short)"]).unwrap_or_default();
        let near = nearest_name(name, all.lines());
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let shallow = if is_shallow(here) {
            "; this clone is shallow: fetch more history with `git fetch --unshallow` (in GitHub Actions \
             `fetch-depth: 0`, in GitLab CI `GIT_DEPTH: 0`)"
        } else {
            ""
        };
        if name == "HEAD" {
            return "this repository has no commits yet".to_owned();
        }
        format!("`{name}` is neither a file nor a revision in this repository{hint}{shallow}")
    })
}

/// The last commit, or the state before the first one.
pub fn head() -> Result<String, String> {
    let here = Path::new(".");
    git(here, &["rev-parse", "--show-toplevel"]).map_err(|problem| no_repository(&problem))?;
    if git(here, &["rev-parse", "--verify", "--quiet", "HEAD"]).is_ok() {
        return commit("HEAD");
    }
    let empty = git(here, &["hash-object", "-t", "tree", "--stdin"]);
    empty.map(|id| id.trim().to_owned()).map_err(|problem| format!("git hash-object: {problem}"))
}

fn no_repository(problem: &Problem) -> String {
    match problem {
        Problem::NotInstalled => "a revision needs git, which is not installed or not in PATH".to_owned(),
        Problem::Refused(said) if said.contains("not a git repository") => {
            "a revision needs a git repository, but the current folder is not in one".to_owned()
        }
        Problem::Refused(said) => format!("git: {said}"),
    }
}

/// The commit from which two commits forked.
pub fn merge_base(one: &str, other: &str) -> Result<String, String> {
    let found = git(Path::new("."), &["merge-base", one, other]);
    found
        .map(|id| id.trim().to_owned())
        .map_err(|_| format!("`{one}` and `{other}` have no commit in common"))
}

/// The files below `paths` that differ between two states, with renames.
pub fn differing(old: &State, new: &State, paths: &[PathBuf]) -> Result<Vec<Differing>, String> {
    let State::Commit(from) = old else { return Err("the old state must be a commit".to_owned()) };
    let mut arguments = vec!["diff", "--no-ext-diff", "--no-textconv", "--raw", "-z", "--no-abbrev"];
    arguments.extend(["--no-relative", "-M", "-l0"]);
    match new {
        State::Commit(to) => arguments.extend([&**from, &**to]),
        State::Staged => arguments.extend(["--cached", &**from]),
        State::Work => arguments.push(from),
    }
    arguments.push("--");
    let here = Path::new(".");
    let output = run(here, &arguments).map_err(|problem| format!("git diff: {problem}"))?;
    let mut out = parse(&output.stdout)?;
    if *new == State::Work {
        let unmerged = run(here, &["ls-files", "-z", "--unmerged", "--full-name", "--", ":/"])
            .map_err(|problem| format!("git ls-files: {problem}"))?;
        let entry = unmerged.stdout.split(|&byte| byte == 0).find(|entry| !entry.is_empty());
        if let Some(at) = entry.and_then(|entry| entry.iter().position(|&byte| byte == b'\t')) {
            let name = entry.map(|entry| from_bytes(&entry[at + 1..])).unwrap_or_default();
            return Err(format!("{} has conflicts; resolve them first", name.display()));
        }
        let others = ["ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", ":/"];
        let output = run(here, &others).map_err(|problem| format!("git ls-files: {problem}"))?;
        let names = output.stdout.split(|&byte| byte == 0).filter(|name| !name.is_empty());
        out.extend(names.map(|name| Differing { new: Some(from_bytes(name)), ..Differing::default() }));
        for file in &mut out {
            file.new_id = None;
        }
    }
    // A file that moved into a folder from elsewhere is only known if git sees both names, so paths are compared here.
    let prefix = prefix();
    let wanted: Vec<PathBuf> = paths.iter().map(|path| normal(&prefix.join(path))).collect();
    let is_wanted = |name: &Option<PathBuf>| {
        name.as_ref()
            .is_some_and(|name| wanted.is_empty() || wanted.iter().any(|path| name.starts_with(path)))
    };
    out.retain(|file| is_wanted(&file.old) || is_wanted(&file.new));
    for name in out.iter_mut().flat_map(|file| [&mut file.old, &mut file.new]).flatten() {
        *name = from_here(&prefix, name);
    }
    Ok(out)
}

/// The current folder from the top of the repository.
pub(super) fn prefix() -> PathBuf {
    let prefix = git(Path::new("."), &["rev-parse", "--show-prefix"]).unwrap_or_default();
    PathBuf::from(prefix.trim_end_matches('\n'))
}

/// A name from the top of the repository, seen from the current folder.
fn from_here(prefix: &Path, name: &Path) -> PathBuf {
    let up: PathBuf = prefix.components().map(|_| "..").collect();
    name.strip_prefix(prefix).map_or_else(|_| up.join(name), Path::to_owned)
}

/// All files of a state, by their name from the current folder, with their content unless it is on disk.
pub fn listed(state: &State) -> Result<Vec<(PathBuf, Option<String>)>, String> {
    let arguments: Vec<&str> = match state {
        State::Commit(id) => vec!["ls-tree", "-r", "-z", "--full-tree", id],
        State::Staged => vec!["ls-files", "-z", "--stage", "--full-name", "--", ":/"],
        State::Work => {
            vec!["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--full-name", "--", ":/"]
        }
    };
    let output =
        run(Path::new("."), &arguments).map_err(|problem| format!("git {}: {problem}", arguments[0]))?;
    let prefix = prefix();
    let entries = output.stdout.split(|&byte| byte == 0).filter(|entry| !entry.is_empty());
    let read = |entry: &[u8]| {
        if *state == State::Work {
            return Some((from_here(&prefix, &from_bytes(entry)), None));
        }
        // `MODE TYPE ID` or `MODE ID STAGE`, then a tab and the name.
        let tab = entry.iter().position(|&byte| byte == b'\t')?;
        let head = String::from_utf8_lossy(&entry[..tab]).into_owned();
        let id = head.split(' ').skip(1).find(|word| word.len() >= 40)?;
        let is_file = head.starts_with("100");
        is_file.then(|| (from_here(&prefix, &from_bytes(&entry[tab + 1..])), Some(id.to_owned())))
    };
    let mut out: Vec<_> = entries.filter_map(read).collect();
    // A file with conflicts is listed once for each side.
    out.dedup_by(|one, other| one.0 == other.0);
    Ok(out)
}

/// Reads `:OLD-MODE NEW-MODE OLD-ID NEW-ID STATUS`, then one name, or two if the file has a new name.
pub(super) fn parse(raw: &[u8]) -> Result<Vec<Differing>, String> {
    let mut fields = raw.split(|&byte| byte == 0).filter(|field| !field.is_empty());
    let mut out = Vec::new();
    while let Some(head) = fields.next() {
        let head = String::from_utf8_lossy(head);
        let words: Vec<&str> = head.trim_start_matches(':').split(' ').collect();
        let [old_mode, new_mode, old_id, new_id, status] = words[..] else { break };
        let Some(first) = fields.next() else { break };
        if status == "U" {
            return Err(format!("{} has conflicts; resolve them first", from_bytes(first).display()));
        }
        let second = if status.starts_with(['R', 'C']) { fields.next() } else { None };
        let is_file = |mode: &str| mode.starts_with("100");
        // A copy leaves the old file as it was.
        let has_old = is_file(old_mode) && !status.starts_with('C');
        let has_new = is_file(new_mode) && status != "D";
        if has_old || has_new {
            out.push(Differing {
                old: has_old.then(|| from_bytes(first)),
                new: has_new.then(|| from_bytes(second.unwrap_or(first))),
                old_id: has_old.then(|| old_id.to_owned()),
                new_id: has_new.then(|| new_id.to_owned()),
                is_submodule: false,
            });
        } else if [old_mode, new_mode].contains(&"160000") {
            out.push(Differing { new: Some(from_bytes(first)), is_submodule: true, ..Differing::default() });
        }
    }
    Ok(out)
}

/// The sizes of the contents with these ids, in bytes.
pub fn sizes(ids: &[String]) -> Result<HashMap<String, u64>, String> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let asked = ids.join("\n") + "\n";
    let output = run_with(Path::new("."), &["cat-file", "--batch-check"], asked.into_bytes())
        .map_err(|problem| format!("git cat-file: {problem}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let size = |line: &str| {
        let mut words = line.split(' ');
        Some((words.next()?.to_owned(), words.nth(1)?.parse().ok()?))
    };
    Ok(said.lines().filter_map(size).collect())
}

/// The contents with these ids.
pub fn contents(ids: &[String]) -> Result<HashMap<String, Vec<u8>>, String> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let asked = ids.join("\n") + "\n";
    let output = run_with(Path::new("."), &["cat-file", "--batch"], asked.into_bytes())
        .map_err(|problem| format!("git cat-file: {problem}"))?;
    let mut out = HashMap::new();
    let mut rest = &output.stdout[..];
    // Each content follows a line with its id, type and size.
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest = &rest[end + 1..];
        let mut words = line.split(' ');
        let (id, size) = (words.next(), words.nth(1).and_then(|size| size.parse::<usize>().ok()));
        let (Some(id), Some(size)) = (id, size.filter(|size| *size <= rest.len())) else {
            return Err(format!("git cat-file: {line}"));
        };
        out.insert(id.to_owned(), rest[..size].to_vec());
        rest = rest.get(size + 1..).unwrap_or_default();
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ids_are_read() {
        let raw = b":100644 100644 aa bb M\0docs/a.md\0:100644 100644 cc dd R090\0b.md\0docs/c.md\0:000000 100644 00 ee A\0d.md\0:100644 000000 ff 00 D\0e.md\0:120000 120000 11 22 M\0link.md\0";
        let found = parse(raw).expect("no conflict");
        let names: Vec<_> = found.iter().map(|file| (file.old.clone(), file.new.clone())).collect();
        let all = [("docs/a.md", "docs/a.md"), ("b.md", "docs/c.md"), ("", "d.md"), ("e.md", "")];
        let path = |name: &str| Some(PathBuf::from(name)).filter(|_| !name.is_empty());
        assert_eq!(names, all.map(|(old, new)| (path(old), path(new))));
        assert_eq!((found[1].old_id.as_deref(), found[1].new_id.as_deref()), (Some("cc"), Some("dd")));
    }
}
