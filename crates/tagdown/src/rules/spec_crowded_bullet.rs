//! A SPEC bullet with several facts.
//!
//! ```md bad
//! **[SPEC]**
//! - A token expires after 60 minutes. It is renewed by `POST /token`. Renewal fails after 30 days.
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - A token expires after 60 minutes.
//! - `POST /token` renews a token, for at most 30 days.
//! ```
//!
//! ```md bad
//! **[SPEC]**
//! - The port is 8080; the log goes to standard error; a second instance exits with 3.
//! ```
//!
//! The rule finds bullets with three or more full sentences of at least four words, or with three or more statements
//! separated by semicolons. The severity is `info` because several sentences sometimes state one fact with its
//! conditions. Not detected: several facts in one long sentence.

use super::engine::{Context, Group, Rule, RuleOption, Severity, page_of};
use crate::document::Kind;
use crate::prose::{Passage, Setting, clause, is_plural_present, is_present, is_stating, passages, sentence};
use crate::text::{Span, find_pair, lower_case};

pub(crate) const RULE: Rule = Rule {
    name: "spec-crowded-bullet",
    group: Group::Spec,
    severity: Severity::Info,
    options: &[RuleOption { name: "max", default: 2, help: "maximum number of sentences in a bullet" }],
    why: "a fact in its own bullet is easier to find, quote and change",
    todo: "write one bullet per fact",
    source: page_of!("spec_crowded_bullet.rs"),
    check,
    ..Rule::PLAIN
};

/// Sentences with fewer words and no verb are remarks, such as `Optional.` or `Default: 5.`
const WORDS: usize = 4;

fn check(cx: &mut Context<'_, '_>) {
    let max = cx.option();
    let mut sentences = Vec::new();
    for passage in cx.wording().passages.iter() {
        let is_bullet =
            passage.setting == Setting::Item && cx.document.blocks[passage.block].kind == Kind::Spec;
        if !is_bullet {
            continue;
        }
        let text = cx.text(passage.span);
        let signs = Signs::read(cx, passage.span);
        if signs.most_sentences(text) > max {
            sentences.clear();
            let inlines = cx.document.markdown.inlines_in(passage.span);
            sentence::split(text, passage.span.start, inlines, &mut sentences);
            sentences.retain(|span| {
                let text = cx.text(*span);
                has_words(text) || is_statement(text, false)
            });
            if let Some(first_over) = sentences.get(max) {
                let message =
                    format!("a bullet with {} sentences; write one bullet per fact", sentences.len());
                cx.report(*first_over, message);
                continue;
            }
        }
        if signs.parting > 1
            && let Some((statements, second)) = statements(cx, passage)
        {
            let message = format!("a bullet with {statements} statements; write one bullet per fact");
            cx.report(Span::new(second, passage.span.end), message);
        }
    }
}

/// The signs of a bullet, counted in one pass.
#[derive(Default)]
struct Signs {
    /// Full stops, question marks and exclamation marks at the end of a word.
    stops: usize,
    /// Full stops, semicolons and commas.
    parting: usize,
}

impl Signs {
    fn read(cx: &Context<'_, '_>, bullet: Span) -> Self {
        let bytes = cx.document.source.text().as_bytes();
        let mut signs = Self::default();
        for at in cx.wording().parting.within(bullet) {
            let is_stop = matches!(bytes[at], b'.' | b'!' | b'?');
            let is_end = at + 1 < bullet.end && !bytes[at + 1].is_ascii_alphanumeric();
            signs.stops += usize::from(is_stop && is_end);
            signs.parting += usize::from(matches!(bytes[at], b'.' | b';' | b','));
        }
        signs
    }

    /// As many sentences as [`sentence::most`] finds.
    fn most_sentences(&self, text: &str) -> usize {
        if text.is_ascii() { self.stops + 1 } else { sentence::most(text) }
    }
}

/// Words that start a clause with its own subject.
const SUBJECTS: &[&str] =
    &["the", "a", "an", "it", "they", "its", "their", "this", "each", "every", "all", "both", "no"];

/// The number of statements in a bullet, if it is three or more, and where the second one starts. Semicolons and full
/// stops separate statements; a comma or `and` does if a subject and a verb follow. `one; two; three` is a list of
/// values.
fn statements(cx: &Context<'_, '_>, passage: &Passage) -> Option<(usize, usize)> {
    let text = cx.text(passage.span);
    let ands = ands(cx, passage.span);
    if !may_be_several(cx, passage.span, ands) {
        return None;
    }
    let bytes = text.as_bytes();
    let opaque = passages::opaque(cx.document, passage.span);
    let brackets = Brackets::read(text);
    let is_open = |at: usize, length: usize| {
        let span = Span::new(passage.span.start + at, passage.span.start + at + length);
        !(passages::touches(&opaque, span) || brackets.is_inside(at))
    };
    let mut cuts: Vec<(usize, bool)> = Vec::new();
    for at in memchr::memchr3_iter(b'.', b';', b',', bytes) {
        let rest = &text[at + 1..];
        if !rest.starts_with(char::is_whitespace) || !is_open(at, 1) {
            continue;
        }
        let next = || &rest[..find_pair(rest, *b". ").unwrap_or(rest.len())];
        let is_remark = bytes[at] == b'.' && !has_words(next()) && !is_statement(next(), false);
        if !is_remark {
            cuts.push((at + 1, bytes[at] == b','));
        }
    }
    let joins = |at: &usize| is_open(*at, 4) && !text[..*at].ends_with([',', ';']);
    let ands = ands.iter().map(|at| at - passage.span.start);
    cuts.extend(ands.filter(joins).map(|at| (at, true)));
    cuts.sort_unstable();
    let mut starts = vec![0];
    for (index, &(at, is_weak)) in cuts.iter().enumerate() {
        let end = cuts.get(index + 1).map_or(text.len(), |next| next.0);
        let start = *starts.last().unwrap_or(&0);
        let first = text[start..at].split_whitespace().next().unwrap_or_default();
        let is_half = is_weak && clause::is_subordinate(first);
        if !is_half && is_statement(&text[start..at], false) && is_statement(&text[at..end], is_weak) {
            starts.push(at);
        }
    }
    (starts.len() > 2).then(|| (starts.len(), passage.span.start + starts[1]))
}

/// The places of ` and ` in a bullet, where it may join two clauses.
fn ands<'c>(cx: &Context<'c, '_>, bullet: Span) -> &'c [usize] {
    let ands = &cx.wording().ands;
    let first = ands.partition_point(|at| *at < bullet.start);
    let rest = &ands[first..];
    &rest[..rest.partition_point(|at| *at < bullet.end)]
}

/// Whether a bullet has enough places where a statement may start: a cheap test before [`statements`].
fn may_be_several(cx: &Context<'_, '_>, bullet: Span, ands: &[usize]) -> bool {
    let bytes = cx.document.source.text().as_bytes();
    let has_subject = |at: usize| subject(cx.text(Span::new(at, bullet.end))).is_some_and(is_subject);
    let parts = |at: &usize| match bytes[*at] {
        b'.' | b';' => at + 1 < bullet.end && !bytes[at + 1].is_ascii_graphic(),
        b',' => has_subject(at + 1),
        _ => false,
    };
    let strong_or_comma = cx.wording().parting.within(bullet).filter(parts);
    strong_or_comma.chain(ands.iter().copied().filter(|at| has_subject(*at))).nth(1).is_some()
}

/// The first word of a clause.
fn subject(clause: &str) -> Option<&str> {
    let mut words = clause.split([' ', '\n']).filter(|word| !word.is_empty());
    // Other white space is rare.
    match words.find(|word| !is_joint(word))? {
        word if word.bytes().all(|byte| byte.is_ascii_graphic()) => Some(word),
        _ => clause.split_whitespace().find(|word| !is_joint(word)),
    }
}

fn is_joint(word: &str) -> bool {
    matches!(word, "and" | "or" | ",")
}

fn is_subject(word: &str) -> bool {
    SUBJECTS.iter().any(|subject| subject.eq_ignore_ascii_case(word))
}

/// Whether a text has the words of a full sentence.
fn has_words(text: &str) -> bool {
    text.split_whitespace().nth(WORDS - 1).is_some()
}

/// Whether a part of a bullet has a subject and a verb. A weak separator needs a clear subject, another one only
/// enough words.
fn is_statement(part: &str, is_weak: bool) -> bool {
    let mut words = part.split_whitespace().skip_while(|word| is_joint(word));
    let Some(first) = words.next().filter(|first| !is_weak || is_subject(first)) else { return false };
    let is_plural = first.ends_with('s');
    let is_verb = |word: &str| {
        let word = lower_case(word.trim_matches(|c: char| !c.is_alphanumeric()));
        is_stating(&word) || is_present(&word) || is_plural && is_plural_present(&word)
    };
    let is_long = || words.clone().nth(WORDS - 1).is_some() && find_pair(part, *b": ").is_none();
    (!is_weak && is_long()) || words.take(5).any(is_verb)
}

/// The brackets of a text, each with the number of open ones after it.
struct Brackets(Vec<(usize, isize)>);

impl Brackets {
    fn read(text: &str) -> Self {
        let mut all = Vec::new();
        if memchr::memchr2(b'(', b'[', text.as_bytes()).is_some() {
            let mut open = 0;
            for (at, byte) in text.bytes().enumerate() {
                open += match byte {
                    b'(' | b'[' => 1,
                    b')' | b']' => -1,
                    _ => continue,
                };
                all.push((at, open));
            }
        }
        Self(all)
    }

    /// Whether more brackets open than close before `at`.
    fn is_inside(&self, at: usize) -> bool {
        let after = self.0.partition_point(|(bracket, _)| *bracket < at);
        after.checked_sub(1).is_some_and(|last| self.0[last].1 > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;
    use crate::rules::{Settings, check};

    #[test]
    fn short_statements_count_and_remarks_do_not() {
        for (bullet, expected) in [
            ("Ids are unique. Names may repeat. Keys expire.", 1),
            ("Gates close at 22:00; lamps stay on; the alarm arms at 22:05", 1),
            ("Ids are unique. Names may repeat.", 0),
            ("The port is 8080. Optional. Default: 5. Not cached.", 0),
            ("Colours: red; green; dark blue", 0),
        ] {
            let text = format!("# T\n\n## A\n\n**[SPEC]**\n- {bullet}\n");
            let found = check(&parse(&text), &Settings::single(&RULE));
            assert_eq!(found.len(), expected, "{bullet}");
        }
    }
}
