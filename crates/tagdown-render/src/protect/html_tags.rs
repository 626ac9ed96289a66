//! HTML tags in the text of a document, and which of them belong together.

use rustc_hash::FxHashMap;
use tagdown::markdown::is_void_element;
use tagdown::text::Span;

use crate::change::Change;

/// A tag in the text.
pub(crate) struct Found {
    pub(crate) span: Span,
    pub(crate) name: String,
    pub(crate) is_end: bool,
    pub(crate) is_closed: bool,
}

/// How many elements of each name are open.
#[derive(Default)]
pub(crate) struct Names(FxHashMap<String, usize>);

impl Names {
    pub(crate) fn open(&mut self, tag: &Found) {
        *self.0.entry(tag.name.to_ascii_lowercase()).or_default() += 1;
    }

    pub(crate) fn close(&mut self, tag: &Found) {
        if let Some(count) = self.0.get_mut(&tag.name.to_ascii_lowercase()) {
            *count = count.saturating_sub(1);
        }
    }

    pub(crate) fn has(&self, tag: &Found) -> bool {
        self.0.get(&tag.name.to_ascii_lowercase()).is_some_and(|count| *count > 0)
    }
}

/// A tag with attributes that JSX accepts, and closed if it has no content.
pub(crate) fn as_jsx(text: &str, tag: &Found) -> Option<Change> {
    let inner = text[1 + tag.name.len()..].trim_end_matches('>').trim_end_matches('/');
    let mut made = format!("<{}", tag.name);
    for (name, value) in attributes(inner) {
        let plain = name.to_ascii_lowercase();
        if plain == "style"
            || plain.starts_with("on")
            || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        {
            continue;
        }
        let name = match plain.as_str() {
            "class" => "className",
            "for" => "htmlFor",
            _ => &name,
        };
        made.push_str(
            &value
                .map_or(format!(" {name}"), |value| format!(" {name}=\"{}\"", value.replace('"', "&quot;"))),
        );
    }
    made.push_str(if is_whole(tag) { " />" } else { ">" });
    (made != text).then(|| Change::new(tag.span, made))
}

/// Whether a tag needs no end tag.
pub(crate) fn is_whole(tag: &Found) -> bool {
    tag.is_closed || is_void_element(&tag.name)
}

/// The indices of the tags that have no partner.
pub(crate) fn unbalanced(tags: &[Found]) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut names = Names::default();
    let mut alone = Vec::new();
    for (index, tag) in tags.iter().enumerate() {
        if is_whole(tag) {
            if tag.is_end {
                alone.push(index);
            }
        } else if !tag.is_end {
            open.push(index);
            names.open(tag);
        } else if names.has(tag)
            && let Some(partner) =
                open.iter().rposition(|&open| tags[open].name.eq_ignore_ascii_case(&tag.name))
        {
            open[partner..].iter().for_each(|&open| names.close(&tags[open]));
            alone.extend(open.drain(partner..).skip(1));
        } else {
            alone.push(index);
        }
    }
    alone.extend(open);
    alone
}

fn attributes(text: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = rest[..end].to_owned();
        rest = rest[end..].trim_start();
        let Some(value) = rest.strip_prefix('=') else {
            found.extend((!name.is_empty()).then_some((name, None)));
            continue;
        };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| "\"'".contains(*c));
        let (value, behind) = match quote {
            Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        found.push((name, Some(value.to_owned())));
        rest = behind.trim_start();
    }
    found
}
