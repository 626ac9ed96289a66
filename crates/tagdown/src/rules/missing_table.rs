//! Bullets of the same shape that describe several fields each, which are easier to read as a table.
//!
//! ```md bad
//! **[SPEC]**
//! - `limit` (integer, default 50): rows per page
//! - `offset` (integer, default 0): rows to skip
//! - `sort` (string, default `id`): the column to sort by
//! ```
//!
//! ```md good
//! **[SPEC]**
//! | name | type | default | meaning |
//! |---|---|---|---|
//! | `limit` | integer | 50 | rows per page |
//! | `offset` | integer | 0 | rows to skip |
//! | `sort` | string | `id` | the column to sort by |
//!
//! - Port: 8080
//! - Protocol: TCP
//! - User: `app`
//! ```
//!
//! The rule looks for three or more bullets in a row with the same separators and three or more fields each. The
//! severity is `info` because a long meaning is sometimes easier to read in a bullet.

use std::cell::OnceCell;

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::Kind;
use crate::prose::{Passage, Setting, passages};
use crate::text::{Span, find_pair};

pub(crate) const RULE: Rule = Rule {
    name: "missing-table",
    group: Group::Spec,
    severity: Severity::Info,
    why: "in a table, every field of a fact has a name and a place",
    todo: "write the bullets as a table with one column per field",
    source: page_of!("missing_table.rs"),
    check,
    ..Rule::PLAIN
};

/// The least number of bullets.
const BULLETS: usize = 3;

/// The least number of fields in a bullet.
const FIELDS: usize = 3;

/// The maximum number of words in a field, except the last one.
const WORDS: usize = 6;

fn check(cx: &mut Context<'_, '_>) {
    let mut run: Vec<(Span, Shape)> = Vec::new();
    let mut place = None;
    for passage in cx.wording().passages.iter() {
        let Some(shape) = shape(cx, passage) else {
            report(cx, &run);
            run.clear();
            continue;
        };
        let column = passage.span.start - cx.document.source.this_line(passage.span.start);
        let here = Some((passage.block, column));
        if here != place || run.last().is_none_or(|(_, last)| *last != shape) {
            report(cx, &run);
            run.clear();
        }
        place = here;
        run.push((passage.span, shape));
    }
    report(cx, &run);
}

fn report(cx: &mut Context<'_, '_>, run: &[(Span, Shape)]) {
    if let [(first, shape), .., (last, _)] = run
        && run.len() >= BULLETS
    {
        let (count, fields) = (run.len(), shape.fields);
        let span = Span::new(first.start, last.end);
        cx.report(span, format!("{count} bullets with {fields} fields each; write them as a table"));
    }
}

/// What separates the fields of a bullet, and how many fields there are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    separator: &'static str,
    fields: usize,
    is_code: bool,
}

/// The shape of a bullet of a SPEC, if it has several short fields.
fn shape(cx: &Context<'_, '_>, passage: &Passage) -> Option<Shape> {
    let is_bullet = passage.setting == Setting::Item && cx.document.blocks[passage.block].kind == Kind::Spec;
    if !is_bullet {
        return None;
    }
    let text = cx.text(passage.span);
    let opaque = OnceCell::new();
    let is_open = |at: usize| {
        let opaque = opaque.get_or_init(|| passages::opaque(cx.document, passage.span));
        !passages::touches(opaque, Span::new(passage.span.start + at, passage.span.start + at + 1))
    };
    // Every separator has a sign, and most bullets have none of them, or only one.
    let signs = Separators::read(cx, passage.span);
    if !signs.has_bracket && signs.marks < FIELDS - 1 && !signs.has_comma {
        return None;
    }
    let is_code = text.trim_start_matches(['*', '_']).starts_with('`');
    let brackets = if signs.has_bracket { bracketed(text, is_open) } else { None };
    brackets
        .map(|fields| ("()", fields))
        .or_else(|| {
            if signs.marks < FIELDS - 1 {
                return None;
            }
            let marks = [" — ", " – ", " | ", " · ", "; "];
            marks.into_iter().find_map(|mark| Some((mark, parted(text, mark, is_open)?)))
        })
        .or_else(|| Some((", ", listed(text, is_open)?)))
        .map(|(separator, fields)| Shape { separator, fields, is_code })
}

/// Which signs of separators a bullet has.
#[derive(Default)]
struct Separators {
    has_bracket: bool,
    has_comma: bool,
    /// The number of the others.
    marks: usize,
}

impl Separators {
    fn read(cx: &Context<'_, '_>, bullet: Span) -> Self {
        let bytes = cx.document.source.text().as_bytes();
        let mut signs = Self::default();
        for at in cx.wording().parting.within(bullet) {
            match bytes[at] {
                b'(' => signs.has_bracket = true,
                b',' => signs.has_comma = true,
                b';' | b'|' | 0xc2 | 0xe2 => signs.marks += 1,
                _ => {}
            }
        }
        signs
    }
}

/// The fields of `name (type, default): meaning`.
fn bracketed(text: &str, is_open: impl Fn(usize) -> bool) -> Option<usize> {
    let open = find_pair(text, *b" (")?;
    let close = open + text[open..].find(')')?;
    let inner = &text[open + 2..close];
    let rest = text[close + 1..].trim_start_matches(['*', '_', '`']);
    let meaning = rest.trim_start().strip_prefix([':', '—', '–', '-'])?.trim();
    let is_name = has_at_most(FIELDS, &text[..open]);
    let parts: Vec<&str> = inner.split([',', ';']).collect();
    let is_typed =
        (parts.len() > 1 || (is_word(inner) && is_field(inner))) && parts.iter().all(|part| is_short(part));
    (is_name && is_typed && !has_at_most(0, meaning) && is_open(open)).then_some(parts.len() + 2)
}

/// The fields of `name: integer, default 50, rows per page`.
fn listed(text: &str, is_open: impl Fn(usize) -> bool) -> Option<usize> {
    let colon = find_pair(text, *b": ").map(|at| (&text[..at], &text[at + 2..]));
    let dash = || if text.is_ascii() { None } else { text.split_once(" — ") };
    let (name, rest) = colon.or_else(dash)?;
    find_pair(rest, *b", ").filter(|_| has_at_most(FIELDS, name))?;
    let parts = rest.split(", ");
    if !parts.clone().all(|part| has_at_most(WORDS, part)) || !parts.clone().take(2).any(is_field) {
        return None;
    }
    let at = text.len() - rest.len();
    let fields = parted(rest, ", ", |cut| is_open(at + cut)).or_else(|| (parts.count() == 2).then_some(2))?;
    Some(fields + 1)
}

/// Whether a field is a type, a default or whether something is required.
fn is_field(part: &str) -> bool {
    const NAMES: &[&str] = &[
        "array",
        "bool",
        "boolean",
        "bytes",
        "date",
        "default",
        "defaults",
        "double",
        "enum",
        "float",
        "int",
        "integer",
        "json",
        "list",
        "mandatory",
        "number",
        "object",
        "optional",
        "required",
        "string",
        "text",
        "timestamp",
        "type",
        "unit",
        "uuid",
        "map",
        "decimal",
    ];
    let mut words = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    has_at_most(FIELDS, part) && words.any(|word| NAMES.contains(&word.to_lowercase().as_str()))
}

/// The number of fields between separators, if all but the last are short.
fn parted(text: &str, mark: &str, is_open: impl Fn(usize) -> bool) -> Option<usize> {
    // Most bullets have none: the byte after the first space of a mark is rarer than the mark.
    let sign = mark.trim_start().as_bytes()[0];
    let lead = mark.len() - mark.trim_start().len();
    memchr::memchr_iter(sign, text.as_bytes()).nth(FIELDS - 2)?;
    let signs = memchr::memchr_iter(sign, text.as_bytes()).filter_map(|at| at.checked_sub(lead));
    let mut end = 0;
    let all = signs.filter(|&at| {
        let is_mark = at >= end && text.as_bytes()[at..].starts_with(mark.as_bytes());
        end = if is_mark { at + mark.len() } else { end };
        is_mark
    });
    let mut cuts: Vec<usize> = all.collect();
    if cuts.len() + 1 < FIELDS || find_pair(text, *b". ").is_some() {
        return None;
    }
    cuts.retain(|&at| is_open(at + 1));
    if cuts.len() + 1 < FIELDS {
        return None;
    }
    let starts = [0].into_iter().chain(cuts.iter().map(|at| at + mark.len()));
    let parts: Vec<&str> =
        starts.zip(cuts.iter().copied().chain([text.len()])).map(|(a, b)| &text[a..b]).collect();
    let (last, others) = parts.split_last()?;
    (others.iter().all(|part| is_short(part)) && has_at_most(3 * WORDS, last)).then_some(parts.len())
}

/// Whether a text has some words, but no more than a field.
fn is_short(text: &str) -> bool {
    has_at_most(WORDS, text) && !has_at_most(0, text)
}

/// Whether a text is one word.
fn is_word(text: &str) -> bool {
    has_at_most(1, text) && !has_at_most(0, text)
}

/// Whether a text has no more words than `most`.
fn has_at_most(most: usize, text: &str) -> bool {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).nth(most).is_none()
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[test]
    fn shapes() {
        for (bullets, expected) in [
            (["`a` (int, default 1): x", "`b` (int, default 2): y", "`c` (text, none): z"], 1),
            (["**Red** — 5 V — 2 A — pump", "**Blue** — 9 V — 1 A — fan", "**Grey** — 3 V — 1 A — lamp"], 1),
            (["north; 5 bar; open", "south; 6 bar; shut", "west; 2 bar; open"], 1),
            (["admin · read, write · all sites", "guest · read · own site", "bot · write · none"], 1),
            (["Port: 80", "Host: `a`", "User: `b`"], 0),
            (["`a` (integer): x", "`b` (string): y", "`c` (bool): z"], 1),
            (
                ["`a`: integer, default 1, rows", "`b`: string, default x, name", "`c`: bool, default on, y"],
                1,
            ),
            (["rate: number, default 5", "name: string, required", "mode: enum, optional"], 1),
            (["`a` (see below): x", "`b` (the old one): y", "`c` (rare): z"], 0),
            (
                [
                    "Uploads: images, texts, films",
                    "Exports: tables, lists, plans",
                    "Users: staff, guests, bots",
                ],
                0,
            ),
            (["`a` (int, default 1): x", "`b`: y", "`c` (text, none): z"], 0),
            (["The pump — if on — stops", "`a` — x", "Nothing"], 0),
            (["A pump starts. It stops; it waits; it ends", "b; c; d", "e; f; g"], 0),
        ] {
            let text = format!("# T\n\n## S\n\n**[SPEC]**\n- {}\n", bullets.join("\n- "));
            let document = crate::document::parse(&text);
            let found = crate::rules::check(&document, &crate::rules::Settings::single(&RULE));
            assert_eq!(found.len(), expected, "{text}");
        }
    }
}
