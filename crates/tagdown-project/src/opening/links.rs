//! Where a path really leads, and whether the links on the way may be followed.
//!
//! A path that somebody typed may lead anywhere. A link may not: it may have come with the documents. A link that lies in
//! a repository must lead to a place in the same repository, at every component of a path. Links above a repository, such
//! as one to the disk that holds it, are followed.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::paths::reason;

/// How many links one path may have, as in Linux.
const MOST_LINKS: usize = 40;

/// The folders of a version control system, which also mark the top of a repository.
const MARKS: [&str; 4] = [".git", ".hg", ".jj", ".svn"];

/// What a link may not lead out of if no repository holds the link.
#[derive(Clone, Copy, Debug)]
pub enum Within<'w> {
    /// The folder of the file that was typed.
    File,
    /// The current folder, if a relative path was typed.
    Folder,
    /// This folder.
    Below(&'w Path),
    /// Nothing.
    Anywhere,
}

/// A path without links.
#[derive(Debug)]
pub struct Followed {
    /// The path, which need not exist.
    pub real: PathBuf,
    /// Whether a link in the project was followed, so that the content may be that of any file in it.
    pub is_linked: bool,
}

/// Follows a path, link by link. Refuses a link in a project that leads out of it.
pub fn follow(path: &Path, within: Within<'_>) -> Result<Followed, String> {
    let here = std::env::current_dir().map_err(|error| reason(&error))?;
    let here = fs::canonicalize(&here).unwrap_or(here);
    let named = here.join(path);
    let (real, links) = trace(&named)?;
    let real = as_on_disk(real);
    let roots = Roots { within, named: &named, here: path.is_relative().then_some(&here), real: &real };
    let mut is_linked = false;
    for link in &links {
        let Some((root, name)) = roots.of(link) else { continue };
        is_linked = true;
        if !real.starts_with(&root) {
            return Err(format!("a link points outside {name}, to {}", real.display()));
        }
    }
    if !links.is_empty() && is_private(&real) && !is_private(&named) {
        return Err(format!("a link points into a repository's own files, to {}", real.display()));
    }
    Ok(Followed { real, is_linked })
}

/// The path without links, and every link on the way.
fn trace(named: &Path) -> Result<(PathBuf, Vec<PathBuf>), String> {
    let mut real = PathBuf::new();
    let mut links = Vec::new();
    let mut left = parts(named);
    while let Some(part) = left.pop() {
        if part == ".." {
            real.pop();
            continue;
        }
        real.push(&part);
        // A missing part is below what exists.
        if !real.symlink_metadata().is_ok_and(|meta| meta.is_symlink()) {
            continue;
        }
        let to = fs::read_link(&real).map_err(|error| reason(&error))?;
        links.push(real.clone());
        real.pop();
        if links.len() > MOST_LINKS {
            return Err("too many links lead to each other".to_owned());
        }
        left.extend(parts(&to));
    }
    Ok((real, links))
}

/// The parts of a path, last first. The first part of an absolute path is its root, which replaces what is before it.
fn parts(path: &Path) -> Vec<OsString> {
    let mut parts: Vec<OsString> = Vec::new();
    let mut prefix = OsString::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::Prefix(name) => name.as_os_str().clone_into(&mut prefix),
            Component::RootDir => {
                let mut root = std::mem::take(&mut prefix);
                root.push(component.as_os_str());
                parts.push(root);
            }
            other => parts.push(other.as_os_str().to_owned()),
        }
    }
    parts.reverse();
    parts
}

/// The path with its names as the disk spells them, as far as it exists.
fn as_on_disk(real: PathBuf) -> PathBuf {
    let known = real.ancestors().find_map(|above| Some((above, fs::canonicalize(above).ok()?)));
    match known.map(|(above, on_disk)| (real.strip_prefix(above).map(Path::to_owned), on_disk)) {
        Some((Ok(rest), on_disk)) if rest.as_os_str().is_empty() => on_disk,
        Some((Ok(rest), on_disk)) => on_disk.join(rest),
        _ => real,
    }
}

/// What the links of one path may not lead out of.
struct Roots<'r> {
    within: Within<'r>,
    named: &'r Path,
    /// The current folder, if the path is relative.
    here: Option<&'r PathBuf>,
    /// Where the path leads.
    real: &'r Path,
}

impl Roots<'_> {
    /// What a link may not lead out of, and its name for people.
    fn of(&self, link: &Path) -> Option<(PathBuf, &'static str)> {
        let folder = link.parent().unwrap_or(link);
        // Links to open files, such as /dev/stdout, belong to the system.
        if folder.starts_with("/dev") || folder.starts_with("/proc") {
            return None;
        }
        if let Some(top) = top_of(folder) {
            return Some((top.to_owned(), "the repository"));
        }
        let root = match self.within {
            Within::Below(root) => fs::canonicalize(root).ok(),
            Within::File => self.named.parent().and_then(|parent| fs::canonicalize(parent).ok()),
            Within::Folder => None,
            Within::Anywhere => return None,
        };
        if let Some(root) = root.filter(|root| folder.starts_with(root)) {
            return Some((root, "its folder"));
        }
        if matches!(self.within, Within::Below(_)) || self.is_above_repository(link) {
            return None;
        }
        if let Some(here) = self.here.filter(|here| folder.starts_with(here)) {
            return Some((here.clone(), "this folder"));
        }
        // Elsewhere, the link may have come with an unpacked archive.
        (!is_personal(folder)).then(|| (folder.to_owned(), "its folder"))
    }

    /// Whether a link leads to the top of the repository that the path is in, or to a folder above.
    fn is_above_repository(&self, link: &Path) -> bool {
        let to = fs::canonicalize(link);
        to.is_ok_and(|to| top_of(self.real).is_some_and(|top| top.starts_with(to)))
    }
}

/// Whether the links in a folder are those of the system or of the user: at the top of the disk or of the home folder.
fn is_personal(folder: &Path) -> bool {
    let home = std::env::home_dir().and_then(|home| fs::canonicalize(home).ok());
    folder.ancestors().count() <= 2 || home.is_some_and(|home| home == folder)
}

/// The top of the repository that a folder belongs to.
pub(crate) fn top_of(folder: &Path) -> Option<&Path> {
    let has_mark = |above: &&Path| MARKS.iter().any(|mark| above.join(mark).symlink_metadata().is_ok());
    folder.ancestors().find(has_mark)
}

/// Whether a path is that of a file of the version control system.
fn is_private(path: &Path) -> bool {
    path.components().any(|part| MARKS.iter().any(|mark| part.as_os_str().eq_ignore_ascii_case(mark)))
}
