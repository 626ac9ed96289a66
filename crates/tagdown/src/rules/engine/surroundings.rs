//! What is around a document: the files and anchors that its links can lead to. The core library reads no files, so
//! whoever reads the document hands this over.

use std::fmt::Debug;
use std::sync::Arc;

use crate::document::Anchors;

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Nothing, although the folder around it can be read.
    Nothing,
    /// It cannot be known: outside the project, behind a link that leads out, or written by a tool.
    Unknown,
}

/// How the documents of a folder are published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// A site generator makes pages of them, with its own anchors and addresses.
    pub is_site: bool,
    /// The generator resolves references that no document defines.
    pub resolves_labels: bool,
    /// The generator resolves `#name` to an anchor of any document.
    pub shares_anchors: bool,
    /// The generator also makes pages that no document has.
    pub makes_pages: bool,
    /// The documents are pieces that other pages include.
    pub is_piece: bool,
}

/// What is around a document. All paths are relative to its folder, with slashes, and may lead up.
pub trait Surroundings: Debug + Send + Sync {
    /// The file name of the document itself.
    fn own_name(&self) -> &str;

    /// What is at a path.
    fn look(&self, path: &str) -> Found;

    /// Whether there is a file at a path. It may cost less than [`Surroundings::look`].
    fn is_file(&self, path: &str) -> bool {
        self.look(path) == Found::File
    }

    /// The names in a folder; none if it cannot be read.
    fn names(&self, folder: &str) -> Vec<String>;

    /// The path of another document with this file name, if there is exactly one.
    fn namesake(&self, name: &str) -> Option<String>;

    /// The anchors of the Markdown file at a path; `None` if they cannot be known.
    fn anchors(&self, path: &str) -> Option<Arc<Anchors>>;

    /// How the document is published.
    fn site(&self) -> Site;
}
