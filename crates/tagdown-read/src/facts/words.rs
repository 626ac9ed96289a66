//! The words of a fact, how similar two facts are, and which words differ.

use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// The words of a text without the punctuation around them. Signs that mean something, such as `<`, are words.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().filter_map(word).collect()
}

fn word(raw: &str) -> Option<String> {
    let straight = raw.replace(['“', '”', '„'], "\"").replace(['’', '‘'], "'").replace('\u{a0}', " ");
    let mut word = straight.trim_start_matches(['(', '[', '{', '"', '\'', '|']);
    loop {
        let closes = |open: char, close: char| {
            word.ends_with(close) && word.matches(close).count() > word.matches(open).count()
        };
        let is_loose = word.ends_with(['.', ',', ';', ':', '!', '"', '\'', '|'])
            || closes('(', ')')
            || closes('[', ']')
            || closes('{', '}');
        if !is_loose {
            break;
        }
        word = &word[..word.len() - 1];
    }
    let is_dash = word.chars().all(|c| "-–—·•→".contains(c));
    (!word.is_empty() && !is_dash).then(|| word.to_owned())
}

/// Whether a text has each word of another one at least as often, in any case.
pub(super) fn has_all(all: &[String], part: &[String]) -> bool {
    let mut rest: Vec<String> = all.iter().map(|word| word.to_lowercase()).collect();
    part.iter().all(|word| {
        let at = rest.iter().position(|other| *other == word.to_lowercase());
        at.map(|at| rest.swap_remove(at)).is_some()
    })
}

/// Whether `all` has each word of `part` at least as often, and else only words of `extra`.
pub(super) fn is_said_with(part: &[String], all: &[String], extra: &[String]) -> bool {
    let mut rest: Vec<&String> = all.iter().collect();
    let mut take = |word: &String| {
        let at = rest.iter().position(|other| *other == word);
        at.map(|at| rest.swap_remove(at)).is_some()
    };
    part.iter().all(&mut take)
        && rest.iter().all(|word| extra.iter().any(|other| other.eq_ignore_ascii_case(word)))
}

/// A part of a text that was compared with another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Only the old text has it.
    Old(String),
    /// Both have it.
    Both(String),
    /// Stands between an old text and the new one in its place.
    Between,
    /// Only the new text has it.
    New(String),
}

/// Longer texts, by the product of their numbers of words, are not compared word by word.
const MOST: usize = 16_000_000;

/// How many characters of unchanged text are shown before and after a change.
const AROUND: usize = 120;

/// The old and the new text as one, word by word. Long stretches without a change are shortened.
///
/// ```
/// use tagdown_read::facts::{Part, marked};
/// let parts = marked("Limits apply per day.", "Limits do not apply per day.");
/// let both = |text: &str| Part::Both(text.to_owned());
/// assert_eq!(parts, [both("Limits "), Part::New("do not ".to_owned()), both("apply per day.")]);
/// ```
pub fn marked(old: &str, new: &str) -> Vec<Part> {
    let (before, after) = (parts(old), parts(new));
    if before.len() * after.len() > MOST {
        return vec![Part::Old(old.to_owned()), Part::Between, Part::New(new.to_owned())];
    }
    let mut out: Vec<Part> = Vec::new();
    let (mut gone, mut added) = (String::new(), String::new());
    let flush = |out: &mut Vec<Part>, gone: &mut String, added: &mut String| {
        let is_both = !gone.is_empty() && !added.is_empty();
        // A space that both end with is no change.
        let is_spaced = is_both && gone.ends_with(' ') && added.ends_with(' ');
        if is_spaced {
            gone.pop();
            added.pop();
        }
        out.extend((!gone.is_empty()).then(|| Part::Old(std::mem::take(gone))));
        out.extend(is_both.then_some(Part::Between));
        out.extend((!added.is_empty()).then(|| Part::New(std::mem::take(added))));
        out.extend(is_spaced.then(|| Part::Both(" ".to_owned())));
    };
    for op in capture_diff_slices(Algorithm::Myers, &before, &after) {
        for change in op.iter_changes(&before, &after) {
            let text = change.value();
            match (change.tag(), out.last_mut()) {
                (ChangeTag::Delete, _) => gone.push_str(text),
                (ChangeTag::Insert, _) => added.push_str(text),
                // A space between two changes is part of both.
                (ChangeTag::Equal, _) if text == " " && !gone.is_empty() && !added.is_empty() => {
                    gone.push(' ');
                    added.push(' ');
                }
                (ChangeTag::Equal, Some(Part::Both(last))) if gone.is_empty() && added.is_empty() => {
                    last.push_str(text);
                }
                (ChangeTag::Equal, _) => {
                    flush(&mut out, &mut gone, &mut added);
                    match out.last_mut() {
                        Some(Part::Both(last)) => last.push_str(text),
                        _ => out.push(Part::Both(text.to_owned())),
                    }
                }
            }
        }
    }
    flush(&mut out, &mut gone, &mut added);
    let last = out.len().saturating_sub(1);
    for (at, part) in out.iter_mut().enumerate() {
        if let Part::Both(text) = part {
            *text = shortened(text, at > 0, at < last);
        }
    }
    out
}

/// The ends of a text that are next to a change.
fn shortened(text: &str, has_before: bool, has_after: bool) -> String {
    let count = text.chars().count();
    let kept = AROUND * (usize::from(has_before) + usize::from(has_after)).max(1);
    if count <= kept + 1 {
        return text.to_owned();
    }
    let start: String = if has_before { text.chars().take(AROUND).collect() } else { String::new() };
    let end: String = if has_after { text.chars().skip(count - AROUND).collect() } else { String::new() };
    format!("{start}…{end}")
}

/// Words and what is between them.
fn parts(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let is_word = |c: char| c.is_alphanumeric() || "_.%".contains(c);
    let mut last: Option<char> = None;
    for (at, c) in text.char_indices() {
        // The full stop of a sentence is no part of its last word.
        let ends = c == '.' && !text[at + 1..].starts_with(|next: char| next.is_alphanumeric());
        let goes_on = last.is_some_and(|last| is_word(last) && is_word(c)) && !ends;
        if at > start && !goes_on {
            out.push(&text[start..at]);
            start = at;
        }
        last = Some(c);
    }
    out.extend((start < text.len()).then(|| &text[start..]));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_no_punctuation_around_them() {
        assert_eq!(words("Timeout: 30 s, (max. f())."), ["Timeout", "30", "s", "max", "f()"]);
        assert_eq!(words("a – b < 1.5 | 5%"), ["a", "b", "<", "1.5", "5%"]);
        assert_eq!(words("“quoted” don’t"), ["quoted", "don't"]);
    }

    #[test]
    fn a_row_and_an_item_can_say_the_same() {
        let [row, item, head] =
            [words("timeout | 30 s"), words("timeout: default 30 s"), words("Name | Default")];
        assert!(is_said_with(&row, &item, &head));
        assert!(!is_said_with(&row, &words("timeout: 40 s"), &head));
        assert!(!is_said_with(&row, &words("timeout: never 30 s"), &head));
    }
}
