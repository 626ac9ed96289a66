//! Finds cause and fix in the pull request that closed an issue. Its author changed the project, and a maintainer merged
//! it, so both may be believed. Its title comes first, since it is about the change as a whole.

use std::collections::HashSet;

use super::after_words::{ends_what_was, tells_of_after};
use super::cause_words::{is_cut_off, leans, points_back, restates, stems};
use super::change_content::is_vague;
use super::change_words::is_change;
use super::connectives::opens_clause;
use super::doubt_words::{is_doubtful, is_suspicion, spoils_fix};
use super::explanation::{Ground, LEAST, Voice, is_sober};
use super::hedges::after_finding;
use super::issue::{Issue, Pull};
use super::issue_failure::stopped;
use super::pull_before::state_before;
use super::pull_title::{FIXES, by_title, without_marks, without_references};
use super::remarks::{is_closing, is_work};
use super::sentence_signs::{has, words};
use super::statements::{self, Said, Topic};
use super::testimony::MOST;
use super::ties::opens_before;

/// Cause and fix according to a pull request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    pub(crate) cause: Option<Cause>,
    pub(crate) fix: Option<String>,
    /// Which pull request it is, for a change that does not say what it does. That is enough beside the cause.
    pub(crate) name: Option<String>,
}

/// A cause and the signs for it.
#[derive(Clone, Debug)]
pub(crate) struct Cause {
    pub(crate) text: String,
    pub(crate) signs: usize,
}

/// The signs of a cause that is called so.
pub(crate) const NAMED: usize = 9;

/// The most sentences of a text that is called the cause.
const MOST_NAMED: usize = 3;

/// What the merged pull requests of an issue say.
pub(crate) fn changes(issue: &Issue, ground: &Ground) -> Change {
    let mut out = Change::default();
    let title: HashSet<String> = stems(&issue.title).collect();
    // A later change completes the earlier ones.
    let mut merged: Vec<&Pull> = issue.pulls.iter().filter(|pull| pull.is_merged).collect();
    merged.sort_by_key(|pull| std::cmp::Reverse(number(pull)));
    for pull in merged {
        let found = |one: Said| Said { text: after_finding(&one.text), ..one };
        let said: Vec<Said> =
            statements::of_pull(&pull.body).into_iter().filter(is_told).map(found).collect();
        let is_more = |text: &String| !restates(text, &title, 80) && !spoils_fix(text);
        if is_half(pull) {
            continue;
        }
        let by_reason = || said.iter().find_map(|one| reason_in(&one.text, ground));
        let in_title = || reason_in(without_marks(without_references(&pull.title)), ground);
        let before = || {
            let text = state_before(&said, ground, &is_change)?;
            Some(Cause { text, signs: LEAST })
        };
        let told = out.cause.or_else(|| cause(&said, ground)).or_else(by_reason);
        out.cause = told.or_else(in_title).or_else(before);
        let reference = reference(pull, issue.milestone.as_deref());
        let told = |text: String| format!("{} ({reference}).", text.trim().trim_end_matches(['.', ':']));
        // An earlier change alone may be no fix.
        let is_last = out.name.is_none();
        out.fix = out.fix.or_else(|| by_title(&pull.title).filter(|text| is_last && is_more(text)).map(told));
        out.name = out.name.or_else(|| Some(format!("Fixed by {reference}.")));
    }
    out
}

/// The number of a pull request.
fn number(pull: &Pull) -> u64 {
    let digits: String = pull.id.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// A pull request, and the release that it is planned for.
fn reference(pull: &Pull, milestone: Option<&str>) -> String {
    let id = pull.url.as_ref().map_or_else(|| pull.id.clone(), |url| format!("[{}]({url})", pull.id));
    milestone.map_or(id.clone(), |title| format!("{id}, milestone {title}"))
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

/// Whether a sentence says what the change does.
fn is_told_change(one: &Said) -> bool {
    let is_over = one.topic == Topic::Fix && ends_what_was(&one.text, &words(&one.text));
    // `Replaces #12` says nothing of what was done.
    let is_reference = one.text.split_whitespace().nth(1).is_some_and(|word| word.starts_with('#'));
    (is_change(&one.text) || is_over)
        && !is_reference
        && one.text.len() < MOST
        && !is_pronoun(&one.text)
        && !is_work(&one.text)
        && !is_closing(&one.text)
        && !is_vague(&one.text)
        && !is_cut_off(&one.text)
        && !spoils_fix(&one.text)
}

/// Whether a pull request says that it ends the failure only in part, or that its author is not sure of it.
fn is_half(pull: &Pull) -> bool {
    const HALVES: &str = "doesn't solve, does not solve, not solve, doesn't fix, does not fix, not fix, doesn't address, does not address, not address, root cause is unknown, not the root cause, not a real fix, \
        partial fix, partially, partly fixes, band-aid, stopgap, quick hack, temporary fix, temporary workaround, hopefully, might fix, may fix, could fix, should fix, should be fixed, should be resolved, should be solved, potential fix, potential solution, possible fix, possible solution, not an expert, not familiar, attempt to fix, attempts to fix, tries to fix, trying to fix, \
        not sure, no idea, wip, do not merge";
    has(&pull.title, HALVES) || statements::of_pull(&pull.body).iter().any(|one| has(&one.text, HALVES))
}

/// Whether the subject of a sentence stands in another one.
fn is_pronoun(text: &str) -> bool {
    const PRONOUNS: [&str; 5] = ["it", "they", "these", "those", "he"];
    words(text).first().is_some_and(|first| PRONOUNS.contains(&first.as_str()))
}

/// The reason that a change names for itself: `Fix the crash caused by an empty list`, `…, because the old check skipped it`.
fn reason_in(text: &str, ground: &Ground) -> Option<Cause> {
    let is_cure = words(text).first().is_some_and(|first| FIXES.contains(&first.as_str()));
    let tied = |ties: &[&str]| ties.iter().find_map(|tie| text.split_once(tie)).map(|(_, reason)| reason);
    let past = |reason: &&str| {
        has(reason, "was, were, did, didn't, wasn't, weren't, had, the old, the previous, the earlier")
    };
    let named = || tied(&[" caused by ", " due to ", " because of "]);
    let cured = || named().or_else(|| tied(&[" because "]).filter(past)).filter(|_| is_cure);
    let changed = || tied(&[" because "]).filter(|reason| is_change(text) && past(reason));
    let reason = cured().or_else(changed).or_else(|| reason_to_act(text)).filter(|_| !is_doubtful(text))?;
    let reason = reason.trim_end_matches('.');
    ground.is_reason(reason).then(|| Cause { text: reason.to_owned(), signs: LEAST })
}

/// The reason why something has to be done: `Since the list is empty, we need to …`.
fn reason_to_act(text: &str) -> Option<&str> {
    const NEEDS: [&str; 5] = ["we need to ", "we have to ", "we must ", "it has to ", "it needs to "];
    let (reason, rest) = text.split_once(", ")?;
    let is_need = NEEDS.iter().any(|need| rest.to_lowercase().starts_with(need));
    let (_, clause) = reason.split_once(' ').filter(|_| is_need && opens_clause(&words(reason)))?;
    Some(clause)
}

/// The cause: the text that is called so, or the sentence with the most signs of an explanation.
fn cause(said: &[Said], ground: &Ground) -> Option<Cause> {
    let stories: HashSet<usize> =
        said.iter().filter(|one| is_suspicion(&one.text)).map(|one| one.paragraph).collect();
    let is_good = |one: &Said| {
        is_sober(&one.text, Voice::Change) && !ground.is_again(&one.text) && !stories.contains(&one.paragraph)
    };
    let is_named = |one: &Said| one.topic == Topic::Cause && one.is_labelled && is_good(one);
    if let Some(first) = said.iter().position(|one| is_named(one) && !leans(&one.text)) {
        let rest = said[first..].iter().take(MOST_NAMED).take_while(|one| is_named(one));
        return Some(Cause { text: joined(rest), signs: NAMED });
    }
    let is_alone = said.iter().filter(|one| !is_change(&one.text)).count() == 1;
    // What stands behind a change often tells how it works, unless it stands under another heading or tells of before.
    let is_after = |at: usize| {
        let is_same = |other: &Said| other.topic == said[at].topic && is_told_change(other);
        said[..at].iter().any(is_same) && !tells_of_before(&said[at].text)
    };
    let mut best: Option<Cause> = None;
    for (at, one) in said.iter().enumerate().filter(|(_, one)| is_good(one)) {
        // A sentence that needs the one before it is nothing alone.
        let from = if points_back(&one.text) { at.checked_sub(1) } else { Some(at) };
        let is_near = |from: &usize| {
            let before = &said[*from];
            *from == at || one.paragraph - before.paragraph <= 1 && is_good(before) && !leans(&before.text)
        };
        let Some(from) = from.filter(is_near) else { continue };
        // What explains on its own needs no conclusion.
        if from < at && ground.signs(&said[from].text, Voice::Change).is_some() {
            continue;
        }
        let is_lead = said.get(at + 1).is_some_and(|next| tells_change(&next.text));
        let voice = match () {
            // So does an item, unless it says that it tells the reason.
            () if is_after(at) || one.is_item => Voice::After,
            () if is_lead || is_alone => Voice::Lead,
            () => Voice::Change,
        };
        let text = joined(said[from..=at].iter());
        let Some(signs) = ground.signs(&text, voice).filter(|_| text.len() < MOST) else { continue };
        if best.as_ref().is_none_or(|best| best.signs < signs) {
            best = Some(Cause { text, signs });
        }
    }
    best
}

/// Whether a sentence speaks of the time before a change.
fn tells_of_before(text: &str) -> bool {
    opens_before(text) || has(text, "currently, previously, until now, up to now")
}

/// Whether a sentence says what a change does, or how things are with it.
fn tells_change(text: &str) -> bool {
    is_change(text)
        || tells_of_after(text)
        || has(text, "solves this, solves that, solves it, fixes this, fixes that, fixes it")
}

/// Sentences as one text, as long as they fit.
fn joined<'s>(said: impl Iterator<Item = &'s Said>) -> String {
    let mut text = String::new();
    for one in said {
        if !text.is_empty() && text.len() + one.text.len() > MOST {
            break;
        }
        text = if text.is_empty() { one.text.clone() } else { format!("{} {}", stopped(&text), one.text) };
    }
    let text = text.trim_end_matches(':');
    text.strip_suffix(", so").unwrap_or(text).to_owned()
}
