//! Finds the advice in a comment that helped somebody: the clause that says what to do, without the talk around it.

use super::clean::capital;
use super::doubt_words::is_doubtful;
use super::outcome::{Outcome, Proof};
use super::releases::is_release;
use super::remarks::{ASKS, is_closing};
use super::sentence_signs::{has, is_order, is_setback, names_version, words};
use super::statements::{Said, Topic};
use super::testimony::MOST;

/// Advice that only finds the cause, and mends nothing.
const LOOKS: &str =
    "look at, look into, look in, take a look, have a look, inspect, error info, error message, what it says";

/// The advice that helped the reporter, or that stands beside the diagnosis in a turn.
pub(crate) fn helped(said: &[Said], outcome: &Outcome, beside: Option<usize>) -> Option<String> {
    let is_cure = |one: &&Said| {
        one.turn > 1 && (outcome.proof(one.turn) == Some(Proof::Cured) || beside == Some(one.turn))
    };
    let told = said
        .iter()
        .filter(is_cure)
        .filter(|one| matches!(one.topic, Topic::None | Topic::Fix | Topic::Workaround));
    let mut out: Option<(usize, String)> = None;
    for one in told {
        let Some(text) = given(one) else { continue };
        // The last comment that helped counts, and in it the first advice.
        if out.as_ref().is_none_or(|(turn, _)| *turn != one.turn) {
            out = Some((one.turn, text));
        }
    }
    out.map(|(_, text)| text).filter(|text| text.len() < MOST)
}

/// What a sentence advises, with the code that it announces.
fn given(one: &Said) -> Option<String> {
    // `On Fedora:` and the commands below it
    let is_place = one.text.ends_with(':')
        && ["on ", "for ", "in "].iter().any(|word| one.text.to_lowercase().starts_with(word));
    if let Some(code) = one.code.as_ref().filter(|_| is_place && words(&one.text).len() <= 5) {
        return Some(format!("{}\n\n{code}", one.text));
    }
    let text = mended(&one.text).or_else(|| clause(&one.text))?;
    let is_exact = text.contains('`') || text.contains("--") || text.contains("http") || names_version(&text);
    let is_told = is_exact || is_release(&text) || one.code.is_some() || content(&text) >= 2;
    match &one.code {
        _ if !is_told => None,
        Some(code) if text.ends_with(':') || !is_exact => {
            Some(format!("{}:\n\n{code}", text.trim_end_matches(['.', ':'])))
        }
        _ => Some(text),
    }
}

/// A fix that its maker was not sure of: `This should be fixed in 1a2b3c4` is `This is fixed in 1a2b3c4`.
fn mended(text: &str) -> Option<String> {
    let (before, after) =
        text.split_once(" should be fixed ").or_else(|| text.split_once(" should now be fixed "))?;
    let sure = format!("{before} is fixed {after}");
    (is_release(&sure) && !is_doubtful(&sure)).then_some(sure)
}

/// A fix without the doubt of its maker, which was removed, and with the code that it announces.
pub(crate) fn sure(one: &Said) -> String {
    let text = mended(&one.text).or_else(|| clause(&one.text)).unwrap_or_else(|| one.text.clone());
    match &one.code {
        Some(code) if text.ends_with(':') => format!("{text}\n\n{code}"),
        _ => text,
    }
}

/// The clause of a sentence that says what to do.
pub(crate) fn clause(text: &str) -> Option<String> {
    const MARKS: [&str; 9] =
        [", but in the meantime, ", " in the meantime, ", ", but ", "; ", " - ", " – ", ", so ", ". ", ", "];
    let text = text.trim();
    let starts = MARKS.iter().flat_map(|mark| text.match_indices(mark).map(|(at, mark)| at + mark.len()));
    let mut starts: Vec<usize> = starts.chain([0]).collect();
    starts.sort_unstable();
    let start = starts.into_iter().find(|start| advises(&text[*start..]))?;
    // Code before the advice may be what it is about.
    let start = if text[..start].contains('`') { 0 } else { start };
    let told = without_request(without_hope(&text[start..]));
    let told = told.strip_prefix("But ").or_else(|| told.strip_prefix("So ")).unwrap_or(told);
    let is_whole =
        told.matches('`').count().is_multiple_of(2) && told.matches('(').count() == told.matches(')').count();
    let is_said = is_whole
        && words(told).len() >= 3
        && !is_setback(told)
        && !is_doubtful(told)
        && !has(told, ASKS)
        && !has(told, LOOKS)
        && !is_closing(told);
    is_said.then(|| capital(told))
}

/// Whether a clause says what to do.
fn advises(clause: &str) -> bool {
    const OPENINGS: &str = "you can, you could, you should, you need to, you'll need to, you'll want to, you will need to, you will want to, you have to, you must, you may need to, can you try, could you try, can you please try, could you please try, \
        specifically you have to, specifically you need to, so you need to, so you have to, i recommend, i do recommend, but i do recommend, i'd recommend, we recommend, please try, try, try to, maybe try, make sure, please make sure, please use, please upgrade, please update, it should work if you, it works if you";
    const DOINGS: [&str; 14] = [
        "installing",
        "upgrading",
        "updating",
        "setting",
        "adding",
        "removing",
        "using",
        "reinstalling",
        "re-installing",
        "deleting",
        "disabling",
        "enabling",
        "changing",
        "downgrading",
    ];
    let all = words(clause);
    let lower = format!("{} ", all.join(" ").replace('’', "'"));
    let opens = OPENINGS.split(',').any(|opening| lower.starts_with(&format!("{} ", opening.trim())));
    let does = all.first().is_some_and(|first| DOINGS.contains(&first.as_str()))
        && has(
            clause,
            "should, could, might, will, would, helps, fixes, solves, works, fixed, solved, worked",
        );
    opens || does || is_order(&all) && !opens_as_person(&all)
}

fn opens_as_person(all: &[String]) -> bool {
    all.first().is_some_and(|first| ["i", "we", "it", "this", "that", "to"].contains(&first.as_str()))
}

/// Advice without the hope for it: `…, and it should work`.
fn without_hope(text: &str) -> &str {
    const HOPES: [&str; 16] = [
        " and see if",
        " and see whether",
        " and let me know",
        " and let us know",
        " and tell",
        " to see if",
        " and it should",
        ", it should",
        ", that should",
        " and that should",
        " and check if",
        ", and it should",
        ", which should",
        ", then it should",
        " and report back",
        ", hopefully",
    ];
    let end = HOPES.iter().filter_map(|hope| text.find(hope)).min().unwrap_or(text.len());
    text[..end].trim_end_matches([',', ' '])
}

/// A question that asks for a trial as the advice that it is: `Can you try 2.1?` is `try 2.1`.
fn without_request(text: &str) -> &str {
    const REQUESTS: [&str; 6] =
        ["can you please ", "could you please ", "can you ", "could you ", "please ", "maybe "];
    let starts =
        |request: &&&str| text.get(..request.len()).is_some_and(|start| start.eq_ignore_ascii_case(request));
    REQUESTS.iter().find(starts).map_or(text, |request| &text[request.len()..]).trim_end_matches('?')
}

/// How many words of a clause name things.
fn content(text: &str) -> usize {
    const EMPTY: &str = "try trying again it them that this these those the your you can could should need want have must please just make sure then with from into once more everything something anything thing things \
        latest version newest work works help helps fix fixes maybe also and for will would";
    let is_thing = |word: &String| word.len() > 2 && !EMPTY.split_whitespace().any(|empty| empty == word);
    words(text).iter().filter(|word| is_thing(word)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_the_clause_that_says_what_to_do() {
        for (text, told) in [
            (
                "Will look into it, but in the meantime, you can run `depot wipe`.",
                Some("You can run `depot wipe`."),
            ),
            ("Can you try reinstalling the key store?", Some("Try reinstalling the key store")),
            (
                "The key store is old, upgrade the key store package and it should work.",
                Some("Upgrade the key store package"),
            ),
            ("Please paste the log of `depot sync`.", None),
            ("With `a` it fails, use `b`.", Some("With `a` it fails, use `b`.")),
            ("The list is empty.", None),
        ] {
            assert_eq!(clause(text).as_deref(), told, "{text}");
        }
    }
}
