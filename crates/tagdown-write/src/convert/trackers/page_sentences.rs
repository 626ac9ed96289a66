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
    if sentence_signs::is_ignorance(&said.text) || sentence_signs::is_open(&said.text) && !is_question {
        Told::Doubt
    } else if is_fix(&said) || is_fix(&statements::Said::of_document(after_opening(&said.text))) {
        Told::Fix
    } else if (sentence_signs::is_cause(&said) || sentence_signs::is_reason(&said))
        && !is_condition(&said.text)
    {
        Told::Cause
    } else {
        Told::Else
    }
}

fn is_fix(said: &statements::Said) -> bool {
    let tells = sentence_signs::is_fix(said) && !sentence_signs::is_need(&said.text);
    tells || sentence_signs::is_advice(said) || sentence_signs::is_remedy(said)
}

/// A sentence without an opening such as `To avoid this,` or `Instead,`.
fn after_opening(text: &str) -> &str {
    const OPENINGS: [&str; 5] = ["to ", "instead,", "in that case,", "in this case,", "therefore,"];
    let lower = text.to_lowercase();
    let rest = text.split_once(", ").map(|(_, rest)| rest);
    rest.filter(|_| OPENINGS.iter().any(|opening| lower.starts_with(opening))).unwrap_or(text)
}

/// Whether a sentence only says what holds in some case, and not why.
fn is_condition(text: &str) -> bool {
    text.to_lowercase().starts_with("if ") && !sentence_signs::explains(text)
}
