//! References to definitions that do not exist: `[text][label]`, `[text][]` and `[^note]`. Brackets have many other uses
//! in prose, so only what cannot be anything else counts.

use memchr::memmem;

use crate::document::Document;
use crate::markdown::{InlineKind, fold_label};
use crate::text::Span;

/// A reference without a definition.
pub(crate) struct Undefined<'t> {
    /// The complete reference.
    pub(crate) span: Span,
    /// Its label, as written.
    pub(crate) label: &'t str,
    /// Whether it is a footnote.
    pub(crate) is_note: bool,
}

/// The longest text and label that are looked at.
const LONGEST: usize = 300;

/// The references of a document that it does not define, in order.
pub(crate) fn undefined<'t>(document: &Document<'t>) -> Vec<Undefined<'t>> {
    let text = document.source.text();
    let links = memmem::find_iter(text.as_bytes(), "][").filter_map(|at| link(document, at));
    let notes = memmem::find_iter(text.as_bytes(), "[^").filter_map(|at| note(document, at));
    let mut found: Vec<Undefined<'_>> = links.chain(notes).collect();
    found.sort_by_key(|one| one.span);
    found
}

/// Whether an offset is in running text, and not in a link that Markdown has resolved.
fn is_prose(document: &Document<'_>, at: usize) -> bool {
    let markdown = &document.markdown;
    let after = markdown.inlines.partition_point(|(_, span)| span.start <= at);
    // Links nest at most once: an image in a link.
    let mut near = markdown.inlines[after.saturating_sub(8)..after].iter().rev();
    let is_link = near.any(|(kind, span)| *kind == InlineKind::Link && span.contains(at));
    !is_link
        && !markdown.is_opaque_at(at)
        && markdown.top_at(at).is_some_and(|node| node.kind != crate::markdown::NodeKind::Definition)
}

/// The reference `[text][label]` whose text ends at `at`.
fn link<'t>(document: &Document<'t>, at: usize) -> Option<Undefined<'t>> {
    let text = document.source.text();
    let label_end = at + 2 + text[at + 2..].bytes().take(LONGEST).position(|byte| byte == b']')?;
    let start = opening(text, at)?;
    let (name, label) = (&text[start + 1..at], &text[at + 2..label_end]);
    let is_image = text[..start].ends_with('!');
    let start = start - usize::from(is_image);
    let wanted = if label.trim().is_empty() { name } else { label };
    let is_collapsed = label.is_empty();
    let is_meant = is_words(name, is_image)
        && is_label(wanted, is_collapsed)
        && !is_code_like(name, wanted)
        && is_free(text, start, label_end + 1);
    if !is_meant
        || !is_prose(document, at)
        || document.markdown.defined.links.contains_key(&fold_label(wanted))
    {
        return None;
    }
    Some(Undefined { span: Span::new(start, label_end + 1), label: wanted, is_note: false })
}

/// The bracket that opens the text that ends at `at`.
fn opening(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0;
    for index in (at.saturating_sub(LONGEST)..at).rev() {
        let is_escaped = index > 0 && bytes[index - 1] == b'\\';
        match bytes[index] {
            b']' if !is_escaped => depth += 1,
            b'[' if !is_escaped && depth == 0 => return Some(index),
            b'[' if !is_escaped => depth -= 1,
            b'\n' if bytes.get(index + 1).is_some_and(|next| matches!(next, b'\n' | b'\r')) => return None,
            _ => {}
        }
    }
    None
}

/// Whether the text of a link has a word. Citations (`[1][2]`), boxes (`[x]`) and keys (`[A]`) have none.
fn is_words(name: &str, is_image: bool) -> bool {
    let has_word = name
        .as_bytes()
        .windows(2)
        .any(|two| two.iter().all(|byte| byte.is_ascii_alphabetic() || *byte > 127));
    let is_odd = name.starts_with(['^', '@', '!', '=']) && !name.starts_with("![");
    (has_word || is_image) && !is_odd && !name.contains(['\\', '|', '$'])
}

/// Whether a label is one that an author defines. `crate::Type`, `module.function` and `fn()` are resolved by tools.
fn is_label(label: &str, is_collapsed: bool) -> bool {
    let is_dotted = label.contains('.') && label.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
    let is_type = is_collapsed && label.contains([',', ';', '<', '`']);
    !label.contains("::")
        && !label.contains([
            '(', ')', '!', '@', '<', '>', '{', '}', '$', '%', '=', '"', '\\', '|', '[', '^', '*', '+', '?',
            ',',
        ])
        && (is_collapsed || !label.contains('`'))
        && !is_dotted
        && !is_type
        && label.contains(char::is_alphanumeric)
}

/// Whether two brackets look like a regular expression, a key combination or the usage of a command.
fn is_code_like(name: &str, label: &str) -> bool {
    let is_bare = |text: &str| !text.contains(char::is_whitespace) && !text.contains('`');
    let is_range = |text: &str| {
        let bytes = text.as_bytes();
        is_bare(text)
            && bytes.windows(3).any(|three| {
                let is_whole = matches!((three[0], three[2]), (b'a', b'z') | (b'A', b'Z') | (b'0', b'9'));
                let is_short = bytes.len() == 3 && three[0].is_ascii_digit() == three[2].is_ascii_digit();
                three[1] == b'-' && (is_whole || is_short)
            })
    };
    // Two citations side by side: `[0cc58ce][a4b7d8d]`, `[SHOP-12][SHOP-14]`.
    let is_key = |text: &str| {
        let has_digit = text.contains(|c: char| c.is_ascii_digit());
        let is_hash = text.len() > 5 && text.chars().all(|c| c.is_ascii_hexdigit());
        let is_ticket = text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
        has_digit && (is_hash || is_ticket)
    };
    let is_loud = |text: &str| is_bare(text) && text.chars().all(|c| c.is_uppercase() || "_-".contains(c));
    let is_number = !label.is_empty() && label.chars().all(|c| c.is_ascii_digit());
    let is_short =
        is_bare(name) && is_bare(label) && name.len() <= 3 && label.len() <= 3 && !is_number && name != label;
    is_range(name)
        || is_range(label)
        || is_short
        || (is_key(name) && is_key(label))
        || (is_loud(name) && is_loud(label))
}

/// Whether nothing joins the brackets to the text around them, as in `row[i][j]` or `[a-z][0-9]+`.
fn is_free(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    let is_joined = |c: char| c.is_alphanumeric() || "[]\\$`_".contains(c);
    !before.is_some_and(is_joined) && !after.is_some_and(|c| c.is_alphanumeric() || "[({+`:".contains(c))
}

/// The footnote `[^name]` that starts at `at`.
fn note<'t>(document: &Document<'t>, at: usize) -> Option<Undefined<'t>> {
    let text = document.source.text();
    let end = at + 2 + text[at + 2..].bytes().take(LONGEST).position(|byte| byte == b']')?;
    let name = &text[at + 2..end];
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
    let before = text[..at].chars().next_back().unwrap_or('\n');
    let after = text[end + 1..].chars().next().unwrap_or('\n');
    let is_number = name.chars().all(|c| c.is_ascii_digit());
    let notes = &document.markdown.defined.notes;
    // `[^a-z]` and `[^abc]*` are regular expressions.
    let is_range = name.len() > 2 && name.as_bytes()[1] == b'-' && !is_number;
    let follows = before.is_alphanumeric() || ".,;:!?)\"'*_`”’]".contains(before);
    let is_quote = |c: char| "\"'“”‘’/".contains(c);
    let is_quoted = is_quote(before) && is_quote(after);
    let is_meant = is_name
        && !is_range
        && !is_quoted
        && before != '\\'
        && !"+*?{(:".contains(after)
        && !after.is_alphanumeric()
        && (follows || is_number || !notes.is_empty());
    if !is_meant || !is_prose(document, at) || notes.contains_key(&fold_label(name)) {
        return None;
    }
    Some(Undefined { span: Span::new(at, end + 1), label: name, is_note: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn labels(text: &str) -> Vec<String> {
        let document = parse(text);
        undefined(&document).iter().map(|one| one.label.to_owned()).collect()
    }

    #[test]
    fn references_without_a_definition_are_found() {
        for (text, label) in [
            ("See [the guide][gide].\n", "gide"),
            ("See the [upload guide][].\n", "upload guide"),
            ("![Diagram][flow]\n", "flow"),
            ("- **[Limits][l-1]** apply.\n", "l-1"),
            ("| a |\n|---|\n| [Keys][keys] |\n", "keys"),
            ("See [Smith][1] for more.\n", "1"),
            ("> A quote with [a link][gone].\n", "gone"),
            ("Slow disks fail.[^disks]\n", "disks"),
            ("Slow disks fail [^2].\n\n[^1]: A note.\n", "2"),
            ("[`Store`][store-type] keeps it.\n", "store-type"),
        ] {
            assert_eq!(labels(text), [label], "{text}");
        }
    }

    #[test]
    fn other_brackets_are_not_references() {
        for text in [
            "See [the guide][g].\n\n[G]: guide.md\n",
            "See [the guide].\n",
            "The cell is row[i][j].\n",
            "As shown in [1][2] and [12][13].\n",
            "It matches [a-z][a-z0-9]* and [A-Z][a-z]+.\n",
            "Answer [Yy][Nn] to go on.\n",
            "Press [CTRL][ALT][DEL].\n",
            "`[a word][b]`\n",
            "```\n[a word][b]\n```\n",
            "<!-- [a word][b] -->\n",
            "<div>\n[a word][b]\n</div>\n",
            "[Vec][std::vec::Vec] and [client][shop.Client] and [run][run()].\n",
            "- [ ][x] a task\n- [x] [a link](b.md)\n",
            "\\[a word][b]\n",
            "See [[a word][b]].\n",
            "Run `cmd` [OPTIONS][FILES].\n",
            "[a word][b](c.md)\n",
            "A class [^a-z] or x[^0-9]+ or [^abc]* or \"[^a]\".\n",
            "Fixed in [0cc58ce][a4b7d8d] and [SHOP-12][SHOP-14].\n",
            "A note.[^1]\n\n[^1]: Text.\n",
            "[^1]: Text.\n",
            "[text][link][other]\n",
            "It returns [string, number][] in all cases.\n",
        ] {
            assert_eq!(labels(text), Vec::<String>::new(), "{text}");
        }
    }
}
