//! Decides what an issue becomes: a BUG if somebody with authority stated symptom, cause and fix and nobody withdrew
//! them, a `[?]` if only the failure is known, otherwise nothing, with the reason.

use super::issue::{Issue, Speaker, State};
use crate::convert::trackers::clean::capital;
use crate::convert::trackers::issue_failure::{Failure, Verdict};
use crate::convert::trackers::statements::{self, Said};
use crate::convert::trackers::{change_words, follow_thread, left_out, sentence_signs, symptom, title_cause};

/// Decides on an issue.
pub(crate) fn decide(issue: &Issue) -> Verdict {
    if let Some(reason) = left_out::by_form(issue) {
        return Verdict::Out(reason);
    }
    let said = statements::all(issue);
    if let Some(reason) = left_out::by_words(issue, &said) {
        return Verdict::Out(reason);
    }
    if issue.columns.iter().any(|(name, text)| {
        name == "cause"
            && ["user error", "operator error", "customer error"].contains(&text.to_lowercase().as_str())
    }) {
        return Verdict::Out("a user error".to_owned());
    }
    let title = title(&issue.title);
    let found = follow_thread::follow(issue, &said, &title);
    let is_used = |one: &&Said| {
        let told = [&found.cause, &found.fix];
        told.into_iter().flatten().any(|told| told.contains(one.text.trim_end_matches('.')))
    };
    let rest: Vec<Said> = said.iter().filter(|one| !is_used(one)).cloned().collect();
    if issue.closes.is_some() {
        return change(issue, found, title, &rest);
    }
    // A short message is enough beside its cause and fix.
    let is_message = || symptom::tells_of_failure(&title) && sentence_signs::words(&title).len() > 1;
    let by_title = || (found.is_whole() && is_message()).then(|| title.clone());
    let Some(symptom) = symptom::find(&rest, &title).or_else(by_title) else {
        return Verdict::Out("it has no specific symptom".to_owned());
    };
    // A title that is both says the symptom behind the cause.
    let is_both = found.cause.as_ref() == Some(&symptom);
    let effect = title_cause::blame(&symptom).filter(|_| is_both).map(|blame| capital(blame.effect));
    let symptom = effect.unwrap_or(symptom);
    let failure = Failure { title, symptom, ..found };
    let is_whole = failure.is_whole();
    let is_asked = left_out::is_question(issue) || left_out::asks(&issue.title);
    if is_asked && !(is_whole && left_out::is_failure(issue, &failure)) {
        return Verdict::Out("a question".to_owned());
    }
    if !is_whole && !left_out::is_failure(issue, &failure) {
        return Verdict::Out("it does not describe a failure".to_owned());
    }
    let is_silent = issue.state == State::Closed
        && issue.labels.is_empty()
        && issue.comments.is_empty()
        && issue.columns.is_empty()
        && issue.pulls.is_empty();
    if is_silent && issue.speaker != Speaker::Maintainer {
        return Verdict::Out("closed without an explanation".to_owned());
    }
    Verdict::Failure(failure)
}

/// Decides on a pull request whose issue is not in the export. Its title says what was done, so the symptom must be a
/// sentence of its own.
fn change(issue: &Issue, found: Failure, title: String, rest: &[Said]) -> Verdict {
    if issue.state != State::Merged {
        return Verdict::Out("a pull request that was not merged".to_owned());
    }
    let tells = |text: &str| symptom::tells_of_failure(text);
    let seen = rest.iter().find(|one| {
        one.turn == 1
            && sentence_signs::words(&one.text).len() >= 5
            && tells(&one.text)
            && !change_words::is_change(&one.text)
    });
    match (seen, &found.cause) {
        (Some(seen), _) => Verdict::Failure(Failure { title, symptom: seen.text.clone(), ..found }),
        (None, Some(cause)) if tells(cause) => {
            let symptom = cause.clone();
            Verdict::Failure(Failure { title, symptom, cause: None, ..found })
        }
        _ => Verdict::Out("a change, without the failure that it is for".to_owned()),
    }
}

/// Prefixes that trackers add to titles.
const MARKS: &str =
    "[bug]: [bug] bug: [regression] regression: [issue] issue: [defect] problem: (bug) 🐛 🐞 [help] [crash]";

/// The title without tracker prefixes.
fn title(raw: &str) -> String {
    let mut title = raw.trim();
    loop {
        let lower = title.to_lowercase();
        let Some(mark) = MARKS.split(' ').find(|mark| lower.starts_with(*mark)) else { break };
        title = title.get(mark.len()..).unwrap_or_default().trim_start_matches([' ', ':', '-', '–']);
    }
    let title = named_part(title);
    shortened(&title.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A title with its part before a colon, since brackets would open a tag: `[List] too long` is `List: too long`.
fn named_part(title: &str) -> String {
    let part = title.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match part.map(|(part, rest)| (part.trim(), rest.trim_start_matches([' ', ':', '-', '–']))) {
        Some((part, rest)) if !part.is_empty() && !rest.is_empty() && !part.contains(['[', '(']) => {
            format!("{part}: {rest}")
        }
        _ => title.to_owned(),
    }
}

/// A title that a BUG may have. A cut is marked, and never leaves half of a quotation or of code.
fn shortened(title: &str) -> String {
    let whole = title.trim_end_matches(['.', ',', ';', ':', '!', ' ']);
    if whole.chars().count() <= LONGEST_TITLE {
        return whole.to_owned();
    }
    let mut out = String::new();
    for word in whole.split(' ') {
        if out.chars().count() + word.chars().count() + 2 > LONGEST_TITLE {
            break;
        }
        out.push_str(if out.is_empty() { "" } else { " " });
        out.push_str(word);
    }
    for mark in ['`', '"'] {
        if out.matches(mark).count() % 2 == 1
            && let Some(at) = out.rfind(mark)
        {
            out.truncate(at);
        }
    }
    let out = out.trim_end_matches(['.', ',', ';', ':', '!', ' ', '(']);
    // A title that is one long word is cut inside it.
    let cut = if out.is_empty() { whole.chars().take(LONGEST_TITLE - 1).collect() } else { out.to_owned() };
    format!("{cut}…")
}

/// The longest title that the rule `bug-long-title` accepts.
const LONGEST_TITLE: usize = 100;
