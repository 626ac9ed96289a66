//! Recognises that somebody of the team says that the failure is mended: `I have uploaded the files again`.

use super::slip_words::is_slip;
use crate::convert::trackers::advice::{clause, sure};
use crate::convert::trackers::releases::{is_release, names_release_number};
use crate::convert::trackers::sentence_signs::{has, is_refusal, is_setback, names_version, words};
use crate::convert::trackers::statements::Said;

/// What is done to bring a fix to its users.
const DELIVERS: &str = "pushed uploaded published released fixed updated bumped merged deployed reverted corrected patched resolved solved rebuilt replaced changed added removed backported publishing";

/// The words before it, apart from those between: `I have now`, `it has been`.
const BEFORE: &str = "i we i've we've have has been is was are be it's that's";
const BETWEEN: &str = "now just already also finally actually";

/// What is not done yet, or not known.
const NOT_YET: &str = "not, don't, didn't, doesn't, isn't, haven't, hasn't, wasn't, can't, won't, if, soon, will, i'll, we'll, tomorrow, tonight, later, plan, next release, next version, in the future, maybe, would, trying, try to, working on, can you, could you";

/// What somebody says who is not sure.
const UNSURE: &str = "i think, we think, i guess, i believe, probably, maybe, hopefully, i hope";

/// The longest sentence about a fix, in words.
const LONGEST: usize = 40;

/// Whether a sentence says that the failure is mended.
pub(super) fn mends(one: &Said) -> bool {
    let text = one.text.as_str();
    let all = words(text);
    if text.trim_end().ends_with('?')
        || is_setback(text)
        || is_refusal(text)
        || all.len() > LONGEST
        || has(text, UNSURE)
        || is_slip(one)
    {
        return false;
    }
    is_release(text) || points_to_change(text, &all) && !has(text, NOT_YET) || delivers(text, &all)
}

/// Whether a short sentence only points to the release or the commit, or says that something takes care of it.
fn points_to_change(text: &str, all: &[String]) -> bool {
    const SHORT: usize = 16;
    (text.contains("/releases/") || text.contains("/commit/")) && all.len() <= SHORT
        || has(
            text,
            "takes care of this, takes care of it, takes care of the, took care of this, took care of it",
        )
}

/// Whether a sentence says that somebody delivered the fix: `I've just uploaded it`, `Bumped to 2.1`.
fn delivers(text: &str, all: &[String]) -> bool {
    const REACH: usize = 8;
    let is_of = |list: &str, word: &String| list.split(' ').any(|one| one == word);
    let Some(at) = all.iter().take(REACH).position(|word| is_of(DELIVERS, word)) else { return false };
    let before = all[..at].iter().rev().find(|word| !is_of(BETWEEN, word));
    let end = all.len().min(at + 4);
    before.is_none_or(|word| is_of(BEFORE, word))
        && !has(&all[..end].join(" "), NOT_YET)
        && !has(text, "but, test, tests, to test, issue template, title, label, labels, docs, readme")
        && (all.len() >= 3 || names_version(text) || text.contains("http"))
}

/// How exactly a sentence says where the fix is.
pub(super) fn exactness(one: &Said) -> usize {
    let text = one.text.as_str();
    let is_version = names_version(text);
    let signs = [
        is_release(text) && is_version,
        is_release(text),
        is_version,
        text.contains("http"),
        text.contains('`'),
        names_commit(text),
    ];
    2 * signs.iter().filter(|is_there| **is_there).count() + usize::from(words(text).len() >= 5)
}

/// Whether a user can take a fix: more than the number of a pull request.
pub(super) fn can_be_taken(one: &Said) -> bool {
    let text = one.text.as_str();
    !is_release(text) || names_release_number(text) || text.contains("http") || names_commit(text)
}

/// Whether a text names a commit by its hash.
fn names_commit(text: &str) -> bool {
    let is_hash = |word: &str| {
        (7..=40).contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_hexdigit())
            && word.bytes().any(|byte| byte.is_ascii_digit())
            && word.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    text.split(|c: char| !c.is_alphanumeric()).any(is_hash)
}

/// Whether a sentence says how to get rid of the failure.
pub(super) fn advises(one: &Said) -> bool {
    !one.text.trim_end().ends_with('?') && !is_setback(&one.text) && clause(&one.text).is_some()
}

/// A fix in its words, without the doubt that the end of the thread has removed.
pub(super) fn told(one: &Said) -> String {
    sure(one)
}
