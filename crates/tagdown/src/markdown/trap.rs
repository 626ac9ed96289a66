//! A paragraph that the line below it turns into a heading by mistake.

use crate::text::Span;

/// A paragraph that the line below it turns into a heading.
#[derive(Clone, Copy, Debug)]
pub struct Trap {
    /// The paragraph.
    pub paragraph: Span,
    /// The line of dashes or equal signs.
    pub underline: Span,
    /// Whether it consists of dashes, so a thematic break was intended.
    pub is_break: bool,
    /// Whether it only underlines the title of a BUG.
    pub is_decoration: bool,
}
