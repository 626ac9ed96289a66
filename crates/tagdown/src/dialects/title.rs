//! The opening line of a callout, with the title as the dialect can take it.

use std::borrow::Cow;

use super::{Callout, Dialect, Html, Title};
use crate::markdown::plain_text;
use crate::tags::Kind;

/// What stands above the text of a callout.
pub(super) struct Heading {
    /// The title, as the opening line takes it.
    pub(super) title: String,
    /// The first line of the text, where the dialect has no place for a title.
    pub(super) first_line: Option<String>,
}

impl Heading {
    /// `own` is the title of the block itself, as Markdown.
    pub(super) fn new(dialect: &Dialect, callout: &Callout<'_>, own: Option<&str>) -> Self {
        let own = own.map(str::trim).filter(|own| !own.is_empty());
        let title = match (callout.kind, own) {
            // Whatever else it says, a claim must be seen to be unverified.
            (Kind::Unverified, Some(own)) => Cow::Owned(format!("{}: {own}", callout.title)),
            (_, Some(own)) => Cow::Borrowed(own),
            (_, None) => Cow::Borrowed(callout.title),
        };
        let is_said = own.is_some() || matches!(callout.kind, Kind::Bug | Kind::Unverified);
        let first_line = (dialect.title == Title::Bold && is_said).then(|| format!("**{title}**"));
        let title = match dialect.title {
            Title::Bold => String::new(),
            Title::Line if dialect.html == Html::Vue => uncompiled(&title),
            Title::Line | Title::Quoted => title.into_owned(),
            // With code in it, it stays Markdown, unless a bracket could end it.
            Title::Bracketed if title.contains('`') && !title.contains(['[', ']', '\\', ':']) => {
                title.into_owned()
            }
            Title::Bracketed => escape_signs(&words(&title)),
            Title::Attribute => {
                words(&title).replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;")
            }
        };
        Self { title, first_line }
    }
}

/// An opening line with the names in its braces filled in; any other brace stays.
pub(super) fn fill(opener: &str, values: &[(&str, &str)]) -> String {
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

/// The words of a title. It stands in a line, so that nothing in it opens a list or a heading.
fn words(title: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" .,%".contains(&byte);
    if title.bytes().all(is_plain) {
        return title.to_owned();
    }
    let text = plain_text(&format!("a {title}"));
    text.strip_prefix("a ").map_or(text.clone(), str::to_owned)
}

/// A title without a brace that Vue or the attributes of a container would take.
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
    // The last piece has no mark behind it.
    if out.ends_with('`') {
        out.truncate(out.len() - 1);
    }
    out.replace("</code>&#123;v-pre&#125;", "</code>")
}

/// Plain text as Markdown that says just that.
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
