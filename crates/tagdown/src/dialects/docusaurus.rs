//! Docusaurus: directives in MDX, where `{`, `<` and indented code mean something else.

use super::{Code, Dialect, Escape, Html, Shape, Title, escape};

pub(super) const DIALECT: Dialect = Dialect {
    name: "docusaurus",
    about: "Docusaurus 3",
    shape: Shape::Colons,
    callouts: Dialect::callouts("info", "note", "danger", "warning"),
    opener: "{marks}{name}[{title}]",
    title: Title::Bracketed,
    escapes: &[
        Escape::all("{", "\\{"),
        Escape::all("<", "&lt;"),
        Escape::when(":", "\\:", |_, after| escape::starts_word(after)),
        // Lines of a module to MDX.
        Escape::when("import ", "&#105;mport ", |before, _| {
            before.is_empty() || before.ends_with(['\n', '\r'])
        }),
        Escape::when("export ", "&#101;xport ", |before, _| {
            before.is_empty() || before.ends_with(['\n', '\r'])
        }),
    ],
    html: Html::Jsx,
    is_readable: true,
    code: Code { fenced: true, ..Code::ANY },
    alerts: Some(["note", "tip", "info", "warning", "danger"]),
    ..Dialect::PLAIN
};
