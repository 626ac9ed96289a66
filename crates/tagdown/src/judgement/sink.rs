//! What takes the features of a statement.

use super::hashed::Hashed;

/// Takes features.
pub(super) trait Sink {
    /// Adds a feature. Its name is the parts in a row. Adding it again changes nothing.
    fn add(&mut self, parts: &[Hashed<'_>]);
}

/// A part of a name that is known in advance.
pub(super) const fn part(text: &'static str) -> Hashed<'static> {
    Hashed::new(text)
}

/// Small counts.
pub(super) const FEW: [Hashed<'static>; 7] =
    [part("0"), part("1"), part("2"), part("3"), part("4"), part("5"), part("6")];
