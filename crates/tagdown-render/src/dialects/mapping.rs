//! Which callout represents which kind: the defaults of a dialect, and the configured names and titles.

use tagdown::document::Kind;

use super::dialect::Dialect;

/// The configured callouts of a dialect, by kind in the order of [`tagdown::document::TAGS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The renderer's name for the callout.
    pub names: [Option<String>; 4],
    /// The title above it, if the block has none.
    pub titles: [Option<String>; 4],
}

/// The callout of a kind, for writing it and reading it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callout<'c> {
    /// Its kind.
    pub kind: Kind,
    /// The renderer's name for it.
    pub name: &'c str,
    /// The title above it, if the block has none.
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
