//! The documents in the folders of the editor. Nothing is read until a question needs it.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tagdown_project::workspace::{Roots, Workspace};

/// The documents in the folders of the editor.
#[derive(Debug, Default)]
pub(crate) struct Project {
    roots: Vec<PathBuf>,
    workspace: Mutex<Option<Workspace>>,
}

impl Project {
    /// The documents below these folders; none without a folder.
    pub(crate) fn new(roots: Vec<PathBuf>) -> Self {
        let workspace =
            (!roots.is_empty()).then(|| Workspace::new(Roots { paths: roots.clone(), ..Roots::default() }));
        Self { roots, workspace: Mutex::new(workspace) }
    }

    /// Uses the text of an open document instead of its file; `None` to use the file again.
    pub(crate) fn set_unsaved(&self, path: &Path, text: Option<&str>) {
        if let Some(workspace) = self.workspace.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            workspace.set_unsaved(path, text);
        }
    }

    /// The folders.
    pub(crate) fn roots(&self) -> &[PathBuf] {
        &self.roots
    }
}
