//! Admonitions of Python-Markdown: four spaces a level, everywhere, and blank lines around every block.

use super::{Code, Dialect, Escape, Fold, Layout, Shape, Title, escape};

pub(super) const DIALECT: Dialect = Dialect {
    name: "material",
    about: "MkDocs Material, Zensical, Python-Markdown",
    shape: Shape::Indent,
    callouts: Dialect::callouts("abstract", "note", "bug", "question"),
    opener: "!!! {name} \"{title}\"",
    title: Title::Quoted,
    layout: Layout::Indented,
    escapes: &[
        Escape::all("<", "&lt;"),
        Escape::when("#", "\\#", escape::is_hashtag),
        // Metadata to MkDocs, on the first line of a page.
        Escape::when(":", "&#58;", |before, _| {
            before.len() < 100 && !before.contains(['\n', '\r', ' ', '#'])
        }),
        Escape::all("\\\n", "  \n"),
        Escape::all("\\\r\n", "  \r\n"),
        Escape::when("!!!", "\\!!!", |before, _| escape::opens_line(before)),
        Escape::when("???", "&#63;??", |before, _| escape::opens_line(before)),
        Escape::when("[TOC]", "\\[TOC]", |before, _| escape::opens_line(before)),
        // Punctuation that Markdown escapes and Python-Markdown does not.
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
    is_readable: true,
    code: Code { fenced: true, options: true, ..Code::NAMED },
    alerts: Some(["note", "tip", "important", "warning", "caution"]),
    ..Dialect::PLAIN
};
