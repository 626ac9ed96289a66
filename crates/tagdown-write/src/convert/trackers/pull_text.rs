//! Finds cause and fix in the pull request that closed an issue. Its author changed the project, and a maintainer merged
//! it, so both may be believed. Its title comes first, since it is about the change as a whole.

use std::collections::HashSet;

use super::after_words::ends_what_was;
use super::cause_words::{is_cut_off, leans, points_back, restates, stems};
use super::change_content::is_vague;
use super::change_words::is_change;
use super::doubt_words::{is_doubtful, is_suspicion, spoils_fix};
use super::explanation::{Ground, LEAST, Voice, is_sober};
use super::issue::{Issue, Pull};
use super::issue_failure::stopped;
use super::pull_title::{FIXES, by_title, without_marks, without_references};
use super::remarks::{is_closing, is_work};
use super::sentence_signs::{has, words};
use super::statements::{self, Said, Topic};
use super::testimony::MOST;

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
    for pull in issue.pulls.iter().filter(|pull| pull.is_merged) {
        let said: Vec<Said> = statements::of_pull(&pull.body).into_iter().filter(is_told).collect();
        let is_more = |text: &String| !restates(text, &title, 80) && !spoils_fix(text);
        let by_body = fix(&said).filter(is_more);
        let by_reason = || said.iter().find_map(|one| reason_in(&one.text, ground));
        let in_title = || reason_in(without_marks(without_references(&pull.title)), ground);
        out.cause = out.cause.or_else(|| cause(&said, ground)).or_else(by_reason).or_else(in_title);
        let reference = reference(pull, issue.milestone.as_deref());
        let told = |text: String| format!("{} ({reference}).", text.trim().trim_end_matches(['.', ':']));
        out.fix = out.fix.or_else(|| by_title(&pull.title).filter(is_more).or(by_body).map(told));
        out.name = out.name.or_else(|| Some(format!("Fixed by {reference}.")));
    }
    out
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
    (is_change(&one.text) || is_over)
        && one.text.len() < MOST
        && !is_pronoun(&one.text)
        && !is_work(&one.text)
        && !is_closing(&one.text)
        && !is_vague(&one.text)
        && !is_cut_off(&one.text)
        && !spoils_fix(&one.text)
}

/// The sentence that is called the fix and says what the change does. Others also tell of tests, choices and opinions.
fn fix(said: &[Said]) -> Option<String> {
    let told = said.iter().find(|one| one.topic == Topic::Fix && one.is_labelled && is_told_change(one));
    told.map(|one| one.text.clone())
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
    let cured = || tied(&[" caused by ", " due to ", " because of "]).filter(|_| is_cure);
    let past = |reason: &&str| {
        has(reason, "was, were, did, didn't, wasn't, weren't, had, the old, the previous, the earlier")
    };
    let changed = || tied(&[" because "]).filter(|reason| is_change(text) && past(reason));
    let reason = cured().or_else(changed).filter(|_| !is_doubtful(text))?;
    let reason = reason.trim_end_matches('.');
    ground.is_reason(reason).then(|| Cause { text: reason.to_owned(), signs: LEAST })
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
    // What stands behind a change often tells how it works.
    let change = said.iter().position(is_told_change).unwrap_or(said.len());
    let mut best: Option<Cause> = None;
    for (at, one) in said.iter().enumerate().filter(|(_, one)| is_good(one)) {
        // A sentence that needs the one before it is nothing alone.
        let from = if points_back(&one.text) { at.checked_sub(1) } else { Some(at) };
        let is_near = |from: &usize| {
            let before = &said[*from];
            *from == at || before.paragraph == one.paragraph && is_good(before) && !leans(&before.text)
        };
        let Some(from) = from.filter(is_near) else { continue };
        let is_lead = said.get(at + 1).is_some_and(|next| is_change(&next.text));
        let voice = match () {
            () if at > change => Voice::After,
            () if is_lead => Voice::Lead,
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

/// Sentences as one text, as long as they fit.
fn joined<'s>(said: impl Iterator<Item = &'s Said>) -> String {
    let mut text = String::new();
    for one in said {
        if !text.is_empty() && text.len() + one.text.len() > MOST {
            break;
        }
        text = if text.is_empty() { one.text.clone() } else { format!("{} {}", stopped(&text), one.text) };
    }
    text.trim_end_matches(':').to_owned()
}
