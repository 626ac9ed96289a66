//! The words of a fact, how similar two facts are, and which words differ.

use similar::DiffTag;
use tagdown::text::changes;

/// The words of a text without the punctuation around them. Signs that mean something, such as `<`, are words.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().filter_map(word).collect()
}

/// Signs at the start of a sentence that say something; others, such as an icon before a note, are decoration.
const MARKS: &str = "✓✔✅☑✗✘❌✖☐❎❏❑🚫⛔≤≥≠≈±∞";

/// Whether a word is an icon.
pub(super) fn is_icon(word: &str) -> bool {
    // `ℹ` and its neighbours count as letters.
    let is_sign = |c: char| !c.is_ascii() && !c.is_alphanumeric() || ('\u{2100}'..='\u{214f}').contains(&c);
    word.chars().all(is_sign) && !word.contains(|c| MARKS.contains(c))
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
    let is_dash = word.chars().all(|c| "-–—·•→…".contains(c));
    (!word.is_empty() && !is_dash).then(|| word.to_owned())
}

/// Words that a text may have or not.
const ARTICLES: [&str; 4] = ["a", "an", "the", "that"];

/// Whether a text has the words of another one, one after the other, in any case and with or without articles.
pub(super) fn has_run(all: &[String], part: &[String]) -> bool {
    let bare = |words: &[String]| -> Vec<String> {
        let lower = words.iter().map(|word| word.to_lowercase());
        lower.filter(|word| !ARTICLES.contains(&&**word)).collect()
    };
    let (all, part) = (bare(all), bare(part));
    !part.is_empty() && all.windows(part.len()).any(|run| run == part)
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
pub(super) const MOST: usize = 16_000_000;

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
    let mut out = differing(old, new);
    let last = out.len().saturating_sub(1);
    for (at, part) in out.iter_mut().enumerate() {
        if let Part::Both(text) = part {
            *text = shortened(text, at > 0, at < last);
        }
    }
    out
}

/// The old and the new text as one, word by word.
pub(super) fn differing(old: &str, new: &str) -> Vec<Part> {
    let (before, after) = (parts(old), parts(new));
    if before.len() * after.len() > MOST {
        return vec![Part::Old(old.to_owned()), Part::Between, Part::New(new.to_owned())];
    }
    let mut edits: Vec<Edit> = Vec::new();
    for op in changes(&before, &after, None) {
        let (old, new) = (before[op.old_range()].concat(), after[op.new_range()].concat());
        if op.tag() == DiffTag::Equal {
            edits.push(Edit { both: new, ..Edit::default() });
        } else if let Some(last) = edits.last_mut().filter(|last| last.both.is_empty()) {
            last.old.push_str(&old);
            last.new.push_str(&new);
        } else {
            edits.push(Edit { old, new, both: String::new() });
        }
    }
    let mut out: Vec<Part> = Vec::new();
    for mut edit in joined(edits) {
        if !edit.both.is_empty() {
            out.push(Part::Both(edit.both));
            continue;
        }
        let is_both = !edit.old.is_empty() && !edit.new.is_empty();
        // A space that both end with is no change.
        let ends = |c: char| is_both && edit.old.ends_with(c) && edit.new.ends_with(c);
        let space = [' ', '\n'].into_iter().find(|c| ends(*c));
        if space.is_some() {
            edit.old.pop();
            edit.new.pop();
        }
        out.extend((!edit.old.is_empty()).then_some(Part::Old(edit.old)));
        out.extend(is_both.then_some(Part::Between));
        out.extend((!edit.new.is_empty()).then_some(Part::New(edit.new)));
        out.extend(space.map(|space| Part::Both(space.to_string())));
    }
    out
}

/// A stretch of text that both have, or what one has in the place of what the other has.
#[derive(Default)]
struct Edit {
    old: String,
    new: String,
    both: String,
}

/// Joins two changes if what is between them is no longer than either of them: words here and there that happen to be the
/// same only make a change harder to read.
fn joined(edits: Vec<Edit>) -> Vec<Edit> {
    let size = |edit: &Edit| edit.old.len().max(edit.new.len());
    let mut out: Vec<Edit> = Vec::new();
    for edit in edits {
        out.push(edit);
        while let [.., first, between, second] = &out[..] {
            let is_short = between.both.trim().len() <= size(first).min(size(second)) && size(first) > 0;
            if !is_short || between.both.is_empty() {
                break;
            }
            let join = |one: &str, two: &str| format!("{one}{}{two}", between.both);
            let (old, new) = (join(&first.old, &second.old), join(&first.new, &second.new));
            out.truncate(out.len() - 3);
            out.push(Edit { old, new, both: String::new() });
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
    let at = |count: usize| text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    let start = if has_before { &text[..word_end(text, at(AROUND))] } else { "" };
    let end = if has_after { &text[word_start(text, at(count - AROUND))..] } else { "" };
    if start.len() + end.len() >= text.len() { text.to_owned() } else { format!("{start}…{end}") }
}

/// The longest word that is kept whole where a text is shortened, in bytes.
const LONGEST: usize = 160;

/// The end of the word or code span at a position.
fn word_end(text: &str, at: usize) -> usize {
    let is_in_code = text[..at].matches('`').count() % 2 == 1;
    let found = text[at..].find(|c: char| if is_in_code { c == '`' } else { c.is_whitespace() });
    let end = at + found.map_or(text.len() - at, |length| length + usize::from(is_in_code));
    if end - at <= LONGEST { end } else { at }
}

/// The start of the word or code span at a position.
fn word_start(text: &str, at: usize) -> usize {
    let is_in_code = text[..at].matches('`').count() % 2 == 1;
    let found = text[..at].rfind(|c: char| if is_in_code { c == '`' } else { c.is_whitespace() });
    let start = found.map_or(0, |found| {
        found + if is_in_code { 0 } else { text[found..].chars().next().map_or(1, char::len_utf8) }
    });
    if at - start <= LONGEST { start } else { at }
}

/// Whether a character belongs to a script without spaces between words.
pub(super) fn is_ideograph(c: char) -> bool {
    ('\u{3040}'..='\u{9fff}').contains(&c)
        || ('\u{f900}'..='\u{faff}').contains(&c)
        || ('\u{20000}'..='\u{3ffff}').contains(&c)
}

/// Words and what is between them.
fn parts(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let is_word = |c: char| (c.is_alphanumeric() || "_.%".contains(c)) && !is_ideograph(c);
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
