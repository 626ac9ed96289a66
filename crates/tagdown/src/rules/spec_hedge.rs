//! An uncertain claim in a SPEC, which belongs in a `[?]` until somebody confirms it.
//!
//! ```md bad
//! **[SPEC]**
//! - The connection pool probably holds 20 connections.
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - The body of a request is at most 4 MB.
//! - A client may send the header twice.
//!
//! **[?]**
//! The connection pool holds 20 connections. Inferred from one log line, not measured.
//! ```
//!
//! The rule ignores `may` for permission, `should` as used in a protocol, and conditions, because none of these is
//! uncertain. Not detected: doubt that is expressed only by the tone, `around 20`, and most uses of `could`. Occasional
//! false positives: `might` for something that does happen at times.

use super::engine::{Context, Group, Rule, Severity};
use crate::prose::{Cue, DOUBT, cue};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "spec-hedge",
    group: Group::Spec,
    severity: Severity::Warning,
    cues: &[DOUBT, CUES],
    why: "a model treats a SPEC as the truth; uncertain claims belong in a `[?]`",
    todo: "state the fact, or move the claim to a `[?]`",
    source: include_str!("spec_hedge.rs"),
    check,
    ..Rule::PLAIN
};

/// Phrases that express uncertainty only in a SPEC; the description of a failure may use them.
const CUES: &[Cue] = &[
    cue(
        "is|are|remains|remain|currently|yet|still|but|largely|mostly|otherwise untested",
        "ARM builds are untested.",
    ),
    cue("^ untested $", "ARM builds: untested."),
    cue("untested on|in|with|under|beyond|for|at", "Builds, untested on ARM, are weekly."),
    cue("might be #", "The port might be 9092."),
    cue(
        "might be a|an|the|about|around|as|wrong|related|due|needed|required|enough|different|better|possible|available|too|more|less|faster|slower|useful|worth|stale|outdated",
        "The limit might be too low.",
    ),
    cue("might have|change|not|also|work|still|only|even|depend|differ", "The default might change."),
    cue("it|this|that|these|they might !want|need|wish|like|look|come|help", "This might lock the table."),
    cue("might be ~ed", "The index might be rebuilt at start, or might be dropped."),
    cue("seems|seem|seemed to", "The daemon seems to reload twice."),
    cue("it seems|appears that|to|like|the|as", "It seems the daemon reloads twice."),
    cue(
        "appears|appear|appeared to be|have|use|run|do|support|work|ignore|need|require",
        "The driver appears to be single-threaded.",
    ),
    cue("should|ought also|still|just|then|in|theory? work|suffice", "The same flag should work on ARM."),
    cue("should be fine|enough|sufficient|ok|okay|safe|good|plenty", "A pool of 10 should be enough."),
    cue("should also? be? the same !as", "The behaviour on ARM should be the same."),
    cue(
        "may|might|could not be accurate|reliable|correct|true|complete|current",
        "The figure may not be accurate.",
    ),
    cue("may have changed|moved|been", "The default may have changed."),
    cue(
        "limit|timeout|default|maximum|minimum|size|value|ttl|port|interval|threshold|count may|could be about|around|roughly|approximately? #",
        "The limit may be around 500.",
    ),
    cue("^ unverified|unconfirmed $", "The limit is 500 (unverified)."),
    cue(
        "this|it|claim|figure|limit|value|number|behavior|behaviour is|remains unverified|unconfirmed",
        "This is unverified.",
    ),
    cue("^ not verified|confirmed|tested", "The limit is 500. Not verified."),
    cue("not verified|confirmed|tested against|on|with|in|for", "The limit is 500, not tested on ARM."),
    cue("i|we do|am|are not|t sure|know|certain", "We do not know who sets it."),
    cue("not sure|certain whether|if|why|what|how|which", "Not sure whether it is cached."),
    cue("uncertain|unclear|unknown whether|if|why|how", "Unclear whether it is cached."),
    cue("or so $", "The job runs for ten minutes or so."),
];

fn check(cx: &mut Context<'_, '_>) {
    let wording = cx.wording();
    for hit in wording.hits(RULE.name) {
        let words = cx.words(hit.span);
        let passage = wording.passages[hit.passage].span;
        if !(is_modal(&words) && depends(cx.text(Span::new(passage.start, hit.span.start)))) {
            let message = format!("uncertain: `{words}`; confirm it, or move the claim to a `[?]`");
            cx.report(hit.span, message);
        }
    }
}

/// Whether the words express a possibility, which a condition can turn into a fact.
fn is_modal(words: &str) -> bool {
    words.split(' ').any(|word| matches!(word, "might" | "possible"))
}

/// Whether a condition precedes the words in their sentence: `If it is off, requests might be lost.`
fn depends(before: &str) -> bool {
    const REACH: usize = 300;
    let near = &before[before.floor_char_boundary(before.len().saturating_sub(REACH))..];
    let sentence = near.rsplit(['.', ';', '|']).next().unwrap_or_default();
    let is_condition = |word: &str| {
        let known = ["if", "when", "otherwise", "unless", "without", "while", "where", "once"];
        known.iter().any(|condition| word.eq_ignore_ascii_case(condition))
    };
    sentence.split(|c: char| !c.is_alphabetic()).any(is_condition)
}
