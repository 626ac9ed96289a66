//! Tells a change that says what was done from one that only names the failure or a wish: `Fix the leak`, `Make it work`.

use super::change_words::{DOES, by_doing, cures, is_of};
use super::sentence_signs::{has, words};

/// The verb of a sentence about a change: `avoids` in `This commit avoids …`, `added` in `So I have added …`.
fn main_verb(all: &[String]) -> Option<&str> {
    const SKIPPED: &str = "so instead therefore thus now then here hence this the pr pull request patch change commit fix i we have it also";
    all.iter().map(String::as_str).find(|word| !SKIPPED.split(' ').any(|skipped| skipped == *word))
}

/// Whether the verb of a sentence about a change is one of these.
fn has_verb(all: &[String], verbs: &str) -> bool {
    main_verb(all).is_some_and(|verb| verbs.split(' ').any(|one| one == verb))
}

/// Whether a sentence names only the failure that is fixed, or says what is wanted: `This PR fixes the leak`.
pub(crate) fn is_vague(text: &str) -> bool {
    let all = words(text);
    only_fixes(text, &all)
        || only_wards(text, &all)
        || only_alters(text, &all)
        || only_removes(text, &all)
        || only_tests(text, &all)
        || only_betters(text, &all)
        || only_wishes(text, &all)
        || has(text, "should, ought to")
        || has(text, "would") && !has(text, "otherwise, because")
        || has(
            text,
            "a test, tests, test case, test cases, typo, refactor, refactors, cleanup, clean up, changelog, lint, comment, comments, documentation, readme, unit tests, formatting, ci, benchmark, api changes, no changes, ready for review, \
             more resilient, more robust, deadlock-proof, improve, improves, better, various, several fixes, minor fixes",
        )
}

/// `Fixes the leak`, `I made a small fix so that the list is not empty`
fn only_fixes(text: &str, all: &[String]) -> bool {
    const FIXES: [&str; 8] =
        ["fix", "fixes", "fixed", "resolves", "solves", "addresses", "corrects", "closes"];
    let lower = all.join(" ");
    let opens = |openings: &[&str]| openings.iter().any(|opening| lower.starts_with(opening));
    let aims = opens(&["to fix ", "to solve ", "to resolve ", "to address ", "to avoid ", "to prevent "]);
    // `The fix uses a lock` and `Fix uses a lock` have the fix as their subject.
    let is_subject = all.first().is_some_and(|word| word == "fix") && is_of(DOES, all.get(1));
    let acts = aims
        || is_subject
        || has(text, "by, fix this, instead, now, so, so that, the fix is, the fix was")
        || has(text, "fixes the issue") && !lower.starts_with("fixes the issue");
    let is_bare = has(
        text,
        "small fix, quick fix, simple fix, minor fix, little fix, tiny fix, easy fix, a fix for, made a fix, small change, small tweak, minor change, some changes, few changes, small adjustment",
    ) && !by_doing(all)
        && !has(text, "instead");
    let is_fix = all.iter().take(4).any(|word| FIXES.contains(&word.as_str()));
    is_bare || is_fix && !acts && !cures(text, all) && !opens(&["this fix ", "the fix "])
}

/// `Prevent a crash on start` names what shall not be, and not what is done about it.
fn only_wards(text: &str, all: &[String]) -> bool {
    has_verb(all, "prevent prevents avoid avoids protect protects stop stops")
        && !has(text, "by, instead, via, using, so that, only if, only when, before, without")
}

/// `Changed the loader` and `Update the loader to fix the leak` do not say to what.
fn only_alters(text: &str, all: &[String]) -> bool {
    const AIMS: [&str; 6] =
        [" to fix ", " to solve ", " to resolve ", " to address ", " to avoid ", " to prevent "];
    let end = AIMS.iter().filter_map(|aim| text.find(aim)).min().unwrap_or(text.len());
    has_verb(all, "change changes changed update updates updated modify modified rework reworks reworked")
        && !has(&text[..end], "to, so that, so, instead, from, by, into, with")
}

/// `This removes the issue in the header` names the failure; `Remove the count from the error` does not.
fn only_removes(text: &str, all: &[String]) -> bool {
    const LATER: [&str; 6] = [" from ", " in ", " of ", " on ", " where ", " that "];
    let end = LATER.iter().filter_map(|word| text.find(word)).min().unwrap_or(text.len());
    has_verb(
        all,
        "remove removes removed eliminate eliminates eliminated handle handles handled cure cures clear clears cleared",
    ) && has(
        &text[..end],
        "issue, issues, problem, problems, bug, bugs, error, errors, glitch, regression, regressions",
    ) && !has(text, "by, instead, via, using")
}

/// `Added a test of the reader` changes nothing for a user.
fn only_tests(text: &str, all: &[String]) -> bool {
    has_verb(all, "add adds added write wrote include includes included extend extends extended")
        && has(text, "test, tests, coverage, spec, specs")
}

/// `Reduce the memory footprint` says what is better, and not what was done for it.
fn only_betters(text: &str, all: &[String]) -> bool {
    has_verb(
        all,
        "reduce reduces reduced increase increases lower lowers limit limits decrease decreases speed shrink",
    ) && has(
        text,
        "memory, footprint, usage, cpu, latency, overhead, performance, load, time, times, stability, consumption, allocations, flakiness, risk, chance",
    ) && !has(text, "by, from, to, via, using, instead, timeout, limit")
}

/// `Make the reader work` and `Handle names correctly` say what is wanted.
fn only_wishes(text: &str, all: &[String]) -> bool {
    let is_well = has(text, "correctly, properly, as expected, as intended")
        && !has(text, "by, instead, so that, via, using, before, after, because");
    has_verb(all, "make makes made") && has(text, "work, works, behave, behaves")
        || is_well && has(text, "now")
        || has_verb(all, "handle handles handled correctly properly support supports")
            && has(text, "correctly, properly, better, gracefully, right")
            && !has(text, "by, instead, so that, via, using, before, after")
}
