//! The renderer that callouts come from, and how its names map to kinds.

use tagdown_render::{Dialect, Mapping};

use crate::convert::callouts::names::Kinds;

/// The renderer that callouts come from, and how its names map to kinds.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'o> {
    /// The renderer that they were written for.
    pub dialect: &'static Dialect,
    /// The names that `render` uses for the four kinds.
    pub mapping: &'o Mapping,
    /// The kinds that the configuration assigns to some names.
    pub kinds: &'o Kinds,
}
