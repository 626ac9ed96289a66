//! Finds the front matter and removes it before parsing, because the parser would treat any `---` as front matter.

use crate::text::Source;

/// The same as [`end`] for a text whose lines nobody needs to know otherwise.
pub(crate) fn end_in(text: &str) -> usize {
    let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let is_open = ["---", "+++"].iter().any(|fence| text[start..].starts_with(fence));
    if is_open { end(&Source::new(text)) } else { start }
}

/// Where the document starts after a byte order mark and front matter. To keep the first section of every document, a
/// leading `---` is front matter only if a fence closes it and every line between them looks like YAML.
pub(crate) fn end(source: &Source<'_>) -> usize {
    let start = source.line_start(0);
    let line = |index: usize| source.slice(source.line(index)).trim_end();
    let (closers, separator): (&[&str], char) = match line(0) {
        "---" => (&["---", "..."], ':'),
        "+++" => (&["+++"], '='),
        _ => return start,
    };
    let is_key = |text: &str| {
        let key = text.split(separator).next().unwrap_or_default().trim().trim_matches(['"', '\'']);
        let is_name = |c: char| c.is_alphanumeric() || "_-. ".contains(c);
        key.len() < text.len() && !key.is_empty() && key.chars().all(is_name)
    };
    let mut keys = 0;
    let mut open_string = None;
    for index in 1..source.line_count() {
        let text = line(index);
        // A string of several lines, which only TOML has.
        if let Some(quotes) = open_string {
            open_string = open_string.filter(|_| !text.contains(quotes));
            continue;
        }
        if separator == '=' {
            open_string = ["\"\"\"", "'''"].into_iter().find(|quotes| text.matches(quotes).count() == 1);
        }
        if closers.contains(&text) {
            return if keys > 0 || index == 1 { source.line_start(index + 1) } else { start };
        }
        if is_key(text) || text.starts_with('{') {
            keys += 1;
        } else if !text.is_empty() && !text.starts_with([' ', '\t', '#', '-', '[', ']', '}', ',', '"', '\''])
        {
            return start;
        }
    }
    start
}
