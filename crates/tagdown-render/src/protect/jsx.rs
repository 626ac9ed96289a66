//! Writes tags as JSX, which knows no `class`, no unclosed elements and no code in attributes.

use super::html_tags::{Found, attributes, is_whole};
use super::images;
use crate::change::Change;

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
            "srcset" => "srcSet",
            _ => &name,
        };
        made.push_str(&match value {
            None => format!(" {name}"),
            Some(value) => match images::required(tag, name, &value) {
                Some(code) => format!(" {name}={code}"),
                None => format!(" {name}=\"{}\"", value.replace('"', "&quot;")),
            },
        });
    }
    made.push_str(if is_whole(tag) { " />" } else { ">" });
    (made != text).then(|| Change::new(tag.span, made))
}
