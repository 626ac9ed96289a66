//! The convention as tables: the four kinds of block, their readers, and the fields of a BUG.

use serde::Serialize;

use crate::text::edit_distance;

/// The version of the format that tagdown reads.
pub const FORMAT_VERSION: &str = "1.0.0";

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Kind {
    /// An authoritative fact.
    #[serde(rename = "SPEC")]
    Spec,
    /// Context for people. Untagged text counts as a NOTE.
    #[serde(rename = "NOTE")]
    Note,
    /// A verified failure with a confirmed fix.
    #[serde(rename = "BUG")]
    Bug,
    /// Unverified, inferred or provisional.
    #[serde(rename = "?")]
    Unverified,
}

/// One row of [`TAGS`].
#[derive(Debug)]
pub struct Tag {
    /// The kind that the row describes.
    pub kind: Kind,
    /// The name between the brackets.
    pub name: &'static str,
    /// The kind in an address.
    pub slug: &'static str,
    /// Its main readers.
    pub reader: &'static str,
    /// When a model reads it.
    pub priority: &'static str,
    /// Whether deeper headings belong to it. Otherwise it ends at any heading.
    pub is_stretch: bool,
    /// Words that people write instead of its name.
    pub aliases: &'static [&'static str],
}

/// The four kinds.
pub const TAGS: &[Tag] = &[
    Tag {
        kind: Kind::Spec,
        name: "SPEC",
        slug: "spec",
        reader: "AI models",
        priority: "always",
        is_stretch: true,
        aliases: &[
            "SPECS",
            "SPECIFICATION",
            "FACT",
            "FACTS",
            "RULE",
            "RULES",
            "REQUIREMENT",
            "REQUIREMENTS",
            "REQ",
            "MUST",
            "LIMIT",
            "LIMITS",
            "REFERENCE",
            "CONTRACT",
            "DEFINITION",
        ],
    },
    Tag {
        kind: Kind::Note,
        name: "NOTE",
        slug: "note",
        reader: "humans",
        priority: "may be skipped",
        is_stretch: true,
        aliases: &[
            "NOTES",
            "WARN",
            "WARNING",
            "CAUTION",
            "DANGER",
            "TIP",
            "TIPS",
            "HINT",
            "INFO",
            "IMPORTANT",
            "CONTEXT",
            "WHY",
            "RATIONALE",
            "HISTORY",
            "EXAMPLE",
            "CAVEAT",
            "ADVICE",
        ],
    },
    Tag {
        kind: Kind::Bug,
        name: "BUG",
        slug: "bug",
        reader: "both",
        priority: "always",
        is_stretch: false,
        aliases: &[
            "BUGS",
            "BUGFIX",
            "ISSUE",
            "KNOWN ISSUE",
            "DEFECT",
            "ERROR",
            "FAILURE",
            "FIXME",
            "PROBLEM",
        ],
    },
    Tag {
        kind: Kind::Unverified,
        name: "?",
        slug: "?",
        reader: "both",
        priority: "always, as a hypothesis",
        is_stretch: false,
        aliases: &[
            "??",
            "???",
            "UNVERIFIED",
            "UNCONFIRMED",
            "HYPOTHESIS",
            "ASSUMPTION",
            "QUESTION",
            "OPEN",
            "TODO",
            "TBD",
            "TBC",
            "DRAFT",
            "UNKNOWN",
            "UNSURE",
            "MAYBE",
            "GUESS",
            "INFERRED",
        ],
    },
];

impl Kind {
    /// The row of [`TAGS`] for this kind.
    pub fn tag(self) -> &'static Tag {
        TAGS.iter().find(|tag| tag.kind == self).expect("TAGS has a row for every kind")
    }

    /// The name between the brackets.
    pub fn name(self) -> &'static str {
        self.tag().name
    }

    /// The canonical tag line, without a title.
    pub fn tag_line(self) -> String {
        format!("**[{}]**", self.name())
    }

    /// The kind whose name is `name`, ignoring case.
    pub fn from_name(name: &str) -> Option<Kind> {
        TAGS.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.kind)
    }

    /// The kind that a writer most likely intended with `name`, and whether that is more than a guess.
    pub fn nearest(name: &str) -> (Kind, bool) {
        let upper = name.to_uppercase();
        let alias = |word: &str| TAGS.iter().find(|tag| tag.name == word || tag.aliases.contains(&word));
        let words = upper.split(|c: char| !c.is_alphanumeric() && c != '?');
        let by_word = || words.filter(|word| !word.is_empty()).find_map(alias);
        if let Some(tag) = alias(&upper).or_else(by_word) {
            return (tag.kind, true);
        }
        let distance = |tag: &&Tag| edit_distance(tag.name, &upper);
        match TAGS.iter().filter(|tag| tag.name.len() > 1).min_by_key(distance) {
            Some(tag) if distance(&tag) <= tag.name.len() / 2 => (tag.kind, true),
            _ => (Kind::Note, false),
        }
    }
}

/// The tags that a project declares, with the kind that each reads as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnTags(std::collections::BTreeMap<String, Kind>);

impl OwnTags {
    /// The kind of a declared tag.
    pub fn get(&self, name: &str) -> Option<Kind> {
        self.0.get(name).copied()
    }

    /// A declared tag, whatever the case of `name`, with its kind.
    pub(crate) fn find(&self, name: &str) -> Option<(&str, Kind)> {
        self.iter().find(|(declared, _)| declared.eq_ignore_ascii_case(name))
    }

    /// All declared tags, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Kind)> {
        self.0.iter().map(|(name, kind)| (name.as_str(), *kind))
    }
}

impl FromIterator<(String, Kind)> for OwnTags {
    fn from_iter<I: IntoIterator<Item = (String, Kind)>>(tags: I) -> Self {
        Self(tags.into_iter().collect())
    }
}

/// A field of a BUG block.
#[derive(Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// Its canonical name, without the colon.
    pub name: &'static str,
    /// Whether a BUG without it is incomplete.
    pub required: bool,
    /// Other names that people use for it.
    pub aliases: &'static [&'static str],
}

/// The field that describes the fix.
pub const FIX: &str = "Fix";

/// The field that lists the affected versions.
pub const AFFECTED: &str = "Affected versions";

/// The fields of a BUG block.
pub const FIELDS: &[FieldSpec] = &[
    FieldSpec {
        name: "Symptom",
        required: true,
        aliases: &[
            "symptoms",
            "observed",
            "observation",
            "behaviour",
            "behavior",
            "problem",
            "error",
            "issue",
            "what happens",
            "observed behaviour",
            "observed behavior",
            "impact",
            "description",
        ],
    },
    FieldSpec {
        name: "Cause",
        required: true,
        aliases: &["causes", "root cause", "reason", "origin", "why", "diagnosis", "explanation"],
    },
    FieldSpec {
        name: FIX,
        required: true,
        aliases: &[
            "fixes",
            "fixed",
            "resolution",
            "solution",
            "remedy",
            "remediation",
            "fix direction",
            "patch",
            "fixed by",
            "how to fix",
            "correction",
            "fix plan",
            "proposed fix",
            "suggested fix",
            "resolved",
            "resolved by",
            "action",
        ],
    },
    FieldSpec {
        name: AFFECTED,
        required: false,
        aliases: &[
            "affected version",
            "affected",
            "affects",
            "versions",
            "version",
            "versions affected",
            "fixed in",
            "since",
            "affects versions",
        ],
    },
    FieldSpec {
        name: "Workaround",
        required: false,
        aliases: &["workarounds", "work-around", "work around", "mitigation", "temporary fix", "interim fix"],
    },
];

/// The field with this name, ignoring case.
pub fn field(name: &str) -> Option<&'static FieldSpec> {
    FIELDS.iter().find(|field| field.name.eq_ignore_ascii_case(name))
}

/// The field that a writer most likely intended with `name`.
pub fn nearest_field(name: &str) -> Option<&'static FieldSpec> {
    let lower = name.to_lowercase();
    let by_alias = FIELDS.iter().find(|field| field.aliases.contains(&lower.as_str()));
    let close = |field: &&FieldSpec| {
        let allowed = if field.name.len() > 4 { 2 } else { 1 };
        let same_start = lower.chars().next() == field.name.to_lowercase().chars().next();
        same_start && edit_distance(&field.name.to_lowercase(), &lower) <= allowed
    };
    let first = lower.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    by_alias.or_else(|| field(first)).or_else(|| FIELDS.iter().find(close))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_tag_is_the_one_that_was_meant() {
        for (name, kind) in [
            ("WARN", Kind::Note),
            ("SPCE", Kind::Spec),
            ("Specs", Kind::Spec),
            ("BUG-LIKE CAVEAT", Kind::Bug),
            ("KNOWN ISSUE", Kind::Bug),
            ("UNVERIFIED", Kind::Unverified),
            ("??", Kind::Unverified),
        ] {
            assert_eq!(Kind::nearest(name), (kind, true), "{name}");
        }
        assert_eq!(Kind::nearest("LANGUAGE"), (Kind::Note, false));
    }

    #[test]
    fn the_nearest_field_is_the_one_that_was_meant() {
        for (name, field) in [
            ("Fix direction", "Fix"),
            ("Resolution", "Fix"),
            ("Symtom", "Symptom"),
            ("Root cause", "Cause"),
            ("Fix / plan", "Fix"),
        ] {
            assert_eq!(nearest_field(name).map(|f| f.name), Some(field), "{name}");
        }
        assert_eq!(nearest_field("Severity"), None);
    }
}
