//! The documents that are open in the editor: their text as the editor has it, and their version.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use gen_lsp_types::TextDocumentContentChangeEvent;
use memchr::memmem;
use tagdown::rules::{Edit, apply};
use tagdown::text::{Source, Units};

use crate::findings::Checked;
use crate::position::span_of;
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
        let (text, typed) = changed_text(&self.text, changes, units);
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

/// The text after changes that each refer to the text after the ones before, and the lines of the last change.
fn changed_text(
    text: &str,
    changes: &[TextDocumentContentChangeEvent],
    units: Units,
) -> (String, Option<[usize; 2]>) {
    let mut text = text.to_owned();
    let mut typed = None;
    let mut rest = changes;
    while let Some(first) = rest.first() {
        let TextDocumentContentChangeEvent::TextDocumentContentChangePartial(_) = first else {
            if let TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) = first {
                text.clone_from(&whole.text);
            }
            typed = None;
            rest = &rest[1..];
            continue;
        };
        let source = Source::new(&text);
        let edits = descending(&source, rest, units);
        rest = &rest[edits.len()..];
        typed = edits.first().map(|edit| {
            let start = source.line_of(edit.span.start);
            [start, start + Source::new(&edit.text).line_count() - 1]
        });
        let ascending: Vec<Edit> = edits.into_iter().rev().collect();
        let made = apply(&text, &ascending);
        text = made;
    }
    (text, typed)
}

/// The changes at the start of a list that go from the end of the text to its start, as editors send them for many
/// cursors. Each leaves the text before it alone, so all of them can be made at once.
fn descending(source: &Source<'_>, changes: &[TextDocumentContentChangeEvent], units: Units) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for change in changes {
        let TextDocumentContentChangeEvent::TextDocumentContentChangePartial(change) = change else { break };
        let span = span_of(source, &change.range, units);
        let end = &change.range.end;
        let is_exact = source.editor_position(span.end, units) == (end.line as usize, end.character as usize);
        let fits = edits.last().is_none_or(|last| is_exact && span.end < last.span.start);
        if !fits {
            break;
        }
        edits.push(Edit::replace(span, change.text.clone()));
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn after(text: &str, changes: serde_json::Value) -> String {
        let changes: Vec<TextDocumentContentChangeEvent> = serde_json::from_value(changes).expect("changes");
        Open::new("untitled:a", 1, text.to_owned()).changed(2, &changes, Units::Utf16).text.to_string()
    }

    fn change(from: [u32; 2], to: [u32; 2], text: &str) -> serde_json::Value {
        let place = |at: [u32; 2]| json!({"line": at[0], "character": at[1]});
        json!({"range": {"start": place(from), "end": place(to)}, "text": text})
    }

    #[test]
    fn changes_are_made_one_after_the_other() {
        for (text, changes, wanted) in [
            ("a😀b\n", json!([change([0, 3], [0, 4], "c")]), "a😀c\n"),
            ("a\nb\nc", json!([change([2, 0], [2, 1], "3"), change([0, 0], [0, 1], "1")]), "1\nb\n3"),
            ("a\nb", json!([change([0, 0], [0, 1], ""), change([0, 0], [1, 0], "x\n")]), "x\nb"),
            ("ab", json!([change([0, 1], [0, 1], "x"), change([0, 2], [0, 2], "y")]), "axyb"),
            ("a\nb\n", json!([change([2, 0], [2, 0], "c\n")]), "a\nb\nc\n"),
            ("a\nb", json!([change([1, 0], [1, 0], "\n"), change([0, 99], [1, 0], "-")]), "a-\nb"),
            // The second change is on a line that the first made longer.
            ("a\nb", json!([change([0, 1], [1, 0], ""), change([0, 99], [0, 99], "!")]), "ab!"),
            ("a\rb", json!([change([1, 0], [1, 0], "\n"), change([1, 0], [1, 0], "x")]), "a\r\nxb"),
            ("a", json!([{"text": "new"}, change([0, 3], [0, 3], "er")]), "newer"),
            ("abc", json!([change([0, 2], [0, 1], "x")]), "abxc"),
        ] {
            assert_eq!(after(text, changes.clone()), wanted, "{text:?} {changes}");
        }
    }
}
