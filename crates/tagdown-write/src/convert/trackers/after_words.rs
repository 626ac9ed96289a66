//! Recognises what a sentence tells of the time after a change, or of the change as such: `The list is no longer read
//! twice`, `A small PR for lists`. It may be a fix, and is never a cause.

use super::phrases::{has, words};

/// Whether a sentence tells how things are once a failure is fixed, what a change is for, or what was done.
pub(crate) fn tells_of_after(text: &str) -> bool {
    let all = words(text);
    ends_what_was(text, &all)
        || opens_with_change(&all)
        || is_of_change(text, &all)
        || ends_as_done(&all) && !has(text, "when, while, before, after, until, because, once")
        || is_purpose(text, &all)
}

/// Whether a sentence says that something is over: `no longer`, `not … any more`, `now`.
pub(crate) fn ends_what_was(text: &str, all: &[String]) -> bool {
    const REASONS: [&str; 6] = ["because", "since", "as", "if", "when", "after"];
    // `because the list is no longer sorted` names a reason; so does what `now` breaks.
    let at = |word: &str| all.iter().position(|one| one == word);
    let over = [at("longer"), at("anymore"), at("now")].into_iter().flatten();
    let more = all.windows(2).position(|pair| pair[0] == "any" && pair[1] == "more");
    let Some(first) = over.chain(more).min() else { return false };
    let is_over = has(text, "no longer, any longer, any more, anymore, now")
        && !has(text, "until now, right now, by now, before now, up to now, till now");
    let is_reason = all[..first].iter().any(|word| REASONS.contains(&word.as_str()));
    is_over && !is_reason && !has(text, "broke, breaks, introduced, regression, caused by, due to")
}

/// Whether the first words are those of somebody who presents a change.
fn opens_with_change(all: &[String]) -> bool {
    const OPENINGS: &str = "with this, with these, with the change, with the changes, with the patch, with the fix, with that change, with my change, after this, after these, after the change, after the fix, \
        afterwards, from now on, this way, that way, in this pr, in this patch, in this change, in order to, to make sure, to ensure, to avoid, to prevent, to allow, makes sure, make sure, it is now, there is now";
    let lower = format!("{} ", all.join(" "));
    OPENINGS.split(',').any(|opening| lower.starts_with(&format!("{} ", opening.trim())))
}

/// Whether a sentence has a pull request as its subject, and does not blame it: `A short PR for empty lists`.
fn is_of_change(text: &str, all: &[String]) -> bool {
    const CHANGES: [&str; 5] = ["pr", "patch", "mr", "changeset", "hotfix"];
    const BEFORE: [&str; 4] = ["before", "prior", "without", "until"];
    let is_before = all.first().is_some_and(|first| BEFORE.contains(&first.as_str()));
    !is_before
        && all.iter().take(4).any(|word| CHANGES.contains(&word.as_str()))
        && !has(text, "causes, caused, introduced, broke, breaks, regression, because of")
}

/// Whether a sentence ends with what is done to something: `The missing names are added`.
fn ends_as_done(all: &[String]) -> bool {
    const DONE: &str = "added removed changed replaced reverted moved renamed dropped restored updated fixed repaired adjusted corrected introduced extended handled covered";
    const HERE: [&str; 5] = ["here", "too", "now", "instead", "again"];
    let end = all.iter().rposition(|word| !HERE.contains(&word.as_str())).unwrap_or(0);
    let is_done = all.get(end).is_some_and(|word| DONE.split(' ').any(|done| done == word));
    let before = end.checked_sub(1).and_then(|at| all.get(at));
    is_done && before.is_some_and(|word| ["is", "are", "been", "gets", "get"].contains(&word.as_str()))
}

/// Whether `so` tells an aim: nothing in the sentence is told of the past or as a fault.
fn is_purpose(text: &str, all: &[String]) -> bool {
    // `so that the list is whole`, `so the reader can go on`
    let so = all.iter().position(|word| word == "so");
    let is_aim = so.is_some_and(|at| {
        all.get(at + 1).is_some_and(|next| next == "that")
            || all[at..].iter().take(6).any(|word| word == "can")
    });
    is_aim
        && !has(
            text,
            "was, were, had, did, didn't, wasn't, weren't, causes, caused, because, since, but, never, without, not, wrong, wrongly, missing, too early, too late, twice",
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_after_a_change_is_told_from_the_time_before() {
        for (text, is_after) in [
            ("With this, the list is not read under a lock.", true),
            ("The reader is no longer called twice.", true),
            ("With `eager` at `false` the reader does not ask the mirror any more.", true),
            ("A short PR so that an empty list cannot stop the reader.", true),
            ("Names that were missing in the list are added.", true),
            ("The reader takes the lock first so that both lists stay whole.", true),
            ("The reader stops because the list is no longer sorted.", false),
            ("My PR for short lists caused this.", false),
            ("The list was read twice, so that the second reader got nothing.", false),
            ("A name is added to the list twice.", false),
            ("Before this patch both readers shared a list.", false),
            ("The lock is taken after the list is read.", false),
        ] {
            assert_eq!(tells_of_after(text), is_after, "{text}");
        }
    }
}
