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
    /// A code span, in a document that writes all its tags so.
    Code,
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
    /// Characters that show nothing, beside the tag or in it.
    pub unseen: bool,
    /// `**[SPEC]` without closing markers, `***[SPEC]**`.
    pub unclosed: bool,
    /// A hard line break or stray punctuation after the tag.
    pub stray: bool,
    /// `**[BUG]** title`, with the title outside the emphasis.
    pub outside: bool,
}

/// The name between the brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// One of the four kinds.
    Known(Kind),
    /// `[/SPEC]`, which ends the block.
    Closing(Kind),
    /// A tag that the project declares, and the kind that it reads as.
    Own(String, Kind),
    /// Something else, such as `WARN`. Its block is unverified.
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
    /// At the end of a heading of this level, which it leaves a heading.
    HeadingEnd(u8),
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
    /// What is in the brackets besides the name: `v1.2` of `[SPEC — v1.2]`, `BUG-12` of `[BUG-12]`.
    pub qualifier: Option<Span>,
    /// The emphasised words after the brackets, without a closing colon.
    pub title: Option<Span>,
    /// The content on the tag line.
    pub inline: Option<Span>,
}

impl TagLine {
    /// The kind of the block that the tag opens.
    pub fn kind(&self) -> Option<Kind> {
        match self.name {
            Name::Known(kind) | Name::Own(_, kind) => Some(kind),
            Name::Unknown(_) => Some(Kind::Unverified),
            Name::Closing(_) => None,
        }
    }

    /// The name of a tag that is none of the four.
    pub fn own_name(&self) -> Option<&str> {
        match &self.name {
            Name::Own(name, _) | Name::Unknown(name) => Some(name),
            Name::Known(_) | Name::Closing(_) => None,
        }
    }

    /// Whether the tag is in a heading.
    pub fn is_in_heading(&self) -> bool {
        matches!(self.place, Place::Heading(_) | Place::HeadingEnd(_))
    }

    /// Whether the tag has the spelling that the format requires, in any place.
    pub fn is_well_spelt(&self) -> bool {
        let is_titled = self.title.is_some() && self.kind() != Some(Kind::Bug) && self.own_name().is_none();
        self.wrap == Wrap::Bold
            && self.slips == Slips::default()
            && !is_titled
            && self.qualifier.is_none()
            && self.inline.is_none()
    }

    /// Whether the tag has both the spelling and the place that the format requires.
    pub fn is_well_formed(&self) -> bool {
        self.is_well_spelt() && self.place == Place::Line
    }
}

/// Whether a tag is also a heading. `### [SPEC] Limits` and `### Limits **[SPEC]**` are both; `### [BUG] title` and
/// `### [SPEC]` are only tags.
pub fn keeps_heading(tag: &TagLine) -> bool {
    let is_titled = tag.title.is_some() && tag.kind() != Some(Kind::Bug);
    matches!(tag.place, Place::HeadingEnd(_)) || (matches!(tag.place, Place::Heading(_)) && is_titled)
}
