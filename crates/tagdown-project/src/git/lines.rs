//! Which lines of a changed file changed.

use std::path::{Path, PathBuf};

use tagdown::document::{Anchors, parse};

use super::run::git;
use crate::paths::normal;

/// A changed file in a repository, and what it is compared with.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The top of the repository.
    pub(crate) top: PathBuf,
    /// The file, below the top.
    pub(crate) name: PathBuf,
    /// The commit to compare the working tree with; `None` compares the staged content with the last commit.
    pub(crate) base: Option<String>,
}

/// The lines of a file that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lines {
    /// All lines, for example of a new file.
    All,
    /// First and last line of each change, counted from 1. Removed lines count as the lines around them.
    Some(Vec<[usize; 2]>),
}

impl Lines {
    /// Whether one of the lines from `first` to `last` changed.
    pub fn touch(&self, first: usize, last: usize) -> bool {
        match self {
            Self::All => true,
            Self::Some(ranges) => {
                let next = ranges.partition_point(|range| range[1] < first);
                ranges.get(next).is_some_and(|range| range[0] <= last)
            }
        }
    }
}

impl Origin {
    /// Whether the staged content is compared.
    pub fn is_staged(&self) -> bool {
        self.base.is_none()
    }

    /// Whether the target of a link was there before the change: a path relative to the file, empty for the file itself,
    /// and an anchor in it.
    pub fn had(&self, path: &str, anchor: Option<&str>) -> bool {
        let below = path.strip_prefix('/');
        let folder = self.name.parent().filter(|_| below.is_none()).unwrap_or(Path::new(""));
        let name =
            if path.is_empty() { self.name.clone() } else { normal(&folder.join(below.unwrap_or(path))) };
        let Some(name) = name.to_str().filter(|name| !name.starts_with("..")) else { return false };
        let name = name.replace('\\', "/");
        let object = format!("{}:{}", self.base.as_deref().unwrap_or("HEAD"), name.trim_end_matches('/'));
        let Some(name) = anchor else { return git(&self.top, &["cat-file", "-e", &object]).is_ok() };
        let text = git(&self.top, &["cat-file", "blob", &object]);
        text.is_ok_and(|text| Anchors::of(&parse(&text)).has(name, false))
    }

    /// The lines that changed. If git cannot tell, all of them.
    pub fn lines(&self) -> Lines {
        let Some(name) = self.name.to_str() else { return Lines::All };
        let name = format!(":(top,literal){name}");
        let mut arguments = vec![
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--no-renames",
            "--text",
            "--unified=0",
        ];
        arguments.push(self.base.as_deref().unwrap_or("--cached"));
        arguments.extend(["--", &name]);
        git(&self.top, &arguments).map_or(Lines::All, |said| read(&said))
    }
}

/// Reads a diff without context.
fn read(diff: &str) -> Lines {
    let mut ranges: Vec<[usize; 2]> = Vec::new();
    let mut lines = diff.lines();
    // A file that git does not track has no diff.
    if !lines.next().is_some_and(|line| line.starts_with("diff ")) {
        return Lines::All;
    }
    // The lines of a change start with a sign, so they cannot be mistaken for a header.
    for line in lines {
        if line.starts_with("new file mode") {
            return Lines::All;
        }
        let Some(header) = line.strip_prefix("@@ -") else { continue };
        let Some(new) = header.split(' ').nth(1).and_then(|new| new.strip_prefix('+')) else {
            return Lines::All;
        };
        let (first, count) = new.split_once(',').unwrap_or((new, "1"));
        let (Ok(first), Ok(count)) = (first.parse::<usize>(), count.parse::<usize>()) else {
            return Lines::All;
        };
        let range = if count == 0 { [first, first + 1] } else { [first, first + count - 1] };
        ranges.push(range);
    }
    Lines::Some(ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_read_from_a_diff() {
        let head = "diff --git a/a.md b/a.md\nindex 1..2 100644\n--- a/a.md\n+++ b/a.md\n";
        let of = |hunks: &str| read(&format!("{head}{hunks}"));
        assert_eq!(
            of("@@ -1 +1 @@ # T\n-a\n+b\n@@ -4,2 +4,3 @@\n-@@ -9 +9 @@\n+x\n+y\n+z\n@@ -9 +9,0 @@\n-gone\n"),
            Lines::Some(vec![[1, 1], [4, 6], [9, 10]])
        );
        assert_eq!(of(""), Lines::Some(Vec::new()));
        assert_eq!(read(""), Lines::All);
        assert_eq!(read("diff --git a/n b/n\nnew file mode 100644\n@@ -0,0 +1 @@\n+a\n"), Lines::All);
        let lines = Lines::Some(vec![[4, 6], [9, 10]]);
        assert!(lines.touch(1, 4) && lines.touch(5, 5) && lines.touch(7, 20));
        assert!(!lines.touch(1, 3) && !lines.touch(7, 8) && !lines.touch(11, 99));
    }
}
