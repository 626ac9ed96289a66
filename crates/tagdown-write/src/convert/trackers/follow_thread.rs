//! Follows an issue from first to last comment, and keeps the statements of people who may make them and that were not
//! withdrawn.

use super::cause_words::{is_cut_off, leans, links, names_flaw, names_part, points_back};
use super::connectives::gives_reason;
use super::doubt_words::{speaks_to_somebody, spoils_cause, spoils_fix};
use super::issue::{Issue, Speaker, State};
use super::issue_failure::{Failure, stopped};
use super::pull_text::{self, Change};
use super::releases::is_release;
use super::remarks::{is_closing, is_cured, is_talk, is_work};
use super::testimony::{MOST, Told, is_named_anew, run_up, with_code};
use super::weigh::Talk;
use crate::convert::trackers::sentence_signs;
use crate::convert::trackers::statements::{Said, Topic};
use crate::convert::trackers::symptom::tells_of_failure;

/// The state of knowledge so far.
struct Thread<'t> {
    talk: Talk<'t>,
    cause: Option<Told>,
    fix: Option<Told>,
    /// Somebody else's explanation, which counts once a maintainer agrees.
    theory: Option<Told>,
    /// A plain statement of a maintainer, which explains the failure if a fix follows.
    statement: Option<Told>,
    failure: Failure,
}

/// The facts in an issue, without title and symptom.
pub(crate) fn follow(issue: &Issue, said: &[Said]) -> Failure {
    let failure = Failure::default();
    let mut thread = Thread {
        talk: Talk::new(issue, said),
        cause: None,
        fix: None,
        theory: None,
        statement: None,
        failure,
    };
    for (index, one) in said.iter().enumerate().filter(|(_, one)| one.topic != Topic::Other) {
        if !thread.takes_back(one) {
            thread.supposes(one);
            thread.tells(one, index);
        }
    }
    thread.end(pull_text::changes(issue))
}

impl Thread<'_> {
    /// Whether a sentence says that an attempt did not help. Earlier statements then no longer count.
    fn takes_back(&mut self, one: &Said) -> bool {
        let is_later =
            self.fix.as_ref().is_some_and(|told| told.turn < one.turn) && one.speaker != Speaker::Bot;
        let is_setback = sentence_signs::is_setback(&one.text)
            && !is_closing(&one.text)
            && (one.turn > 1 || self.fix.is_some())
            || is_later
                && sentence_signs::is_disputed(&one.text)
                && !is_closing(&one.text)
                && !is_promise(&one.text);
        let names_change = || self.talk.issue.pulls.iter().any(|pull| names(&one.text, &pull.id));
        if is_setback && (self.fix.is_some() || names_change()) {
            self.failure.dispute = Some(one.text.clone());
        }
        let is_refusal = sentence_signs::is_refusal(&one.text);
        if is_setback || one.turn == 1 && is_refusal {
            (self.cause, self.fix) = (None, None);
        } else if one.speaker == Speaker::Maintainer && is_refusal {
            self.cause = self.cause.take().filter(|told| told.turn == one.turn);
            self.fix = self.fix.take().filter(|told| told.turn == one.turn);
        }
        is_setback
    }

    /// Keeps the explanation of somebody without authority until a maintainer agrees.
    fn supposes(&mut self, one: &Said) {
        // A report says `because` or tells a story.
        let is_reason = |one: &Said| {
            one.turn > 1
                || sentence_signs::has(&one.text, sentence_signs::EXPLAINS)
                || gives_reason(&one.text)
        };
        let is_other =
            matches!(one.speaker, Speaker::Other | Speaker::Contributor) || one.speaker == Speaker::Reporter;
        let explains = |one: &Said| {
            sentence_signs::is_cause(&Said { speaker: Speaker::Maintainer, ..one.clone() })
                && (links(&one.text) || names_part(&one.text) || names_flaw(&one.text))
                && !spoils_cause(&one.text)
                && !speaks_to_somebody(&one.text)
        };
        if is_other && is_reason(one) && explains(one) {
            let before = self.theory.take().filter(|told| told.turn == one.turn);
            self.theory =
                Some(before.map_or_else(|| Told::new(one, one.text.clone()), |told| told.with(&one.text)));
        } else if one.speaker == Speaker::Maintainer
            && sentence_signs::is_agreement(&one.text)
            // `Confirmed` below a report is about the failure, and `good analysis` about its cause.
            && self.theory.as_ref().is_some_and(|told| {
                told.turn + 1 == one.turn && (told.turn > 1 || grants(&one.text))
            })
        {
            self.cause = self.theory.take();
        }
    }

    fn tells(&mut self, one: &Said, index: usize) {
        match one.topic {
            Topic::Workaround if self.failure.workaround.is_none() => {
                self.failure.workaround = Some(one.text.clone());
            }
            Topic::Affected if self.failure.affected.is_none() => {
                self.failure.affected = Some(one.text.clone());
            }
            _ => {}
        }
        if !self.talk.may_say(one) {
            return;
        }
        let knows_releases = matches!(one.speaker, Speaker::Maintainer | Speaker::Bot | Speaker::Contributor);
        if knows_releases && is_release(&one.text) && !spoils_fix(&one.text) {
            // A version says more than a pull request, and a release more than the promise of one.
            let is_out =
                sentence_signs::has(&one.text, "released, published, is out, now available, is available")
                    && !one.text.starts_with('@');
            let is_less = |told: &Told| {
                is_release(&told.text)
                    && sentence_signs::names_version(&told.text)
                    && !(is_out && sentence_signs::names_version(&one.text))
            };
            if self.fix.as_ref().is_none_or(|told| told.turn != one.turn && !is_less(told)) {
                self.fix = Some(Told::new(one, one.text.clone()));
                self.failure.dispute = None;
            }
        } else if self.talk.is_remedy(one, self.cause.is_some()) {
            if self.fix.as_ref().is_none_or(|told| told.turn != one.turn || is_named_anew(told, one)) {
                self.fix = self.whole(one, index);
                self.failure.dispute = None;
            }
        } else if self.talk.is_explanation(one) {
            self.explains(one, index);
        } else if self.talk.is_statement(one) {
            let before = self.statement.take().filter(|told| {
                told.turn == one.turn && told.paragraph == one.paragraph && told.takes(&one.text)
            });
            let whole = run_up(self.talk.said, index);
            self.statement = match before {
                Some(told) => Some(told.with(&one.text)),
                // `So it stops` needs the sentence before it.
                None if leans(&whole) => None,
                None => Some(Told::new(one, whole)),
            };
        }
    }

    /// A complete fix: the instruction with the steps before and after it. `None` if it is too long.
    fn whole(&self, one: &Said, index: usize) -> Option<Told> {
        let is_named = one.topic == Topic::Fix;
        let is_same = |other: &Said| other.turn == one.turn && (!is_named || other.topic == Topic::Fix);
        let is_step = |other: &Said| {
            is_same(other) && (is_named || sentence_signs::is_advice(other)) && !is_talk(&other.text)
        };
        // `Added a key, which is rejected` is a report.
        // Under a label the reason may come first.
        let explains = |other: &Said| {
            self.talk.is_explanation(other)
                || self.talk.is_statement(other)
                || links(&other.text) && !sentence_signs::is_fix(other)
        };
        let leads = |other: &Said| {
            is_step(other) && if is_named { !explains(other) } else { !tells_of_failure(&other.text) }
        };
        let steps = self.talk.said[..index].iter().rev().take_while(|other| leads(other)).count();
        let mut told: Option<Told> = None;
        let first = index - steps;
        let all = self.talk.said[first..].iter().enumerate();
        let all = all.take_while(|(at, other)| {
            at + first <= index
                || is_step(other)
                || is_same(other) && other.code.is_some() && !is_talk(&other.text)
        });
        for (_, next) in
            all.filter(|(_, next)| next.topic != Topic::Cause && !sentence_signs::is_chatter(&next.text))
        {
            let text = with_code(next);
            told = match told {
                None => Some(Told::new(next, text)),
                Some(told) if told.takes(&text) => Some(told.with(&text)),
                // Text below code would belong to the code's step.
                Some(_) => return None,
            };
        }
        told
    }

    /// Handles an explanation; after a fix it describes the fix.
    fn explains(&mut self, one: &Said, index: usize) {
        // `This mismatch …` may speak of a sentence that was left out.
        let is_next = index.checked_sub(1).is_some_and(|before| {
            let before = &self.talk.said[before];
            self.cause.as_ref().is_some_and(|told| told.text.contains(before.text.trim_end_matches('.')))
        });
        let is_named = one.topic == Topic::Cause;
        if !is_named
            && self
                .fix
                .as_ref()
                .is_some_and(|told| told.turn == one.turn && !is_release(&told.text) && one.turn < 2)
        {
            return;
        }
        self.cause = Some(match self.cause.take() {
            Some(told) if told.turn == one.turn && (told.paragraph == one.paragraph || is_named) => {
                let fits = told.takes(&one.text) && (is_next || !points_back(&one.text));
                if fits { told.with(&one.text) } else { told }
            }
            Some(told) if told.turn == one.turn && !is_named => told,
            before => {
                let whole = run_up(self.talk.said, index);
                // `That was the old one` explains nothing without the sentence before it.
                let is_second = index.checked_sub(1).is_some_and(|before| {
                    let before = &self.talk.said[before];
                    before.turn == one.turn && before.paragraph == one.paragraph && before.topic == one.topic
                });
                let is_alone = whole == one.text && (!is_named || is_second);
                if is_cut_off(&one.text) || leans(&one.text) && is_alone {
                    self.cause = before;
                    return;
                }
                Told::new(one, whole)
            }
        });
    }

    /// The result. In an open issue, the fix must have helped somebody.
    fn end(mut self, change: Change) -> Failure {
        let helped = |told: &Told| {
            self.talk.said.iter().any(|said| {
                said.turn > told.turn && (is_cured(&said.text) || sentence_signs::is_success(&said.text))
            })
        };
        let is_confirmed = match self.talk.issue.state {
            State::Reopened => false,
            State::Open => self.fix.as_ref().is_some_and(helped),
            _ => true,
        };
        let change = if self.talk.issue.state.is_done() && self.failure.dispute.is_none() {
            change
        } else {
            Change::default()
        };
        // What tells what to do tells no cause.
        let is_apart = |told: &Told| {
            let text = told.text.trim_end_matches('.');
            self.fix.as_ref().is_none_or(|fix| !fix.text.contains(text))
        };
        let told = self.cause.take().filter(is_apart).map(|told| told.text);
        let before = || self.fix.as_ref().and_then(|fix| self.before(fix)).map(|told| told.text);
        let stated = || {
            let (stated, fix) = (self.statement.as_ref()?, self.fix.as_ref()?);
            (self.talk.issue.state.is_done() && stated.turn <= fix.turn && !fix.text.contains(&stated.text))
                .then(|| stated.text.clone())
        };
        let is_alone = change.fix.is_none() && self.fix.is_none();
        let changed = change.cause.filter(|_| !(change.is_weak && is_alone));
        let cause = told.or(changed).or_else(before).or_else(stated).or_else(|| self.named_in_title());
        let is_named = self.fix.as_ref().is_some_and(|fix| fix.is_named);
        let is_changed = self.talk.issue.pulls.iter().any(|pull| pull.is_merged);
        let is_valid = |told: &Told| {
            is_confirmed && (!is_changed || told.is_named || is_release(&told.text) || helped(told))
        };
        let own = self.fix.as_ref().filter(|told| is_valid(told)).cloned().map(|told| told.text);
        // The text of the change says more than that there is one.
        let is_bare = own.as_ref().is_some_and(|own| !sentence_signs::names_version(own) && is_release(own));
        let is_told = change.fix.is_some();
        // What was changed is the fix; advice in the thread is what helped until then.
        let is_beside =
            own.as_ref().is_some_and(|own| !is_release(own) && !sentence_signs::names_version(own))
                && !is_named;
        let fix = if is_bare || is_beside { change.fix.or(own) } else { own.or(change.fix) };
        Failure { cause, fix, is_bare: is_bare && !is_told, ..self.failure }
    }

    /// The cause that the title of a confirmed failure names.
    fn named_in_title(&self) -> Option<String> {
        let title = &self.talk.issue.title;
        let names = sentence_signs::has(
            title,
            "race condition causing, race condition in, caused by, because of, deadlock between",
        ) && !title.trim_end().ends_with('?');
        let confirms = |said: &Said| {
            said.speaker == Speaker::Maintainer
                && sentence_signs::has(
                    &said.text,
                    "replicate this, reproduce this, reproduced this, reproduced it, i can reproduce, i could reproduce, confirmed, this is a bug, able to reproduce",
                )
                && !sentence_signs::has(&said.text, "can't, cannot, not, unable, couldn't")
        };
        (names && self.talk.issue.state.is_done() && self.talk.said.iter().any(confirms))
            .then(|| title.clone())
    }

    /// The explanation before a fix by the same person, if that fix closed the issue.
    fn before(&self, fix: &Told) -> Option<Told> {
        let turn = fix.turn;
        let at = self
            .talk
            .said
            .iter()
            .position(|said| said.turn == turn && fix.text.starts_with(said.text.trim_end_matches('.')));
        let at = at.filter(|_| self.talk.issue.state.is_done())?;
        let said = &self.talk.said[..at];
        let spoils = |text: &str| spoils_cause(text) || speaks_to_somebody(text);
        let is_reason = |one: &&Said| {
            let knows = sentence_signs::is_cause(&Said { speaker: Speaker::Maintainer, ..(*one).clone() });
            let talks =
                is_talk(&one.text) || is_closing(&one.text) || is_work(&one.text) || spoils(&one.text);
            let is_open = one.topic != Topic::Symptom && one.topic != Topic::Other;
            turn > 1 && one.speaker == Speaker::Maintainer && one.turn == turn && is_open && knows && !talks
        };
        let last = said.iter().rfind(is_reason)?;
        let is_with = |one: &&Said| {
            one.turn == turn
                && one.paragraph == last.paragraph
                && sentence_signs::is_plain(one)
                && !is_talk(&one.text)
                && !is_closing(&one.text)
                && !is_work(&one.text)
                && !spoils(&one.text)
        };
        let text = said.iter().filter(is_with).map(|one| stopped(&one.text)).collect::<Vec<_>>().join(" ");
        (!text.is_empty() && text.len() < MOST && !leans(&text)).then(|| Told::new(last, text))
    }
}

/// Whether a sentence only says what somebody will do should the failure come back, or that it did not.
fn is_promise(text: &str) -> bool {
    sentence_signs::has(
        text,
        "if it, if this, if that, will let you know, will report, in case it, should it, nobody, not happen again, never happened again, not happened again, not seen it again, hasn't happened again",
    )
}

/// Whether somebody agrees with the explanation in a report, and not only that something fails.
fn grants(text: &str) -> bool {
    sentence_signs::has(
        text,
        "analysis, diagnosis, explanation, you're right, you are right, exactly, spot on, good catch, nice catch, great catch, good find, nice find, great find, well spotted",
    ) && !text.trim_end().ends_with('?')
}

/// Whether a text names a pull request: `#12`, and not `#123`.
fn names(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| !text[at + id.len()..].starts_with(|c: char| c.is_ascii_digit()))
}
