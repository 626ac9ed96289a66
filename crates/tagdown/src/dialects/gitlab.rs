//! GitLab's alerts: those of GitHub, with titles.

use super::Dialect;

pub(super) const DIALECT: Dialect = Dialect {
    name: "gitlab",
    about: "GitLab alerts, with titles",
    callouts: Dialect::callouts("important", "note", "caution", "warning"),
    opener: "[!{name}] {title}",
    gap: true,
    ..Dialect::PLAIN
};
