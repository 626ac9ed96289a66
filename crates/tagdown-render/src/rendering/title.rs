//! The opening line of a callout, with the title in a form that the dialect accepts.

use std::borrow::Cow;

use tagdown::document::{Kind, parse};
use tagdown::markdown::plain_text;
use tagdown::text::Span;

use crate::change::{Change, Changes};
use crate::dialects::{Callout, Dialect, Html, Title};
use crate::protect::{raw_html, running_text};

/// What goes above the text of a callout.
pub(crate) struct Heading {
    /// The title, in the form that the opening line accepts.
    pub(super) title: String,
    /// The first line of the text, if the dialect has no place for a title.
    pub(super) first_line: Option<String>,
}

impl Heading {
    /// `own` is the title of the block itself, as Markdown.
    pub(super) fn new(dialect: &Dialect, callout: &Callout<'_>, own: Option<&str>) -> Self {
        let own = own.map(str::trim).filter(|own| !own.is_empty());
        let title = match (callout.kind, own) {
            // Whatever its title, an unverified claim must be marked as unverified.
            (Kind::Unverified, Some(own)) => Cow::Owned(format!("{}: {own}", callout.title)),
            (_, Some(own)) => Cow::Borrowed(own),
            (_, None) => Cow::Borrowed(callout.title),
        };
        let is_said = own.is_some() || matches!(callout.kind, Kind::Bug | Kind::Unverified);
        let first_line =
            (dialect.title == Title::Bold && is_said).then(|| format!("**{}**", without_bold(&title)));
        let title = match dialect.title {
            Title::Bold => String::new(),
            Title::Line if dialect.html == Html::Vue => uncompiled(&title),
            Title::Line | Title::Quoted => title.into_owned(),
            // A title stays Markdown, unless a bracket could end it.
            Title::Bracketed if is_balanced(&title) => title.into_owned(),
            Title::Bracketed => escape_signs(&words(&title)),
            Title::Attribute => title.replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;"),
        };
        Self { title, first_line }
    }
}

/// A title without its bold marks, which would end the bold text around it.
fn without_bold(title: &str) -> String {
    let lead = "a ";
    let line = format!("{lead}{title}");
    let document = parse(&line);
    let marks = document.markdown.strongs.iter();
    let marks =
        marks.flat_map(|span| [Span::new(span.start, span.start + 2), Span::new(span.end - 2, span.end)]);
    let marks = marks.map(|mark| Change::new(mark, ""));
    // Stars that mark nothing here would mark something there.
    let stars = document.markdown.stars.iter().map(|&at| Change::insert(at, "\\"));
    let changes = Changes::new(marks.chain(stars).collect());
    let mut out = String::new();
    changes.write(&document.source, Span::new(lead.len(), line.len()), &mut out);
    out
}

/// Whether the brackets in a text belong together, so that text between brackets may contain it.
fn is_balanced(text: &str) -> bool {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for c in text.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => depth += 1,
            ']' if depth == 0 => return false,
            ']' => depth -= 1,
            _ => {}
        }
    }
    depth == 0 && !is_escaped
}

/// An opening line with its placeholders filled in; other braces stay.
pub(crate) fn fill(opener: &str, values: &[(&str, &str)]) -> String {
    let mut out =
        String::with_capacity(opener.len() + values.iter().map(|(_, value)| value.len()).sum::<usize>());
    let mut rest = opener;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let filled = values
            .iter()
            .find_map(|(name, value)| Some((value, behind.strip_prefix(name)?.strip_prefix('}')?)));
        let (put, left) = filled.map_or(("{", behind), |(value, left)| (*value, left));
        out.push_str(put);
        rest = left;
    }
    out.push_str(rest);
    out
}

/// The words of a title. It never starts a line, so nothing in it opens a list or a heading.
fn words(title: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" .,%".contains(&byte);
    if title.bytes().all(is_plain) {
        return title.to_owned();
    }
    let text = plain_text(&format!("a {title}"));
    text.strip_prefix("a ").map_or(text.clone(), str::to_owned)
}

/// A title without braces that Vue would compile or a container would read as attributes.
fn uncompiled(title: &str) -> String {
    let mut out = String::with_capacity(title.len());
    for (index, piece) in title.split('`').enumerate() {
        let is_code = index % 2 == 1 && piece.contains(['{', '}']);
        let escaped = piece.replace("\\{", "{").replace('{', "&#123;").replace('}', "&#125;");
        if is_code {
            out.truncate(out.len() - 1);
            let code = escaped.replace('<', "&lt;").replace('>', "&gt;");
            out.push_str(&format!("<code v-pre>{code}</code>"));
        } else {
            out.push_str(&escaped);
            out.push('`');
        }
    }
    // No backtick follows the last piece.
    if out.ends_with('`') {
        out.truncate(out.len() - 1);
    }
    out.replace("</code>&#123;v-pre&#125;", "</code>")
}

/// Markdown that shows exactly this plain text.
fn escape_signs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_{}[]<>~:&".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A title with the renderer's own syntax escaped.
pub(crate) fn inline(title: &str, dialect: &Dialect) -> String {
    let document = parse(title);
    let mut out = String::new();
    Changes::new(changes(title, dialect)).write(&document.source, Span::new(0, title.len()), &mut out);
    out
}

/// What must change in a title, whatever is around it.
pub(super) fn changes(title: &str, dialect: &Dialect) -> Vec<Change> {
    let document = parse(title);
    let mut found = Vec::new();
    running_text::part(&document, dialect, &mut found);
    raw_html::part(&document, dialect, &mut found);
    found
}
