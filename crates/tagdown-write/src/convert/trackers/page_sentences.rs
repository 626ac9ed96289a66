//! Classifies what a sentence of a document says about a failure.

use crate::convert::trackers::{sentence_signs, statements};

/// What a sentence of a document says about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Cause,
    Fix,
    /// Something that the author is not sure of.
    Doubt,
    /// Something else.
    Else,
}

/// What a sentence says, with the document as speaker.
pub(crate) fn told(text: &str) -> Told {
    let said = statements::Said::of_document(text);
    let is_question = sentence_signs::without_code(&said.text).trim_end().ends_with('?');
    if sentence_signs::is_open(&said.text) && !is_question {
        Told::Doubt
    } else if sentence_signs::is_fix(&said) || sentence_signs::is_advice(&said) {
        Told::Fix
    } else if sentence_signs::is_cause(&said) {
        Told::Cause
    } else {
        Told::Else
    }
}
