//! What callouts are called in each dialect that is read back, and which kind of block a name stands for.

use std::collections::BTreeMap;

use toml::de::DeValue;

use crate::config::ConfigError;
use crate::dialects::{DIALECTS, Dialect, dialect};
use crate::tags::Kind;
use crate::values::{Value, refuse, span_of, text, unknown};

/// What Material and Obsidian share; Obsidian shows what it does not know as a note.
const ADMONITIONS: &[&str] = &[
    "note",
    "seealso",
    "abstract",
    "summary",
    "tldr",
    "info",
    "todo",
    "tip",
    "hint",
    "important",
    "success",
    "check",
    "done",
    "question",
    "help",
    "faq",
    "warning",
    "caution",
    "attention",
    "failure",
    "fail",
    "missing",
    "danger",
    "error",
    "bug",
    "example",
    "snippet",
    "quote",
    "cite",
];

/// The callouts that a renderer knows, its aliases included.
const KNOWN: &[(&str, &[&str])] = &[
    ("github", ALERTS),
    ("material", ADMONITIONS),
    (
        "docusaurus",
        &["note", "tip", "info", "warning", "danger", "caution", "important", "success", "secondary"],
    ),
    ("vitepress", &["info", "tip", "warning", "danger", "details", "note", "important", "caution"]),
    ("obsidian", ADMONITIONS),
    (
        "myst",
        &[
            "admonition",
            "attention",
            "caution",
            "danger",
            "error",
            "hint",
            "important",
            "note",
            "seealso",
            "tip",
            "warning",
        ],
    ),
];

const ALERTS: &[&str] = &["note", "tip", "important", "warning", "caution"];

/// Callouts that tell of something going wrong: a BUG where they say how it shows, why it is and what mends it.
pub(super) const TROUBLE: &[&str] =
    &["bug", "danger", "caution", "error", "failure", "fail", "warning", "attention"];

/// The names that a dialect's renderer knows.
pub(super) fn known(dialect: &Dialect) -> &'static [&'static str] {
    KNOWN.iter().find(|(name, _)| *name == dialect.name).map_or(&[], |(_, names)| names)
}

/// What a configuration makes of callouts, by their names in lower case; `None` leaves them as they are.
pub type Kinds = BTreeMap<String, Option<Kind>>;

/// The values of a callout in a configuration.
pub const VALUES: &[(&str, Option<Kind>)] = &[
    ("spec", Some(Kind::Spec)),
    ("note", Some(Kind::Note)),
    ("bug", Some(Kind::Bug)),
    ("unverified", Some(Kind::Unverified)),
    ("leave", None),
];

/// The names of the dialects that can be read back.
pub fn readable() -> impl Iterator<Item = &'static str> {
    DIALECTS.iter().filter(|dialect| dialect.is_readable).map(|dialect| dialect.name)
}

/// Reads the `[convert.DIALECT]` tables of a configuration.
pub(crate) fn configured(value: &Value<'_>) -> Result<BTreeMap<&'static str, Kinds>, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, "write the callouts of a dialect below `[convert.DIALECT]`");
    };
    let mut out = BTreeMap::new();
    for (key, value) in table {
        let Some(found) = dialect(key.get_ref()).filter(|dialect| dialect.is_readable) else {
            return Err(unknown(
                "dialect to convert from",
                key.get_ref(),
                &readable().collect::<Vec<_>>(),
                span_of(key),
            ));
        };
        let DeValue::Table(callouts) = value.get_ref() else {
            return refuse(value, "a dialect is a table of callouts, such as `warning = \"note\"`");
        };
        let mut kinds = Kinds::new();
        for (name, value) in callouts {
            let given = text(value, "the kind of a callout")?;
            let Some((_, kind)) = VALUES.iter().find(|(word, _)| *word == given) else {
                let words: Vec<&str> = VALUES.iter().map(|(word, _)| *word).collect();
                return refuse(value, format!("`{given}` is no kind; write one of {}", words.join(", ")));
            };
            kinds.insert(name.get_ref().to_lowercase(), *kind);
        }
        out.insert(found.name, kinds);
    }
    Ok(out)
}
