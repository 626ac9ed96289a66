//! Tells which comments the outcome of a thread confirms: those whose advice helped the reporter, those that the reporter
//! agrees with, and those that came before a release or a change which was made on their ground.

use std::collections::HashMap;

use super::cause_words::stems;
use super::issue::{Issue, Speaker};
use super::left_out::{asks, is_question};
use super::releases::is_release;
use super::remarks::{ASKS, is_closing, is_cured, is_proposal, is_trial};
use super::sentence_signs::{self, has, words};
use super::statements::Said;

/// What confirms a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Its advice helped.
    Cured,
    /// The reporter agrees.
    Granted,
    /// The same person released the fix, or made the change.
    Mended,
    /// A maintainer says it, with what to do, and nobody disagrees until the end.
    Unopposed,
}

/// The confirmed comments of a thread, by their turns.
pub(crate) struct Outcome {
    proofs: HashMap<usize, Proof>,
}

impl Outcome {
    /// What a thread that is done confirms. `answers` are the turns of those who released the fix.
    pub(crate) fn of(issue: &Issue, said: &[Said], answers: impl Iterator<Item = usize>) -> Self {
        let mut proofs = HashMap::new();
        if !issue.state.is_done() {
            return Self { proofs };
        }
        let turns = turns(issue, said);
        let last_objection = turns.iter().rposition(|turn| turn.objects).map_or(0, |at| at + 1);
        let unopposed =
            turns[last_objection..].iter().filter(|turn| turn.speaker == Speaker::Maintainer && turn.offers);
        let is_asked = is_question(issue) || asks(&issue.title);
        proofs.extend(unopposed.filter(|_| !is_asked).map(|turn| (turn.number, Proof::Unopposed)));
        let merged = issue.pulls.iter().filter(|pull| pull.is_merged && !pull.author.is_empty());
        let makers: Vec<&str> = merged.map(|pull| pull.author.as_str()).collect();
        let mended = turns.iter().filter(|turn| makers.contains(&turn.author)).map(|turn| turn.number);
        proofs.extend(answers.chain(mended).map(|turn| (turn, Proof::Mended)));
        let last_setback = turns.iter().rposition(|turn| turn.is_setback);
        for (at, turn) in turns.iter().enumerate().filter(|(_, turn)| turn.speaker == Speaker::Reporter) {
            if last_setback.is_some_and(|setback| setback >= at) {
                continue;
            }
            if let Some(helper) = turn.granted.then(|| before(&turns[..at])).flatten() {
                proofs.insert(helper.number, Proof::Granted);
            }
            if turn.is_cured {
                proofs.extend(helpers(&turns[..at], turn.asks_for).map(|turn| (turn, Proof::Cured)));
            }
        }
        Self { proofs }
    }

    /// What confirms a comment, if anything does.
    pub(crate) fn proof(&self, turn: usize) -> Option<Proof> {
        self.proofs.get(&turn).copied()
    }
}

/// A comment as a whole.
struct Turn<'t> {
    number: usize,
    speaker: Speaker,
    author: &'t str,
    /// Whether it says that something helped.
    is_cured: bool,
    /// Whether it agrees with the comment before it.
    granted: bool,
    is_setback: bool,
    /// Whether somebody outside the team asks or disagrees.
    objects: bool,
    /// Whether it says what to do, or that something was done.
    offers: bool,
    /// The person whom a thankful comment names.
    asks_for: Option<&'t str>,
}

fn turns<'t>(issue: &'t Issue, said: &[Said]) -> Vec<Turn<'t>> {
    let mut out: Vec<Turn<'t>> = Vec::new();
    for (number, comment) in (2..).zip(&issue.comments) {
        let own: Vec<&Said> = said.iter().filter(|one| one.turn == number).collect();
        let before: Vec<&Said> = said.iter().filter(|one| one.turn + 1 == number && one.turn > 1).collect();
        let names = issue.comments.iter().map(|other| other.author.as_str()).filter(|name| !name.is_empty());
        out.push(Turn {
            number,
            speaker: comment.speaker,
            author: &comment.author,
            is_cured: own.iter().any(|one| helps(&one.text)),
            granted: own.iter().any(|one| grants(&one.text, &before)),
            is_setback: own.iter().any(|one| fails(&one.text) && !is_closing(&one.text)),
            objects: comment.speaker != Speaker::Maintainer
                && comment.speaker != Speaker::Bot
                && own.iter().any(|one| objects(&one.text)),
            offers: own.iter().any(|one| offers(one)),
            asks_for: names
                .filter(|name| *name != comment.author)
                .find(|name| comment.text.contains(&format!("@{name}"))),
        });
    }
    out
}

/// The comment that an agreement refers to: the last one of somebody else.
fn before<'a, 't>(turns: &'a [Turn<'t>]) -> Option<&'a Turn<'t>> {
    turns.last().filter(|turn| !matches!(turn.speaker, Speaker::Reporter | Speaker::Bot))
}

/// The comments that a cure refers to: the last advice before it, and what the same person said just before that.
fn helpers<'a>(turns: &'a [Turn<'_>], wanted: Option<&'a str>) -> impl Iterator<Item = usize> + 'a {
    let is_helper = |turn: &&Turn<'_>| {
        turn.offers
            && !matches!(turn.speaker, Speaker::Reporter | Speaker::Bot)
            && wanted.is_none_or(|name| name == turn.author)
    };
    let last = turns.iter().rev().find(is_helper);
    let author = last.map_or("", |turn| turn.author);
    let number = last.map_or(0, |turn| turn.number);
    let own = move |turn: &&Turn<'_>| {
        turn.number == number
            || turn.number < number
                && turn.number + LEAD >= number
                && turn.author == author
                && !author.is_empty()
                && turn.speaker != Speaker::Reporter
    };
    let since = turns
        .iter()
        .take_while(|turn| turn.number < number)
        .filter(|turn| turn.is_setback)
        .map(|turn| turn.number)
        .max()
        .unwrap_or(0);
    turns.iter().filter(own).filter(move |turn| turn.number > since).map(|turn| turn.number)
}

/// How many comments may stand between a diagnosis and the advice on its ground.
const LEAD: usize = 2;

/// Whether a sentence says that what was advised helped.
pub(crate) fn helps(text: &str) -> bool {
    const DONE: [&str; 5] = ["fixed", "solved", "resolved", "works", "worked"];
    let all = words(text);
    let is_short = all.len() <= 3 && all.first().is_some_and(|first| DONE.contains(&first.as_str()));
    let is_denied = || {
        has(text, "not, didn't, doesn't, don't, if, unless, still, until, temporarily, would, will, should")
            || text.trim_end().ends_with('?')
    };
    if has(text, "though, but, until, after a restart, by itself, on its own, somehow, magically") {
        return false;
    }
    is_cured(text)
        || (is_short
            || has(
                text,
                "working fine, it's working, is working again, everything works, was the problem, was the issue, was the cause, was the culprit, it's all good, all good now, sorted it, no longer get, no longer see, \
                 no longer getting, fixed for me, it compiles now, it builds now, starts now, up and running, got it working, got it to work, is fixed",
            ))
            && !is_denied()
}

/// Whether a sentence says that something did not help.
fn fails(text: &str) -> bool {
    let is_denied = has(text, "did not, didn't, does not, doesn't, not seem, no luck")
        && has(text, "fix, resolve, solve, help, work, change, difference");
    sentence_signs::is_setback(text) || is_denied
}

/// Whether somebody asks on, or is not content.
fn objects(text: &str) -> bool {
    text.trim_end().ends_with('?')
        || fails(text)
        || sentence_signs::is_disputed(text)
        || has(text, "but, however, not, don't, doesn't, can't, cannot, isn't, i'll try, will try")
}

/// Whether a reporter agrees with a diagnosis: in so many words, or by a `yes` that says it again.
fn grants(text: &str, before: &[&Said]) -> bool {
    const YES: [&str; 8] = ["yes", "yep", "yeah", "yup", "indeed", "correct", "exactly", "right"];
    if text.trim_end().ends_with('?')
        || has(text, "but, however, though, still, not, don't, doesn't, isn't, no")
    {
        return false;
    }
    let says_again = || {
        let own: Vec<String> = stems(text).collect();
        before.iter().any(|one| stems(&one.text).any(|word| own.contains(&word)))
    };
    let opens = words(text).first().is_some_and(|first| YES.contains(&first.as_str()));
    opens && says_again()
        || has(
            text,
            "you're right, you are right, you were right, that was it, that's it, that is it, spot on, that explains it, makes sense now, was the problem, was the issue, was the cause",
        )
}

/// Whether a sentence says what to do, or that something was done about it.
fn offers(one: &Said) -> bool {
    let text = one.text.as_str();
    let all = words(text);
    if has(text, ASKS) {
        return false;
    }
    is_proposal(text)
        || is_trial(text)
        || is_release(text)
        || sentence_signs::is_fix(one)
        || sentence_signs::is_order(&all)
        || one.code.is_some()
        || has(
            text,
            "pushed a fix, merged a fix, merged the fix, committed a fix, i fixed, i've fixed, should be fixed, fixed in, you need to, you have to, you should, you can, you could, you'll want to, you'll need to, installing, \
             upgrading, updating, removing, setting, adding, reinstalling, re-installing, download",
        )
}
