//! Reads the cause from the title of an issue that states it: `Race in the reader causing a hang`. It counts only where the
//! project fixed it, and the title names a flaw or the change is about what the title blames.

use std::collections::HashSet;

use super::cause_words::{names_flaw, stems};
use super::doubt_words::is_doubtful;
use super::issue::Issue;
use super::sentence_signs::{is_open, words};

/// What a title blames, and what it blames it for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blame<'t> {
    pub(crate) reason: &'t str,
    pub(crate) effect: &'t str,
}

/// The two parts of a title that says why something fails.
pub(crate) fn blame(title: &str) -> Option<Blame<'_>> {
    const FORWARD: [&str; 9] = [
        " causing ",
        " causes ",
        " leading to ",
        " leads to ",
        " resulting in ",
        " results in ",
        " can cause ",
        " that causes ",
        " which causes ",
    ];
    const BACKWARD: [&str; 5] = [" because of ", " because ", " caused by ", " due to ", " as a result of "];
    let split = |ties: &[&str]| ties.iter().find_map(|tie| title.split_once(tie));
    let (reason, effect) = match split(&FORWARD) {
        Some(both) => both,
        None => split(&BACKWARD).map(|(effect, reason)| (reason, effect))?,
    };
    let is_told =
        !is_doubtful(title) && !is_open(title) && !words(reason).is_empty() && words(effect).len() >= 2;
    is_told.then_some(Blame { reason: reason.trim(), effect: effect.trim() })
}

/// The title of an issue, if it states the cause and the fix confirms it. `is_released` says that a maintainer named the
/// release with the fix.
pub(crate) fn stated(issue: &Issue, title: &str, is_released: bool) -> Option<String> {
    let Blame { reason, effect } = blame(title)?;
    let is_called = issue.labels.iter().any(|label| label.contains("bug") || label.contains("regression"));
    let known: HashSet<String> = stems(effect).collect();
    let blamed: HashSet<String> = stems(reason).filter(|word| !known.contains(word)).collect();
    let acts = |title: &str| stems(title).any(|word| blamed.contains(&word));
    let is_changed = issue.pulls.iter().any(|pull| pull.is_merged && acts(&pull.title));
    (is_released && is_called && names_flaw(reason) || is_changed).then(|| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_blames_something_for_something() {
        let found = |title| blame(title).map(|blame| (blame.reason, blame.effect));
        assert_eq!(
            found("Race in the reader causing a hang in sync()"),
            Some(("Race in the reader", "a hang in sync()"))
        );
        assert_eq!(found("Sync hangs due to a full list"), Some(("a full list", "Sync hangs")));
        assert_eq!(found("Sync hangs, probably due to a full list"), None);
        assert_eq!(found("Sync hangs"), None);
    }
}
