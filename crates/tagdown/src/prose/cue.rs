//! Cues: phrases that identify a kind of sentence. A cue is data in a small pattern language, and one pass over the
//! words of a passage searches for all cues.
//!
//! A pattern is a list of words separated by spaces. `a|b` matches either word, `word?` is optional, `*` matches any
//! word, `#` a number and `~ed` a word in the past tense. `!a|b` at either end means that the adjacent word must not
//! be one of these, and `&a|b` at the end means that the sentence must contain one of these. `^` matches the start of
//! a sentence, `^-` also the position after a dash, `$` the end of a sentence, and `,` at the end a comma. Commas and
//! emphasis may separate words. A word in capitals matches only capitals. A word in lower case never matches capitals, because `SHOULD` and
//! `RECOMMENDED` have a special meaning.

use super::word_filter::{WordFilter, WordMark};
use super::words::{IS_WORD, is_loud, sign, word_length};

/// A phrase, and a sentence that contains it.
#[derive(Clone, Copy, Debug)]
pub struct Cue {
    /// The pattern.
    pub words: &'static str,
    /// A sentence that matches it.
    pub example: &'static str,
}

/// Creates a cue, for the tables of the rules.
pub(crate) const fn cue(words: &'static str, example: &'static str) -> Cue {
    Cue { words, example }
}

type Alternatives = Vec<&'static str>;

#[derive(Clone, Debug)]
enum Step {
    Words(Alternatives),
    Any,
    Number,
    Past,
}

/// The words next to an anchor: bits of their marks. In a text, one bit for each, or none without a word there; in a
/// pattern, the bits of all words that may be there, or all bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    before: u64,
    after: u64,
}

impl Near {
    /// The words around the anchor at `from..to`.
    pub(crate) fn around(text: &str, from: usize, to: usize) -> Self {
        let bit = |(from, to): (usize, usize)| bit_of(&text[from..to]);
        Self { before: word_before(text, from).map_or(0, bit), after: word_after(text, to).map_or(0, bit) }
    }

    /// Whether a pattern may match at a place. Most places with the anchor have another word next to it.
    #[inline]
    pub(crate) fn lets(&self, place: &Near) -> bool {
        let fits = |allowed: u64, word: u64| allowed == u64::MAX || allowed & word != 0;
        fits(self.before, place.before) && fits(self.after, place.after)
    }
}

fn bit_of(word: &str) -> u64 {
    WordMark::of(word.as_bytes()).bit()
}

/// A parsed cue.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pattern {
    steps: Vec<(Step, bool)>,
    /// The step that is searched for; the other steps are compared around it.
    anchor: usize,
    not_before: Alternatives,
    not_after: Alternatives,
    with: Alternatives,
    /// Whether it must start a sentence, and whether it may follow a dash instead.
    opens: Option<bool>,
    closes: bool,
    /// Whether a comma must follow.
    pauses: bool,
}

impl Pattern {
    pub(crate) fn read(words: &'static str) -> Self {
        let mut pattern = Self::default();
        let alternatives = |words: &'static str| words.split('|').collect::<Alternatives>();
        let mut most = 0;
        for token in words.split(' ') {
            let (token, optional) = token.strip_suffix('?').map_or((token, false), |token| (token, true));
            if let Some(token) = token.strip_prefix('!') {
                let beyond =
                    if pattern.steps.is_empty() { &mut pattern.not_before } else { &mut pattern.not_after };
                beyond.extend(alternatives(token));
            } else if let Some(token) = token.strip_prefix('&') {
                pattern.with = alternatives(token);
            } else {
                let step = match token {
                    "^" | "^-" | "$" | "," => {
                        pattern.opens =
                            if token.starts_with('^') { Some(token == "^-") } else { pattern.opens };
                        pattern.closes |= token == "$";
                        pattern.pauses |= token == ",";
                        continue;
                    }
                    "*" => Step::Any,
                    "#" => Step::Number,
                    "~ed" => Step::Past,
                    _ => Step::Words(alternatives(token)),
                };
                let weight = weight(token, optional);
                if weight >= most {
                    (most, pattern.anchor) = (weight, pattern.steps.len());
                }
                pattern.steps.push((step, optional));
            }
        }
        pattern
    }

    /// Which words may be next to the anchor.
    pub(crate) fn near(&self) -> Near {
        let anchor = self.anchor.min(self.steps.len());
        let after = self.steps.get(anchor + 1..).unwrap_or_default();
        Near { before: bits(self.steps[..anchor].iter().rev()), after: bits(after.iter()) }
    }

    /// The words of the anchor of a pattern, which cost less than the pattern. A text that matches it contains one of
    /// them.
    pub(crate) fn anchors(words: &'static str) -> impl Iterator<Item = &'static str> {
        let (mut most, mut anchor) = (0, "");
        for token in words.split(' ') {
            let (token, optional) = token.strip_suffix('?').map_or((token, false), |token| (token, true));
            if token.starts_with(['!', '&']) || matches!(token, "^" | "^-" | "$" | ",") {
                continue;
            }
            let weight = weight(token, optional);
            if weight >= most {
                (most, anchor) = (weight, token);
            }
        }
        let is_word = !matches!(anchor, "" | "*" | "#" | "~ed");
        anchor.split('|').filter(move |_| is_word)
    }

    /// The start and end of the pattern around its anchor at `from..to`, if the complete pattern matches.
    pub(crate) fn matches(&self, text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
        let (left, right) = (&self.steps[..self.anchor], &self.steps[self.anchor + 1..]);
        let start = backwards(text, from, left)?;
        let end = forwards(text, to, right)?;
        let is_none_of = |word: Option<(usize, usize)>, words: &[&str]| {
            word.is_none_or(|(from, to)| !words.iter().any(|word| text[from..to].eq_ignore_ascii_case(word)))
        };
        let fits = (self.not_before.is_empty() || is_none_of(word_before(text, start), &self.not_before))
            && (self.not_after.is_empty() || is_none_of(word_after(text, end), &self.not_after))
            && self.opens.is_none_or(|dash| opens_sentence(&text[..start], dash))
            && (!self.closes || ends_sentence(&text[end..]))
            && (!self.pauses || text[end..].trim_start_matches(['*', '_']).starts_with(','))
            && (self.with.is_empty() || self.has_companion(text, start, end))
            && !is_identifier(text, start, end)
            && !is_name(text, start, end);
        fits.then_some((start, end))
    }

    /// Whether the sentence contains one of the words. The sentence is approximated by the punctuation around the
    /// match.
    fn has_companion(&self, text: &str, start: usize, end: usize) -> bool {
        const REACH: usize = 400;
        let floor = |at: usize| (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let (low, high) = (floor(start.saturating_sub(REACH)), floor((end + REACH).min(text.len())));
        // A full stop inside a version or a file name does not end a sentence.
        let stops = |from: usize, to: usize| {
            let parts = move |at: &usize| !text[at + 1..].starts_with(char::is_alphanumeric);
            text[from..to].match_indices(['.', ';', '|']).map(move |(at, _)| from + at).filter(parts)
        };
        let from = stops(low, start).next_back().unwrap_or(low);
        let to = stops(end, high).next().unwrap_or(high);
        let mut at = from;
        while let Some((start, end)) = word_within(text, at, to) {
            if self.with.iter().any(|word| text[start..end].eq_ignore_ascii_case(word)) {
                return true;
            }
            at = end;
        }
        false
    }
}

/// The bits of the words of the first of these steps, and of the next one where a step may be left out. All bits where any
/// word, or none, may stand.
fn bits<'s>(steps: impl Iterator<Item = &'s (Step, bool)>) -> u64 {
    let mut all = 0;
    for (step, optional) in steps {
        match step {
            Step::Words(words) if !words.contains(&"~ed") => {
                all |= words.iter().fold(0, |bits, word| bits | bit_of(word));
            }
            _ => return u64::MAX,
        }
        if !optional {
            return all;
        }
    }
    u64::MAX
}

/// The first word in `text[from..to]`.
fn word_within(text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
    let start = from + text[from..to].find(char::is_alphanumeric)?;
    Some((start, (start + word_length(&text.as_bytes()[start..])).min(to)))
}

impl Step {
    fn accepts(&self, word: &str) -> bool {
        let is_loud = is_loud(word.as_bytes());
        match self {
            Self::Words(words) => words.iter().any(|known| {
                *known == "~ed" && !is_loud && is_past(word)
                    || known.eq_ignore_ascii_case(word)
                        && is_loud == known.starts_with(|c: char| c.is_ascii_uppercase())
            }),
            Self::Any => true,
            Self::Number => word.starts_with(|c: char| c.is_ascii_digit()),
            Self::Past => !is_loud && is_past(word),
        }
    }
}

/// How well a step serves as an anchor. The step with the longest words is probably the rarest, unless one of them is in
/// every sentence.
fn weight(token: &str, optional: bool) -> usize {
    let is_in = |list: &[&str], word: &[u8]| list.iter().any(|known| known.as_bytes() == word);
    let rarity = |word: &[u8]| match word {
        b"~ed" | b"*" | b"#" => 0,
        word if !FREQUENT.may_have(word) => word.len() + 3,
        word if is_in(EVERYWHERE, word) => 1,
        word if is_in(COMMON, word) => 2,
        word => word.len() + 3,
    };
    let words = token.as_bytes().split(|byte| *byte == b'|');
    if optional { 0 } else { words.map(rarity).min().unwrap_or(0) }
}

/// Words that make the worst anchors.
const EVERYWHERE: &[&str] =
    &["the", "a", "an", "is", "are", "to", "of", "in", "and", "it", "for", "or", "that"];

/// Words that make bad anchors.
const COMMON: &[&str] = &[
    "was", "were", "this", "on", "not", "no", "be", "as", "at", "by", "with", "from", "we", "you", "has",
    "have", "can", "may", "will", "do", "does", "if", "when", "only", "which", "one", "must", "should",
    "fix", "nothing", "size",
];

static FREQUENT: WordFilter = WordFilter::EMPTY.with(EVERYWHERE).with(COMMON);

/// Words that end like a past tense but are not.
const NOT_PAST: &[&str] =
    &["need", "feed", "embed", "proceed", "exceed", "seed", "speed", "succeed", "indeed", "bleed", "shed"];

const IRREGULAR: &[&str] = &[
    "had", "made", "took", "ran", "wrote", "built", "chose", "began", "came", "found", "went", "saw", "got",
    "kept", "left", "lost", "gave", "knew", "thought", "bought", "broke", "dropped", "grew", "felt", "meant",
    "sent", "split", "rewrote", "rebuilt", "drew", "did", "fell", "spent", "learnt",
];

fn is_past(word: &str) -> bool {
    let is_in = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(word));
    let end = word.len().checked_sub(2).map(|at| &word.as_bytes()[at..]);
    let is_regular = word.len() > 3 && end.is_some_and(|end| end.eq_ignore_ascii_case(b"ed"));
    is_regular && !is_in(NOT_PAST) || PAST.may_have(word.as_bytes()) && is_in(IRREGULAR)
}

static PAST: WordFilter = WordFilter::EMPTY.with(IRREGULAR);

/// The word after byte `at`, if only white space, commas and emphasis separate them.
fn word_after(text: &str, at: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let gap = bytes[at..].iter().take_while(|byte| PARTS[usize::from(**byte)]).count();
    let start = at + gap + if bytes[at + gap..].starts_with("’".as_bytes()) { "’".len() } else { 0 };
    let length = word_length(&bytes[start..]);
    (length > 0).then_some((start, start + length))
}

/// The word before byte `at`, if only white space, commas and emphasis separate them.
fn word_before(text: &str, at: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let gap = bytes[..at].iter().rev().take_while(|byte| PARTS[usize::from(**byte)]).count();
    let end = at - gap - if bytes[..at - gap].ends_with("’".as_bytes()) { "’".len() } else { 0 };
    let mut start = end - bytes[..end].iter().rev().take_while(|byte| IS_WORD[usize::from(**byte)]).count();
    if !bytes[start..end].is_ascii() {
        let signs =
            (start..end).rev().find_map(|at| Some(at + sign(&bytes[at..end])).filter(|&after| after > at));
        start = signs.unwrap_or(start);
    }
    (start < end).then_some((start, end))
}

/// The characters that may separate the words of a cue.
const PARTS: [bool; 256] = {
    let mut table = [false; 256];
    let parts = b" \t\r\n*_,'";
    let mut at = 0;
    while at < parts.len() {
        table[parts[at] as usize] = true;
        at += 1;
    }
    table
};

fn forwards(text: &str, at: usize, steps: &[(Step, bool)]) -> Option<usize> {
    let Some(((step, optional), rest)) = steps.split_first() else { return Some(at) };
    let taken = word_after(text, at)
        .filter(|&(from, to)| from > at && step.accepts(&text[from..to]))
        .and_then(|(_, to)| forwards(text, to, rest));
    taken.or_else(|| if *optional { forwards(text, at, rest) } else { None })
}

fn backwards(text: &str, at: usize, steps: &[(Step, bool)]) -> Option<usize> {
    let Some(((step, optional), rest)) = steps.split_last() else { return Some(at) };
    let taken = word_before(text, at)
        .filter(|&(from, to)| to < at && step.accepts(&text[from..to]))
        .and_then(|(from, _)| backwards(text, from, rest));
    taken.or_else(|| if *optional { backwards(text, at, rest) } else { None })
}

/// Whether a sentence, clause or cell starts after this text.
fn opens_sentence(before: &str, dash: bool) -> bool {
    let bare = before.trim_end_matches(|c: char| c.is_whitespace() || "*_\"'“‘".contains(c));
    bare.is_empty()
        || bare.ends_with(['.', '!', '?', ':', ';', '(', '[', '|', '。'])
        || (dash && (bare.ends_with(['—', '–']) || bare.ends_with(" -")))
}

/// Whether a sentence, clause or cell ends before this text.
fn ends_sentence(after: &str) -> bool {
    let bare = after.trim_start_matches(|c: char| c.is_whitespace() || "*_\"'”’".contains(c));
    bare.is_empty() || bare.starts_with(['.', '!', '?', ':', ';', ')', ']', '|', ',', '—', '–'])
}

/// Whether the words are a name because of their capitals. The first word may have a capital only at the start of a
/// sentence.
fn is_name(text: &str, start: usize, end: usize) -> bool {
    let is_capital =
        |word: &str| word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
    let mut words = text[start..end].split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().is_some_and(is_capital) && !opens_sentence(&text[..start], true);
    first || words.any(is_capital)
}

/// Whether the words are part of an identifier: `x-recommended`, `note_that`, `a.note`, `--may`.
fn is_identifier(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let mut after = text[end..].chars();
    let joins = |c: char| "_/\\@#$=<>{}&%+~-".contains(c);
    let marks = |c: char| "*_".contains(c);
    let emphasis = before.is_some_and(marks) && text[end..].starts_with(marks);
    let next = after.next();
    // `before 2.0` ends with a version.
    let is_number = text[..end].ends_with(|c: char| c.is_ascii_digit());
    let dotted = next.is_some_and(|c| ".:".contains(c))
        && after.next().is_some_and(char::is_alphanumeric)
        && !is_number;
    !emphasis
        && (before.is_some_and(|c| joins(c) || c == '.' || c.is_alphanumeric())
            || next.is_some_and(|c| joins(c) || c == '(')
            || dotted)
}
