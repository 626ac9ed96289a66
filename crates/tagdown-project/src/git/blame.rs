//! Who wrote which line, and when; and the name of the user.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::Command;

use super::problem::Problem;
use super::run::{finish, git, without_repository};

/// The name that git uses for commits here.
pub fn user_name(folder: &Path) -> Option<String> {
    let set = std::env::var("GIT_AUTHOR_NAME").ok();
    let name = set.or_else(|| git(folder, &["config", "user.name"]).ok())?;
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Who wrote a line, and when.
#[derive(Clone, Debug, Default)]
pub struct Blamed {
    /// The commit; `None` for an uncommitted line.
    pub commit: Option<String>,
    /// The author's name.
    pub author: String,
    /// The time since 1970.
    pub seconds: i64,
}

/// Whether a repository holds a file.
pub fn is_in_repository(path: &Path) -> bool {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    absolute.ancestors().skip(1).any(|folder| folder.join(".git").exists())
}

/// Who wrote some lines of a file, from 1; `None` if the file is in no repository or not tracked.
pub fn blame(path: &Path, lines: &[usize]) -> Result<Option<BTreeMap<usize, Blamed>>, String> {
    let absolute = std::path::absolute(path).map_err(|error| error.to_string())?;
    let folder = absolute.parent().unwrap_or(Path::new("/"));
    let Some(name) = absolute.to_str() else { return Ok(None) };
    let ranges: Vec<String> = lines.iter().map(|line| format!("-L{line},{line}")).collect();
    let mut arguments = vec!["blame", "--no-textconv", "--porcelain", "--root", "-w"];
    arguments.extend(ranges.iter().map(String::as_str));
    arguments.extend(["--", name]);
    let mut command = Command::new("git");
    without_repository(&mut command);
    command.arg("-C").arg(folder);
    let said = match finish(command, &arguments, Vec::new())
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    {
        Ok(said) => said,
        Err(Problem::NotInstalled) if !is_in_repository(&absolute) => return Ok(None),
        Err(Problem::Refused(said))
            if ["not a git repository", "no such path", "no such ref", "is outside repository"]
                .iter()
                .any(|known| said.contains(known)) =>
        {
            return Ok(None);
        }
        Err(problem) => return Err(format!("age unknown: git blame: {problem}")),
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
