//! Finds the analysis of a failure by somebody outside the team, once the team has mended it without another explanation.

use super::ends::{Ends, asks, is_team};
use super::mends::{exactness, mends};
use crate::convert::trackers::cause_words::{is_cut_off, names_part};
use crate::convert::trackers::doubt_words::{is_doubtful, is_suspicion};
use crate::convert::trackers::explanation::names_defect;
use crate::convert::trackers::sentence_signs::{has, is_open, is_setback, words};
use crate::convert::trackers::statements::Said;
use crate::convert::trackers::ties::{Strength, tie};

/// The least that a sentence says about where the fix is.
const LEAST_EXACT: usize = 2;

/// The least that speaks for an analysis.
const LEAST: usize = 5;

/// What tells how something works, and not only that it fails.
const WORKINGS: &str = "expects, expect, assumes, assume, instead of, rather than, before, after, never, without, prepended, appended, passed, called, sent, set to, compares, compared, returns, ignores, overwrites, reads, parses, happens when";

/// What only tells that it fails.
const FAILS: &str = "error, exception, crash, crashes, traceback, fail, fails, failed, broken";

/// The analysis, and the sentence that says where the fix is.
pub(super) fn mended<'t>(ends: &Ends<'t>) -> Option<(&'t Said, &'t Said)> {
    let fix = ends.of_team().filter(|one| mends(one)).max_by_key(|one| (exactness(one), one.turn))?;
    let is_sure = !has(&fix.text, "should, hopefully, think, hope") || ends.is_cured(fix.turn);
    // Who asks does not agree yet, and who explains has another cause.
    let differs = |one: &Said| one.turn < fix.turn && asks(one) || tie(&one.text).is_some() && !mends(one);
    if !is_sure
        || exactness(fix) < LEAST_EXACT && !ends.is_thanked(fix.turn)
        || ends.is_contested(fix.turn)
        || ends.of_team().any(differs)
    {
        return None;
    }
    let told =
        ends.said.iter().copied().filter(|one| one.turn < fix.turn && (one.turn == 1 || !is_team(one)));
    let mut best: Option<(usize, &Said)> = None;
    for one in told {
        if let Some(grade) = grade(ends, one).filter(|grade| *grade >= LEAST)
            && best.is_none_or(|(most, _)| most < grade)
        {
            best = Some((grade, one));
        }
    }
    best.map(|(_, cause)| (cause, fix))
}

/// How much speaks for a sentence as an analysis, if nothing speaks against it.
fn grade(ends: &Ends<'_>, one: &Said) -> Option<usize> {
    const CASES: [&str; 5] = ["when", "if", "after", "since", "whenever"];
    const PERSONS: [&str; 7] = ["my", "me", "i'm", "we", "our", "you", "your"];
    let text = one.text.as_str();
    let all = words(text);
    let is_other = asks(one)
        || all.len() < 7
        || is_cut_off(text)
        || is_open(text)
        || is_doubtful(text)
        || is_suspicion(text)
        || is_setback(text)
        || all.first().is_some_and(|first| CASES.contains(&first.as_str()))
        || all.iter().any(|word| PERSONS.contains(&word.as_str()))
        || says_i(text);
    let tie = tie(text);
    // What the title says already is no more than the failure.
    let is_new = ends.matter.ground.is_new(tie.as_ref().map_or(text, |tie| tie.reason.as_str()));
    if is_other || !is_new {
        return None;
    }
    let of_tie = tie.map_or(0, |tie| if tie.strength >= Strength::Plain { 4 } else { 2 });
    let explains = has(text, WORKINGS);
    let signs = [(2, names_defect(text)), (2, names_part(text)), (1, explains)];
    let sum =
        of_tie + signs.iter().filter(|(_, is_there)| *is_there).map(|(weight, _)| weight).sum::<usize>();
    Some(sum.saturating_sub(usize::from(has(text, FAILS) && !explains && of_tie < 4)))
}

/// Whether a sentence has an `I` that is a person, and no counter: `when i == 3`.
fn says_i(text: &str) -> bool {
    let all: Vec<&str> = text.split_whitespace().collect();
    all.windows(2).any(|pair| pair[0].eq_ignore_ascii_case("i") && pair[1].starts_with(char::is_alphabetic))
}
