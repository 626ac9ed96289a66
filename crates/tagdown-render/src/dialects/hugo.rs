//! Hugo: alerts with titles, which need a render hook in the site. A page may contain shortcodes, even in code.

use super::conditions;
use super::dialect::{Addresses, Code, Dialect, Escape, Fold, Images, Shape};
use super::places::Place;

pub(crate) const DIALECT: Dialect = Dialect {
    name: "hugo",
    about: "Hugo, with a render hook for alerts",
    callouts: Dialect::callouts("important", "note", "caution", "warning"),
    opener: "[!{name}] {title}",
    escapes: &[
        Escape { in_code: true, ..Escape::when("{{<", "{{</*", |_, after| is_closed(after, ">}}")) },
        Escape { in_code: true, ..Escape::when("{{%", "{{%/*", |_, after| is_closed(after, "%}}")) },
        Escape { in_code: true, ..Escape::when(">}}", "*/>}}", |before, _| is_open(before, "{{<", ">}}")) },
        Escape { in_code: true, ..Escape::when("%}}", "*/%}}", |before, _| is_open(before, "{{%", "%}}")) },
        Escape::when("<", "&lt;", |_, after| after.starts_with('?')),
        // Hugo takes every name for an alert.
        Escape::when("[!", "<span></span>[!", |_, after| !is_alert(after)).at(Place::LineStart),
        Escape::all("\\[!", "<span></span>[!").at(Place::LineStart),
        // Hugo takes these for a task, whatever follows.
        Escape::when("[", "\\[", |_, after| conditions::is_box(after)).at(Place::LineStart),
        // Hugo turns these into a dash.
        Escape::all("--", "\\-\\-").at(Place::AmongWords),
        Escape::when("{", "\\{", |_, after| after.starts_with(['#', '.'])),
        // A single tilde ends text that two tildes strike.
        Escape::when("~", "\\~", is_lone_tilde),
        Escape::when(":", "\\:", |_, after| after.starts_with([' ', '\t', ':'])).at(Place::LineStart),
    ],
    fold: Fold::Opener("[!note]- {title}", Shape::Quote),
    gap: true,
    code: Code::ATTRIBUTED,
    addresses: Addresses::Text,
    unescapes_addresses: false,
    images: Images::Markdown,
    indexes: &["index.md", "_index.md"],
    moves_anchor: |_, anchor| !conditions::is_identifier(anchor),
    toml: true,
    divider: Some("<!--more-->"),
    ..Dialect::PLAIN
};

/// Whether this is the name of an alert on GitHub.
fn is_alert(after: &str) -> bool {
    let name = after.split(']').next().unwrap_or_default();
    ["note", "tip", "important", "warning", "caution"].iter().any(|alert| name.eq_ignore_ascii_case(alert))
}

/// Whether a single tilde has no partner on its line.
fn is_lone_tilde(before: &str, after: &str) -> bool {
    if before.ends_with('~') || after.starts_with('~') {
        return false;
    }
    let above = &before[before.ceil_char_boundary(before.len().saturating_sub(LONGEST))..];
    let below = &after[..after.floor_char_boundary(LONGEST)];
    let has_single =
        |text: Option<&str>| text.is_some_and(|text| text.split(|c| c != '~').any(|run| run == "~"));
    !has_single(above.rsplit('\n').next()) && !has_single(below.split('\n').next())
}

/// The maximum length of a shortcode.
const LONGEST: usize = 2000;

fn is_closed(after: &str, close: &str) -> bool {
    let end = after.floor_char_boundary(LONGEST);
    after[..end].contains(close)
}

fn is_open(before: &str, open: &str, close: &str) -> bool {
    let start = before.ceil_char_boundary(before.len().saturating_sub(LONGEST));
    let near = &before[start..];
    near.rfind(open).is_some_and(|at| !near[at..].contains(close))
}
