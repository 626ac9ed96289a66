//! Cuts a sentence of Markdown into tokens. Code, links, HTML and quotations are one token each, so that nothing inside
//! them can change.

use tagdown::text::Span;

/// What a token is, for the rules and for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A plain word.
    Word,
    /// Anything with a digit: a number, a version, a date, a range.
    Number,
    /// A unit directly after a number.
    Unit,
    /// A flag, path, variable, constant or other name that is not a plain word.
    Name,
    /// A code span.
    Code,
    /// A link, an image, or other text in brackets.
    Link,
    /// Text in quotation marks, or HTML.
    Quote,
    /// A punctuation mark, or the mark of bold or italic text.
    Mark,
}

/// A token of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) class: Class,
    /// The token as it is compared.
    pub(super) text: String,
    /// Its position in the sentence; the parts of `don't` have the same.
    pub(super) span: Span,
    /// Whether there is no space before it.
    pub(super) is_glued: bool,
}

impl Token {
    /// The word in lower case, or nothing if this is not a plain word.
    pub(super) fn word(&self) -> Option<String> {
        (self.class == Class::Word).then(|| self.text.to_lowercase())
    }

    pub(super) fn is(&self, mark: &str) -> bool {
        self.class == Class::Mark && self.text == mark
    }
}

/// Units with their short form.
const UNITS: &[(&[&str], &str)] = &[
    (&["nanosecond", "nanoseconds"], "ns"),
    (&["microsecond", "microseconds"], "µs"),
    (&["millisecond", "milliseconds"], "ms"),
    (&["second", "seconds"], "s"),
    (&["minute", "minutes"], "min"),
    (&["hour", "hours"], "h"),
    (&["kilobyte", "kilobytes"], "kB"),
    (&["kibibyte", "kibibytes"], "KiB"),
    (&["megabyte", "megabytes"], "MB"),
    (&["mebibyte", "mebibytes"], "MiB"),
    (&["gigabyte", "gigabytes"], "GB"),
    (&["gibibyte", "gibibytes"], "GiB"),
    (&["terabyte", "terabytes"], "TB"),
    (&["percent"], "%"),
];

/// Words that are units, after an article or a number.
const OTHER_UNITS: &[&str] = &[
    "day", "days", "week", "weeks", "month", "months", "year", "years", "byte", "bytes", "bit", "bits", "KB",
    "Mbit", "Gbit", "px", "Hz", "kHz", "MHz", "GHz", "mm", "cm", "km", "kg", "°C", "°F",
];

/// Whether a word names a unit.
pub(super) fn is_unit(word: &str) -> bool {
    OTHER_UNITS.contains(&word) || UNITS.iter().any(|(words, short)| *short == word || words.contains(&word))
}

/// The one form of a unit.
fn unit(word: &str) -> &str {
    UNITS.iter().find(|(words, _)| words.contains(&word)).map_or(word, |(_, short)| short)
}

/// The tokens of a sentence; `None` if a code span, a bracket or a quotation in it has no end.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut out: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let is_glued = text[..at].chars().next_back().is_some_and(|before| !before.is_whitespace());
        let starts_word = text[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric());
        let whole = match c {
            '`' => Some((Class::Code, code(&text[at..])?)),
            '[' => Some((Class::Link, link(&text[at..])?)),
            '!' if text[at..].starts_with("![") => Some((Class::Link, 1 + link(&text[at + 1..])?)),
            '<' => text[at..]
                .find('>')
                .filter(|_| !text[at + 1..].starts_with([' ', '=']))
                .map(|end| (Class::Quote, end + 1)),
            '"' => Some((Class::Quote, closed(&text[at..], '"')?)),
            '“' | '„' => {
                Some((Class::Quote, closed(&text[at..], '”').or_else(|| closed(&text[at..], '“'))?))
            }
            '«' => Some((Class::Quote, closed(&text[at..], '»')?)),
            '\'' | '‘' if starts_word => single(&text[at..]).map(|end| (Class::Quote, end)),
            _ => None,
        };
        if let Some((class, length)) = whole {
            let span = Span::new(at, at + length);
            out.push(Token { class, text: joined(&text[span.range()]), span, is_glued });
            at += length;
            continue;
        }
        // `./x`, `.env` and `.5` are words.
        let is_dotted =
            c == '.' && !is_glued && text[at + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '/');
        if is_mark(c) && !is_dotted {
            let length =
                text[at..].chars().take_while(|next| *next == c && "*_~.".contains(c)).count().max(1)
                    * c.len_utf8();
            let span = Span::new(at, at + length);
            out.push(Token { class: Class::Mark, text: text[span.range()].to_owned(), span, is_glued });
            at += length;
            continue;
        }
        let span = Span::new(at, at + word_length(&text[at..]));
        word(&mut out, &text[span.range()], span, is_glued);
        at = span.end;
    }
    Some(out)
}

/// Marks that are a token of their own at the start or the end of a word.
fn is_mark(c: char) -> bool {
    ".,;:!?()*_~…–—{}|\"”’»]>\\".contains(c)
}

/// The length of a word: up to white space, code, a bracket or a quotation, without the marks at its end.
fn word_length(text: &str) -> usize {
    let end = text.find(|c: char| c.is_whitespace() || "`<[\"“„«".contains(c)).unwrap_or(text.len());
    let bare = text[..end].trim_end_matches(is_mark);
    // A call such as `open()` and a version such as `1.x` keep what is inside; a lone mark is not a word.
    let first = text.chars().next().map_or(0, char::len_utf8);
    bare.len().max(first)
}

/// Adds the tokens of a word.
fn word(out: &mut Vec<Token>, text: &str, span: Span, is_glued: bool) {
    let mut push = |class: Class, text: &str, span: Span| {
        out.push(Token { class, text: text.to_owned(), span, is_glued });
    };
    let plain = text.replace('’', "'");
    let lower = plain.to_lowercase();
    if lower == "can't" || lower == "cannot" {
        let first = &plain[..3];
        return push(Class::Word, &format!("{first}not"), span);
    }
    if let Some(stem) = plain.strip_suffix("n't").filter(|stem| stem.chars().all(char::is_alphabetic)) {
        let stem = match lower.as_str() {
            "won't" => {
                if stem.starts_with('W') {
                    "Will"
                } else {
                    "will"
                }
            }
            "shan't" => {
                if stem.starts_with('S') {
                    "Shall"
                } else {
                    "shall"
                }
            }
            _ => stem,
        };
        push(Class::Word, stem, span);
        return push(Class::Word, "not", span);
    }
    if text.contains(|c: char| c.is_numeric()) {
        let digits = text.trim_end_matches(|c: char| c.is_alphabetic() || "%°".contains(c));
        let rest = &text[digits.len()..];
        let is_amount = digits.chars().all(|c| c.is_ascii_digit() || ".,".contains(c)) && !digits.is_empty();
        // `100s` can mean hundreds.
        if is_amount && is_unit(rest) && rest != "s" {
            let cut = span.start + digits.len();
            push(Class::Number, digits, Span::new(span.start, cut));
            return push(Class::Unit, unit(rest), Span::new(cut, span.end));
        }
        return push(Class::Number, text, span);
    }
    let is_after_number = out.last().is_some_and(|last| last.class == Class::Number);
    let mut push =
        |class: Class, text: &str| out.push(Token { class, text: text.to_owned(), span, is_glued });
    if is_after_number && (is_unit(text) || text == "%") {
        return push(Class::Unit, unit(text));
    }
    let mut letters = plain.chars();
    letters.next();
    let is_word = plain.chars().all(|c| c.is_alphabetic() || c == '\'' || c == '-')
        && plain.chars().next().is_some_and(char::is_alphabetic)
        && !letters.any(char::is_uppercase);
    push(if is_word { Class::Word } else { Class::Name }, &plain);
}

/// A text on one line: a line break inside code or a link is a space, as in Markdown.
fn joined(text: &str) -> String {
    if text.contains('\n') {
        text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    }
}

/// The length of a code span at the start.
fn code(text: &str) -> Option<usize> {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let mut at = ticks;
    while let Some(found) = text[at..].find('`') {
        let start = at + found;
        let run = text[start..].len() - text[start..].trim_start_matches('`').len();
        if run == ticks {
            return Some(start + run);
        }
        at = start + run;
    }
    None
}

/// The length of text in brackets at the start, with the target or label directly after it.
fn link(text: &str) -> Option<usize> {
    let mut end = balanced(text, '[', ']')?;
    for (open, close) in [('(', ')'), ('[', ']')] {
        if text[end..].starts_with(open) {
            end += balanced(&text[end..], open, close)?;
            break;
        }
    }
    Some(end)
}

fn balanced(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Some(at + c.len_utf8());
            }
        }
    }
    None
}

/// The length of a quotation at the start that ends with this mark.
fn closed(text: &str, mark: char) -> Option<usize> {
    let first = text.chars().next().map_or(0, char::len_utf8);
    text[first..].find(mark).map(|at| first + at + mark.len_utf8())
}

/// The length of text in single quotation marks; an apostrophe inside a word does not end it.
fn single(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        let is_end = chars.peek().is_none_or(|(_, next)| !next.is_alphanumeric());
        if (c == '\'' || c == '’') && is_end {
            return Some(at + c.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        tokens(text).expect("complete").into_iter().map(|one| one.text).collect()
    }

    #[test]
    fn what_belongs_together_is_one_token() {
        for (text, wanted) in [
            ("The port is 8080.", vec!["The", "port", "is", "8080", "."]),
            ("Set `max size` now", vec!["Set", "`max size`", "now"]),
            (
                "See [the `x` guide](a.md#b (c)), too.",
                vec!["See", "[the `x` guide](a.md#b (c))", ",", "too", "."],
            ),
            ("See [it][ref] and [that].", vec!["See", "[it][ref]", "and", "[that]", "."]),
            ("Say \"the end\" or “a b”.", vec!["Say", "\"the end\"", "or", "“a b”", "."]),
            ("It doesn't, can't and cannot.", vec!["It", "does", "not", ",", "cannot", "and", "cannot", "."]),
            ("wait 30ms, 30s or 30 seconds", vec!["wait", "30", "ms", ",", "30s", "or", "30", "s"]),
            ("5% of -5 to 1,000.5", vec!["5", "%", "of", "-5", "to", "1,000.5"]),
            ("use --max-size, /etc/a.b and A_B", vec!["use", "--max-size", ",", "/etc/a.b", "and", "A_B"]),
            ("a **bold** word", vec!["a", "**", "bold", "**", "word"]),
            ("run <b>x</b> (all)", vec!["run", "<b>", "x", "</b>", "(", "all", ")"]),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
        for text in ["a `b", "a ``b`", "a [b", "a [b](c", "a \"b"] {
            assert_eq!(tokens(text), None, "{text}");
        }
    }

    #[test]
    fn the_class_tells_words_from_names_and_numbers() {
        for (text, class) in [
            ("server", Class::Word),
            ("Server", Class::Word),
            ("case-sensitive", Class::Word),
            ("HTTP", Class::Name),
            ("maxSize", Class::Name),
            ("max_size", Class::Name),
            ("--flag", Class::Name),
            ("$HOME", Class::Name),
            ("a.b", Class::Name),
            ("./x", Class::Name),
            ("1.2.3", Class::Number),
            ("v2", Class::Number),
            ("2024-01-31", Class::Number),
            ("10–20", Class::Number),
        ] {
            assert_eq!(tokens(text).expect("complete")[0].class, class, "{text}");
        }
    }
}
