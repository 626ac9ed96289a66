//! Finds what the author of the merged change says in the thread about the very thing that the change is about.

use std::collections::HashSet;

use super::ends::{Ends, asks};
use super::mends::{advises, mends};
use crate::convert::trackers::cause_words::{is_cut_off, points_back, stems};
use crate::convert::trackers::doubt_words::{is_doubtful, speaks_to_somebody};
use crate::convert::trackers::hedges;
use crate::convert::trackers::remarks::{is_closing, is_talk};
use crate::convert::trackers::sentence_signs::words;
use crate::convert::trackers::statements::Said;

/// How many words a diagnosis shares with the change, apart from those of the title.
const LEAST_SHARED: usize = 3;

/// How many characters of a change tell what it does.
const FIRST: usize = 600;

/// What the author of the change found, without the doubt that the change has removed.
pub(super) fn diagnosed(ends: &Ends<'_>) -> Option<String> {
    let issue = ends.matter.issue;
    let merged = || issue.pulls.iter().filter(|pull| pull.is_merged && !pull.author.is_empty());
    let title: HashSet<String> = stems(&issue.title).collect();
    let told =
        merged().map(|pull| format!("{} {}", pull.title, pull.body.chars().take(FIRST).collect::<String>()));
    let change: HashSet<String> =
        told.flat_map(|text| stems(&text).collect::<Vec<_>>()).filter(|word| !title.contains(word)).collect();
    let is_maker = |one: &&&Said| {
        let comment = one.turn.checked_sub(2).and_then(|at| issue.comments.get(at));
        comment.is_some_and(|comment| merged().any(|pull| pull.author == comment.author))
    };
    let mut best: Option<(usize, String)> = None;
    for one in ends.said.iter().filter(is_maker).filter(|one| !ends.is_contested(one.turn)) {
        let Some(text) = diagnosis(one) else { continue };
        let shared = stems(&text).filter(|word| change.contains(word)).collect::<HashSet<_>>().len();
        if shared >= LEAST_SHARED
            && ends.matter.ground.is_new(&text)
            && best.as_ref().is_none_or(|(most, _)| *most < shared)
        {
            best = Some((shared, text));
        }
    }
    best.map(|(_, text)| text)
}

/// A sentence as a statement of what is wrong, without its hedges.
fn diagnosis(one: &Said) -> Option<String> {
    const CASES: [&str; 4] = ["if", "when", "unless", "once"];
    const PERSONS: [&str; 6] = ["i", "we", "i'll", "we'll", "i've", "let's"];
    if asks(one) || advises(one) || mends(one) || is_closing(&one.text) || is_cut_off(&one.text) {
        return None;
    }
    let text = hedges::bare(&one.text)?.text;
    let all = words(&text);
    let is_other = all.len() < 6
        || is_doubtful(&text)
        || is_talk(&text)
        || points_back(&text)
        || speaks_to_somebody(&text)
        || all
            .first()
            .is_some_and(|first| CASES.contains(&first.as_str()) || PERSONS.contains(&first.as_str()));
    (!is_other).then_some(text)
}
