//! A statement of somebody in a thread, and how it grows by the sentences around it.

use super::cause_words::points_back;
use super::doubt_words::spoils_cause;
use super::issue::Speaker;
use super::issue_failure::stopped;
use super::remarks::{is_closing, is_proposal, is_talk, is_work};
use super::sentence_signs::is_plain;
use super::statements::{Said, Topic};

/// A statement and where it was made.
#[derive(Clone)]
pub(crate) struct Told {
    pub(crate) turn: usize,
    pub(crate) paragraph: usize,
    pub(crate) text: String,
    /// Whether a label says what it is.
    pub(crate) is_named: bool,
}

impl Told {
    pub(crate) fn new(said: &Said, text: String) -> Self {
        Self { turn: said.turn, paragraph: said.paragraph, text, is_named: said.is_labelled }
    }

    /// The same with one more sentence.
    pub(crate) fn with(self, more: &str) -> Self {
        Self { text: format!("{} {more}", stopped(&self.text)), ..self }
    }

    /// Whether another sentence fits.
    pub(crate) fn takes(&self, more: &str) -> bool {
        self.text.len() + more.len() < MOST && !self.text.contains("```")
    }
}

/// The maximum length of a field, in bytes.
pub(crate) const MOST: usize = 600;

/// Whether a fix that was mentioned in passing appears again under a label.
pub(crate) fn is_named_anew(told: &Told, one: &Said) -> bool {
    one.topic == Topic::Fix && told.paragraph != one.paragraph && !told.text.contains(one.text.as_str())
}

/// A sentence of an explanation, preceded by the plain sentence that it often needs.
pub(crate) fn run_up(said: &[Said], index: usize) -> String {
    let one = &said[index];
    let before = index.checked_sub(1).map(|before| &said[before]);
    // In a report the preceding sentence describes the symptom.
    let before = before.filter(|before| {
        (one.turn > 1 || one.topic == Topic::Cause)
            && before.turn == one.turn
            && before.paragraph == one.paragraph
            && before.topic == one.topic
            && is_plain(before)
            && !is_proposal(&before.text)
            && !is_talk(&before.text)
            && !is_closing(&before.text)
            && !is_work(&before.text)
            && !spoils_cause(&before.text)
            && !points_back(&before.text)
    });
    before.map_or_else(|| one.text.clone(), |before| format!("{} {}", stopped(&before.text), one.text))
}

/// A sentence with the code below it, if it announces the code.
pub(crate) fn with_code(said: &Said) -> String {
    match &said.code {
        Some(code) if said.text.ends_with(':') || said.speaker == Speaker::Other => {
            format!("{}\n\n{code}", said.text)
        }
        _ => said.text.clone(),
    }
}
