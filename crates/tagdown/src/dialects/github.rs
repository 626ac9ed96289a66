//! GitHub's alerts: five names, no titles; text behind the marker makes it a plain quote.

use super::{Dialect, Title};

pub(super) const DIALECT: Dialect = Dialect {
    name: "github",
    about: "GitHub alerts",
    callouts: Dialect::callouts("IMPORTANT", "NOTE", "CAUTION", "WARNING"),
    opener: "[!{name}]",
    title: Title::Bold,
    is_readable: true,
    ..Dialect::PLAIN
};
