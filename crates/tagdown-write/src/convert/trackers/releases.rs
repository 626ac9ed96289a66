//! Recognises that a release, a commit or a pull request contains the fix: `released in v1.4`, `fixed by #12`.

use super::phrases::without_links;
use super::sentence_signs::{has, is_setback, is_version, words};

/// What stands before the version or the reference.
const CARRIES: &str = "fixed, resolved, solved, addressed, corrected, released, shipped, landed, merged, backported, included, available, published, \
    part, out, ships, lands, fix, patched, will be, is in, are in, be in, goes into, went into, made it into, upgrade to, update to";

/// What a version that contains a fix does.
const HAS_FIX: &str = "with this fix, with the fix, contains the fix, contains a fix, includes the fix, includes a fix, has the fix, has a fix, fixes this, fixes it, fixes the, solves this, \
    solves the, resolves this, resolves the, addresses this, with the patch, with a patch, with a fix, repairs this, repairs it, cures this, to fix this, to fix it, to repair this, to repair it, to solve this, to resolve this, to address this, to correct this";

/// Words that make a sentence say something else about a version.
const OTHERWISE: &str = "introduced, since, regression, regressed, broke, broken, caused, started, starting, before, prior, older, affects, affected, reproduced in, reproduce in, reproducible in, still in, \
    happens in, happening in, downgrade, downgraded, rolled back, duplicate, if, once, unless, whether, i'll put, i will put, hope, hoping, hopes, want, wants, would like, trying, intend, hopefully, might, maybe, probably, \
    not fixed, isn't fixed, not yet, won't, cannot, can't, not in, not been, hasn't, haven't, plan, planned, planning, target, targeting, aim, aiming, try, related, similar, believe, think, guess, seems, suspect, \
    attempted, attempt, partially, partly, mostly, only fixes, only fixed, only for, should be fixed, should be resolved, should be solved, should be gone, should be in, should be included, should be part, should be available, should be addressed, should fix, may be, supposed, please test, please try, feature, support for, tempted, fixes for, in future, in a future, in the future";

/// Whether a sentence says which release, commit or pull request contains the fix.
pub(crate) fn is_release(text: &str) -> bool {
    let plain = without_links(text);
    if plain.trim_end().ends_with('?') || is_setback(&plain) || has(&plain, OTHERWISE) {
        return false;
    }
    let words = words(&plain);
    // A long sentence tells of more than a release.
    if words.len() > LONGEST {
        return false;
    }
    let versions = words.iter().enumerate().filter(|(_, word)| is_version(word) || is_minor(word));
    let mut names = versions.clone().map(|(at, _)| at);
    let is_carried = |at: usize| has(&words[at.saturating_sub(REACH)..at].join(" "), CARRIES);
    if names.any(is_carried) || versions.clone().next().is_some() && has(&plain, HAS_FIX) {
        return true;
    }
    let mut references = words.iter().enumerate().filter(|(_, word)| is_reference(word)).map(|(at, _)| at);
    references.any(|at| {
        let before = words[at.saturating_sub(4)..at].join(" ");
        has(&before, "fixed by, fixed in, fixed via, fixed with, resolved by, resolved in, resolved via, solved by, addressed by, addressed in, fixed as part of, fix in, fixed through")
    })
}

/// The most words of a sentence about a release.
const LONGEST: usize = 30;

/// How many words may stand between the verb and the version.
const REACH: usize = 16;

/// Whether a sentence names a version, also by its first number alone: `v3`.
pub(crate) fn names_release_number(text: &str) -> bool {
    words(&without_links(text)).iter().any(|word| is_version(word) || is_minor(word))
}

/// Whether a word is a version such as `v3`, which `2.4` is without the letter.
fn is_minor(word: &str) -> bool {
    let digits = word.strip_prefix('v').unwrap_or_default();
    !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is a commit or a pull request: `#12`, `pull/12`, `1a2b3c4`. Words lose the `#` at their start.
fn is_reference(word: &str) -> bool {
    let is_hash = (7..=40).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        && word.bytes().any(|byte| byte.is_ascii_digit());
    let is_number = word.len() <= 6 && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_hash || is_number || ["/pull/", "/commit/", "/merge_requests/"].iter().any(|part| word.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_told_in_many_ways() {
        for text in [
            "This is fixed in v2.4.1.",
            "Merged to main, so it will be in [the nightly](https://x.example/n) tonight and released in v1.9.",
            "It will be part of the 1.8.11 release this week.",
            "v1.64.1 will be out shortly with this fix.",
            "Fixed by #123.",
            "Thanks, fixed in 999ab22.",
            "Fixed via https://github.com/a/b/pull/12.",
            "The fix landed in 5.0.0-rc2.",
        ] {
            assert!(is_release(text), "{text}");
        }
        for text in [
            "The regression was introduced in 2.4.0.",
            "This should be fixed in 3.2?",
            "Can you try 3.2?",
            "If that works I'll put it in v1.64.1.",
            "This happens since 2.4.",
            "I upgraded to 1.6.5 before and it stopped.",
            "Not fixed in 2.4.1.",
            "It was caused by #123.",
            "Related to #9.",
        ] {
            assert!(!is_release(text), "{text}");
        }
    }
}
