//! Finds what a sentence ties together: an effect, and the reason for it.

use super::connectives::{opens_clause, reason_at};
use super::phrases::words;
use super::symptom::tells_of_failure;

/// An effect and its reason, as a sentence ties them.
pub(crate) struct Tie {
    pub(crate) effect: String,
    pub(crate) reason: String,
    pub(crate) strength: Strength,
}

/// How clearly a sentence says that it gives the reason.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    /// `so`, `since`
    Weak,
    /// `happens when`
    Case,
    /// `the problem is`
    Fails,
    /// `because`
    Plain,
    /// `the cause is`
    Named,
}

/// Words that name the cause, which follows them. The effect is the failure itself.
const NAMES: &str = "root cause is, root cause was, cause is, cause was, cause of, reason is, reason was, reason for, reason why, reason lies, culprit is, culprit was, problem arises, issue arises, turns out, turned out, the problem lies, the bug lies, what happened, what happens is, what was happening, what is happening";

/// Words that name the failure. What follows is its cause or the failure again.
const FAILS: &str = "the problem is, the problem was, the issue is that, the issue was that, the issue was, the bug is, the bug was, the trouble is, the trouble was, the error is, the error was, the mistake is, the mistake was, the fault is, the fault was";

/// Words between an effect and its reason.
const BACKWARD: &str = "because, because of, due to, caused by, arises from, triggered by, stems from, stemmed from, comes from, came from, originates from, results from, resulted from, side effect of, indicates that, is a sign that, is a sign of";

/// Words between an effect and the case that it happens in.
const CASES: &str = "happens when, happened when, happens if, happen when, happen if, happen while, occurs when, occurred when, occurs if, occur when, occur if, occur while, arises when, arose when, triggered when";

/// Words before the change that brought a failure, which say little of its cause.
const SINCE: &str = "introduced by, introduced in, came in with, broken by, regression from, regression in";

/// Words between a reason and its effect.
const FORWARD: &str = "so, hence, therefore, thus, consequently, as a result, which means, which meant, this means, that means, which causes, which caused, which leads to, which led to, which makes, which made, which breaks, which broke, causing, leading to, leads to, \
    led to, resulting in, results in, resulted in, causes, caused, is why, was why, is the reason for, was the reason for, is the reason, was the reason, is the cause of, was the cause of, is the cause, was the cause, is what causes, is what caused, can cause, could cause, may cause, will cause, introduced this, introduced the regression, and that breaks, and that broke, and this breaks, which";

/// Words that open a sentence about the time before a change.
const BEFORE: &str = "currently, previously, before, before this, prior to this, until now, up to now, without this, the old, the previous, the earlier, the current";

/// Whether a sentence opens as one about the time before a change.
pub(crate) fn opens_before(text: &str) -> bool {
    find(&words(text), BEFORE).is_some_and(|(start, _)| start == 0)
}

/// Whether a word is a verb between a subject and a reason, or stands beside one.
fn is_verb(word: &String) -> bool {
    const VERBS: &str = "is was are were has have been being can could may might happens happened occurs occurred happen occur comes came stems stemmed arises arose results resulted originates only also actually just";
    VERBS.split(' ').any(|verb| verb == word)
}

/// Whether an effect only refers to the failure: `This happens`, `In the reader, it is`, `the crash was`.
pub(crate) fn refers(effect: &str) -> bool {
    const NOUNS: &str = "problem issue bug error crash failure regression leak deadlock hang panic exception";
    let all = words(effect);
    let end = all.iter().rposition(|word| !is_verb(word)).map_or(0, |last| last + 1);
    let Some(last) = all[..end].last().map(String::as_str) else { return true };
    // `removed that because` has it as its object.
    let is_subject = end < all.len() || end == 1;
    let opens = ["this", "that", "it"].contains(&all[0].as_str()) && all.get(1).is_some_and(is_verb);
    let is_noun = |word: &str| NOUNS.split(' ').any(|noun| noun == word);
    let names = ["the", "this"].contains(&all[0].as_str()) && all.get(1).is_some_and(|word| is_noun(word));
    opens || names || ["this", "that", "it", "which"].contains(&last) && is_subject || is_noun(last)
}

/// The effect and the reason of a sentence.
pub(crate) fn tie(text: &str) -> Option<Tie> {
    let all = words(text);
    let side = |part: &[String]| part.join(" ");
    // `Their main issue is that …` is about something else.
    let is_first = |place: &(usize, usize)| place.0 <= MOST_BEFORE;
    let named = find(&all, NAMES).filter(is_first).map(|place| (place, Strength::Named));
    let fails = || find(&all, FAILS).filter(is_first).map(|place| (place, Strength::Fails));
    if let Some(((_, end), strength)) = named.or_else(fails) {
        // `The reason for the crash is …` names its effect.
        let names_effect = ["for", "why", "of"].contains(&all[end - 1].as_str());
        let verb = all[end..].iter().position(|word| word == "is" || word == "was").filter(|_| names_effect);
        let (effect, reason) = all[end..].split_at(verb.unwrap_or(0));
        return Some(Tie { effect: side(effect), reason: side(reason), strength });
    }
    if let Some((reason, effect)) = text.split_once(", ").filter(|(reason, _)| opens_clause(&words(reason))) {
        let strength = if refers(effect) { Strength::Plain } else { Strength::Weak };
        return Some(Tie { effect: effect.to_owned(), reason: reason.to_owned(), strength });
    }
    let backward = find(&all, BACKWARD).or_else(|| reason_at(&all));
    // A clause at the start has its effect behind it.
    if backward.is_some_and(|(start, _)| start == 0) {
        let (reason, effect) = text.split_once(", ")?;
        return Some(Tie { effect: effect.to_owned(), reason: reason.to_owned(), strength: Strength::Weak });
    }
    if let Some((start, end)) = backward {
        // The verb of `it comes from` belongs to the effect.
        let effect = side(&all[..start + usize::from(is_verb(&all[start]))]);
        let reason = side(&all[end..]);
        return Some(Tie { effect, reason, strength: Strength::Plain });
    }
    let case = find(&all, CASES).map(|place| (place, Strength::Case));
    let since = || find(&all, SINCE).map(|place| (place, Strength::Weak));
    if let Some(((start, end), strength)) = case.or_else(since) {
        return Some(Tie { effect: side(&all[..=start]), reason: side(&all[end..]), strength });
    }
    let (start, end) = find(&all, FORWARD)?;
    let next = all.get(end).map_or("", String::as_str);
    // `so that` tells an aim, `so far` a time.
    let is_other = all[start] == "so" && ["that", "far", "many", "much", "long", "as", "i"].contains(&next)
        || end == start + 1 && all[start] == "which" && !tells_of_failure(&side(&all[end..]));
    (!is_other).then(|| Tie {
        effect: side(&all[end..]),
        reason: side(&all[..start]),
        strength: Strength::Weak,
    })
}

/// How many words may stand before the name of a cause.
const MOST_BEFORE: usize = 3;

/// Where the first of some phrases stands in words.
fn find(all: &[String], phrases: &str) -> Option<(usize, usize)> {
    let at = |phrase: &str| {
        let wanted: Vec<&str> = phrase.split_whitespace().collect();
        let start = all.windows(wanted.len()).position(|run| run.iter().zip(&wanted).all(|(a, b)| a == b))?;
        Some((start, start + wanted.len()))
    };
    phrases.split(',').filter_map(at).min_by_key(|(start, end)| (*start, usize::MAX - end))
}
