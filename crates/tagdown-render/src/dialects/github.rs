//! GitHub alerts: five names, no titles. Text after the marker turns an alert into a plain quote.

use super::dialect::{Dialect, Title};
use super::read_back::ReadBack;

pub(crate) const DIALECT: Dialect = Dialect {
    name: "github",
    about: "GitHub alerts",
    callouts: Dialect::callouts("IMPORTANT", "NOTE", "CAUTION", "WARNING"),
    opener: "[!{name}]",
    title: Title::Bold,
    read_back: Some(ReadBack::QUOTES),
    serves_folders: true,
    anchor: Dialect::ELEMENT,
    ..Dialect::PLAIN
};
