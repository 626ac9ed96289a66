//! The target of a link: its path and its anchor, unless it is a template or a web address.

use crate::text::percent_decoded;

/// A relative target, without percent encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The path; empty for the document itself.
    pub(crate) path: String,
    /// What comes after `#`.
    pub(crate) anchor: Option<String>,
}

impl Target {
    /// Reads a target; `None` if it may lead anywhere.
    pub(crate) fn read(target: &str) -> Option<Self> {
        let (rest, anchor) = match target.split_once('#') {
            Some((rest, anchor)) => (rest, Some(percent_decoded(anchor)?)),
            None => (target, None),
        };
        let path = rest.split('?').next().unwrap_or_default();
        // A query on the page itself, such as `?tab=2#a`, is for a script.
        let is_query = path.is_empty() && !rest.is_empty();
        let path = percent_decoded(path)?.replace('\\', "/");
        let is_plain = !is_query && !is_template(&path) && !anchor.as_deref().is_some_and(is_template);
        is_plain.then(|| Self { path: without_line(&path).to_owned(), anchor })
    }
}

/// Whether somebody or something still has to fill in a part of a target.
fn is_template(text: &str) -> bool {
    let is_sign =
        |byte: u8| matches!(byte, b'{' | b'}' | b'<' | b'>' | b'$' | b'*' | b'|' | b'%' | b'"' | b'\n');
    text.bytes().any(is_sign)
        || !text.is_ascii() && text.contains('\u{2026}')
        || text.as_bytes().windows(3).any(|three| three == b"...")
        || text.as_bytes().windows(7).any(|seven| seven == b"path/to")
        || text.starts_with(['@', '~', '['])
}

/// A path without the line number at its end: `src/main.rs:12`, `src/main.rs:12-20`.
fn without_line(path: &str) -> &str {
    let bare = path.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == ':');
    if path[bare.len()..].starts_with(':') { bare } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_has_a_path_and_an_anchor() {
        for (target, path, anchor) in [
            ("a.md", "a.md", None),
            ("a%20b.md?raw=1#c%C3%A4", "a b.md", Some("cä")),
            ("#a", "", Some("a")),
            ("docs\\a.md", "docs/a.md", None),
            ("src/main.rs:12", "src/main.rs", None),
            ("src/main.rs:12-20", "src/main.rs", None),
            ("v-1", "v-1", None),
        ] {
            let wanted = Target { path: path.to_owned(), anchor: anchor.map(str::to_owned) };
            assert_eq!(Target::read(target), Some(wanted), "{target}");
        }
        for target in
            ["{{ page }}", "${x}.md", "a/{id}.md", "<name>.md", "?tab=1#a", "*.md", "…", "@/a.md", "~/a.md"]
        {
            assert_eq!(Target::read(target), None, "{target}");
        }
    }
}
