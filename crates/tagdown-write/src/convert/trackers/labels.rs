//! Labels of the parts of a text, and what stands below them: `Root cause`, `Steps to reproduce`.

use super::phrases::words;

/// The topic that a label announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Symptom,
    Cause,
    Fix,
    Workaround,
    Affected,
    /// A topic of no use here: steps, versions, wishes.
    Other,
    /// No topic: running text.
    None,
}

/// Labels and their topics.
const LABELS: &[(Topic, &str)] = &[
    (
        Topic::Symptom,
        "symptom, symptoms, what happened, what happens, describe the bug, bug description, actual behavior, actual \
        behaviour, actual result, actual results, actual, current behavior, current behaviour, observed behavior, observed behaviour, \
        observed, problem, problem description, the problem, issue, issue description, description, summary, what is the current bug \
        behavior, what went wrong, impact, customer impact, user impact, error, error message, what, symptôme, symptome, síntoma, sintoma, симптом, 现象, 症状, 現象",
    ),
    (
        Topic::Cause,
        "cause, causes, root causes, reasons, root cause, the cause, the real cause, real cause, the reason, why, what caused it, what was wrong, reason, analysis, diagnosis, root cause analysis, explanation, why it happens, ursache, \
        causa, raiz, what is wrong, what is going wrong, why this happens, why did this happen, причина, 原因",
    ),
    (
        Topic::Fix,
        "fix, the fix, what we did, what we changed, what was done, what changed, how we fixed it, solution, resolution, resolved by, fixed by, how to fix, remedy, fixed in, fixed version, fix version, \
        fix versions, changes, change, description of change, description of changes, what changes did you make, modifications, modification, implementation, summary of changes, what has changed, describe the solution, solution description, what this pr does, what does this pr do, what this does, proposed changes, the change, this change, approach, new behavior, new behaviour, lösung, behebung, solución, solução, soluzione, решение, 解决, 解决方案, 解決, 対処",
    ),
    (
        Topic::Other,
        "release note, release notes, release justification, changelog, changelog entry, notes for reviewers, notes for the reviewer, special notes for your reviewer, notes to reviewers",
    ),
    // What surrounds a failure is no cause by its heading.
    (
        Topic::None,
        "motivation, motivation and context, context and motivation, problem and motivation, background, why is this needed, why we need it",
    ),
    (Topic::Workaround, "workaround, work around, workarounds"),
    (Topic::Affected, "affected versions, versions affected, affected, affects versions, affects version"),
];

/// Words in labels of sections that say nothing about a failure: what was expected, done or used.
const ASIDE: &str = "expected, steps, reproduce, reproduction, version, environment, platform, system, os, browser, screenshot, screenshots, \
    additional, context, log, logs, output, checklist, setup, possible, potential, suspected, suggested, suggestion, proposed, \
    proposal, desired, alternatives, feature, related, like, conduct, severity, priority, impact, timeline, config, configuration, backend, \
    storage, since, links, references, regression, acceptance, definition, todo, tasks, test, tests, tested, testing, verify, verification, verified, validation, expect, driver, anything, risk, risks, reviewer, reviewers, qa, cla, drawbacks, follow-up";

/// The topic of a label.
pub(super) fn topic(label: &str) -> Topic {
    let plain: String = label.to_lowercase().replace(['*', '_', '`', '#', '?', ':', '!'], " ");
    // Text in parentheses after it, such as the author, is not part of it.
    let plain = plain.split('(').next().unwrap_or_default();
    let plain =
        plain.trim_matches(|c: char| !c.is_alphanumeric()).split_whitespace().collect::<Vec<_>>().join(" ");
    let is_it = |names: &&str| {
        names.split(',').any(|name| name.split_whitespace().collect::<Vec<_>>().join(" ") == plain)
    };
    let is_aside = || plain.split(' ').any(|word| ASIDE.split(',').any(|aside| aside.trim() == word));
    let names_cause =
        ["root cause", "cause of ", "source of the bug", "source of the problem", "source of the issue"];
    let is_cause = || names_cause.iter().any(|name| plain.starts_with(name));
    let unknown = || match () {
        () if is_cause() => Topic::Cause,
        () if is_aside() => Topic::Other,
        () => Topic::None,
    };
    LABELS.iter().find(|(_, names)| is_it(names)).map_or_else(unknown, |(topic, _)| *topic)
}

/// The topic of a label in a pull request, where `What` is what was done.
pub(super) fn topic_of_change(label: &str) -> Topic {
    let is_what = label.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case("what");
    let solves = || {
        label.split_whitespace().any(|word| {
            ["solve", "solves", "solving", "solution", "fixes", "changes"]
                .contains(&word.to_lowercase().as_str())
        })
    };
    match topic(label) {
        _ if is_what => Topic::Fix,
        Topic::None if solves() => Topic::Other,
        topic => topic,
    }
}

/// Whether a sentence says what the root cause is.
pub(super) fn names_root_cause(text: &str) -> bool {
    let is_name = |run: &[String]| {
        run[0] == "root" && run[1] == "cause" && ["is", "was", "of"].contains(&run[2].as_str())
    };
    words(text).windows(3).take(4).any(is_name)
}
