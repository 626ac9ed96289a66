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
//! The rule finds bullets with two or more full sentences of at least four words, or with three or more clauses
//! separated by semicolons or commas. The severity is `info` because two sentences sometimes state one fact and
//! its condition or exception. Not detected: several facts in one long sentence.

use super::engine::{Context, Group, Rule, RuleOption, Severity};
use crate::document::Kind;
use crate::prose::{Passage, Setting, is_stating, passages, sentence};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "spec-crowded-bullet",
    group: Group::Spec,
    severity: Severity::Info,
    options: &[RuleOption { name: "max", default: 1, help: "maximum number of sentences in a bullet" }],
    why: "a fact in its own bullet is easier to find, quote and change",
    todo: "write one bullet per fact",
    source: include_str!("spec_crowded_bullet.rs"),
    check,
    ..Rule::PLAIN
};

/// Sentences with fewer words are remarks, such as `Optional.` or `Default: 5.`
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
                    format!("a bullet with {} sentences; write one bullet per fact", sentences.len());
                cx.report(*first_over, message);
                continue;
            }
        }
        if memchr::memchr2_iter(b';', b',', text.as_bytes()).nth(1).is_none() {
            continue;
        }
        if let Some((clauses, first)) = clauses(cx, passage) {
            let message = format!("a bullet with {clauses} clauses; write one bullet per fact");
            cx.report(Span::new(first, passage.span.end), message);
        }
    }
}

/// Words that start a clause with its own subject.
const SUBJECTS: &[&str] =
    &["the", "a", "an", "it", "they", "its", "their", "this", "each", "every", "all", "both", "no"];

/// Further verbs that make it a clause.
const ALSO_VERBS: &[&str] = &["needs", "expires", "starts", "ends", "contains", "gets"];

/// The number of clauses in a bullet, if it is three or more, and where the second one starts. Semicolons separate
/// clauses; commas do if each clause has a subject and a verb.
fn clauses(cx: &Context<'_, '_>, passage: &Passage) -> Option<(usize, usize)> {
    let text = cx.text(passage.span);
    let opaque = passages::opaque(cx.document, passage.span);
    let cuts = text.match_indices([';', ',']).map(|(at, mark)| (at, mark == ";"));
    let cuts: Vec<(usize, bool)> = cuts
        .filter(|(at, _)| text[at + 1..].starts_with(char::is_whitespace))
        .filter(|(at, _)| {
            !passages::touches(&opaque, Span::new(passage.span.start + at, passage.span.start + at + 1))
        })
        .collect();
    let ends = cuts.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    let is_clause = |&((at, semicolon), end): &((usize, bool), usize)| {
        let mut words = text[at + 1..end].split_whitespace().peekable();
        words.next_if(|word| matches!(*word, "and" | "but" | "or"));
        let subject = words.next().unwrap_or_default().to_lowercase();
        let is_long = words.clone().count() + 1 >= WORDS;
        (semicolon && is_long)
            || (SUBJECTS.contains(&subject.as_str())
                && words.take(5).any(|word| is_stating(word) || ALSO_VERBS.contains(&word)))
    };
    let starts: Vec<usize> =
        cuts.iter().copied().zip(ends).filter(is_clause).map(|((at, _), _)| at).collect();
    let &[first, _, ..] = starts.as_slice() else { return None };
    Some((starts.len() + 1, passage.span.start + first))
}
