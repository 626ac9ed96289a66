//! Tells a caller whether a file that it has read is still the same, without reading it.

use std::path::Path;

use super::stamp::Stamp;

/// The state of a file when a caller read it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen(Option<Stamp>);

impl Seen {
    /// The state of a file at this moment. Take it before the file is read.
    pub fn of(path: &Path) -> Self {
        Self(Stamp::of(path))
    }

    /// Whether the file is certainly what it was.
    pub fn is_current(&self, path: &Path) -> bool {
        self.0.is_some_and(|before| Stamp::of(path).is_some_and(|now| now.is_same(&before)))
    }
}
