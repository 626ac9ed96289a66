//! Looks for phrases in sentences. A sentence is asked for many lists of phrases, so lists and the last sentence are kept
//! in the form that they are compared in.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// The words of a sentence in lower case, without surrounding punctuation.
pub(crate) fn words(text: &str) -> Vec<String> {
    let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '`').to_lowercase();
    text.split_whitespace().map(trim).filter(|word| !word.is_empty()).collect()
}

/// Whether a word is a version: `2.4.1`, `v0.8`, `1.4.3-1`, `1.2rc4`.
pub(crate) fn is_version(word: &str) -> bool {
    let bare = word.trim_matches('`').trim_start_matches('v').trim_end_matches('+');
    let core = bare.rsplit([':', '@']).next().unwrap_or(bare);
    let mut parts = core.split(['.', '-', '~']);
    let is_number =
        |part: &str| !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    // `2rc4` is a number and the mark of a candidate.
    let is_minor = |part: &str| {
        let mark = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = mark.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_mark = word.is_empty() || MARKS.contains(&word) && word.len() < mark.len();
        is_number(&part[..part.len() - mark.len()]) && is_mark
    };
    parts.next().is_some_and(is_number) && parts.next().is_some_and(is_minor) && core.contains('.')
}

/// The marks of versions that are not final yet.
const MARKS: [&str; 8] = ["rc", "a", "b", "alpha", "beta", "dev", "pre", "post"];

/// A sentence with links as their text: `[the beta](https://…)` is `the beta`.
pub(crate) fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((_, tail)) = after.split_once(')') else { break };
        out.push_str(&before.replace('[', ""));
        rest = tail;
    }
    out + rest
}

/// The text without its code, whose words mean nothing here.
pub(crate) fn without_code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, part) in text.split('`').enumerate() {
        out.push_str(if index % 2 == 0 { part } else { "`x`" });
    }
    out
}

/// Phrases by their first word, each with the words that follow.
type Phrases = FxHashMap<&'static str, Vec<Vec<&'static str>>>;

thread_local! {
    /// The lists by address and length, which never change.
    static LISTS: RefCell<FxHashMap<(usize, usize), Rc<Phrases>>> = RefCell::default();
    /// The last sentence and its words.
    static LAST: RefCell<(String, Rc<Vec<String>>)> = RefCell::default();
}

/// Whether a text contains one of these phrases, separated by commas. Words in code do not count. A phrase is a run of
/// whole words.
pub(crate) fn has(text: &str, phrases: &'static str) -> bool {
    let list = LISTS.with_borrow_mut(|lists| {
        let key = (phrases.as_ptr() as usize, phrases.len());
        Rc::clone(lists.entry(key).or_insert_with(|| Rc::new(read(phrases))))
    });
    let words = LAST.with_borrow_mut(|last| {
        if last.0 != text || last.1.is_empty() {
            text.clone_into(&mut last.0);
            last.1 = Rc::new(compared(text));
        }
        Rc::clone(&last.1)
    });
    let is_at = |at: usize, rest: &Vec<&str>| {
        words.get(at + 1..at + 1 + rest.len()).is_some_and(|next| next.iter().zip(rest).all(|(a, b)| a == b))
    };
    let starts = |(at, word): (usize, &String)| {
        list.get(word.as_str()).is_some_and(|all| all.iter().any(|rest| is_at(at, rest)))
    };
    words.iter().enumerate().any(starts)
}

fn read(phrases: &'static str) -> Phrases {
    let mut out = Phrases::default();
    for phrase in phrases.split(',').map(str::trim).filter(|phrase| !phrase.is_empty()) {
        let mut words = phrase.split(' ');
        out.entry(words.next().unwrap_or_default()).or_default().push(words.collect());
    }
    out
}

/// The words of a text as they are compared: without code, with one kind of apostrophe.
fn compared(text: &str) -> Vec<String> {
    let plain = words(&without_code(text)).join(" ").replace('`', " ").replace('’', "'");
    plain.split(' ').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_runs_of_whole_words_outside_of_code() {
        assert!(has("The lock isn’t released in time.", "never, isn't released"));
        assert!(!has("The locker is released.", "lock, is release"));
        assert!(!has("Run `never mind` first.", "never"));
        assert!(has("Never.", "never") && !has("", "never") && !has("Never.", ""));
        assert!(has("It is (never) `x` seen", "never") && !has("It is never `x` seen", "never seen"));
    }
}
