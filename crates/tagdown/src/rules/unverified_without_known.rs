//! A `[?]` that does not separate what is known from what is assumed.
//!
//! ```md bad
//! **[?]**
//! Perhaps the cache is shared. The vendor does not say.
//! ```
//!
//! ```md good
//! **[?]**
//! Known: the cache is flushed at 500 entries, as the log shows.
//! Assumed: it is shared by all workers.
//! ```
//!
//! The rule finds blocks without a phrase such as `known`, `observed`, `measured`, `documented`, `the log shows` or
//! `inferred from`. The severity is `info` because known facts are often stated without such phrases.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::prose::{Cue, cue};
use crate::rules::engine::wording;

pub(crate) const RULE: Rule = Rule {
    name: "unverified-without-known",
    group: Group::Unverified,
    severity: Severity::Info,
    cues: &[KNOWN],
    why: "readers can use the known part now; only the assumed part needs confirmation",
    todo: "state what is known and what is assumed",
    source: page_of!("unverified_without_known.rs"),
    check,
    ..Rule::PLAIN
};

const KNOWN: &[Cue] = &[
    cue(
        "has|have been known|confirmed|verified|documented|observed|seen|logged|recorded|measured|reported|reproduced",
        "A flush has been observed.",
    ),
    cue("^- assumed|assume|assumption", "Assumed: it is shared."),
    cue("spec|specification|documentation|docs|manual|vendor is|are silent", "The manual is silent."),
    cue(
        "known|documented|observed|seen|reported|allowed|supported|implemented but|though|although|while",
        "The flag is documented but not tested.",
    ),
    cue(
        "^ known|confirmed|verified|measured|documented|established|certain|observed|seen|facts|fact|given|tested|checked|reported|logged|reproduced|proven|observation|evidence|findings",
        "Known: the cache is flushed.",
    ),
    cue(
        "is|are|was|were known|confirmed|verified|documented|established|proven|observed|seen|logged|recorded|measured|reported|reproduced|visible|certain",
        "A flush was observed.",
    ),
    cue(
        "only|just|once|twice observed|seen|tested|measured|verified|confirmed|reported|reproduced|checked",
        "Only measured on ARM.",
    ),
    cue(
        "!not|never|t|been|un observed|seen|tested|measured|verified|confirmed|reported|reproduced|checked once|twice|on|in|by|with|under|from|at",
        "A flush, seen once.",
    ),
    cue(
        "we|i|users|customers|user|customer|someone|somebody|they know|knew|measured|saw|found|confirmed|verified|see|noticed|observed|tested|reported|reproduced|checked",
        "We know that it is flushed.",
    ),
    cue(
        "log|logs|trace|traces|test|tests|code|docs|documentation|manual|vendor|datasheet|source|profile|profiler|report|reports|issue|changelog|benchmark|profiling|schema|header shows|show|says|say|confirms|confirm|states|state|proves|prove|lists|list|mentions|mention|suggests|suggest|describes|describe|indicates|indicate|implies|imply !nothing|little|so",
        "The log shows a flush.",
    ),
    cue("according to", "According to the log it is flushed."),
    cue("based on", "It is shared, based on one log line."),
    cue("what is|we known|know|certain|sure", "What is known: it is flushed."),
    cue("the fact|facts is|are|that", "The facts are these."),
    cue(
        "it|this|that|which works|happens|holds|appeared|appears|occurs on|in|once|with|under|at",
        "It happens on ARM.",
    ),
];

fn check(cx: &mut Context<'_, '_>) {
    for (_, tag) in wording::silent(cx.document, cx.wording(), RULE.name) {
        cx.report(tag.span, "the block does not separate what is known from what is assumed");
    }
}
