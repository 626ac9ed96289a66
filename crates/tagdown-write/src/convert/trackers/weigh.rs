//! Weighs what is said in an issue: who may state causes and fixes, and which sentences are one.

use std::collections::{HashMap, HashSet};

use super::doubt_words::{is_suspicion, speaks_to_somebody, spoils_cause, spoils_fix};
use super::explanation::{Ground, LEAST, Voice};
use super::issue::{Issue, Speaker};
use super::pull_text::NAMED;
use super::releases::is_release;
use super::remarks::{is_closing, is_cured, is_proposal, is_trial, is_work};
use super::sentence_signs;
use super::statements::{Said, Topic};

/// An issue and its sentences, with what the whole thread says about each comment. It is found once, so that long threads
/// cost no more per comment than short ones.
pub(crate) struct Talk<'t> {
    pub(crate) issue: &'t Issue,
    pub(crate) said: &'t [Said],
    /// The last turn in which somebody outside the team says that something helped.
    cured: usize,
    /// The turns in which anybody says so.
    cures: HashSet<usize>,
    /// The last turn in which a maintainer thanks for a solution.
    thanked: usize,
    /// The last turn in which somebody outside the team asks or disagrees.
    disputed: usize,
    /// The turns in which somebody is going to work on it.
    pending: HashSet<usize>,
    /// The last turn in which the team says which release has the fix.
    released: usize,
    /// Those turns, and what the same people said last before them: who explains it and then releases the fix knows it.
    pub(crate) answers: HashSet<usize>,
    /// Whether a merged pull request closed it.
    is_changed: bool,
    /// The paragraphs that tell of suspicions, by their turns.
    stories: HashSet<(usize, usize)>,
    /// The paragraphs that announce the cause, by their turns.
    announced: HashSet<(usize, usize)>,
    /// The turns in which somebody asks for the cause.
    puzzled: HashSet<usize>,
    /// The turns that label a cause and a fix.
    labels: HashSet<usize>,
    /// Whether the description says that the failure is fixed.
    is_told: bool,
    pub(crate) ground: Ground,
}

const THANKS: &str = "for providing a solution, for the solution, for providing the solution, for sharing the solution, for the fix, for finding the, \
    for figuring, for tracking this down, good find, great find, nice find";

/// What somebody says who has no fix yet.
const PLANS: &str = "take a look, have a look, look into it, look into this, will look, i'll look, will investigate, i'll investigate, easy to fix, when i have time, if i have time, have the time, working on a fix, working on it, \
    work on it, work on this, work on a fix";

impl<'t> Talk<'t> {
    /// Listens to a whole thread.
    pub(crate) fn new(issue: &'t Issue, said: &'t [Said]) -> Self {
        let is_outside =
            |one: &Said| matches!(one.speaker, Speaker::Reporter | Speaker::Other | Speaker::Contributor);
        let is_team = |one: &Said| one.speaker == Speaker::Maintainer;
        let last =
            |is_it: &dyn Fn(&Said) -> bool| said.iter().rfind(|one| is_it(one)).map_or(0, |one| one.turn);
        let turns = |is_it: &dyn Fn(&Said) -> bool| -> HashSet<usize> {
            said.iter().filter(|one| is_it(one)).map(|one| one.turn).collect()
        };
        let objects = |one: &Said| {
            one.text.trim_end().ends_with('?')
                || sentence_signs::is_setback(&one.text)
                || sentence_signs::is_disputed(&one.text)
        };
        let is_out = |one: &Said| is_team(one) && names_release(one);
        let named = |topic: Topic| turns(&|one| one.is_labelled && one.topic == topic);
        Self {
            issue,
            said,
            cured: last(&|one| is_outside(one) && is_cured(&one.text)),
            cures: turns(&|one| is_cured(&one.text)),
            thanked: last(&|one| is_team(one) && sentence_signs::has(&one.text, THANKS)),
            disputed: last(&|one| is_outside(one) && objects(one)),
            pending: turns(&|one| sentence_signs::has(&one.text, PLANS)),
            released: last(&is_out),
            answers: with_words_before(issue, turns(&is_out)),
            is_changed: issue.state.is_done() && issue.pulls.iter().any(|pull| pull.is_merged),
            stories: said
                .iter()
                .filter(|one| is_suspicion(&one.text))
                .map(|one| (one.turn, one.paragraph))
                .collect(),
            announced: said
                .iter()
                .filter(|one| is_team(one) && announces_cause(&one.text))
                .map(|one| (one.turn, one.paragraph))
                .collect(),
            puzzled: turns(&|one| is_puzzled(&one.text)),
            labels: named(Topic::Cause).intersection(&named(Topic::Fix)).copied().collect(),
            is_told: issue.is_record && said.iter().any(|one| one.turn == 1 && is_told_fix(one)),
            ground: Ground::of(issue),
        }
    }

    /// Whether the speaker of a sentence may state causes and fixes.
    pub(crate) fn may_say(&self, one: &Said) -> bool {
        match one.speaker {
            Speaker::Maintainer | Speaker::Bot => true,
            Speaker::Contributor => self.is_confirmed(one.turn),
            Speaker::Other => self.is_endorsed(one.turn),
            // A report is a story; only a closed issue that names its cause and its fix is more.
            Speaker::Reporter => {
                self.issue.state.is_done()
                    && (self.is_told || one.is_labelled && self.labels.contains(&one.turn))
            }
        }
    }

    /// Whether somebody else says later that what was said in a turn helped.
    pub(crate) fn is_confirmed(&self, turn: usize) -> bool {
        self.cured > turn
    }

    /// Whether a maintainer labels a cause and a fix in a turn.
    pub(crate) fn is_whole(&self, turn: usize) -> bool {
        let is_team = |one: &Said| one.turn == turn && one.speaker == Speaker::Maintainer;
        turn > 1 && self.labels.contains(&turn) && self.said.iter().any(is_team)
    }

    /// Whether a comment of somebody without a role tells what helped, and a maintainer thanks for the solution.
    fn is_endorsed(&self, turn: usize) -> bool {
        self.cures.contains(&turn) && self.thanked > turn
    }

    /// Whether a sentence is an instruction that ends the failure: labelled as the fix, or with nothing said against it.
    pub(crate) fn is_remedy(&self, one: &Said) -> bool {
        let is_pending = self.pending.contains(&one.turn) && !self.is_confirmed(one.turn);
        if is_pending || is_closing(&one.text) || is_work(&one.text) || spoils_fix(&one.text) {
            return false;
        }
        let is_open = self.issue.state.is_open();
        let is_plain = sentence_signs::is_fix(one) && !is_trial(&one.text);
        if one.topic == Topic::Fix || one.turn == 0 {
            return is_plain || one.turn == 0 && sentence_signs::is_fix(one);
        }
        let is_tried = self.is_confirmed(one.turn) || one.speaker == Speaker::Other;
        let is_helpful = is_proposal(&one.text)
            || one.speaker == Speaker::Other && (one.code.is_some() && is_cured(&one.text));
        is_tried && is_helpful && !is_open || is_plain && (is_tried || self.is_last_word(one.turn))
    }

    /// Whether nobody asks again or disagrees after a comment.
    fn is_last_word(&self, turn: usize) -> bool {
        self.disputed <= turn
    }

    /// Whether a sentence stands where somebody tells of suspicions or asks for the cause.
    pub(crate) fn is_unsure(&self, one: &Said) -> bool {
        self.stories.contains(&(one.turn, one.paragraph)) || self.puzzled.contains(&one.turn)
    }

    /// How many signs speak for a sentence as the explanation of the failure.
    pub(crate) fn signs(&self, one: &Said) -> Option<usize> {
        let text = one.text.as_str();
        if one.topic == Topic::Cause {
            let is_it =
                sentence_signs::is_cause(one) && !is_closing(text) && (one.turn == 0 || !spoils_cause(text));
            return is_it.then_some(NAMED);
        }
        let is_report = one.turn == 1 && !self.issue.is_record && one.speaker != Speaker::Maintainer;
        let is_open = !matches!(one.topic, Topic::None | Topic::Fix)
            || is_report
            || one.speaker == Speaker::Bot
            || one.turn > 1 && speaks_to_somebody(text)
            || self.is_unsure(one);
        let is_confirmed = self.is_changed || self.released > one.turn || self.is_confirmed(one.turn);
        let voice = match () {
            () if one.turn == 1 && !self.issue.is_record => Voice::Report,
            () if self.answers.contains(&one.turn) => Voice::Answer,
            () if is_confirmed => Voice::Confirmed,
            () => Voice::Comment,
        };
        let is_announced = self.announced.contains(&(one.turn, one.paragraph)) && one.turn > 1;
        let called = || (is_announced && self.ground.is_called(text)).then_some(LEAST);
        if is_open { None } else { self.ground.signs(text, voice).or_else(called) }
    }
}

/// Whether a sentence says which version has the fix.
pub(crate) fn names_release(one: &Said) -> bool {
    let is_fix = || sentence_signs::is_fix(one) && !is_trial(&one.text) && !spoils_fix(&one.text);
    sentence_signs::names_version(&one.text) && (is_release(&one.text) || is_fix())
}

/// Turns with those in which the same people spoke last before them.
fn with_words_before(issue: &Issue, turns: HashSet<usize>) -> HashSet<usize> {
    let mut last: HashMap<&str, usize> = HashMap::new();
    let mut out = turns;
    // The description is turn 1.
    for (turn, comment) in (2..).zip(&issue.comments).filter(|(_, comment)| !comment.author.is_empty()) {
        let before = last.insert(&comment.author, turn);
        if out.contains(&turn) {
            out.extend(before);
        }
    }
    out
}

/// Whether somebody says that they know the cause, which they are about to tell.
fn announces_cause(text: &str) -> bool {
    // `This was caused by #12`: what follows says how.
    let blames = sentence_signs::has(
        text,
        "was caused by, is caused by, was introduced by, was introduced in, comes from, came from",
    ) && text.contains(['#', '/']);
    (blames
        || sentence_signs::has(
            text,
            "found it, found the problem, found the issue, found the bug, found the cause, found the root cause, found the culprit, found the reason, nailed the root cause, nailed the cause, nailed it, identified the root cause, identified the cause, \
         identified the problem, tracked it down, tracked this down, here is what happens, here's what happens, here is what happened, here's what happened, this is what happens, this is what happened",
        ))
        && !text.trim_end().ends_with('?')
        && !sentence_signs::has(text, "not, haven't, hasn't, once, until, if, when, think, maybe, probably")
}

/// Whether somebody asks for the cause, and so does not know it.
fn is_puzzled(text: &str) -> bool {
    text.trim_end().ends_with('?')
        && sentence_signs::has(
            text,
            "know, idea, ideas, clue, why, what is happening, what's happening, what happens, what could, what might, what is wrong, what's wrong, what causes, what is causing",
        )
}

/// Whether a description says that the failure is fixed, and not that its author upgraded something.
fn is_told_fix(one: &Said) -> bool {
    let says_i =
        sentence_signs::words(&one.text).iter().any(|word| ["i", "i've", "my"].contains(&word.as_str()));
    !says_i
        && (is_release(&one.text)
            || sentence_signs::is_fix(&Said { speaker: Speaker::Maintainer, ..one.clone() }))
}
