//! Which callout stands for which kind: the defaults of a dialect, and what a configuration says.

use super::Dialect;
use crate::tags::Kind;

/// What a configuration changes about the callouts of a dialect, by kind in the order of [`crate::TAGS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// What the renderer calls the callout.
    pub names: [Option<String>; 4],
    /// What stands above it, where the block itself has no title.
    pub titles: [Option<String>; 4],
}

/// A callout of one kind, as it is written and read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callout<'c> {
    /// Its kind.
    pub kind: Kind,
    /// What the renderer calls it.
    pub name: &'c str,
    /// What stands above it, where the block itself has no title.
    pub title: &'c str,
}

impl Mapping {
    /// The callout of a kind in a dialect.
    pub fn callout<'c>(&'c self, dialect: &'c Dialect, kind: Kind) -> Callout<'c> {
        let index = kind as usize;
        let default = &dialect.callouts[index];
        Callout {
            kind,
            name: self.names[index].as_deref().unwrap_or(default.name),
            title: self.titles[index].as_deref().unwrap_or(default.title),
        }
    }
}
