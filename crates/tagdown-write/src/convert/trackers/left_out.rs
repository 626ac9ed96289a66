//! Reasons to leave out an issue: it is a request, a question, a plan or a duplicate, or nobody considers it a failure.

use super::issue::{Issue, Pull, Speaker, State};
use super::issue_failure::Failure;
use super::releases::is_release;
use super::remarks::is_cured;
use super::sentence_signs;
use super::statements::Said;
use super::symptom::tells_of_failure;

/// Labels of issues that are not failures, with the reason.
const NO_FAILURE: &[(&str, &str)] = &[
    (
        "enhancement, feature, feature-request, feature request, improvement, proposal, idea, wishlist, rfc, story, new feature, request",
        "a feature request",
    ),
    ("duplicate", "a duplicate of another issue"),
    (
        "wontfix, won't fix, wont-fix, by design, by-design, works as designed, working as intended, not a bug, not-a-bug, as designed",
        "not considered a failure: it works as intended",
    ),
    ("invalid, spam, off-topic, off topic", "marked as invalid"),
    (
        "epic, meta, tracking, chore, release, roadmap, planning, subtask, sub-task, refactoring, refactor, cleanup, tech debt",
        "planning, not a failure",
    ),
    (TASK, "planning, not a failure"),
    ("dependencies, dependency, renovate, dependabot", "a dependency notice"),
    (
        "cannot reproduce, can't reproduce, not reproducible, cannot-reproduce, unreproducible, works for me, worksforme",
        "nobody could reproduce it",
    ),
    ("billing, sales, hr, account, invoice, licensing, license, training", "not about the product"),
    ("user error, user-error", "a user error"),
];

/// The label of work of any kind.
const TASK: &str = "task";

fn has_label(issue: &Issue, names: &str) -> bool {
    let is_it = |label: &String| {
        let last = label.rsplit([':', '/']).next().unwrap_or_default().trim();
        names.split(", ").any(|name| {
            [label.as_str(), last]
                .iter()
                .any(|label| label.trim_matches(|c: char| !c.is_alphanumeric()) == name)
        })
    };
    issue.labels.iter().any(is_it)
}

/// Reasons to leave out an issue, based on its state, labels and title.
pub(crate) fn by_form(issue: &Issue) -> Option<String> {
    if issue.state == State::Duplicate {
        return Some("a duplicate of another issue".to_owned());
    }
    let is_labelled = |names: &str| {
        // A team files failures as tasks, too.
        has_label(issue, names) && !(names == TASK && tells_of_failure(&issue.title))
    };
    if let Some((_, reason)) = NO_FAILURE.iter().find(|(names, _)| is_labelled(names)) {
        return Some((*reason).to_owned());
    }
    let title = issue.title.to_lowercase();
    let opens =
        |words: &str| words.split(", ").any(|words| title.trim_start_matches(['[', '(']).starts_with(words));
    let reason = if opens(
        "feature request, feature:, feature], fr:, fr], proposal, rfc, enhancement, add , support for, please add, allow , request:, idea:, feat:, feat(, would be nice, option to, ability to, wish",
    ) {
        "a feature request"
    } else if opens(
        "epic, tracking, release checklist, roadmap, release , meta:, chore, refactor, weekly, milestone",
    ) || title.contains("checklist")
    {
        "planning, not a failure"
    } else if opens(
        "bump , dependency dashboard, update dependency, security] bump, build(deps, chore(deps, fix(deps",
    ) {
        "a dependency notice"
    } else if title.contains("typo") || opens("docs:, doc:, documentation:, docs(") {
        "only about documentation"
    } else if title.contains("flaky") && title.contains("test") {
        "about the project's own tests"
    } else {
        return None;
    };
    Some(reason.to_owned())
}

/// Reasons to leave out an issue, based on its text.
pub(crate) fn by_words(issue: &Issue, said: &[Said]) -> Option<String> {
    let boxes = issue.body.lines().filter(|line| {
        let line = line.trim_start().trim_start_matches(['-', '*', '+']).trim_start();
        line.starts_with("[ ]") || line.to_lowercase().starts_with("[x]")
    });
    let lines = issue.body.lines().filter(|line| !line.trim().is_empty()).count();
    if boxes.count() * 2 > lines.max(4) {
        return Some("a task list".to_owned());
    }
    if issue.speaker == Speaker::Bot {
        return Some("written by a bot".to_owned());
    }
    let knows = |said: &&Said| said.speaker == Speaker::Maintainer || said.turn < 2;
    let mut is_stale = false;
    for one in said.iter().filter(|said| said.speaker == Speaker::Bot) {
        is_stale |= one.text.to_lowercase().contains("stale") || one.text.to_lowercase().contains("inactiv");
    }
    let withdrawn = "it is not a bug, it's not a bug, not a bug, my mistake, my fault, my bad, false alarm, my own mistake, was a mistake on my side, user error, works as expected";
    if said.iter().any(|one| {
        one.turn > 1 && one.speaker == Speaker::Reporter && sentence_signs::has(&one.text, withdrawn)
    }) {
        return Some("withdrawn by its reporter".to_owned());
    }
    for one in said.iter().filter(knows).filter(|one| !one.text.contains('?')) {
        let text = one.text.to_lowercase();
        let is_short = text.split_whitespace().count() <= 14;
        let says = |phrases: &str| phrases.split(", ").any(|phrase| text.contains(phrase));
        if is_short
            && (says(
                "duplicate of, dup of, closing as duplicate, closing as a duplicate, /duplicate, same as #",
            ) || text.starts_with("see #"))
        {
            return Some(format!("a duplicate: {}", one.text.trim_end_matches('.')));
        }
        if one.speaker == Speaker::Maintainer || issue.comments.is_empty() {
            let is_denied = says(
                "not the expected, not expected, isn't expected, isn't the expected, not intended, isn't intended",
            );
            if !is_denied
                && says(
                    "by design, works as intended, works as designed, working as intended, works as documented, working as designed, expected behavior, expected behaviour, not a bug, won't fix, wontfix, will not fix, intended behavior, intended behaviour, not something we",
                )
            {
                return Some("not considered a failure: it works as intended".to_owned());
            }
            if issue.state != State::Open
                && says(
                    "cannot reproduce, can't reproduce, unable to reproduce, not able to reproduce, works for me",
                )
                && !said.iter().any(sentence_signs::is_fix)
            {
                return Some("nobody could reproduce it".to_owned());
            }
        }
    }
    if let Some(reason) = without_answer(issue, said) {
        return Some(reason);
    }
    if issue.state == State::NotPlanned && !(is_stale && has_label(issue, BUG_LABELS)) {
        return Some("closed as not planned".to_owned());
    }
    let wishes =
        ["is your feature request", "solution you'd like", "solution you would like", "describe the feature"];
    let body = issue.body.to_lowercase();
    // A form asks everybody for wishes; a failure that was fixed has a label and a change.
    let is_fixed = is_labelled(issue) && issue.pulls.iter().any(|pull| pull.is_merged);
    (!is_fixed && wishes.iter().any(|wish| body.contains(wish))).then(|| "a feature request".to_owned())
}

/// Reasons to leave out an issue that was closed because nobody could say more, or because it wishes for something.
fn without_answer(issue: &Issue, said: &[Said]) -> Option<String> {
    let is_fixed = said.iter().any(|one| {
        one.speaker != Speaker::Reporter && (is_release(&one.text) || sentence_signs::is_fix(one))
    }) || issue.pulls.iter().any(|pull| pull.is_merged)
        || said.iter().any(|one| one.turn > 1 && one.speaker == Speaker::Reporter && is_cured(&one.text));
    if is_fixed {
        return None;
    }
    let by_team =
        || said.iter().filter(|one| matches!(one.speaker, Speaker::Maintainer | Speaker::Contributor));
    let gives_up = |one: &Said| {
        sentence_signs::has(
            &one.text,
            "lack of follow-up, lack of followup, lack of information, lack of info, lack of response, lack of activity, lack of details, lack of feedback, \
             submitter disappeared, reporter disappeared, without more information, without further information, without this information, without these information, \
             not enough information, need more information to, applies to an old version, before reopening, no longer relevant, no longer applies, no longer apply, does not apply anymore, doesn't apply anymore",
        )
    };
    if !issue.state.is_open() && by_team().any(gives_up) {
        return Some("closed for lack of information".to_owned());
    }
    let declines = "cannot support, can't support, we don't support, we do not support, not supported by us, we don't want to, we do not want to, not going to support, not going to change, not going to add, no plans to, \
        no plan to, out of scope, outside the scope, not in scope, not interested in, have decided not to, decided against, don't plan to, do not plan to, don't intend to, do not intend to, not willing to, will not be \
        changed, won't be changed, won't change, will not change, won't be adding, won't be fixing, won't be fixed, will not be fixed";
    let by_maintainer = |one: &&Said| one.speaker == Speaker::Maintainer && one.turn > 1;
    if said.iter().filter(by_maintainer).any(|one| sentence_signs::has(&one.text, declines)) {
        return Some("declined by the project".to_owned());
    }
    let elsewhere = "not a problem in, not an issue with, not an issue in, not a bug in, nothing we can do, out of our control, upstream issue, upstream bug, would not want to, wouldn't want to, \
        would not want this";
    if issue.state == State::Closed
        && said.iter().any(|one| one.turn > 1 && sentence_signs::has(&one.text, elsewhere))
    {
        return Some("not considered a failure of the project".to_owned());
    }
    let wishes = "would be great, would be nice, would be valuable, would be helpful, would be useful, would be awesome, would be amazing, there is no way to, there's no way to, could we get, please add, \
        would love, would it be possible, feature req, could we have";
    // Who wishes for a fix reports a failure.
    let is_wish = |one: &&Said| {
        one.turn == 1
            && sentence_signs::has(&one.text, wishes)
            && !sentence_signs::has(&one.text, "fix would be, solution would be, help would be, any help")
    };
    (said.iter().any(|one| is_wish(&one)) && !is_labelled(issue) && !tells_of_failure(&issue.title))
        .then(|| "a feature request".to_owned())
}

const BUG_LABELS: &str = "bug, defect, regression, crash, confirmed, incident, problem, postmortem, data loss, security, broken, fault, error, known issue, kind/bug";

/// Whether a label calls it a failure.
fn is_labelled(issue: &Issue) -> bool {
    has_label(issue, BUG_LABELS) || issue.labels.iter().any(|label| label.contains("bug"))
}

pub(crate) fn is_question(issue: &Issue) -> bool {
    has_label(issue, "question, support, help, discussion, usage")
}

/// Whether a title is a how-to question.
pub(crate) fn asks(title: &str) -> bool {
    let title = title.to_lowercase();
    let asks =
        ["how ", "what ", "can i", "is it possible", "is there", "do you", "does ", "should i", "question"];
    asks.iter().any(|words| title.starts_with(words))
}

/// Whether something fails, according to labels or words.
pub(crate) fn is_failure(issue: &Issue, failure: &Failure) -> bool {
    let text = format!("{} {}", failure.title, failure.symptom);
    let title = issue.title.trim().to_lowercase();
    let is_named = ["[bug]", "bug:", "[regression]", "regression:", "[crash]"]
        .iter()
        .any(|mark| title.starts_with(mark));
    let is_fixed = |pull: &Pull| {
        pull.is_merged
            && sentence_signs::has(
                &pull.title,
                "fix, fixes, fixed, bug, bugfix, crash, panic, leak, deadlock, race",
            )
    };
    is_named
        || issue.pulls.iter().any(is_fixed)
        || has_label(issue, BUG_LABELS)
        || has_label(issue, "triage, needs triage, needs-triage, confirmed")
        || issue.labels.iter().any(|label| label.contains("bug") || label.contains("defect"))
        || !issue.columns.is_empty()
        || failure.cause.is_some()
        || failure.fix.is_some()
        || tells_of_failure(&text)
}
