//! Follows an issue from first to last comment, and keeps the statements that were not withdrawn.

use super::issue::{Issue, Speaker, State};
use super::issue_failure::{Failure, stopped};
use crate::convert::trackers::sentence_signs;
use crate::convert::trackers::statements::{Said, Topic};

/// A statement and where it was made.
#[derive(Clone)]
struct Told {
    turn: usize,
    paragraph: usize,
    text: String,
}

impl Told {
    fn new(said: &Said, text: String) -> Self {
        Self { turn: said.turn, paragraph: said.paragraph, text }
    }

    /// The same with one more sentence.
    fn with(self, more: &str) -> Self {
        Self { text: format!("{} {more}", stopped(&self.text)), ..self }
    }

    /// Whether another sentence fits.
    fn takes(&self, more: &str) -> bool {
        self.text.len() + more.len() < MOST && !self.text.contains("```")
    }
}

/// The maximum length of a field, in bytes.
const MOST: usize = 600;

/// The state of knowledge so far.
struct Thread<'t> {
    issue: &'t Issue,
    said: &'t [Said],
    /// Whether maintainers reply, in which case the reporter's explanation is only a guess.
    is_answered: bool,
    cause: Option<Told>,
    fix: Option<Told>,
    /// Somebody else's explanation, which counts once a maintainer agrees.
    theory: Option<Told>,
    failure: Failure,
}

/// The facts in an issue, without title and symptom.
pub(crate) fn follow(issue: &Issue, said: &[Said]) -> Failure {
    let is_answered = issue.comments.iter().any(|comment| comment.speaker == Speaker::Maintainer);
    let failure = Failure::default();
    let mut thread = Thread { issue, said, is_answered, cause: None, fix: None, theory: None, failure };
    for (index, one) in said.iter().enumerate().filter(|(_, one)| one.topic != Topic::Other) {
        if !thread.takes_back(one) {
            thread.supposes(one);
            thread.tells(one, index);
        }
    }
    thread.end()
}

impl Thread<'_> {
    /// Whether a sentence says that an attempt did not help. Earlier statements then no longer count.
    fn takes_back(&mut self, one: &Said) -> bool {
        let is_later =
            self.fix.as_ref().is_some_and(|told| told.turn < one.turn) && one.speaker != Speaker::Bot;
        let is_setback = sentence_signs::is_setback(&one.text) && (one.turn > 1 || self.fix.is_some())
            || is_later && sentence_signs::is_disputed(&one.text);
        if is_setback && self.fix.is_some() {
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
        let is_other = one.speaker == Speaker::Other || one.speaker == Speaker::Reporter && one.turn > 1;
        if is_other && sentence_signs::is_cause(&Said { speaker: Speaker::Maintainer, ..one.clone() }) {
            let before = self.theory.take().filter(|told| told.turn == one.turn);
            self.theory =
                Some(before.map_or_else(|| Told::new(one, one.text.clone()), |told| told.with(&one.text)));
        } else if one.speaker == Speaker::Maintainer
            && sentence_signs::is_agreement(&one.text)
            && self.theory.as_ref().is_some_and(|told| told.turn + 1 == one.turn)
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
        let is_trusted = one.speaker == Speaker::Maintainer
            || self.issue.comments.is_empty()
            || one.speaker == Speaker::Reporter && self.issue.state == State::Closed;
        let is_report = self.is_answered && one.turn == 1 && one.topic == Topic::None;
        let is_release = one.speaker == Speaker::Bot
            && sentence_signs::is_fix(&Said { topic: Topic::Fix, ..one.clone() })
            && sentence_signs::names_version(&one.text);
        if is_release || sentence_signs::is_fix(one) && is_trusted && !is_report {
            if self.fix.as_ref().is_none_or(|told| told.turn != one.turn || is_named_anew(told, one)) {
                self.fix = self.whole(one, index, is_release);
                self.failure.dispute = None;
            }
        } else if sentence_signs::is_cause(one) && is_trusted && !is_report && one.topic != Topic::Symptom {
            self.explains(one, index);
        }
    }

    /// A complete fix: half of the steps would be worse than none. `None` if it is too long.
    fn whole(&self, one: &Said, index: usize, is_release: bool) -> Option<Told> {
        if is_release {
            return Some(Told::new(one, one.text.clone()));
        }
        let is_same =
            |other: &Said| other.turn == one.turn && (one.topic != Topic::Fix || other.topic == Topic::Fix);
        let is_step =
            |other: &Said| is_same(other) && (one.topic == Topic::Fix || sentence_signs::is_advice(other));
        let steps = self.said[..index].iter().rev().take_while(|other| is_step(other)).count();
        let mut told: Option<Told> = None;
        let all = self.said[index - steps..].iter().take_while(|other| is_same(other));
        for next in all.filter(|next| next.topic != Topic::Cause && !sentence_signs::is_chatter(&next.text)) {
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
        let is_named = one.topic == Topic::Cause;
        if !is_named && self.fix.as_ref().is_some_and(|told| told.turn == one.turn) {
            return;
        }
        self.cause = Some(match self.cause.take() {
            Some(told) if told.turn == one.turn && (told.paragraph == one.paragraph || is_named) => {
                if told.takes(&one.text) { told.with(&one.text) } else { told }
            }
            Some(told) if told.turn == one.turn && !is_named => told,
            _ => Told::new(one, run_up(self.said, index)),
        });
    }

    /// The result. In an open issue, the fix must have helped somebody.
    fn end(mut self) -> Failure {
        let helped = |told: &Told| {
            self.said.iter().any(|said| said.turn > told.turn && sentence_signs::is_success(&said.text))
        };
        let is_confirmed = self.issue.state != State::Open || self.fix.as_ref().is_some_and(helped);
        let cause = self.cause.take().or_else(|| self.before(self.fix.as_ref()?));
        self.failure.cause = cause.map(|told| told.text);
        self.failure.fix = self.fix.filter(|_| is_confirmed).map(|told| told.text);
        self.failure
    }

    /// The explanation before a fix by the same person, if that fix closed the issue.
    fn before(&self, fix: &Told) -> Option<Told> {
        let turn = fix.turn;
        let is_closed = self.issue.state == State::Closed;
        let at = self
            .said
            .iter()
            .position(|said| said.turn == turn && sentence_signs::is_fix(said))
            .filter(|_| is_closed)?;
        let said = &self.said[..at];
        let first = said.iter().find(|said| said.turn == turn && said.topic != Topic::Other)?;
        let is_reason = |one: &&Said| {
            let knows = sentence_signs::is_cause(&Said { speaker: Speaker::Maintainer, ..(*one).clone() });
            let states = turn > 1
                && one.speaker == Speaker::Maintainer
                && sentence_signs::is_plain(one)
                && sentence_signs::words(&one.text).len() >= 7;
            // The first paragraph of a body describes the symptom.
            let is_later = turn > 1 || one.paragraph > first.paragraph;
            let is_open = one.topic != Topic::Symptom && one.topic != Topic::Other;
            one.turn == turn && is_open && is_later && (knows || states)
        };
        let last = said.iter().rfind(is_reason)?;
        let is_with = |one: &&Said| {
            one.turn == turn && one.paragraph == last.paragraph && sentence_signs::is_plain(one)
        };
        let text = said.iter().filter(is_with).map(|one| stopped(&one.text)).collect::<Vec<_>>().join(" ");
        (!text.is_empty() && text.len() < MOST).then(|| Told::new(last, text))
    }
}

/// Whether a fix that was mentioned in passing appears again under a label.
fn is_named_anew(told: &Told, one: &Said) -> bool {
    one.topic == Topic::Fix && told.paragraph != one.paragraph && !told.text.contains(one.text.as_str())
}

/// A sentence of an explanation, preceded by the plain sentence that it often needs.
fn run_up(said: &[Said], index: usize) -> String {
    let one = &said[index];
    let before = index.checked_sub(1).map(|before| &said[before]);
    // In a report the preceding sentence describes the symptom.
    let before = before.filter(|before| {
        (one.turn > 1 || one.topic == Topic::Cause)
            && before.turn == one.turn
            && before.paragraph == one.paragraph
            && before.topic == one.topic
            && sentence_signs::is_plain(before)
    });
    before.map_or_else(|| one.text.clone(), |before| format!("{} {}", stopped(&before.text), one.text))
}

/// A sentence with the code below it, if it announces the code.
fn with_code(said: &Said) -> String {
    match &said.code {
        Some(code) if said.text.ends_with(':') => format!("{}\n\n{code}", said.text),
        _ => said.text.clone(),
    }
}
