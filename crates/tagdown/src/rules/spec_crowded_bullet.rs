//! A bullet of a SPEC with several facts.
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
//! One bullet for each fact is easy to quote, to change and to check. Found are bullets of two or more whole sentences
//! of at least four words, or of three or more clauses parted by semicolons or commas. This is advice, so the severity is
//! `info`: two sentences are sometimes one fact, with its condition or its exception. Missed: several facts in one long
//! sentence.

use super::{Context, Group, Rule, RuleOption};
use crate::finding::Severity;
use crate::prose::{self, Passage, Setting};
use crate::sentence;
use crate::source::Span;
use crate::tags::Kind;

pub(super) const RULE: Rule = Rule {
    name: "spec-crowded-bullet",
    group: Group::Spec,
    severity: Severity::Info,
    options: &[RuleOption { name: "max", default: 1, help: "sentences that a bullet may hold" }],
    why: "one fact a bullet is easy to find, quote and change",
    todo: "make one bullet of each fact",
    source: include_str!("spec_crowded_bullet.rs"),
    check,
    ..Rule::PLAIN
};

/// Sentences of fewer words are remarks, such as `Optional.` or `Default: 5.`
const WORDS: usize = 4;

fn check(cx: &mut Context<'_, '_>) {
    let max = cx.option();
    let mut sentences = Vec::new();
    for passage in &cx.wording().passages {
        let is_bullet =
            passage.setting == Setting::Item && cx.document.blocks[passage.block].kind == Kind::Spec;
        if !is_bullet {
            continue;
        }
        let text = cx.text(passage.span);
        if sentence::most(text) > max {
            sentences.clear();
            let inlines = cx.document.markdown.inlines_in(passage.span);
            sentence::split(text, passage.span.start, inlines, &mut sentences);
            sentences.retain(|span| cx.text(*span).split_whitespace().count() >= WORDS);
            if let Some(first_over) = sentences.get(max) {
                let message =
                    format!("a bullet with {} sentences; one bullet for each fact", sentences.len());
                cx.report(*first_over, message);
                continue;
            }
        }
        if memchr::memchr2_iter(b';', b',', text.as_bytes()).nth(1).is_none() {
            continue;
        }
        if let Some((clauses, first)) = clauses(cx, passage) {
            let message = format!("a bullet with {clauses} clauses; one bullet for each fact");
            cx.report(Span::new(first, passage.span.end), message);
        }
    }
}

/// What a clause with a subject of its own opens with.
const SUBJECTS: &[&str] =
    &["the", "a", "an", "it", "they", "its", "their", "this", "each", "every", "all", "both", "no"];

/// Verbs that make a clause of it.
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "can", "cannot", "must", "may", "will", "does", "do",
    "should", "runs", "holds", "needs", "takes", "uses", "returns", "expires", "starts", "ends", "defaults",
    "requires", "contains", "gets",
];

/// How many clauses a bullet has, where it is three or more, and where the second starts: parted by semicolons, or by
/// commas where each has a subject and a verb.
fn clauses(cx: &Context<'_, '_>, passage: &Passage) -> Option<(usize, usize)> {
    let text = cx.text(passage.span);
    let opaque = prose::opaque(cx.document, passage.span);
    let cuts = text.match_indices([';', ',']).map(|(at, mark)| (at, mark == ";"));
    let cuts: Vec<(usize, bool)> = cuts
        .filter(|(at, _)| text[at + 1..].starts_with(char::is_whitespace))
        .filter(|(at, _)| {
            !prose::touches(&opaque, Span::new(passage.span.start + at, passage.span.start + at + 1))
        })
        .collect();
    let ends = cuts.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    let is_clause = |&((at, semicolon), end): &((usize, bool), usize)| {
        let mut words = text[at + 1..end].split_whitespace().peekable();
        words.next_if(|word| matches!(*word, "and" | "but" | "or"));
        let subject = words.next().unwrap_or_default().to_lowercase();
        let is_long = words.clone().count() + 1 >= WORDS;
        (semicolon && is_long)
            || (SUBJECTS.contains(&subject.as_str()) && words.take(5).any(|word| VERBS.contains(&word)))
    };
    let starts: Vec<usize> =
        cuts.iter().copied().zip(ends).filter(is_clause).map(|((at, _), _)| at).collect();
    let &[first, _, ..] = starts.as_slice() else { return None };
    Some((starts.len() + 1, passage.span.start + first))
}
