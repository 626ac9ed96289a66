//! Docusaurus: directives in MDX, where `{`, `<` and indented code have other meanings.

use super::conditions;
use super::dialect::{Addresses, Code, Dialect, Escape, Html, Images, Shape, Title};
use super::places::Place;
use super::read_back::{Frame, ReadBack};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "docusaurus",
    about: "Docusaurus 3",
    shape: Shape::Colons,
    callouts: Dialect::callouts("info", "note", "danger", "warning"),
    opener: "{marks}{name}[{title}]",
    title: Title::Bracketed,
    escapes: &[
        Escape::all("{", "\\{"),
        Escape::all("<", "&lt;"),
        Escape::when(":", "\\:", conditions::is_directive).at(Place::OutsideAddress),
        // MDX reads these lines as module code.
        Escape::when("import ", "&#105;mport ", |before, _| {
            before.is_empty() || before.ends_with(['\n', '\r'])
        }),
        Escape::when("export ", "&#101;xport ", |before, _| {
            before.is_empty() || before.ends_with(['\n', '\r'])
        }),
    ],
    html: Html::Jsx,
    images: Images::Required,
    addresses: Addresses::Web,
    title_anchor: Some(""),
    needs_pages: true,
    // It takes the last braces of a heading for its anchor.
    moves_anchor: |title, _| title.trim_end().ends_with('}') && title.contains("{#"),
    anchor: " \\{#{anchor}}",
    read_back: Some(ReadBack { names: NAMES, frames: &[Frame::Colons(3)], ..ReadBack::QUOTES }),
    code: Code { fenced: true, ..Code::ANY },
    alerts: Some(["note", "tip", "info", "warning", "danger"]),
    ..Dialect::PLAIN
};

/// The callouts of Docusaurus.
const NAMES: &[&str] =
    &["note", "tip", "info", "warning", "danger", "caution", "important", "success", "secondary"];
