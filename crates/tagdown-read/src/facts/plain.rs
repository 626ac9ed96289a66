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
    let is_html = text.trim_start().starts_with('<') && text.trim_end().ends_with('>');
    let mut out = if is_html {
        without_tags(text)
    } else if definitions.is_empty() {
        plain_text(text)
    } else {
        plain_text(&format!("{text}\n\n{}", definitions.join("\n")))
    };
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
    // Signs around a word in code are part of it.
    for code in text.split('`').skip(1).step_by(2) {
        if words(code).join(" ") != code.split_whitespace().collect::<Vec<_>>().join(" ") {
            add(&format!("`{}`", code.split_whitespace().collect::<Vec<_>>().join("\u{1}")));
        }
    }
    out
}

/// Where the links of a text lead.
pub(super) fn targets<'t>(text: &'t str, definitions: &[&'t str]) -> Vec<&'t str> {
    let inline = text.match_indices("](").map(|(at, _)| {
        let rest = &text[at + 2..];
        &rest[..rest.find(|c: char| c.is_whitespace() || c == ')').unwrap_or(rest.len())]
    });
    let defined =
        definitions.iter().filter_map(|definition| definition.split_once("]:")?.1.split_whitespace().next());
    inline.chain(defined).collect()
}

fn without_tags(html: &str) -> String {
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
    let lines: Vec<&str> = raw.lines().map(str::trim_end).collect();
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
