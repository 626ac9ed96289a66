//! Finds the comment that answers: the reporter comes back and tells what it was, or somebody explains, advises and helps.

use super::ends::{Ends, asks, is_team};
use super::mends::{advises, mends};
use crate::convert::trackers::cause_words::{is_cut_off, points_back};
use crate::convert::trackers::doubt_words::{is_doubtful, spoils_cause};
use crate::convert::trackers::explanation::names_defect;
use crate::convert::trackers::issue::Speaker;
use crate::convert::trackers::outcome::Proof;
use crate::convert::trackers::remarks::{ASKS, is_closing, is_talk, is_work};
use crate::convert::trackers::sentence_signs::{self, has, is_open, is_setback, words};
use crate::convert::trackers::statements::Said;
use crate::convert::trackers::ties::{Strength, tie};

/// What the reporter says it was.
const WAS: &str = "problem was, issue was, error was, culprit was, cause was, reason was, bug was, trouble was, mistake was, turns out, turned out, was caused by, was due to, was because, it was a, it was an, it was the, it was my, it was due";

/// How somebody opens who tells what they did.
const DID: &str = "had was were forgot called named didn't did wasn't missed mistakenly accidentally misread misspelled mixed";

/// What is no cause, although it sounds like one.
const NO_CAUSE: &str = "had to, was able, was wondering, was hoping, was trying, was just, had the same, had no, had this, had a look, had not read, was going, was looking, my mistake, was the fix, was the solution, didn't realize, did not realize, didn't know, did try, did not try, didn't try";

/// What says that it works now.
const WORKS: &str = "fixed, solved, resolved, works, worked, working, solves, fixes, did the trick, helped, runs, went away, is gone, disappeared, connected";

/// What was done for it.
const MEANS: &str = "after, once, when i, as soon as, installing, upgrading, updating, setting, removing, adding, changing, changed, uninstalling, deleting, downgrading, increasing, rolling back, switching, running, moving, sending, killing, renaming, \
    i put, i set, i added, i removed, i installed, i moved, i renamed, i updated";

/// The answer of the reporter: what it was, and what was done about it.
pub(super) fn returned<'t>(ends: &Ends<'t>) -> Option<(&'t Said, &'t Said)> {
    for turn in ends.comments().rev() {
        let own = ends.turn(turn);
        let is_reporter = own.first().is_some_and(|one| one.speaker == Speaker::Reporter);
        // Who still asks for the cause does not know it.
        let is_puzzled =
            |one: &&Said| asks(one) && has(&one.text, "why, how, what, idea, ideas, anybody, anyone");
        if !is_reporter || own.iter().any(|one| is_setback(&one.text) || is_puzzled(one)) {
            continue;
        }
        // What the team has mended is not what the reporter did wrong.
        let is_mended = ends.of_team().any(|one| one.turn < turn && mends(one));
        if is_mended || ends.is_contested(turn) {
            return None;
        }
        let cause = own.iter().find(|one| is_answer(one));
        let fix = cause.and_then(|cause| own.iter().find(|one| one.text != cause.text && is_cure(one)));
        if let (Some(cause), Some(fix)) = (cause, fix) {
            return Some((cause, fix));
        }
    }
    None
}

/// Whether the reporter says what it was.
fn is_answer(one: &Said) -> bool {
    const FILLERS: &str = "oops ah ok so sorry yes yeah oh well actually basically hmm and but";
    let is_of =
        |list: &str, word: Option<&String>| word.is_some_and(|word| list.split(' ').any(|one| one == word));
    let all = words(&one.text);
    let start = all.iter().take_while(|word| is_of(FILLERS, Some(word))).count();
    let did =
        all.get(start).is_some_and(|word| word == "i" || word == "we") && is_of(DID, all.get(start + 1));
    let own = || {
        let at = all.iter().position(|word| word == "my")?;
        all.iter()
            .skip(at + 2)
            .take(3)
            .find(|word| ["was", "were", "had", "wasn't", "weren't"].contains(&word.as_str()))
    };
    all.len() >= 6
        && (did || has(&one.text, WAS) || own().is_some())
        && !has(&one.text, NO_CAUSE)
        && !is_doubtful(&one.text)
}

/// Whether the reporter says what made it work.
fn is_cure(one: &Said) -> bool {
    words(&one.text).len() >= 6
        && has(&one.text, WORKS)
        && (has(&one.text, MEANS) || one.text.to_lowercase().contains(" by "))
        && !has(&one.text, "not, doesn't, didn't, don't, isn't, if, will, would, until, but")
}

/// The answer of somebody else: an explanation and advice in one comment, which helped, or which a maintainer gives and
/// nobody contests.
pub(super) fn advised<'t>(ends: &Ends<'t>) -> Option<(&'t Said, &'t Said)> {
    let mut found = None;
    for turn in ends.comments() {
        let own = ends.turn(turn);
        let Some(first) = own.first().filter(|one| one.speaker != Speaker::Reporter) else { continue };
        let proof = ends.matter.outcome.proof(turn);
        let helped = matches!(proof, Some(Proof::Cured | Proof::Granted)) || ends.is_cured(turn);
        let is_last = proof == Some(Proof::Unopposed) && is_team(first);
        if !helped && !is_last || ends.is_contested(turn) {
            continue;
        }
        let is_fix = |one: &&&Said| (advises(one) || mends(one)) && !has(&one.text, ASKS);
        let grades = own.iter().enumerate().filter_map(|(at, one)| {
            let leads = own.get(at + 1).is_some_and(|next| is_fix(&next));
            let grade = grade(ends, one, leads)? + usize::from(helped) + usize::from(leads);
            Some((grade, one))
        });
        let least = if helped { 4 } else { 6 };
        // Of several, the first counts.
        let cause = grades.rev_max().filter(|(grade, _)| *grade >= least).map(|(_, one)| *one);
        let fix = cause.and_then(|cause| own.iter().find(|one| one.text != cause.text && is_fix(one)));
        if let (Some(cause), Some(fix)) = (cause, fix) {
            found = Some((cause, *fix));
        }
    }
    found
}

/// How much speaks for a sentence of an answer as the explanation, if nothing speaks against it.
fn grade(ends: &Ends<'_>, one: &Said, leads: bool) -> Option<usize> {
    let text = one.text.as_str();
    let all = words(text);
    let is_other = asks(one)
        || all.len() < 5
        || is_cut_off(text)
        || is_open(text)
        || is_doubtful(text)
        || is_closing(text)
        || is_talk(text)
        || is_work(text)
        || advises(one)
        || mends(one)
        || sentence_signs::is_order(&all)
        || sentence_signs::is_need(text)
        || sentence_signs::is_refusal(text)
        || has(text, "me, my, we, you should, designed, expected, intended, please, thanks, necessary")
        || all.iter().any(|word| word == "i" || word == "i'm" || word == "i've");
    if is_other || spoils_cause(text) || points_back(text) {
        return None;
    }
    // What stands before the advice is its reason, even if it does not say so.
    if tie(text).is_none() && !names_defect(text) && !leads {
        return None;
    }
    let of_tie = tie(text).map_or(0, |tie| if tie.strength >= Strength::Fails { 4 } else { 2 });
    let ground = &ends.matter.ground;
    let signs = [
        (2, names_defect(text)),
        (1, ground.names_new(text)),
        (2, ground.is_stated(text)),
        (1, ground.is_about(text)),
    ];
    Some(of_tie + signs.iter().filter(|(_, is_there)| *is_there).map(|(weight, _)| weight).sum::<usize>())
}

/// The first of the greatest grades.
trait RevMax<'a, 't: 'a> {
    fn rev_max(self) -> Option<(usize, &'a &'t Said)>;
}

impl<'a, 't: 'a, I: Iterator<Item = (usize, &'a &'t Said)>> RevMax<'a, 't> for I {
    fn rev_max(self) -> Option<(usize, &'a &'t Said)> {
        self.fold(None, |best, one| match best {
            Some((most, _)) if most >= one.0 => best,
            _ => Some(one),
        })
    }
}
