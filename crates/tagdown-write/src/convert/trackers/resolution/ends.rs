//! A thread with what is said of its end: who belongs to the team, who objects, and who is content.

use super::mends::mends;
use crate::convert::trackers::explanation::Ground;
use crate::convert::trackers::issue::{Issue, Speaker};
use crate::convert::trackers::outcome::{Outcome, helps};
use crate::convert::trackers::remarks::is_closing;
use crate::convert::trackers::sentence_signs::{has, is_disputed, is_refusal, is_setback};
use crate::convert::trackers::statements::{Said, Topic};

/// A thread that is done, with what it confirms.
pub(crate) struct Matter<'t> {
    pub(crate) issue: &'t Issue,
    pub(crate) said: &'t [Said],
    pub(crate) ground: &'t Ground,
    pub(crate) outcome: &'t Outcome,
}

/// A thread, and what is said of its end.
pub(super) struct Ends<'t> {
    pub(super) matter: &'t Matter<'t>,
    /// The sentences that count, in order.
    pub(super) said: Vec<&'t Said>,
}

impl<'t> Ends<'t> {
    pub(super) fn of(matter: &'t Matter<'t>) -> Self {
        let counts = |one: &&Said| one.speaker != Speaker::Bot && one.topic != Topic::Other;
        Self { matter, said: matter.said.iter().filter(counts).collect() }
    }

    /// Whether the thread says that another one has the answer.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.said.iter().any(|one| {
            has(&one.text, "in favor of, in favour of, duplicate of, dupe of, dup of")
                || one.text.to_lowercase().contains("same as #")
        })
    }

    /// The comments of the team.
    pub(super) fn of_team(&self) -> impl Iterator<Item = &'t Said> {
        self.said.iter().copied().filter(|one| one.turn > 1 && is_team(one))
    }

    /// The sentences of one comment.
    pub(super) fn turn(&self, turn: usize) -> Vec<&'t Said> {
        self.said.iter().copied().filter(|one| one.turn == turn).collect()
    }

    /// The turns of the comments, in order.
    pub(super) fn comments(&self) -> std::ops::Range<usize> {
        2..self.matter.issue.comments.len() + 2
    }

    /// Whether somebody says after a turn that the failure is still there, or that what was said is wrong.
    pub(super) fn is_contested(&self, turn: usize) -> bool {
        self.said.iter().any(|one| one.turn > turn && contests(one))
    }

    /// Whether somebody thanks for the fix after a turn, or says that it helped.
    pub(super) fn is_thanked(&self, turn: usize) -> bool {
        let thanks =
            |one: &Said| has(&one.text, "for fixing, for the fix, for the quick fix, for the fast fix");
        self.said.iter().any(|one| one.turn > turn && !is_team(one) && thanks(one)) || self.is_cured(turn)
    }

    /// Whether the reporter or another user says after a turn that it helped.
    pub(super) fn is_cured(&self, turn: usize) -> bool {
        self.said.iter().any(|one| one.turn > turn && !is_team(one) && helps(&one.text))
    }
}

/// Whether somebody who may speak for the project says a sentence.
pub(super) fn is_team(one: &Said) -> bool {
    one.speaker == Speaker::Maintainer
}

/// Whether a sentence is a question.
pub(super) fn asks(one: &Said) -> bool {
    one.text.trim_end().ends_with('?')
}

/// Whether a sentence says that the failure is still there, or that what was said is wrong.
fn contests(one: &Said) -> bool {
    let text = one.text.as_str();
    let is_over = helps(text) || is_closing(text) || mends(one) || has(text, "never mind, nevermind");
    !is_over && (is_setback(text) || is_refusal(text) || is_disputed(text) && !is_team(one))
}
