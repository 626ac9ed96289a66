//! MyST: the one directive that takes a title, with the kind as a class.

use super::dialect::{Addresses, Code, Dialect, Escape, Shape};
use super::places::Place;
use super::read_back::{Frame, ReadBack};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "myst",
    about: "Sphinx with MyST",
    shape: Shape::Colons,
    callouts: Dialect::callouts("important", "note", "danger", "caution"),
    opener: "{marks}{admonition} {title}\n:class: {name}\n",
    escapes: &[
        Escape::all("[^", "\\[^"),
        // Roles and substitutions.
        Escape::all("{", "\\{"),
        Escape::all("%", "\\%").at(Place::LineStart),
        Escape::all("+++", "\\+++").at(Place::LineStart),
        // A target: `(name)=`.
        Escape::when("(", "\\(", |_, after| is_target(after)).at(Place::LineStart),
    ],
    strict: true,
    anchor: Dialect::ELEMENT,
    addresses: Addresses::Text,
    read_back: Some(ReadBack {
        names: &[
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
        frames: &[Frame::Colons(3), Frame::Fence],
        has_directives: true,
        ..ReadBack::QUOTES
    }),
    code: Code::NAMED,
    alerts: Some(["note", "tip", "important", "warning", "caution"]),
    ..Dialect::PLAIN
};

fn is_target(after: &str) -> bool {
    after.lines().next().is_some_and(|line| line.trim_end().ends_with(")="))
}
