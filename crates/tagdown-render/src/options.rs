//! Rendering options and the rendered document.

use std::collections::BTreeMap;

use tagdown::document::Kind;

use crate::dialects::Mapping;

/// How the manifest is rendered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ManifestMode {
    /// It stays in place.
    #[default]
    Keep,
    /// It is collapsed.
    Fold,
    /// It is left out.
    Drop,
}

impl ManifestMode {
    /// All values.
    pub const ALL: [ManifestMode; 3] = [Self::Keep, Self::Fold, Self::Drop];

    /// The name in a configuration and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Fold => "fold",
            Self::Drop => "drop",
        }
    }

    /// What it does, for the help.
    pub fn about(self) -> &'static str {
        match self {
            Self::Keep => "keep it in place",
            Self::Fold => "collapse it, if the renderer supports that",
            Self::Drop => "leave it out",
        }
    }

    /// The mode with this name, or an error message.
    pub fn from_name(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|mode| mode.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(|mode| format!("\"{}\"", mode.name())).join(", ");
            format!("`manifest` must be one of {names}, not \"{name}\"")
        })
    }
}

/// Rendering options.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The kinds that are shown; all if empty. Text without a tag counts as NOTE.
    pub kinds: Vec<Kind>,
    /// How the manifest is rendered.
    pub manifest: ManifestMode,
    /// Callout names and titles from the configuration.
    pub mapping: Mapping,
    /// Whether the renderer's own syntax in the text stays unescaped: `{x}`, `<Component>`, `{{ x }}`, `:directive`.
    pub raw: bool,
    /// Links that change, and their new targets; see [`crate::folder_links()`].
    pub links: BTreeMap<String, String>,
    /// Whether the page is the index of its folder; see [`crate::is_index()`].
    pub is_index: bool,
}

impl Options {
    /// Whether blocks of a kind are shown.
    pub fn shows(&self, kind: Kind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

/// A document, rendered in a dialect.
#[derive(Clone, Debug, Default)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// How many blocks of each kind [`Options::kinds`] left out, in the order of [`tagdown::document::TAGS`].
    pub left_out: [usize; 4],
}
