//! Styles: a colour per kind in addition to its name, readable on light and dark backgrounds.

use ratatui::style::{Color, Modifier, Style};
use tagdown::document::Kind;

/// Whether colours are used; bold, dim and reversed are not colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) colour: bool,
}

impl Look {
    /// The style for a kind's name. It is reversed, so the text has the background colour: readable on light
    /// and dark.
    pub(super) fn chip(self, kind: Kind) -> Style {
        self.kind(kind).add_modifier(Modifier::REVERSED)
    }

    /// The colour of a kind.
    pub(super) fn kind(self, kind: Kind) -> Style {
        let colour = match kind {
            Kind::Spec => Color::Green,
            Kind::Note => Color::Cyan,
            Kind::Bug => Color::Red,
            Kind::Unverified => Color::Magenta,
        };
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }
}

pub(super) const PLAIN: Style = Style::new();
pub(super) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
pub(super) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// The text that is asked about, visible without colours.
pub(super) const MARKED: Style = Style::new().add_modifier(Modifier::BOLD).add_modifier(Modifier::UNDERLINED);
pub(super) const BAR: Style = Style::new().add_modifier(Modifier::REVERSED);

/// A kind as written in a tag.
pub(super) fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Unverified => "[?]",
        other => other.name(),
    }
}
