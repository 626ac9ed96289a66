//! What states nothing: rows of images, such as badges, and the entries of a table of contents.

/// Whether a text consists only of images, with or without links around them.
pub(super) fn is_images(text: &str) -> bool {
    let mut rest = text.trim_start();
    let is_any = rest.starts_with("![") || rest.starts_with("[![");
    while !rest.is_empty() {
        let inner = rest.strip_prefix('!').filter(|inner| inner.starts_with('['));
        let Some(bracketed) = inner.or_else(|| rest.starts_with("[![").then_some(rest)) else { return false };
        let Some(after) = after_bracket(bracketed) else { return false };
        // Where it leads, or the name of what it leads to.
        rest = after_bracket(after).unwrap_or(after).trim_start();
    }
    is_any
}

/// Whether a text is nothing but a link to a place on the same page, as in a table of contents.
pub(super) fn is_contents(text: &str) -> bool {
    let Some(after) = text.trim().strip_prefix('[').and_then(|_| after_bracket(text.trim())) else {
        return false;
    };
    after.starts_with("(#") && after_bracket(after).is_some_and(str::is_empty)
}

/// What is after the bracket that a text starts with.
fn after_bracket(text: &str) -> Option<&str> {
    let (open, close) = match text.chars().next()? {
        '[' => ('[', ']'),
        '(' => ('(', ')'),
        _ => return None,
    };
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        depth += usize::from(c == open);
        if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(&text[at + 1..]);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_contents_lead_to_the_same_page() {
        for (text, expected) in [
            ("[Start](#start)", true),
            ("[`a(b)`](#ab)", true),
            ("[Start](start.md#a)", false),
            ("See [Start](#start)", false),
            ("[Start](#start) first", false),
            ("[Start", false),
        ] {
            assert_eq!(is_contents(text), expected, "{text}");
        }
    }

    #[test]
    fn badges_are_images() {
        for (text, expected) in [
            ("![a](b.png)", true),
            ("[![a](b.svg?x=(1))](https://example.org) ![c][d]", true),
            ("[![a][b]][c] [![d][e]][f]", true),
            ("![a](b.png) shows it", false),
            ("[a](b.md)", false),
            ("![a", false),
            ("", false),
        ] {
            assert_eq!(is_images(text), expected, "{text}");
        }
    }
}
