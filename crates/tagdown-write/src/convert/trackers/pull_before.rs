//! Finds what a merged pull request says of the time before it, where no sentence explains in so many words: the first plain
//! statements of a description tell what was wrong, until it says what was changed.

use super::cause_words::{is_cut_off, leans, points_back};
use super::clean::capital;
use super::explanation::{Ground, Voice, is_past, is_sober, names_defect, was_changed};
use super::sentence_signs::{has, words};
use super::statements::{Said, Topic};
use super::symptom::tells_of_failure;
use super::testimony::MOST;
use super::ties::{opens_before, tie};

/// What was wrong before a change, by the place of a sentence and by what it says.
pub(crate) fn state_before(
    said: &[Said],
    ground: &Ground,
    is_change: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let told: Vec<&Said> =
        said.iter().filter(|one| !matches!(one.topic, Topic::Fix | Topic::Other)).collect();
    let first_change = told.iter().position(|one| is_change(&one.text) && blamed(&one.text).is_none());
    let end = first_change.unwrap_or(told.len());
    let is_alone = told.len() == 1;
    let is_lead = |at: usize| is_alone || first_change == Some(at + 1);
    let mut best: Option<(usize, String)> = None;
    for (at, one) in told[..end].iter().enumerate().filter(|(_, one)| !one.is_item) {
        let clause = blamed(&one.text);
        let is_blamed = clause.is_some();
        let (text, is_without) = after_otherwise(without_change(clause.unwrap_or(&one.text)));
        if is_example(&text)
            || points_back(&text)
            || leans(&text)
            || is_cut_off(&text)
            || text.len() >= MOST
            || words(&text).len() < 6
        {
            continue;
        }
        let case = case(&text);
        // A case that is only the failure again explains nothing.
        let is_case = case.is_some_and(|(case, effect)| {
            fails(effect)
                && (ground.is_fresh(&without_small(case))
                    || has(effect, "not, doesn't, isn't, never, wrong, missing"))
        });
        let is_plain = case.is_none() && (names_defect(&text) || tie(&text).is_some());
        let is_then = opens_before(&text) || has(&text, "currently, previously") || is_past(&text);
        let is_told = is_case
            || is_plain && (is_blamed || !has(&text, "if, should, must, need, needs, want"))
            || is_then && is_lead(at);
        let is_marked = is_without || opens_before(&text) || has(&text, "currently, previously");
        let signs = [
            is_lead(at),
            is_without,
            is_blamed,
            ground.is_fresh(&text),
            ground.names_new(&text),
            is_marked,
            names_defect(&text),
        ];
        let signs = signs.iter().filter(|is_there| **is_there).count();
        let is_good = is_told
            && !has(&text, "still, also, however, so far, see, ready, already fixed, thought")
            && (!was_changed(&text) || has(&text, "wrong, wrongly, accidentally, by mistake, mistakenly"))
            && is_sober(&text, Voice::Lead)
            && !ground.is_again(&text)
            && ground.is_fresh(&text)
            && ground.is_about(&text);
        if is_good && signs >= LEAST && best.as_ref().is_none_or(|(most, _)| *most < signs) {
            best = Some((signs, capital(&text)));
        }
    }
    best.map(|(_, text)| text)
}

/// The least signs of a state that was wrong.
const LEAST: usize = 3;

/// What a sentence calls a bug: `Fixes a bug where the list is read twice`.
fn blamed(text: &str) -> Option<&str> {
    const NOUNS: [&str; 4] = ["bug", "issue", "problem", "error"];
    const TIES: [&str; 6] = [" where ", " in which ", " whereby ", ": ", " that ", " when "];
    let noun =
        NOUNS.iter().filter_map(|noun| text.find(&format!(" {noun}")).map(|at| at + noun.len() + 1)).min()?;
    let is_opening = words(&text[..noun]).len() <= MOST_BEFORE;
    let (at, tie) = TIES[..4].iter().filter_map(|tie| text[noun..].find(tie).map(|at| (at, tie))).min()?;
    let clause = &text[noun + at + tie.len()..];
    (is_opening && words(&text[noun..noun + at]).len() <= MOST_BEFORE && words(clause).len() >= 5)
        .then_some(clause)
}

/// How many words may stand before and after the word for a failure.
const MOST_BEFORE: usize = 6;

/// A sentence without `Otherwise`, which says what was without the change.
fn after_otherwise(text: &str) -> (String, bool) {
    let rest = text.strip_prefix("Otherwise").map(|rest| rest.trim_start_matches([',', ' ']));
    (capital(rest.unwrap_or(text)), rest.is_some())
}

/// A sentence without the clause that says that the change ends it: `…, this PR fixes it`.
fn without_change(text: &str) -> &str {
    const ENDS: [&str; 8] = [
        ", this pr ",
        ", this fixes ",
        ", this patch ",
        ", this change ",
        ", this commit ",
        ", so this pr ",
        ", which this pr ",
        ", fixed ",
    ];
    let lower = text.to_ascii_lowercase();
    let end = ENDS.iter().filter_map(|end| lower.find(end)).min().unwrap_or(text.len());
    &text[..end]
}

/// A case and what comes of it: `If the list is empty, the reader waits`.
fn case(text: &str) -> Option<(&str, &str)> {
    const OPENINGS: [&str; 4] = ["if", "when", "whenever", "unless"];
    let opens = words(text).first().is_some_and(|first| OPENINGS.contains(&first.as_str()));
    let comma = text.rfind("), ").map(|at| at + 1).or_else(|| text.find(", "))?;
    opens.then(|| (&text[..comma], text[comma + 2..].trim_start()))
}

/// Whether a sentence speaks of one place where the failure is seen: `For this page, …`.
fn is_example(text: &str) -> bool {
    const OPENINGS: [&str; 7] = ["for", "once", "suppose", "assuming", "should", "maybe", "on"];
    words(text).first().is_some_and(|first| OPENINGS.contains(&first.as_str()))
}

/// A clause without verbs that say nothing of the matter.
fn without_small(clause: &str) -> String {
    const SMALL: [&str; 6] = ["does", "doesn't", "will", "such", "have", "being"];
    words(clause).into_iter().filter(|word| !SMALL.contains(&word.as_str())).collect::<Vec<_>>().join(" ")
}

/// Whether what comes of a case is a failure, and not what the change does about it.
fn fails(effect: &str) -> bool {
    let first = words(effect).into_iter().next().unwrap_or_default();
    (tells_of_failure(effect)
        || names_defect(effect)
        || has(effect, "remain, remains, stay, stays, keep, keeps, waits, was used, were used, already"))
        && !["we", "i", "you", "please", "just", "do", "don't"].contains(&first.as_str())
        && !has(effect, "now, should, instead we, must, need, needs, simply")
}
