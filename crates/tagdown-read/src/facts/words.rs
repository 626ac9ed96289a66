//! The words of a fact, how similar two facts are, and which words differ.

use rustc_hash::FxHashMap;
use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// The words of a text without the punctuation around them. Signs that mean something, such as `<`, are words.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().filter_map(word).collect()
}

fn word(raw: &str) -> Option<String> {
    let straight = raw.replace(['“', '”', '„'], "\"").replace(['’', '‘'], "'").replace('\u{a0}', " ");
    let mut word = straight.trim_start_matches(['(', '[', '{', '"', '\'', '|']);
    loop {
        let closes = |open: char, close: char| word.ends_with(close) && !word.contains(open);
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

/// How much two lists of words have in common, from 0 to 1.
pub(super) fn similarity(a: &[String], b: &[String]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for word in a {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    let mut common = 0_u32;
    for word in b {
        if let Some(count) = counts.get_mut(&word.to_lowercase()).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    2.0 * f64::from(common) / (a.len() + b.len()) as f64
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

/// A piece of a text that was compared with another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Whether only this text has it.
    pub is_changed: bool,
}

/// The old and the new text, each cut into pieces that both have and pieces that only one has. Words are compared; if a
/// single word differs in a few characters, it differs as a whole.
///
/// ```
/// use tagdown_read::facts::marked;
/// let [old, new] = marked("Timeout: 30 s", "Timeout: 60 s");
/// let changed: Vec<&str> = old.iter().filter(|piece| piece.is_changed).map(|piece| &*piece.text).collect();
/// assert_eq!(changed, ["30"]);
/// assert_eq!(new.iter().map(|piece| &*piece.text).collect::<String>(), "Timeout: 60 s");
/// ```
pub fn marked(old: &str, new: &str) -> [Vec<Piece>; 2] {
    let (before, after) = (parts(old), parts(new));
    let mut out = [Vec::new(), Vec::new()];
    for op in capture_diff_slices(Algorithm::Myers, &before, &after) {
        for change in op.iter_changes(&before, &after) {
            let text = change.value();
            match change.tag() {
                ChangeTag::Equal => out.iter_mut().for_each(|side| add(side, text, false)),
                ChangeTag::Delete => add(&mut out[0], text, true),
                ChangeTag::Insert => add(&mut out[1], text, true),
            }
        }
    }
    out
}

fn add(side: &mut Vec<Piece>, text: &str, is_changed: bool) {
    match side.last_mut() {
        Some(last) if last.is_changed == is_changed => last.text.push_str(text),
        _ => side.push(Piece { text: text.to_owned(), is_changed }),
    }
}

/// Words and what is between them.
fn parts(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let is_word = |c: char| c.is_alphanumeric() || "_./%".contains(c);
    let mut last: Option<char> = None;
    for (at, c) in text.char_indices() {
        let goes_on = last.is_some_and(|last| is_word(last) && is_word(c));
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
        assert_eq!(words("Timeout: **30 s**, (max. `f()`)."), ["Timeout", "**30", "s**", "max", "`f()`"]);
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
