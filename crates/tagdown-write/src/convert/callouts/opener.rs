//! Reads the opening line of a callout in each dialect: its name, its title and its frame.

use tagdown::document::parse;
use tagdown::markdown::plain_text;
use tagdown_render::{Dialect, Frame, Options, Title, render};

/// The opening line of a callout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opener {
    /// The name, in lower case.
    pub(super) name: String,
    pub(super) title: Option<String>,
    /// Words on the line that belong to the text.
    pub(super) first: Option<String>,
    pub(super) frame: Frame,
    /// Why a callout cannot be converted.
    pub(super) problem: Option<&'static str>,
}

/// The frames that a dialect has.
pub(super) fn frames(dialect: &Dialect) -> &'static [Frame] {
    dialect.read_back.map_or(&[], |back| back.frames)
}

fn has_frame(dialect: &Dialect, frame: Frame) -> bool {
    let is_same = |other: &Frame| std::mem::discriminant(other) == std::mem::discriminant(&frame);
    frames(dialect).iter().any(is_same)
}

/// Reads a line, without its indent, as the opening line of a callout.
pub(crate) fn lex(line: &str, dialect: &Dialect) -> Option<Opener> {
    let line = line.trim_end();
    let (opener, frame) = match line.as_bytes().first()? {
        b'>' => (quote(line, dialect)?, Frame::Quote),
        b'!' | b'?' => (indent(line)?, Frame::Indent),
        b':' => {
            let marks = line.len() - line.trim_start_matches(':').len();
            let rest = &line[marks..];
            let is_directive = dialect.read_back.is_some_and(|back| back.has_directives);
            let opener = if is_directive { directive(rest)? } else { container(rest, dialect)? };
            if marks < 3 {
                return None;
            }
            (opener, Frame::Colons(marks))
        }
        b'`' | b'~' => (directive(line.trim_start_matches(['`', '~']))?, Frame::Fence),
        _ => return None,
    };
    let is_compiled = dialect.read_back.is_some_and(|back| back.has_compiled_titles);
    let title = opener.title.map(|title| if is_compiled { compiled(&title) } else { title });
    has_frame(dialect, frame).then_some(Opener { title, frame, ..opener })
}

/// A title without the markup that protects it from Vue.
fn compiled(title: &str) -> String {
    let braces = title.replace("&#123;", "{").replace("&#125;", "}");
    braces.replace("<span v-pre>{{</span>", "{{").replace("<code v-pre>", "`").replace("</code>", "`")
}

fn named(name: &str, title: &str) -> Opener {
    let title = Some(title.trim()).filter(|title| !title.is_empty());
    Opener {
        name: name.to_lowercase(),
        title: title.map(str::to_owned),
        first: None,
        frame: Frame::Quote,
        problem: None,
    }
}

/// `> [!note]- Title`
fn quote(line: &str, dialect: &Dialect) -> Option<Opener> {
    let inner = line.strip_prefix('>')?.trim_start().strip_prefix("[!")?;
    let (name, rest) = inner.split_once(']')?;
    let name = name.split('|').next().unwrap_or_default().trim();
    if name.is_empty() || rest.starts_with(['(', '[']) {
        return None;
    }
    let rest = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    let mut opener = named(name, rest);
    if dialect.title == Title::Bold && opener.title.is_some() {
        opener.problem = Some("text after the marker makes it a plain quote");
    }
    Some(opener)
}

/// Words that only position a Material admonition.
const PLACES: &[&str] = &["inline", "end"];

/// `!!! note inline end "Title"`, `???+ note`
fn indent(line: &str) -> Option<Opener> {
    let rest = ["!!!", "???+", "???"].iter().find_map(|mark| line.strip_prefix(mark))?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest).trim_start();
    let name: &str = rest.split(|c: char| !is_name(c)).next()?;
    if name.is_empty() {
        return None;
    }
    let behind = &rest[name.len()..];
    let (classes, quoted) = behind.split_at(behind.find('"').unwrap_or(behind.len()));
    let title = quoted.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    let mut opener = named(name, title.unwrap_or_default());
    if !quoted.is_empty() && title.is_none() {
        opener.problem = Some("its title has no closing quotation mark at the end of the line");
    } else if !classes.split_whitespace().all(|class| PLACES.contains(&class)) {
        opener.problem = Some("a title needs quotation marks");
    }
    let parted = behind.is_empty() || behind.starts_with([' ', '\t']);
    parted.then_some(opener)
}

/// `:::note[Title]`, `:::note Title`, `::: note Title`, after the colons
fn container(rest: &str, dialect: &Dialect) -> Option<Opener> {
    let rest = rest.trim_start();
    let name: &str = rest.split(|c: char| !is_name(c)).next()?;
    if name.is_empty() {
        return None;
    }
    let behind = &rest[name.len()..];
    if dialect.title != Title::Bracketed || !behind.starts_with(['[', '{']) {
        let mut opener = named(name, behind);
        if !behind.is_empty() && !behind.starts_with([' ', '\t']) || behind.trim_start().starts_with('{') {
            opener.problem = Some("the text after its name is not a title");
        }
        return Some(opener);
    }
    let mut opener = named(name, "");
    match bracketed(behind) {
        Some((title, "")) => {
            let plain = plain_text(title);
            // Without markup, fewer backslashes are needed; bold text would end the bold text of a tag.
            let is_plain = title.contains("**") || unescaped(title) == plain;
            let title = if is_plain { as_markdown(plain, dialect) } else { title.to_owned() };
            opener.title = Some(title).filter(|title| !title.is_empty());
        }
        _ => opener.problem = Some("it has attributes or an unclosed title"),
    }
    Some(opener)
}

/// The text between brackets, and the text after the brackets.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?;
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, sign) in inner.char_indices() {
        match sign {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ']' if depth == 0 => return Some((inner[..at].trim(), inner[at + 1..].trim())),
            ']' => depth -= 1,
            '[' => depth += 1,
            _ => {}
        }
    }
    None
}

/// A text without the backslashes that escape signs.
fn unescaped(text: &str) -> String {
    let mut signs = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(sign) = signs.next() {
        let escaped = signs.next_if(|next| sign == '\\' && next.is_ascii_punctuation());
        out.push(escaped.unwrap_or(sign));
    }
    out
}

/// Plain text as Markdown that means the same in the dialect, with backslashes only where needed.
fn as_markdown(title: String, dialect: &Dialect) -> String {
    let line = format!("x {title} x");
    let shown = plain_text(&render(&parse(&line), dialect, &Options::default()).text);
    let ends_open = (title.len() - title.trim_end_matches('\\').len()) % 2 == 1;
    if shown == line && !ends_open && !title.contains("**") {
        return title;
    }
    let mut out = String::with_capacity(title.len() + 8);
    let last = title.len().saturating_sub(1);
    for (at, sign) in title.char_indices() {
        let is_mark = "`*_[]<~&".contains(sign);
        let next = title[at + sign.len_utf8()..].chars().next();
        let is_backslash =
            sign == '\\' && (at == last || next.is_some_and(|next| next.is_ascii_punctuation()));
        if is_mark || is_backslash {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}

/// `{note} text`, `{admonition} Title`, after the fence marker
fn directive(rest: &str) -> Option<Opener> {
    let (name, argument) = rest.trim_start().strip_prefix('{')?.split_once('}')?;
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let mut opener = named(name, argument);
    if opener.name != "admonition" {
        // Only `admonition` has a title; text after other names is the start of their content.
        opener.first = opener.title.take();
    }
    Some(opener)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}
