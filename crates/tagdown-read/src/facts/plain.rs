//! Markdown as plain text: the cells of a row, what inline markup says, and the lines of code.

use tagdown::markdown::plain_text;

use super::words::words;

/// A longer text before a colon is not what a fact is about.
const LABEL: usize = 60;

/// The cells of a line of a table.
pub(super) fn split_row(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').filter(|line| !line.ends_with('\\')).unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut is_escaped = false;
    for c in line.chars() {
        match (c, is_escaped) {
            ('|', false) => cells.push(String::new()),
            _ => cells.last_mut().into_iter().for_each(|cell| cell.push(c)),
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// The words of inline Markdown without its markup, with the targets of links and with signs that change the meaning.
pub(super) fn said(text: &str, definitions: &[&str]) -> String {
    let unbroken = text.contains('\\').then(|| without_breaks(text));
    let text = unbroken.as_deref().unwrap_or(text);
    let bare = text.contains('{').then(|| without_attributes(text));
    let text = bare.as_deref().unwrap_or(text);
    let mut out = if is_html(text) {
        without_tags(text)
    } else if definitions.is_empty() {
        simple(text).unwrap_or_else(|| plain_text(text))
    } else {
        plain_text(&format!("{text}\n\n{}", definitions.join("\n")))
    };
    // Links around images say nothing.
    if out.trim().is_empty() {
        return String::new();
    }
    let mut add = |word: &str| {
        out.push(' ');
        out.push_str(word);
    };
    for target in targets(text, definitions) {
        add(target);
    }
    if text.contains("~~") {
        add("~~");
    }
    for tag in ["<sup>", "<sub>", "<del>", "<s>"].iter().filter(|tag| text.contains(**tag)) {
        add(tag);
    }
    if !text.contains('`') {
        return out;
    }
    // Signs around a word in code are part of it.
    for code in text.split('`').skip(1).step_by(2) {
        if words(code).join(" ") != code.split_whitespace().collect::<Vec<_>>().join(" ") {
            add(&format!("`{}`", code.split_whitespace().collect::<Vec<_>>().join("\u{1}")));
        }
    }
    out
}

/// A text on one line without the backslashes that end lines; `<br>` has no words either. Code keeps its backslashes.
fn without_breaks(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let last = parts.len() - 1;
    let unbroken = parts.into_iter().enumerate().map(|(at, part)| match at % 2 {
        0 if at == last => part.strip_suffix('\\').unwrap_or(part).replace("\\ ", " "),
        0 => part.replace("\\ ", " "),
        _ => part.to_owned(),
    });
    unbroken.collect::<Vec<_>>().join("`")
}

/// A text without lists of attributes for a renderer, such as `{ .external }`, which state nothing. Code keeps its braces.
fn without_attributes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, part) in text.split('`').enumerate() {
        if at > 0 {
            out.push('`');
        }
        let mut rest = part;
        while let Some(start) = rest.find('{').filter(|_| at % 2 == 0) {
            let Some(length) = rest[start..].find('}') else { break };
            let is_list = rest[start + 1..].trim_start().starts_with(['.', ':']);
            out.push_str(if is_list { rest[..start].trim_end() } else { &rest[..=start + length] });
            rest = &rest[start + length + 1..];
        }
        out.push_str(rest);
    }
    out
}

/// A text without the marks of its code spans, if it has no other markup. Most texts have none, and parsing costs much more.
fn simple(text: &str) -> Option<String> {
    let is_marked = |c: char| "\\*_[]<>&~!|\n\t".contains(c);
    if !text.starts_with(char::is_alphabetic) && !text.starts_with('`') || text.contains("  ") {
        return None;
    }
    if !text.contains('`') {
        return (!text.contains(is_marked)).then(|| text.trim_end().to_owned());
    }
    // Two marks in a row, and spaces inside the marks, have rules of their own.
    let is_odd = |(at, part): (usize, &str)| match at % 2 {
        1 => part.starts_with(' ') || part.ends_with(' '),
        _ => part.contains(is_marked),
    };
    let is_even = text.matches('`').count().is_multiple_of(2);
    if text.contains("``") || !is_even || text.split('`').enumerate().any(is_odd) {
        return None;
    }
    Some(text.replace('`', "").trim_end().to_owned())
}

/// Where the links of a text lead.
pub(super) fn targets<'t>(text: &'t str, definitions: &[&'t str]) -> Vec<&'t str> {
    let inline = text.match_indices("](").map(|(at, _)| target(&text[at + 2..], |c| c == ')'));
    let defined = definitions.iter().filter_map(|definition| {
        Some(target(definition.split_once("]:")?.1.trim_start(), |_| false)).filter(|to| !to.is_empty())
    });
    // A link may be HTML.
    let quoted = text.match_indices("href=\"").map(|(at, sign)| {
        let rest = &text[at + sign.len()..];
        &rest[..rest.find('"').unwrap_or(rest.len())]
    });
    inline.chain(quoted).chain(defined).collect()
}

/// The target that a text starts with, without the brackets that it may have.
fn target(text: &str, is_end: impl Fn(char) -> bool) -> &str {
    let bracketed = text.strip_prefix('<').and_then(|inner| inner.split_once(['>', '\n']));
    match bracketed {
        Some((inner, _)) => inner,
        None => &text[..text.find(|c: char| c.is_whitespace() || is_end(c)).unwrap_or(text.len())],
    }
}

/// Whether a text is HTML as a whole.
pub(super) fn is_html(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.trim_end().ends_with('>')
}

/// The text of HTML.
pub(super) fn without_tags(html: &str) -> String {
    let mut out = String::new();
    for piece in html.split('<') {
        let text = piece.split_once('>').map_or(piece, |(_, text)| text);
        out.push_str(text);
        out.push(' ');
    }
    out
}

/// The words before a colon, if the text starts like `Timeout: 30 s`.
pub(super) fn label(plain: &str) -> Option<Vec<String>> {
    let (before, after) = plain.split_once(": ").or_else(|| Some((plain.strip_suffix(':')?, "")))?;
    let is_short = before.len() <= LABEL && !before.contains(". ");
    (is_short && !after.contains("://")).then(|| words(before)).filter(|words| !words.is_empty())
}

/// The words before a dash, if the text starts with a name in bold, in code or as a link: `**port** - where it listens`.
pub(super) fn dashed_label(text: &str, plain: &str) -> Option<Vec<String>> {
    let is_name = text.starts_with("**") || text.starts_with('`') || text.starts_with('[');
    let dash = [" - ", " – ", " — "].iter().filter_map(|dash| plain.find(dash)).min();
    let before = &plain[..dash.filter(|at| is_name && *at <= LABEL)?];
    Some(words(before)).filter(|words| !words.is_empty())
}

/// A text on one line, without the signs of a quote.
pub(super) fn one_line(text: &str) -> String {
    let bare = |line: &str| line.trim_start().trim_start_matches('>').to_owned();
    let mut lines = text.lines();
    let first = lines.next().map(str::to_owned);
    let is_quote = text.contains("\n>") || text.contains("\n >");
    let rest = lines.map(|line| if is_quote { bare(line) } else { line.to_owned() });
    let all: Vec<String> = first.into_iter().chain(rest).collect();
    all.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ")
}

/// The lines of code without its fences and without the indentation that all lines have.
pub(super) fn code_lines(raw: &str) -> Vec<String> {
    let all: Vec<&str> = raw.lines().map(str::trim_end).collect();
    let is_quoted = all.len() > 1 && all[1..].iter().all(|line| line.trim_start().starts_with('>'));
    let bare = |line: &'_ str| -> String {
        let inner = line.trim_start();
        let inner = inner.strip_prefix('>').map(|inner| inner.strip_prefix(' ').unwrap_or(inner));
        inner.unwrap_or(line).to_owned()
    };
    let bared: Vec<String> = if is_quoted { all.iter().map(|line| bare(line)).collect() } else { Vec::new() };
    let lines: Vec<&str> = if is_quoted { bared.iter().map(|line| &**line).collect() } else { all };
    let is_fence = |line: &&str| line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
    let inner = match lines.first().filter(|first| is_fence(first)) {
        Some(_) => {
            &lines[1..lines.len() - usize::from(lines.len() > 1 && lines.last().is_some_and(is_fence))]
        }
        None => &lines[..],
    };
    let indent = |line: &&&str| line.len() - line.trim_start().len();
    let least = inner.iter().filter(|line| !line.is_empty()).map(|line| indent(&line)).min().unwrap_or(0);
    inner.iter().map(|line| line.get(least..).unwrap_or_default().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_for_a_renderer_state_nothing() {
        for (text, expected) in [
            ("[C](c.md){ .external } here", "[C](c.md) here"),
            ("a {: .b } c", "a c"),
            ("use `{ .b }` or {b}", "use `{ .b }` or {b}"),
            ("{ .b", "{ .b"),
            ("{a{ .b} .c }", "{a{ .b} .c }"),
        ] {
            assert_eq!(without_attributes(text), expected, "{text}");
        }
    }

    #[test]
    fn simple_texts_are_read_as_markdown_is() {
        for text in [
            "Plain words.",
            "`a` and `b*c*d` end",
            "``a`` b",
            "a `b",
            "` a ` b",
            "`a``b`",
            "`<b>` c",
            "a *b*",
            "1. a",
            "# a",
            "a | b",
            "a &amp; b",
            "Größe `ä` ",
            "a `\\` b",
            "a `` b",
        ] {
            if let Some(simple) = simple(text) {
                assert_eq!(simple, plain_text(text), "{text}");
            }
        }
        assert_eq!(simple("Use `a_b` and `c`.").as_deref(), Some("Use a_b and c."));
    }
}
