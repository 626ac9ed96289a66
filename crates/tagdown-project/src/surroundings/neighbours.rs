//! The surroundings of one document on disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tagdown::document::Anchors;
use tagdown::rules::{Found, Site, Surroundings};

use super::publishing;
use super::tree::{Tree, absolute};
use crate::paths::real;

/// The files and anchors around one document.
#[derive(Debug)]
pub struct Neighbours {
    tree: Arc<Tree>,
    path: PathBuf,
    name: String,
    place: OnceLock<Place>,
}

/// Where a document is.
#[derive(Debug)]
struct Place {
    /// The folder that its links may not leave, without links.
    root: PathBuf,
    /// The names of the folders from the root to the document.
    below: Vec<String>,
}

impl Neighbours {
    /// The surroundings of the document at a path. Nothing is read until a link asks for it.
    pub fn new(tree: Arc<Tree>, path: &Path) -> Self {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Self { tree, path: path.to_owned(), name, place: OnceLock::new() }
    }

    fn place(&self) -> &Place {
        self.place.get_or_init(|| {
            let path = absolute(&self.path);
            let folder = real(path.parent().unwrap_or(&path));
            let root = self.tree.root(&folder);
            let below = folder.strip_prefix(&root).unwrap_or(Path::new(""));
            let below =
                below.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
            Place { root, below }
        })
    }

    /// The parts of a path below the root; `None` if it leads out.
    fn parts<'p>(&'p self, path: &'p str) -> Option<Vec<&'p str>> {
        let mut parts: Vec<&str> = self.place().below.iter().map(String::as_str).collect();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part),
            }
        }
        Some(parts)
    }
}

impl Surroundings for Neighbours {
    fn own_name(&self) -> &str {
        &self.name
    }

    fn look(&self, path: &str) -> Found {
        let Some(parts) = self.parts(path) else { return Found::Unknown };
        let root = &self.place().root;
        match self.tree.look(root, &parts) {
            Found::Nothing if self.tree.is_ignored(root, &parts) => Found::Unknown,
            Found::File if path.ends_with('/') => Found::Nothing,
            found => found,
        }
    }

    fn is_file(&self, path: &str) -> bool {
        // Whether git ignores the path matters only where nothing is.
        let Some(parts) = self.parts(path).filter(|_| !path.ends_with('/')) else { return false };
        self.tree.look(&self.place().root, &parts) == Found::File
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let Some(parts) = self.parts(folder) else { return Vec::new() };
        if self.tree.look(&self.place().root, &parts) != Found::Folder {
            return Vec::new();
        }
        let folder = parts.iter().fold(self.place().root.clone(), |path, part| path.join(part));
        let entries = self.tree.listing(&folder);
        entries
            .iter()
            .flat_map(|entries| entries.keys())
            .filter(|name| !name.starts_with('.'))
            .cloned()
            .collect()
    }

    fn namesake(&self, name: &str) -> Option<String> {
        let other = absolute(self.tree.namesake(name)?);
        let folder = real(other.parent()?);
        let below = folder.strip_prefix(&self.place().root).ok()?;
        let there: Vec<String> =
            below.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        let own = &self.place().below;
        let same = own.iter().zip(&there).take_while(|(own, there)| own == there).count();
        let up = std::iter::repeat_n("..", own.len() - same);
        let path: Vec<&str> = up.chain(there[same..].iter().map(String::as_str)).chain([name]).collect();
        (path != [self.name.as_str()]).then(|| path.join("/"))
    }

    fn anchors(&self, path: &str) -> Option<Arc<Anchors>> {
        let parts = self.parts(path)?;
        let root = &self.place().root;
        let path = parts.iter().fold(root.clone(), |path, part| path.join(part));
        self.tree.anchors(root, &path)
    }

    fn site(&self) -> Site {
        let Place { root, below } = self.place();
        let folder = below.iter().fold(root.clone(), |path, part| path.join(part));
        self.tree.site(&folder, || publishing::site(&self.tree, root, &folder))
    }
}
