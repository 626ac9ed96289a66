//! Recognises that somebody owns up to a slip: `I forgot to add the file`.

use crate::convert::trackers::sentence_signs::{has, words};
use crate::convert::trackers::statements::Said;

/// What somebody does by mistake.
const SLIPS: &str = "forgot forgotten broke broken messed missed overlooked omitted mistyped misspelled neglected screwed misplaced botched";

/// What says that anything was done by mistake.
const BY_MISTAKE: &str =
    "accidentally inadvertently inadvertantly mistakenly wrongly unintentionally erroneously";

const PERSONS: [&str; 5] = ["i", "we", "i've", "we've", "i'd"];

/// Whether a sentence owns up to a slip: the person, and right behind it or behind an `and` what went wrong.
pub(super) fn is_slip(one: &Said) -> bool {
    let all: Vec<String> = words(&one.text).iter().map(|word| word.replace('’', "'")).collect();
    let is_of = |list: &str, word: &String| list.split(' ').any(|one| one == word);
    let Some(first) = all.first().filter(|_| all.len() >= 4 && !one.text.trim_end().ends_with('?')) else {
        return false;
    };
    let owns = |at: usize| {
        let next = all.iter().skip(at + 1);
        let is_near = next.clone().take(3).any(|word| is_of(SLIPS, word));
        let by_mistake = next.clone().take(2).any(|word| is_of(BY_MISTAKE, word));
        let joined = all[at..].windows(2).any(|pair| pair[0] == "and" && is_of(SLIPS, &pair[1]));
        is_near || by_mistake || joined
    };
    let persons = all.iter().enumerate().filter(|(_, word)| PERSONS.contains(&word.as_str()));
    (is_of(SLIPS, first) || persons.map(|(at, _)| at).any(owns))
        && !["if", "when", "unless"].contains(&first.as_str())
        && !has(
            &one.text,
            "you, your, to mention, to reply, to respond, to answer, to close, to say, to tag, to update this",
        )
}
