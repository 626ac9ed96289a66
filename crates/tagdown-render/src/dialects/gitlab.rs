//! GitLab alerts: GitHub alerts with titles.

use super::dialect::Dialect;

pub(crate) const DIALECT: Dialect = Dialect {
    name: "gitlab",
    about: "GitLab alerts, with titles",
    callouts: Dialect::callouts("important", "note", "caution", "warning"),
    opener: "[!{name}] {title}",
    gap: true,
    serves_folders: true,
    anchor: Dialect::ELEMENT,
    toml: true,
    ..Dialect::PLAIN
};
