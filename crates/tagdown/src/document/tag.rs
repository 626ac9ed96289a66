//! A tag in the text: its name, its place, and how it differs from the required form.

use super::kinds::Kind;
use crate::text::Span;

/// The emphasis of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// `**…**`, the canonical form.
    Bold,
    /// `__…__`.
    Underscores,
    /// `*…*` or `_…_`, or bold and italic at once.
    Italic,
    /// No emphasis.
    Plain,
}

/// Spelling mistakes in a tag whose meaning is still clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slips {
    /// `[spec]`.
    pub case: bool,
    /// `\[SPEC]`.
    pub escape: bool,
    /// `[SPEC:]`, `[SPEC]:`.
    pub colon: bool,
    /// `[ SPEC ]`, `** [SPEC] **`.
    pub spaces: bool,
    /// `**[SPEC]` without closing markers, `***[SPEC]**`.
    pub unclosed: bool,
    /// A hard line break or stray punctuation after the tag.
    pub stray: bool,
}

/// The name between the brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// One of the four kinds.
    Known(Kind),
    /// `[/SPEC]`, which ends the block.
    Closing(Kind),
    /// Something else, such as `WARN`.
    Unknown(String),
}

/// The place of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On its own line, at the start of a Markdown paragraph.
    Line,
    /// On a line that Markdown joins with the text above it.
    Folded,
    /// In a heading of this level.
    Heading(u8),
    /// In a list item, quote or table cell, where it is only text.
    Nested,
}

/// A tag in the text.
#[derive(Clone, Debug)]
pub struct TagLine {
    /// Its name.
    pub name: Name,
    /// Its place.
    pub place: Place,
    /// From the first emphasis marker (or the `#` of a heading) to the last, including a colon after it.
    pub span: Span,
    /// Its emphasis.
    pub wrap: Wrap,
    /// Its spelling mistakes.
    pub slips: Slips,
    /// The emphasised words after the brackets, without a closing colon.
    pub title: Option<Span>,
    /// The content on the tag line.
    pub inline: Option<Span>,
}

impl TagLine {
    /// The kind of the block that the tag opens.
    pub fn kind(&self) -> Option<Kind> {
        match self.name {
            Name::Known(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether the tag has the spelling that the format requires, in any place.
    pub fn is_well_spelt(&self) -> bool {
        let titled = self.title.is_some() && self.name != Name::Known(Kind::Bug);
        self.wrap == Wrap::Bold && self.slips == Slips::default() && !titled && self.inline.is_none()
    }

    /// Whether the tag has both the spelling and the place that the format requires.
    pub fn is_well_formed(&self) -> bool {
        self.is_well_spelt() && self.place == Place::Line
    }
}
