//! The documents that are open in the editor: their text as the editor has it, and their version.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use gen_lsp_types::TextDocumentContentChangeEvent;
use memchr::memmem;
use tagdown::text::Units;

use crate::changes::changed;
use crate::findings::Checked;
use crate::uri;

/// An open document, in one version.
#[derive(Debug)]
pub(crate) struct Open {
    /// Its address, as the editor writes it.
    pub(crate) uri: String,
    /// Its file; none if it was never saved.
    pub(crate) path: Option<PathBuf>,
    /// Its version.
    pub(crate) version: i32,
    /// Its text.
    pub(crate) text: Arc<str>,
    /// Whether the text is that of the file, as far as the editor says.
    pub(crate) is_saved: bool,
    /// The first and last line, from 0, of what was typed last.
    pub(crate) typed: Option<[usize; 2]>,
    /// What a check found, and under which state of the disk.
    checked: Mutex<Option<(u64, Arc<Checked>)>>,
}

impl Open {
    /// A document that was just opened.
    pub(crate) fn new(uri: &str, version: i32, text: String) -> Self {
        let path = uri::to_path(uri);
        Self {
            uri: uri.to_owned(),
            path,
            version,
            text: text.into(),
            is_saved: true,
            typed: None,
            checked: Mutex::default(),
        }
    }

    /// The next version, after these changes.
    pub(crate) fn changed(
        &self,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        units: Units,
    ) -> Self {
        let (text, typed) = changed(&self.text, changes, units);
        Self {
            uri: self.uri.clone(),
            path: self.path.clone(),
            version,
            text: text.into(),
            is_saved: false,
            typed,
            checked: Mutex::default(),
        }
    }

    /// The same version, after it was saved.
    pub(crate) fn saved(&self) -> Self {
        let Self { uri, path, version, text, .. } = self;
        Self { path: path.clone(), text: Arc::clone(text), ..Self::new(uri, *version, String::new()) }
    }

    /// Whether it is a configuration file, and not a document.
    pub(crate) fn is_config(&self) -> bool {
        let name = self.path.as_ref().and_then(|path| path.file_name());
        name.is_some_and(|name| name == "tagdown.toml" || name == ".tagdown.toml")
    }

    /// Whether it may link to itself by its file name, so that what is around it changes with its text.
    pub(crate) fn names_itself(&self) -> bool {
        let name = self.path.as_ref().and_then(|path| path.file_name()?.to_str());
        // Other characters may be encoded in a link.
        let is_plain = |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
        name.is_some_and(|name| {
            !is_plain(name) || memmem::find(self.text.as_bytes(), name.as_bytes()).is_some()
        })
    }

    /// What a check found; `check` is called once for each version and each state of the disk.
    pub(crate) fn checked(&self, state: u64, check: impl FnOnce() -> Checked) -> Arc<Checked> {
        let mut kept = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((at, checked)) if *at == state => Arc::clone(checked),
            _ => {
                let made = Arc::new(check());
                *kept = Some((state, Arc::clone(&made)));
                made
            }
        }
    }
}
