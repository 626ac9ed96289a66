//! Follows an issue from first to last comment, and keeps the statements of people who may make them and that were not
//! withdrawn.

use super::advice;
use super::cause_words::{is_cut_off, leans, points_back};
use super::clean::capital;
use super::diagnosis::confirmed;
use super::doubt_words::spoils_fix;
use super::explanation::{Voice, is_sober};
use super::issue::{Issue, Speaker, State};
use super::issue_failure::{Failure, stopped};
use super::outcome::Outcome;
use super::pull_text::{self, Change, NAMED};
use super::releases::{is_release, names_release_number};
use super::remarks::{is_closing, is_cured, is_talk};
use super::resolution::{self, Matter, Resolution};
use super::testimony::{Told, is_named_anew, with_code};
use super::ties::tie;
use super::title_cause;
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
    failure: Failure,
}

/// The facts in an issue, without title and symptom.
pub(crate) fn follow(issue: &Issue, said: &[Said], title: &str) -> Failure {
    let failure = Failure::default();
    let mut thread = Thread { talk: Talk::new(issue, said), cause: None, fix: None, theory: None, failure };
    for (index, one) in said.iter().enumerate().filter(|(_, one)| one.topic != Topic::Other) {
        if !thread.takes_back(one) {
            thread.supposes(one);
            thread.tells(one, index);
        }
    }
    let change = pull_text::changes(issue, &thread.talk.ground);
    thread.end(change, title)
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
        let is_other = !matches!(one.speaker, Speaker::Maintainer | Speaker::Bot);
        if is_other && self.talk.ground.signs(&one.text, Voice::Answer).is_some() && !points_back(&one.text) {
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
        // A report tells what to do to see the failure.
        let is_report = one.turn == 1 && !self.talk.issue.is_record && one.topic != Topic::Fix;
        if is_report {
            if let Some(signs) = self.talk.signs(one) {
                self.explains(one, index, signs);
            }
        } else if knows_releases && is_release(&one.text) && !spoils_fix(&one.text) {
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
        } else if self.talk.is_remedy(one) {
            if self.fix.as_ref().is_none_or(|told| told.turn != one.turn || is_named_anew(told, one)) {
                self.fix = self.whole(one, index);
                self.failure.dispute = None;
            }
        } else if let Some(signs) = self.talk.signs(one) {
            self.explains(one, index, signs);
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
            self.talk.signs(other).is_some() || tie(&other.text).is_some() && !sentence_signs::is_fix(other)
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

    /// Handles an explanation: the text under a label grows, otherwise a later one with no fewer signs counts.
    fn explains(&mut self, one: &Said, index: usize, signs: usize) {
        let is_named = signs == NAMED;
        let before = index.checked_sub(1).map(|before| &self.talk.said[before]).filter(|before| {
            before.turn == one.turn && before.paragraph == one.paragraph && before.topic == one.topic
        });
        if is_cut_off(&one.text) {
            return;
        }
        if let Some(told) = self.cause.take_if(|told| told.turn == one.turn) {
            let is_next = before.is_some_and(|before| {
                told.text.ends_with(before.text.trim_end_matches('.')) || told.text.ends_with(&before.text)
            });
            let grows = is_named && told.signs == NAMED || is_next;
            let fits = told.takes(&one.text) && (is_next || !points_back(&one.text));
            self.cause = Some(match () {
                () if grows && fits => told.with(&one.text),
                () if signs > told.signs && !points_back(&one.text) => {
                    Told { signs, ..Told::new(one, one.text.clone()) }
                }
                () => told,
            });
            return;
        }
        // `That was the old one` explains nothing without the sentence before it.
        let text = match before {
            _ if !points_back(&one.text) || is_named && before.is_none() && !leans(&one.text) => {
                one.text.clone()
            }
            Some(before) if !leans(&before.text) && leads(before) => {
                format!("{} {}", stopped(&before.text), one.text)
            }
            _ => return,
        };
        if self.cause.as_ref().is_none_or(|told| told.signs <= signs) {
            self.cause = Some(Told { signs, ..Told::new(one, text) });
        }
    }

    /// The result. In an open issue, the fix must have helped somebody.
    fn end(mut self, change: Change, title: &str) -> Failure {
        let helped = |told: &Told| {
            self.talk.said.iter().any(|said| {
                // What worked before is no success.
                let is_past = sentence_signs::has(&said.text, "before, previously, used to");
                said.turn > told.turn
                    && (is_cured(&said.text) || sentence_signs::is_success(&said.text))
                    && !is_past
            })
        };
        let is_confirmed = match self.talk.issue.state {
            State::Reopened => false,
            State::Open => {
                self.fix.as_ref().is_some_and(|told| helped(told) || self.talk.is_whole(told.turn))
            }
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
        let told = self.cause.take().filter(is_apart);
        // The change explains better than the talk about it.
        let cause = match (told, change.cause) {
            (Some(told), Some(changed)) if changed.signs < told.signs => Some(told.text),
            (told, changed) => changed.map(|cause| cause.text).or(told.map(|told| told.text)),
        };
        // What was only supposed counts once the outcome confirms it.
        let is_sound = self.failure.dispute.is_none();
        let outcome = Outcome::of(self.talk.issue, self.talk.said, self.talk.answers.iter().copied());
        let Talk { issue, said, ground, .. } = &self.talk;
        let matter = Matter { issue, said, ground, outcome: &outcome };
        let diagnosis = confirmed(&self.talk, &outcome).filter(|_| is_sound && cause.is_none());
        let beside = diagnosis.as_ref().map(|(turn, _)| *turn);
        let by_maker = || resolution::diagnosed(&matter).filter(|_| is_sound && issue.state.is_done());
        let cause = cause.or(diagnosis.map(|(_, text)| text)).or_else(by_maker);
        let changed = change.fix.or(change.name.filter(|_| cause.is_some()));
        let is_changed = self.talk.issue.pulls.iter().any(|pull| pull.is_merged);
        let is_valid = |told: &Told| {
            is_confirmed && (!is_changed || told.is_named || is_release(&told.text) || helped(told))
        };
        let own = self.fix.as_ref().filter(|told| is_valid(told)).map(|told| without_talk(&told.text));
        let is_code = |own: &String| is_release(own) && !names_release_number(own);
        let advised =
            || advice::helped(self.talk.said, &outcome, beside).filter(|_| is_sound && changed.is_none());
        // Advice is of more use than the name of a commit.
        let advice =
            if own.as_ref().is_some_and(|own| !is_code(own) || beside.is_none()) { None } else { advised() };
        let is_advised = advice.is_some();
        let own = advice.or(own);
        let release = own.clone().filter(|own| is_release(own) && own.len() < MOST_RELEASE);
        let is_out = own.as_ref().is_some_and(|own| sentence_signs::names_version(own));
        // A pull request without a text or a release is no fix that a user can take.
        let is_tried = is_advised || self.fix.as_ref().is_some_and(|told| self.talk.is_confirmed(told.turn));
        let is_bare = changed.is_none() && own.as_ref().is_some_and(is_code) && !is_tried;
        let fix = match (changed, release) {
            (Some(changed), Some(release)) if is_out => Some(format!("{changed} {release}")),
            (Some(changed), _) => Some(changed),
            (None, _) => own,
        };
        let is_released = is_out && is_sound && self.talk.issue.state.is_done();
        let in_title = || title_cause::stated(self.talk.issue, title, is_released).filter(|_| fix.is_some());
        let cause = cause.or_else(in_title);
        let is_whole = cause.is_some() && fix.is_some() && !is_bare;
        // Where no sentence alone is clear enough, the way in which the thread ends may tell.
        let by_end = || resolution::found(&matter).filter(|_| !is_changed && issue.state == State::Closed);
        if let Some(Resolution { cause, fix }) = Some(()).filter(|()| !is_whole).and_then(|()| by_end()) {
            return Failure { cause: Some(cause), fix: Some(fix), is_bare: false, ..self.failure };
        }
        Failure { cause, fix, is_bare, ..self.failure }
    }
}

/// A fix without what its speaker says about their own plans.
fn without_talk(fix: &str) -> String {
    let talks =
        sentence_signs::has(fix, "in the meantime, meanwhile, will look, i'll look, look into, for now");
    let bare = ["But ", "So ", "And "].iter().find_map(|word| fix.strip_prefix(word));
    let bare = bare.map_or_else(|| fix.to_owned(), capital);
    advice::clause(fix).filter(|_| talks && !is_release(fix)).unwrap_or(bare)
}

/// Whether a sentence can stand before an explanation.
fn leads(one: &Said) -> bool {
    is_sober(&one.text, Voice::Comment)
        && sentence_signs::is_plain(one)
        && (one.turn > 1 || one.topic == Topic::Cause)
}

/// The longest sentence about a release that stands beside a change, in bytes.
const MOST_RELEASE: usize = 200;

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
        "analysis, diagnosis, explanation, you're right, you are right, exactly, spot on, good catch, nice catch, great catch, good find, nice find, great find, well spotted, my mistake, my fault, my bad, mistake on my end, mistake on my part, mistake on our end",
    ) && !text.trim_end().ends_with('?')
}

/// Whether a text names a pull request: `#12`, and not `#123`.
fn names(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| !text[at + id.len()..].starts_with(|c: char| c.is_ascii_digit()))
}
