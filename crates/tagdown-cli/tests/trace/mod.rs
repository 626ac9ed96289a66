//! Runs a command under strace, and checks that every system call that changes a file or a folder stays in one tree.

use std::cell::Cell;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// Calls that may change something. A question mark: not every processor has it.
const CALLS: &str = "trace=chdir,?open,openat,?openat2,?creat,?rename,?renameat,renameat2,?link,linkat,?symlink,symlinkat,\
    ?unlink,unlinkat,?rmdir,?mkdir,mkdirat,?chmod,fchmod,fchmodat,?fchmodat2,?chown,?lchown,fchown,fchownat,truncate,\
    ftruncate,setxattr,lsetxattr,fsetxattr,removexattr,lremovexattr,fremovexattr,utimensat,?mknod,mknodat";

/// The trace of one run at a time, and what was seen in all of them.
pub(crate) struct Trace {
    folder: tempfile::TempDir,
    calls: Cell<usize>,
    inside: Cell<usize>,
}

impl Trace {
    /// `None` if strace is not installed or may not trace.
    pub(crate) fn new() -> Option<Self> {
        let folder = tempfile::tempdir().ok()?;
        let trace = Self { folder, calls: Cell::new(0), inside: Cell::new(0) };
        trace.command("true").output().ok().filter(|output| output.status.success()).map(|_| trace)
    }

    /// How many system calls were seen, and how many of them changed something in a tree.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.calls.get(), self.inside.get())
    }

    pub(crate) fn command(&self, tool: &str) -> Command {
        for entry in fs::read_dir(self.folder.path()).expect("a folder") {
            fs::remove_file(entry.expect("an entry").path()).expect("removed");
        }
        let mut command = Command::new("strace");
        // One file per thread, so no call is interrupted by another.
        command.args(["-ff", "-y", "-qq", "-e", CALLS, "-e", "signal=none", "-o"]);
        command.arg(self.folder.path().join("log")).arg("--").arg(tool);
        command
    }

    /// Checks the last run, which started in `start`.
    pub(crate) fn check(&self, tree: &Path, start: &Path, case: &str) {
        let strays = self.strays(tree, start);
        assert!(strays.is_empty(), "{case}: {strays:#?}");
    }

    /// The calls of the last run that changed something outside the tree, or in its `.git`.
    pub(crate) fn strays(&self, tree: &Path, start: &Path) -> Vec<String> {
        let mut files = 0;
        let mut strays = Vec::new();
        for entry in fs::read_dir(self.folder.path()).expect("a folder") {
            let log = fs::read(entry.expect("an entry").path()).expect("a log");
            // A process that git starts in another folder enters it itself.
            let mut here = start.to_owned();
            files += 1;
            for line in String::from_utf8_lossy(&log).lines() {
                let Some(call) = Call::read(line) else { continue };
                self.calls.set(self.calls.get() + 1);
                if call.name == "chdir" {
                    here.push(call.strings.first().map_or("", String::as_str));
                    continue;
                }
                for place in call.changed(&here) {
                    let is_private =
                        place.strip_prefix(tree).ok().and_then(|below| below.components().next())
                            == Some(Component::Normal(".git".as_ref()));
                    let is_inside = place.starts_with(tree) && !is_private;
                    if !is_inside && !place.starts_with("/dev") {
                        strays.push(format!("{} by {line}", place.display()));
                    }
                    self.inside.set(self.inside.get() + usize::from(is_inside));
                }
            }
        }
        assert!(files > 0, "no trace");
        strays
    }
}

/// A call that succeeded.
struct Call<'l> {
    name: &'l str,
    arguments: &'l str,
    /// The strings among its arguments, each after the folder that it is relative to.
    strings: Vec<String>,
    folders: Vec<Option<PathBuf>>,
    result: &'l str,
}

impl<'l> Call<'l> {
    fn read(line: &'l str) -> Option<Self> {
        let (name, rest) = line.split_once('(')?;
        let (arguments, result) = rest.rsplit_once(" = ")?;
        if result.starts_with(['-', '?']) {
            return None;
        }
        let (mut strings, mut folders) = (Vec::new(), Vec::new());
        let mut folder = None;
        let mut left = arguments;
        while let Some(at) = left.find(['"', '<']) {
            if left[at..].starts_with('<') {
                let end = left[at..].find('>')? + at;
                folder = Some(PathBuf::from(&left[at + 1..end]));
                left = &left[end + 1..];
                continue;
            }
            let (text, behind) = unquoted(&left[at + 1..])?;
            strings.push(text);
            folders.push(folder.take());
            left = behind;
        }
        // A folder without a string is the file itself.
        folders.push(folder);
        Some(Self { name, arguments, strings, folders, result })
    }

    /// The places that the call changed.
    fn changed(&self, here: &Path) -> Vec<PathBuf> {
        let at = |index: usize| {
            let folder = self.folders.get(index).cloned().flatten().unwrap_or_else(|| here.to_owned());
            folder.join(self.strings.get(index).map_or("", String::as_str))
        };
        let named = |path: PathBuf| {
            let folder = path.parent().map(|folder| folder.canonicalize().unwrap_or(folder.to_owned()));
            let name = path.file_name().unwrap_or_default();
            folder.unwrap_or_default().join(name)
        };
        let followed = |path: PathBuf| path.canonicalize().unwrap_or_else(|_| named(path));
        match self.name {
            "open" | "openat" | "openat2" | "creat" => {
                let writes = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"];
                let is_written =
                    self.name == "creat" || writes.iter().any(|flag| self.arguments.contains(flag));
                // The system itself says what it opened.
                let opened = self.result.split_once('<').and_then(|(_, path)| path.rsplit_once('>'));
                let opened = opened.map(|(path, _)| PathBuf::from(path.trim_end_matches(" (deleted)")));
                is_written.then(|| opened.unwrap_or_else(|| followed(at(0)))).into_iter().collect()
            }
            "rename" | "renameat" | "renameat2" | "link" | "linkat" => vec![named(at(0)), named(at(1))],
            // The target is only text.
            "symlink" | "symlinkat" => vec![named(at(1))],
            "unlink" | "unlinkat" | "rmdir" | "mkdir" | "mkdirat" | "mknod" | "mknodat" | "lchown"
            | "lsetxattr" | "lremovexattr" => vec![named(at(0))],
            _ => vec![followed(at(0))],
        }
    }
}

/// A string up to its closing quote, as bytes that strace escaped, and what is behind it.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut bytes = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((String::from_utf8_lossy(&bytes).into_owned(), &text[at + 1..])),
            '\\' => match chars.next()?.1 {
                'n' => bytes.push(b'\n'),
                't' => bytes.push(b'\t'),
                'r' => bytes.push(b'\r'),
                'v' => bytes.push(0x0b),
                'f' => bytes.push(0x0c),
                first @ '0'..='7' => {
                    let mut value = first.to_digit(8)?;
                    while let Some((_, digit @ '0'..='7')) = chars.peek().copied() {
                        value = value * 8 + digit.to_digit(8)?;
                        chars.next();
                        if value >= 32 {
                            break;
                        }
                    }
                    bytes.push(u8::try_from(value).ok()?);
                }
                other => bytes.extend(other.to_string().bytes()),
            },
            c => bytes.extend(c.to_string().bytes()),
        }
    }
    None
}
