//! Finds citations in running text: they are not the writer's own words.

use crate::text::Span;

/// Sentences in square brackets that name their source: `[APP-12: the limit might be raised]`, `[Miller 2019, p. 4]`.
pub(crate) fn citations(text: &str) -> impl Iterator<Item = Span> {
    let mut from = 0;
    memchr::memchr_iter(b'[', text.as_bytes()).filter_map(move |open| {
        let close = open + memchr::memchr(b']', &text.as_bytes()[open..])?;
        let inner = &text[open + 1..close];
        let first = inner.split([' ', ':', ',', ']']).next().unwrap_or_default();
        let is_key = first.contains(|c: char| c.is_ascii_digit())
            || (first.len() > 1 && first.chars().all(|c| c.is_uppercase() || "-_".contains(c)))
            || inner.split_once(':').is_some_and(|(key, _)| !key.contains(' '));
        let dated = inner.contains(", ") && inner.contains(|c: char| c.is_ascii_digit());
        let is_link = text[close + 1..].starts_with(['(', '[', ':']);
        let fits = open >= from && (is_key || dated) && inner.contains(' ') && !is_link;
        from = if fits { close } else { from };
        fits.then_some(Span::new(open, close + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_in_brackets_is_a_citation() {
        for (text, cited) in [
            ("It is 5. [APP-12: it might be 6. Or 7.]", "[APP-12: it might be 6. Or 7.]"),
            ("It is 5 [#88: probably 6].", "[#88: probably 6]"),
            ("It is 5 [Source: probably the manual].", "[Source: probably the manual]"),
            ("It is 5 [Miller 2019, p. 4].", "[Miller 2019, p. 4]"),
            ("It is 5 [RFC 2119].", "[RFC 2119]"),
            ("It is 5 [not verified].", ""),
            ("See [APP-12 and more](x.md).", ""),
            ("The array `a[1]` and [x].", ""),
        ] {
            let found: Vec<&str> = citations(text).map(|span| &text[span.range()]).collect();
            assert_eq!(found.concat(), cited, "{text}");
        }
    }
}
