//! Finds cause and fix in the text of the pull request that closed an issue. Its author changed the project, and a
//! maintainer merged it, so both may be believed.

use std::collections::HashSet;

use super::after_words::ends_what_was;
use super::cause_words::{
    is_cut_off, is_story, leans, links, names_flaw, points_back, refers_to_failure, restates, stems,
};
use super::change_content::{is_duty, is_vague};
use super::change_words::{is_change, is_doing};
use super::connectives::gives_reason;
use super::doubt_words::{is_suspicion, spoils_cause, spoils_fix};
use super::issue::{Issue, Pull};
use super::issue_failure::stopped;
use super::pull_title::by_title;
use super::remarks::{is_closing, is_work};
use super::sentence_signs::{EXPLAINS, KNOWS, explains, has, words};
use super::statements::{self, Said, Topic};

/// Cause and fix according to a pull request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    pub(crate) cause: Option<String>,
    pub(crate) fix: Option<String>,
    /// Whether the cause only tells what was, and explains nothing. It needs a fix beside it.
    pub(crate) is_weak: bool,
}

/// What is known of a failure before its change: the stems of the title, and of the title with the report.
struct Known<'k> {
    title: &'k HashSet<String>,
    report: &'k HashSet<String>,
}

impl Known<'_> {
    /// Whether a sentence only says the failure again. A report may have the reason in it, which the change confirms.
    fn has(&self, text: &str) -> bool {
        let gives = has(text, EXPLAINS) || gives_reason(text) || has(text, DEFECTS);
        restates(text, if gives { self.title } else { self.report })
    }
}

/// Words that tell of a defect in what was written, in the past.
const DEFECTS: &str = "was missing, were missing, was never, were never, forgot to, assumed, relied on, counted on, which made, which meant, was called before, was called twice, off by one, race between";

/// The longest field, in bytes.
const MOST: usize = 600;

/// What the merged pull requests of an issue say.
pub(crate) fn changes(issue: &Issue) -> Change {
    let mut out = Change::default();
    let title: HashSet<String> = stems(&issue.title).collect();
    let first: String = issue.body.chars().take(300).collect();
    let known: HashSet<String> = title.iter().cloned().chain(stems(&first)).collect();
    for pull in issue.pulls.iter().filter(|pull| pull.is_merged) {
        let said: Vec<Said> = statements::of_pull(&pull.body).into_iter().filter(is_told).collect();
        // A title that says what was done is about the change as a whole; a sentence may be about a part of it.
        let told = fix(&said).filter(|(text, _)| !restates(text, &title));
        let is_named = told.as_ref().is_some_and(|(_, at)| said[*at].topic == Topic::Fix);
        let at = told.as_ref().map(|(_, at)| *at);
        let by_body = || told.map(|(text, _)| text);
        let by_title = by_title(&pull.title).filter(|text| !restates(text, &title) && !spoils_fix(text));
        // A title of a few words says less than a sentence.
        let is_short = by_title.as_ref().is_some_and(|text| words(text).len() < 5);
        let fix = if is_named || is_short { by_body().or(by_title) } else { by_title.or_else(by_body) };
        let fix = fix.map(|text| (text, at));
        if out.cause.is_none() {
            let by_fix = || fix.as_ref().and_then(|(text, _)| reason_in(text));
            let known = Known { title: &title, report: &known };
            out.cause = cause(&said, fix.as_ref().and_then(|(_, at)| *at), &known).or_else(by_fix);
            out.is_weak = out.cause.as_ref().is_some_and(|text| !is_strong(&said, text));
        }
        if out.fix.is_none() {
            out.fix = fix.map(|(text, _)| with_reference(&text, pull, issue.milestone.as_deref()));
        }
    }
    out
}

/// A fix with the pull request that contains it, and the release if it is known.
fn with_reference(text: &str, pull: &Pull, milestone: Option<&str>) -> String {
    let text = text.trim().trim_end_matches(['.', ':']);
    let id = pull.url.as_ref().map_or_else(|| pull.id.clone(), |url| format!("[{}]({url})", pull.id));
    let milestone = milestone.map_or(String::new(), |title| format!(", milestone {title}"));
    format!("{text} ({id}{milestone}).")
}

/// Whether a sentence can be part of a description: no form text, no sign-off, no question.
fn is_told(one: &Said) -> bool {
    const FORMS: &str = "fixes closes resolves related refs ref signed-off-by co-authored-by cc see fix uncomment reviewers differential";
    let words = words(&one.text);
    let is_form =
        words.first().is_some_and(|first| FORMS.split(' ').any(|form| form == first)) && words.len() < 5;
    one.topic != Topic::Other
        && words.len() >= 4
        && !is_form
        && !one.text.starts_with('@')
        && !one.text.trim_end().ends_with('?')
        && !one.text.starts_with("/kind")
        && !has(
            &one.text,
            "signed-off-by, co-authored-by, i have read, contributing, this pr is, does this pr, breaking change, user-facing change, release note, release-note",
        )
}

/// The fix: the sentence that says what the change does, and its index.
fn fix(said: &[Said]) -> Option<(String, usize)> {
    let is_it = |one: &Said| {
        is_change(&one.text)
            && !is_work(&one.text)
            && !is_closing(&one.text)
            && !is_vague(&one.text)
            && !is_cut_off(&one.text)
            && !spoils_fix(&one.text)
    };
    // A labelled fix takes precedence.
    let is_plain = |one: &Said| {
        // `The reader does not ask any more` tells what is over.
        let is_over = ends_what_was(&one.text, &words(&one.text));
        let tells_before = (explains(&one.text)
            || [BEFORE, KNOWS, DEFECTS].iter().any(|list| has(&one.text, list)))
            && !is_over;
        one.is_labelled
            && !tells_before
            && !tells_of_then(&one.text)
            && !is_vague(&one.text)
            && !is_work(&one.text)
            && !spoils_fix(&one.text)
            && words(&one.text).len() >= 6
    };
    let labelled = said.iter().position(|one| one.topic == Topic::Fix && (is_it(one) || is_plain(one)));
    let plain = || said.iter().position(|one| one.topic != Topic::Cause && is_it(one));
    let named = || {
        let fits = |one: &Said| {
            one.topic == Topic::Fix
                && one.is_labelled
                && !tells_of_then(&one.text)
                && !has(&one.text, DEFECTS)
                && !is_vague(&one.text)
                && !is_work(&one.text)
                && !spoils_fix(&one.text)
        };
        said.iter().position(fits)
    };
    let owed = || {
        let fits = |one: &Said| one.topic != Topic::Cause && is_duty(&one.text) && !spoils_fix(&one.text);
        said.iter().position(fits)
    };
    let at = labelled.or_else(plain).or_else(named).or_else(owed)?;
    let first = &said[at];
    (first.text.len() < MOST).then(|| (first.text.clone(), at))
}

/// Whether a sentence tells how it was, and not what was done: `The reader was calling the list`.
fn tells_of_then(text: &str) -> bool {
    let all = words(text);
    let is_then = |pair: &[String]| {
        ["was", "were", "had"].contains(&pair[0].as_str())
            && !(pair[1].ends_with("ed") || pair[1] == "made" || pair[1] == "set")
    };
    all.windows(2).any(is_then) && !has(text, "now, that was, that were, which was, which were")
}

/// Words that tell of the state before a change.
const BEFORE: &str = "currently, previously, before this, the current, used to, was not, were not, is not, are not, doesn't, didn't, does not, did not, never, ended up, \
    ends up, end up, can leak, could leak, hardcodes, hard-codes, hardcoded, hard-coded, overflowed, overflows, wrong, wrongly, incorrectly, results in, resulted in, resulting in, leads to, \
    led to, leading to, as a result, introduced, regression, caused, causing, causes, because, since, due to, race, assumes, assumed, expects, expected, forgot, instead of, rather than, \
    without, missing, lost, loses, fails to, failed to, too early, too late, twice, uninitialized, dangling, stale, leaked, leaks, kept running, no corresponding, can happen when, happens when, happened when, occurs when, occurred when, happens if, occurs if, occur when, occur if, occur while, happen when, happen if, happen while, arises when, can occur, invalid, invalidated, invalidates, must be explicitly, must be closed, must be released, must be freed, must be called, must be held, needs to be closed, need to be closed, needs to be released, \
    needs to be called, before checking, before it is, before it was, before they are, before they were, before being, unconditionally, silently, what happened before, blocks on, block on, missed, whereas";

/// The cause: the sentences that tell what was wrong, before the fix.
fn cause(said: &[Said], fix: Option<usize>, known: &Known<'_>) -> Option<String> {
    let stories: HashSet<usize> =
        said.iter().filter(|one| is_suspicion(&one.text)).map(|one| one.paragraph).collect();
    let is_it = |at: usize| {
        tells_cause(&said[at], at, fix)
            && !known.has(&said[at].text)
            && !stories.contains(&said[at].paragraph)
    };
    // A sentence that needs the one before it is nothing alone.
    let is_first = |at: &usize| is_it(*at) && (!leans(&said[*at].text) || start(said, *at, fix, known) < *at);
    let is_named = |at: &usize| said[*at].topic == Topic::Cause && said[*at].is_labelled;
    // Where the cause has a heading, the text under the others is not it.
    let named = (0..said.len()).filter(is_named).find(is_first);
    let first = named.or_else(|| (0..said.len()).find(is_first))?;
    let from = start(said, first, fix, known);
    let mut text = String::new();
    for one in &said[from..=first] {
        text = if text.is_empty() { one.text.clone() } else { format!("{} {}", stopped(&text), one.text) };
    }
    if text.len() >= MOST {
        text.clone_from(&said[first].text);
    }
    for (at, one) in said.iter().enumerate().skip(first + 1) {
        const LEANING: &str = "this as since because it therefore thus so which that when if these in";
        let opening = words(&one.text).into_iter().next().unwrap_or_default();
        let follows =
            (LEANING.split(' ').any(|word| word == opening) || leans(&one.text)) && !is_change(&one.text);
        // `Sorting the names …` after an explanation says what to do about it.
        // `The result is …` goes on with the paragraph before it.
        let is_near =
            one.paragraph == said[first].paragraph || leans(&one.text) && one.topic == said[first].topic;
        if !is_near
            || is_doing(&opening)
            || !(is_it(at)
                || follows
                    && Some(at) != fix
                    && is_sober(&one.text)
                    && (links(&one.text) || has_effect(&one.text)))
            || text.len() + one.text.len() > MOST
        {
            break;
        }
        text = format!("{} {}", stopped(&text), one.text);
    }
    (text.len() < MOST).then(|| text.trim_end_matches(':').to_owned())
}

/// The reason that a fix names itself: `…, because the old check skipped them`.
fn reason_in(fix: &str) -> Option<String> {
    let (_, reason) = fix.split_once(" because ")?;
    let is_whole = words(reason).len() >= 5 && !points_back(reason) && is_sober(reason);
    is_whole.then(|| reason.to_owned())
}

/// Whether a sentence tells what was wrong.
fn tells_cause(one: &Said, at: usize, fix: Option<usize>) -> bool {
    let text = one.text.as_str();
    let tells = one.topic == Topic::Cause && one.is_labelled
        || explains(text)
        || has(text, BEFORE)
        || has(text, KNOWS)
        || has(text, DEFECTS)
        || contrasts(text)
        || has_effect(text)
        || names_flaw(text);
    let looks_back = has(
        text,
        "what happened before, what happened, previously, before this, the problem was, the issue was, was caused by, caused by, root cause, because, the reason",
    );
    let is_before = fix.is_none_or(|fix| at < fix) || one.topic == Topic::Cause || looks_back;
    tells
        && is_before
        && Some(at) != fix
        && (one.topic != Topic::Fix || looks_back || has(text, DEFECTS) || fix.is_some_and(|fix| at < fix))
        && words(text).len() >= 6
        && !is_change(text)
        && !is_fix_talk(text)
        && is_sober(text)
        && !has(
            text,
            "easy to, how to, tested, verified, needs to go, this occured, this occurred, introduced this",
        )
}

/// Whether a sentence is no story, no guess and no remark, and is whole.
fn is_sober(text: &str) -> bool {
    !is_story(text) && !is_cut_off(text) && !is_work(text) && !is_closing(text) && !spoils_cause(text)
}

/// Whether a sentence ends with what comes of it: `…, leaving the lock behind`.
fn has_effect(text: &str) -> bool {
    const EFFECTS: &str = "stalling leaving letting leaking blocking breaking throwing triggering crashing making causing preventing keeping losing corrupting overwriting dropping hanging failing raising";
    text.split(", ").skip(1).any(|part| {
        let first = words(part).into_iter().next().unwrap_or_default();
        EFFECTS.split(' ').any(|effect| effect == first)
    })
}

/// Where the explanation starts whose telling sentence this is: an explanation is often built up over a few sentences.
fn start(said: &[Said], at: usize, fix: Option<usize>, known: &Known<'_>) -> usize {
    let one = &said[at];
    if refers_to_failure(&one.text) {
        return at;
    }
    let is_part = |before: &Said, index: usize| {
        (before.paragraph == one.paragraph || leans(&one.text) && index + 1 == at)
            && before.topic == one.topic
            && Some(index) != fix
            && is_sober(&before.text)
            && !known.has(&before.text)
            && !is_fix_talk(&before.text)
            && !is_change(&before.text)
            && !is_vague(&before.text)
            && !before.text.trim_end().ends_with(':')
            && words(&before.text).len() >= 5
    };
    let least = at.saturating_sub(MOST_BEFORE);
    (least..at).rev().take_while(|&index| is_part(&said[index], index)).last().unwrap_or(at)
}

/// The most sentences that lead to the telling one.
const MOST_BEFORE: usize = 2;

/// Whether a cause is labelled as one or says what leads to what.
fn is_strong(said: &[Said], text: &str) -> bool {
    let is_labelled = |one: &Said| {
        one.topic == Topic::Cause && one.is_labelled && text.starts_with(one.text.trim_end_matches('.'))
    };
    said.iter().any(is_labelled)
        || explains(text)
        || has_effect(text)
        || has(
            text,
            "caused by, causing, causes, caused, can cause, could cause, which cause, results in, resulting in, resulted in, leads to, led to, leading to, because, due to, as a result, thus",
        )
}

/// Whether a sentence sets what is against what is expected: `Patterns need slashes, but the watcher uses …`.
fn contrasts(text: &str) -> bool {
    let turn =
        [", but ", ", yet ", ", although ", ", whereas "].iter().find_map(|turn| text.split_once(turn));
    turn.is_some_and(|(_, rest)| {
        let next = words(rest);
        next.len() >= 3
            && next
                .first()
                .is_some_and(|word| !["i", "i'm", "this", "that", "not", "there's"].contains(&word.as_str()))
    })
}

/// Whether a sentence speaks of the change, not of what was wrong.
fn is_fix_talk(text: &str) -> bool {
    const OPENINGS: &str = "this pr, this pull request, this patch, this commit, this change, this fix, the pr, the patch, fixes, fixed, fix, \
        fixing, addresses, address, addressed, resolves, resolve, resolved, solves, solved, closes, corrects, correct, corrected, repairs, repaired, hotfix, bugfix, but";
    let lower = words(text).join(" ");
    let explains = has(text, "caused by, due to, because");
    OPENINGS.split(',').any(|opening| lower.starts_with(&format!("{} ", opening.trim()))) && !explains
        || has(text, "this pr, this pull request, this change, this commit, this patch, this fix")
            && !has(text, "before this, prior to this, without this")
        || has(
            text,
            "the fix is, tempting fix, a fix is, would be wrong, should close, should fix, will fix, now fix it, not fixed, described in, reported in, reported by, i guess",
        )
}
