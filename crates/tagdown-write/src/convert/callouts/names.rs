//! The callout names of each dialect that can be converted back, and the kind of block that a name stands for.

use std::collections::BTreeMap;

use tagdown::document::Kind;
use tagdown_render::{DIALECTS, Dialect};

/// Callouts about a problem: a BUG if they give symptom, cause and fix.
pub(crate) const TROUBLE: &[&str] =
    &["bug", "danger", "caution", "error", "failure", "fail", "warning", "attention"];

/// The names that a dialect's renderer supports.
pub(crate) fn known(dialect: &Dialect) -> &'static [&'static str] {
    dialect.read_back.map_or(&[], |back| back.names)
}

/// The kinds that a configuration gives to callouts, by name in lower case; `None` leaves a callout unchanged.
pub type Kinds = BTreeMap<String, Option<Kind>>;

/// The possible values for a callout in a configuration.
pub const VALUES: &[(&str, Option<Kind>)] = &[
    ("spec", Some(Kind::Spec)),
    ("note", Some(Kind::Note)),
    ("bug", Some(Kind::Bug)),
    ("unverified", Some(Kind::Unverified)),
    ("leave", None),
];

/// The names of the dialects that can be converted back.
pub fn readable() -> impl Iterator<Item = &'static str> {
    DIALECTS.iter().filter(|dialect| dialect.read_back.is_some()).map(|dialect| dialect.name)
}
