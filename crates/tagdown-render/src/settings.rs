//! Project settings for rendering: the defaults of `tagdown render`, and the callouts of each dialect.

use std::collections::BTreeMap;

use tagdown::document::{Kind, TAGS, Tag};

use crate::dialects::{Dialect, Mapping};
use crate::options::{ManifestMode, Options};

/// The keys of `[render]`, besides the names of dialects.
pub const RENDER_KEYS: [&str; 3] = ["manifest", "kinds", "raw"];

/// The names of the kinds in a configuration, in the order of [`TAGS`]. With the suffix `-title`, each is also the key
/// of a title.
pub const KIND_KEYS: [&str; 4] = ["spec", "note", "bug", "unverified"];

/// The `[render]` table of a configuration.
#[derive(Clone, Debug, Default)]
pub struct RenderSettings {
    /// How the manifest is rendered, unless the command line sets it.
    pub manifest: Option<ManifestMode>,
    /// The kinds that are shown, unless the command line sets them; `None` for all.
    pub kinds: Option<Vec<Kind>>,
    /// Whether the renderer's own syntax stays unescaped, unless the command line sets it.
    pub raw: Option<bool>,
    /// Callout names and titles, by dialect.
    pub mappings: BTreeMap<&'static str, Mapping>,
}

impl RenderSettings {
    /// The options for a dialect, before the command line changes them.
    pub fn options(&self, dialect: &Dialect) -> Options {
        Options {
            kinds: self.kinds.clone().unwrap_or_default(),
            manifest: self.manifest.unwrap_or_default(),
            mapping: self.mappings.get(dialect.name).cloned().unwrap_or_default(),
            raw: self.raw.unwrap_or_default(),
            links: BTreeMap::new(),
            is_index: false,
        }
    }
}

/// The names of the kinds in a list of kinds, in the order of [`TAGS`].
pub fn kind_names() -> impl Iterator<Item = (&'static str, Kind)> {
    let names = |(key, tag): (&&'static str, &Tag)| [(*key, tag.kind), (tag.name, tag.kind)];
    KIND_KEYS.iter().zip(TAGS).flat_map(names)
}

/// The kind with this name in a configuration, or an error message.
pub fn kind_named(name: &str) -> Result<Kind, String> {
    let found = kind_names().find(|(known, _)| *known == name).map(|(_, kind)| kind);
    found.ok_or_else(|| format!("`{name}` is not a block kind; the kinds are {}", KIND_KEYS.join(", ")))
}
