//! A BUG whose symptom or cause is a guess, which belongs in a `[?]` until it is confirmed.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: probably an overflow in the size.
//! Fix: update to 2.1.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%; the log may be empty.
//! Cause: the size is kept in 31 bits.
//! Fix: update to 2.1.
//! ```
//!
//! The rule checks the Symptom and Cause fields. Intermittent behaviour (`may fail with 503`) is not a guess, and
//! neither is what a user sees (`seems frozen`). Not detected: doubt that is expressed only by the tone.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::prose::{Cue, DOUBT, cue};

pub(crate) const RULE: Rule = Rule {
    name: "bug-hypothetical",
    group: Group::Bug,
    severity: Severity::Warning,
    cues: &[DOUBT, CUES],
    why: "a BUG is a confirmed failure; a guess belongs in a `[?]`",
    todo: "change the block to a `[?]` until it is confirmed",
    source: page_of!("bug_hypothetical.rs"),
    check,
    ..Rule::PLAIN
};

const CUES: &[Cue] = &[
    cue(
        "^ still|currently|as|yet|root|the|cause|is? still|currently|yet|not|cause|is? unknown|unclear|undetermined|unidentified|undiagnosed $",
        "Unknown.",
    ),
    cue("^ not yet? known|determined|identified|established|understood|clear|diagnosed", "Not yet known."),
    cue("^ to be determined|investigated|found|confirmed", "To be determined."),
    cue("might !look|show|see", "The worker might stop."),
    cue("suspected", "A suspected leak in the driver."),
    cue("unconfirmed|unverified $", "A leak in the driver (unconfirmed)."),
    cue("is|are|was|were|been not yet? confirmed|verified|proven|established", "The leak is not confirmed."),
    cue("!has|have|had not confirmed|verified|proven|established $", "A leak in the driver, not confirmed."),
    cue("not|never been? reproduced|reproducible", "The worker stops; not reproduced."),
    cue("could|can|did|was not be? reproduce|reproduced", "The worker stops; could not be reproduced."),
    cue("cannot be? reproduce|reproduced", "The worker stops; we cannot reproduce it."),
    cue("couldn|can t be? reproduce|reproduced", "The worker stops; we couldn't reproduce it."),
    cue("hypothesis|theory|hypothetical|hypothetically", "One theory is a leak in the driver."),
    cue("seems|appears to be caused|related|due|a|an|the", "It seems to be a leak."),
    cue("could be", "It could be a leak."),
    cue("may be a|an|the", "It may be a leak."),
    cue("under investigation", "Under investigation."),
    cue("root? cause|reason is? still? unknown|unclear", "The root cause is unknown."),
];

fn check(cx: &mut Context<'_, '_>) {
    for hit in cx.wording().hits(RULE.name) {
        let block = &cx.document.blocks[cx.wording().passages[hit.passage].block];
        let field = block.field_at(hit.span.start);
        if field.is_some_and(|field| matches!(field.spec.name, "Symptom" | "Cause")) {
            let words = cx.words(hit.span);
            cx.report(hit.span, format!("a guess: `{words}`; confirm it, or change the block to a `[?]`"));
        }
    }
}
