//! How much of a block a state shows, and what one state adds to another.

/// How much of a block is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Counted among all blocks.
    Counted,
    /// Counted on the line of its document.
    Document,
    /// Counted on the line of its section.
    Section,
    /// Listed on its own line.
    Line,
    /// Shown as title and Fix.
    Brief,
    /// Shown as its best passages, this many.
    Excerpt(u16),
    /// Shown in full.
    Full,
}

/// What a state adds to the one before.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// The full ending: also what was left out and what to do next, not only how much is shown.
    Ending,
    /// The title of a single document.
    Title,
    /// The manifest of a document.
    Manifest(usize),
    /// A line that counts the blocks of a document.
    Document(usize),
    /// A line that counts the blocks of a section.
    Section(usize, usize),
    /// A block, raised to a level.
    Block(usize, Level),
}
