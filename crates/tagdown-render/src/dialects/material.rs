//! Python-Markdown admonitions: four spaces per level everywhere, and blank lines around every block.

use super::conditions;
use super::dialect::{Addresses, Code, Dialect, Escape, Fold, Images, Layout, Shape, Title};
use super::places::Place;
use super::read_back::{ADMONITIONS, Frame, ReadBack};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "material",
    about: "MkDocs Material, Zensical, Python-Markdown",
    shape: Shape::Indent,
    callouts: Dialect::callouts("abstract", "note", "bug", "question"),
    opener: "!!! {name} \"{title}\"",
    title: Title::Quoted,
    layout: Layout::Indented,
    images: Images::Attributed,
    indexes: &["index.md", "README.md"],
    addresses: Addresses::Text,
    // It takes `<T>` in code for an element.
    moves_anchor: |title, anchor| {
        conditions::is_repeated(title, anchor) || title.contains('<') || !conditions::is_identifier(anchor)
    },
    escapes: &[
        Escape::all("<", "&lt;"),
        // Attributes.
        Escape::all("{", "\\{"),
        Escape::when("#", "\\#", |_, after| conditions::is_hashtag(after)).at(Place::LineStart),
        // MkDocs reads these as metadata on the first line of a page.
        Escape::when(":", "&#58;", |before, _| {
            before.len() < 100 && !before.contains(['\n', '\r', ' ', '#'])
        }),
        Escape::all("\\\n", "  \n"),
        Escape::all("\\\r\n", "  \r\n"),
        // Browsers read `&not` in a name that is no entity.
        Escape::when("&", "&amp;", |_, after| conditions::is_false_entity(after)),
        Escape::all("!!!", "\\!!!").at(Place::LineStart),
        Escape::all("???", "&#63;??").at(Place::LineStart),
        Escape::all("\\???", "&#63;??").at(Place::LineStart),
        Escape::all("[TOC]", "\\[TOC]").at(Place::LineStart),
        // Punctuation that can be escaped in Markdown but not in Python-Markdown.
        Escape::all("\\\\", "\\\\"),
        Escape::all("\\\"", "&quot;"),
        Escape::all("\\$", "$"),
        Escape::all("\\%", "%"),
        Escape::all("\\&", "&amp;"),
        Escape::all("\\'", "'"),
        Escape::all("\\,", ","),
        Escape::all("\\/", "/"),
        Escape::all("\\:", "&#58;"),
        Escape::all("\\;", ";"),
        Escape::all("\\<", "&lt;"),
        Escape::all("\\=", "&#61;"),
        Escape::all("\\?", "?"),
        Escape::all("\\@", "@"),
        Escape::all("\\^", "&#94;"),
        Escape::all("\\~", "&#126;"),
    ],
    fold: Fold::Opener("??? info \"{title}\"", Shape::Indent),
    read_back: Some(ReadBack {
        names: ADMONITIONS,
        frames: &[Frame::Indent],
        has_indented_text: true,
        ..ReadBack::QUOTES
    }),
    code: Code { fenced: true, options: true, ..Code::NAMED },
    alerts: Some(["note", "tip", "important", "warning", "caution"]),
    ..Dialect::PLAIN
};
