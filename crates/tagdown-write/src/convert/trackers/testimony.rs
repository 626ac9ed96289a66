//! A statement of somebody in a thread, and how it grows by the sentences around it.

use super::issue::Speaker;
use super::issue_failure::stopped;
use super::statements::{Said, Topic};

/// A statement and where it was made.
#[derive(Clone)]
pub(crate) struct Told {
    pub(crate) turn: usize,
    pub(crate) paragraph: usize,
    pub(crate) text: String,
    /// Whether a label says what it is.
    pub(crate) is_named: bool,
    /// The signs for it as an explanation.
    pub(crate) signs: usize,
}

impl Told {
    pub(crate) fn new(said: &Said, text: String) -> Self {
        Self { turn: said.turn, paragraph: said.paragraph, text, is_named: said.is_labelled, signs: 0 }
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

/// A sentence with the code below it, if it announces the code.
pub(crate) fn with_code(said: &Said) -> String {
    match &said.code {
        Some(code) if said.text.ends_with(':') || said.speaker == Speaker::Other => {
            format!("{}\n\n{code}", said.text)
        }
        _ => said.text.clone(),
    }
}
