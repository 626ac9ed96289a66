//! HTML tags in the text of a document, and which of them belong together.

use rustc_hash::FxHashMap;
use tagdown::markdown::is_void_element;
use tagdown::text::Span;

/// A tag in the text.
pub(crate) struct Found {
    pub(crate) span: Span,
    /// Its name, in lower case.
    pub(crate) name: String,
    pub(crate) is_end: bool,
    pub(crate) is_closed: bool,
}

/// Whether a name is that of a component or a type: `<Button>`, but not `<BR>`, `<Br>` or `<B>`.
pub(crate) fn is_component(name: &str) -> bool {
    let has = |is: fn(&u8) -> bool| name.as_bytes().iter().any(is);
    has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && !["Br", "Hr", "Img"].contains(&name)
}

/// How many elements of each name are open.
#[derive(Default)]
pub(crate) struct Names(FxHashMap<String, usize>);

impl Names {
    pub(crate) fn open(&mut self, tag: &Found) {
        *self.0.entry(tag.name.clone()).or_default() += 1;
    }

    pub(crate) fn close(&mut self, tag: &Found) {
        if let Some(count) = self.0.get_mut(&tag.name) {
            *count = count.saturating_sub(1);
        }
    }

    pub(crate) fn has(&self, tag: &Found) -> bool {
        self.0.get(&tag.name).is_some_and(|count| *count > 0)
    }
}

/// Whether a tag needs no end tag.
pub(crate) fn is_whole(tag: &Found) -> bool {
    tag.is_closed || is_void_element(&tag.name)
}

/// The indices of the tags that have no partner.
pub(crate) fn unbalanced(tags: &[&Found]) -> Vec<usize> {
    matched(tags).1
}

/// The indices of the tags that belong together, and of those that have no partner.
pub(crate) fn matched(tags: &[&Found]) -> (Vec<(usize, usize)>, Vec<usize>) {
    let mut open: Vec<usize> = Vec::new();
    let mut names = Names::default();
    let (mut pairs, mut alone) = (Vec::new(), Vec::new());
    for (index, tag) in tags.iter().enumerate() {
        if is_whole(tag) {
            if tag.is_end {
                alone.push(index);
            }
        } else if !tag.is_end {
            open.push(index);
            names.open(tag);
        } else if names.has(tag)
            && let Some(partner) = open.iter().rposition(|&open| tags[open].name == tag.name)
        {
            pairs.push((open[partner], index));
            open[partner..].iter().for_each(|&open| names.close(tags[open]));
            alone.extend(open.drain(partner..).skip(1));
        } else {
            alone.push(index);
        }
    }
    alone.extend(open);
    (pairs, alone)
}

/// The tag at the start of a text that is at offset `at`. With `has_code`, values may be code in braces.
pub(crate) fn tag_at(text: &str, at: usize, has_code: bool) -> Option<Found> {
    let inner = text.strip_prefix('<')?;
    let (inner, is_end) = inner.strip_prefix('/').map_or((inner, false), |inner| (inner, true));
    let name = inner.chars().take_while(|c| c.is_ascii_alphanumeric() || "-._:".contains(*c));
    let name: String = name.map(|c| c.to_ascii_lowercase()).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut quote = None;
    let mut braces = 0_usize;
    for (index, c) in text.char_indices().skip(1) {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '{') if has_code => braces += 1,
            (None, '}') => braces = braces.saturating_sub(1),
            (None, '>') if braces == 0 => {
                let is_closed = text[..index].ends_with('/');
                return Some(Found { span: Span::new(at, at + index + 1), name, is_end, is_closed });
            }
            _ => {}
        }
    }
    None
}

/// The attributes of a tag, with the text of their values.
pub(crate) fn attributes(text: &str) -> Vec<(String, Option<String>)> {
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
