//! MyST: the one directive that takes a title, with a class for the kind.

use super::{Code, Dialect, Escape, Shape, escape};

pub(super) const DIALECT: Dialect = Dialect {
    name: "myst",
    about: "Sphinx with MyST",
    shape: Shape::Colons,
    callouts: Dialect::callouts("important", "note", "danger", "caution"),
    opener: "{marks}{admonition} {title}\n:class: {name}\n",
    escapes: &[
        Escape::all("[^", "\\[^"),
        // Roles and substitutions.
        Escape::all("{", "\\{"),
        Escape::when("%", "\\%", |before, _| escape::opens_line(before)),
        Escape::when("+++", "\\+++", |before, _| escape::opens_line(before)),
        // A target: `(name)=`.
        Escape::when("(", "\\(", |before, after| escape::opens_line(before) && is_target(after)),
    ],
    strict: true,
    is_readable: true,
    code: Code::NAMED,
    alerts: Some(["note", "tip", "important", "warning", "caution"]),
    ..Dialect::PLAIN
};

fn is_target(after: &str) -> bool {
    after.lines().next().is_some_and(|line| line.trim_end().ends_with(")="))
}
