//! What changed in git, asked of git itself: since a revision, or staged for the next commit.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::args::Changed;

/// A file that changed and is still there.
#[derive(Debug)]
pub(crate) struct Change {
    /// Absolute, links resolved up to the top of the repository.
    pub(crate) path: PathBuf,
    /// The staged content, where the bytes in the working tree are others.
    pub(crate) blob: Option<String>,
    /// Whether the working tree has changes that are not staged, and not only what a filter of git made of it.
    pub(crate) is_partial: bool,
}

/// What changed in a repository.
#[derive(Debug)]
pub(crate) struct Changes {
    /// The top of the repository.
    pub(crate) top: PathBuf,
    pub(crate) files: Vec<Change>,
}

/// The files that changed in the repository around `folder`; nothing where nobody asked.
pub(crate) fn changes(changed: &Changed, folder: &Path) -> Result<Option<Changes>, String> {
    let option = match &changed.since {
        Some(_) => "--since",
        None if changed.staged => "--staged",
        None => return Ok(None),
    };
    let top = git(folder, &["rev-parse", "--show-toplevel"]).map_err(|problem| match problem {
        Problem::NotInstalled => format!("{option} needs git, which is not installed, or not in PATH"),
        Problem::Refused(said) if said.contains("not a git repository") => {
            format!("{option} needs a git repository, and {} is in none", folder.display())
        }
        Problem::Refused(said) => format!("{option}: git says: {said}"),
    })?;
    let top = PathBuf::from(top.trim_end_matches('\n'));
    let files = changed.since.as_ref().map_or_else(|| staged(&top), |revision| since(&top, revision))?;
    Ok(Some(Changes { top, files }))
}

fn since(top: &Path, revision: &str) -> Result<Vec<Change>, String> {
    let id = |name: &str| {
        git(top, &["rev-parse", "--verify", "--quiet", "--end-of-options", name])
            .map(|id| id.trim().to_owned())
    };
    let commit = |name: &str| id(name).and_then(|found| id(&format!("{found}^{{commit}}")));
    let deepen = "fetch more of it with `git fetch --unshallow` (in GitHub Actions `fetch-depth: 0`, in GitLab CI \
                  `GIT_DEPTH: 0`)";
    let Ok(head) = commit("HEAD") else {
        return Err("--since: this repository has no commit yet".to_owned());
    };
    let Ok(base) = commit(revision) else {
        let hint =
            nearest(top, revision).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let shallow =
            if is_shallow(top) { format!("; this clone is shallow: {deepen}") } else { String::new() };
        return Err(format!("--since: `{revision}` is no revision of this repository{hint}{shallow}"));
    };
    let Ok(fork) = git(top, &["merge-base", &base, &head]) else {
        return Err(if is_shallow(top) {
            format!(
                "--since: this clone is shallow and does not reach back to where HEAD left `{revision}`: {deepen}"
            )
        } else {
            format!("--since: HEAD and `{revision}` have no commit in common")
        });
    };
    let diff =
        ["diff", "--name-only", "-z", "--no-relative", "--no-renames", "--diff-filter=d", fork.trim(), "--"];
    let mut names = names(top, &diff)?;
    names.extend(self::names(
        top,
        &["ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", ":/"],
    )?);
    let paths = names.into_iter().map(|name| top.join(name));
    // A link is what it points to, and that is looked at where it stands.
    let files = paths.filter(|path| path.symlink_metadata().is_ok_and(|meta| meta.is_file()));
    Ok(files.map(|path| Change { path, blob: None, is_partial: false }).collect())
}

fn staged(top: &Path) -> Result<Vec<Change>, String> {
    let raw = [
        "diff",
        "--cached",
        "--raw",
        "-z",
        "--no-abbrev",
        "--no-relative",
        "--no-renames",
        "--diff-filter=d",
    ];
    let fields = names(top, &raw)?;
    let differing: HashSet<PathBuf> =
        names(top, &["diff", "--name-only", "-z", "--no-relative", "--no-renames"])?.into_iter().collect();
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

/// The ids that the files in the working tree would have as they are, line ends and filters aside.
fn unchanged(top: &Path, changes: &[Change]) -> HashMap<PathBuf, String> {
    // Names with a line end cannot be asked for; such a file is read from git.
    let is_plain = |path: &&Path| path.is_file() && !path.as_os_str().as_encoded_bytes().contains(&b'\n');
    let paths: Vec<&Path> = changes.iter().map(|change| change.path.as_path()).filter(is_plain).collect();
    let mut asked = Vec::new();
    for path in &paths {
        asked.extend_from_slice(path.as_os_str().as_encoded_bytes());
        asked.push(b'\n');
    }
    // Where git cannot say, such as for a file that may not be read, what is staged is read from git.
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

/// The branch or tag with the name nearest to one that is none.
fn nearest(top: &Path, revision: &str) -> Option<String> {
    let all = git(top, &["for-each-ref", "--format=%(refname:short)"]).ok()?;
    tagdown::tags::nearest_name(revision, all.lines()).map(str::to_owned)
}

fn names(top: &Path, arguments: &[&str]) -> Result<Vec<PathBuf>, String> {
    let output = run(top, arguments).map_err(|problem| format!("git {}: {problem}", arguments[0]))?;
    let names = output.stdout.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(path).collect())
}

#[cfg(unix)]
pub(crate) fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
pub(crate) fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The name that git puts on commits here.
pub(crate) fn user_name(folder: &Path) -> Option<String> {
    let set = std::env::var("GIT_AUTHOR_NAME").ok();
    let name = set.or_else(|| git(folder, &["config", "user.name"]).ok())?;
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Whether the clone around a folder does not reach back to the first commit.
pub(crate) fn is_shallow(folder: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    git(folder, &["rev-parse", "--is-shallow-repository"]).is_ok_and(|said| said.trim() == "true")
}

/// Who wrote a line, and when.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blamed {
    /// None for a line that is not committed.
    pub(crate) commit: Option<String>,
    pub(crate) author: String,
    /// Since 1970.
    pub(crate) seconds: i64,
}

/// Who wrote some lines of a file, from 1; nothing where the file is in no repository, or git does not know it.
pub(crate) fn blame(path: &Path, lines: &[usize]) -> Result<Option<BTreeMap<usize, Blamed>>, String> {
    let absolute = std::path::absolute(path).map_err(|error| error.to_string())?;
    let folder = absolute.parent().unwrap_or(Path::new("/"));
    let Some(name) = absolute.to_str() else { return Ok(None) };
    let ranges: Vec<String> = lines.iter().map(|line| format!("-L{line},{line}")).collect();
    let mut arguments = vec!["blame", "--porcelain", "--root", "-w"];
    arguments.extend(ranges.iter().map(String::as_str));
    arguments.extend(["--", name]);
    let is_in_repository = || folder.ancestors().any(|folder| folder.join(".git").exists());
    // In a hook git names the repository of the hook, which need not be that of the file.
    let own = ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_COMMON_DIR"];
    let mut command = Command::new("git");
    for name in own {
        command.env_remove(name);
    }
    command.arg("-C").arg(folder);
    let said = match finish(command, &arguments, Vec::new())
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    {
        Ok(said) => said,
        Err(Problem::NotInstalled) if !is_in_repository() => return Ok(None),
        Err(Problem::Refused(said))
            if ["not a git repository", "no such path", "no such ref", "is outside repository"]
                .iter()
                .any(|known| said.contains(known)) =>
        {
            return Ok(None);
        }
        Err(problem) => return Err(format!("its age is not known: git blame: {problem}")),
    };
    let mut commits: HashMap<String, Blamed> = HashMap::new();
    let mut out = BTreeMap::new();
    let mut current = (String::new(), 0);
    for line in said.lines() {
        let mut words = line.split(' ');
        let first = words.next().unwrap_or_default();
        let rest = line.get(first.len() + 1..).unwrap_or_default();
        if line.starts_with('\t') {
            out.insert(current.1, commits.get(&current.0).cloned().unwrap_or_default());
        } else if first.len() >= 40 && first.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            current = (first.to_owned(), words.nth(1).and_then(|line| line.parse().ok()).unwrap_or(0));
            let commit = first.bytes().any(|byte| byte != b'0').then(|| first.to_owned());
            commits.entry(first.to_owned()).or_default().commit = commit;
        } else if first == "author" {
            rest.clone_into(&mut commits.entry(current.0.clone()).or_default().author);
        } else if first == "author-time" {
            commits.entry(current.0.clone()).or_default().seconds = rest.parse().unwrap_or(0);
        }
    }
    Ok(Some(out))
}

enum Problem {
    NotInstalled,
    Refused(String),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotInstalled => out.write_str("git is not installed, or not in PATH"),
            Self::Refused(said) => out.write_str(said),
        }
    }
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, Problem> {
    run(folder, arguments).map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn run(folder: &Path, arguments: &[&str]) -> Result<Output, Problem> {
    run_with(folder, arguments, Vec::new())
}

/// Runs git and gives it something to read.
fn run_with(folder: &Path, arguments: &[&str], input: Vec<u8>) -> Result<Output, Problem> {
    let mut command = Command::new("git");
    // In a hook git may say where the repository is, relative to the folder that it runs the hook in.
    let is_told = ["GIT_DIR", "GIT_INDEX_FILE"].iter().any(|name| std::env::var_os(name).is_some());
    if folder != Path::new(".") && !is_told {
        command.arg("-C").arg(folder);
    }
    finish(command, arguments, input)
}

/// Lets git run, and gives it something to read.
fn finish(mut command: Command, arguments: &[&str], input: Vec<u8>) -> Result<Output, Problem> {
    let output = || {
        command.args(arguments).env("LC_ALL", "C");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        // On the side, since git may write before it has read all. That it stops reading shows in its status.
        let writer = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
        let output = child.wait_with_output()?;
        let _ = writer.join();
        Ok(output)
    };
    let output = { output }().map_err(|error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Problem::NotInstalled,
        _ => Problem::Refused(error.to_string()),
    })?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Problem::Refused(said.lines().next().unwrap_or("it failed").trim_start_matches("fatal: ").to_owned()))
}
