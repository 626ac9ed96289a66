//! What becomes of an issue: a BUG where symptom, cause and fix were said by somebody who knows and nobody took them back,
//! a `[?]` where a failure is known and more is not, else nothing, with the reason.

use super::export::{Issue, Speaker, State};
use super::said::{self, Said, Topic};
use super::{leave, signs, symptom};

/// What is known of a failure. Every word comes from the issue.
#[derive(Clone, Debug, Default)]
pub(super) struct Failure {
    pub(super) title: String,
    pub(super) symptom: String,
    pub(super) cause: Option<String>,
    pub(super) fix: Option<String>,
    pub(super) workaround: Option<String>,
    pub(super) affected: Option<String>,
}

impl Failure {
    /// Whether all is known that a BUG needs.
    pub(super) fn is_whole(&self) -> bool {
        self.cause.is_some() && self.fix.is_some()
    }
}

/// What becomes of an issue.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// A failure; a BUG if its cause and fix are known.
    Failure(Failure),
    /// Nothing, with the reason.
    Out(String),
}

/// Decides on an issue.
pub(super) fn decide(issue: &Issue) -> Verdict {
    if let Some(reason) = leave::by_form(issue) {
        return Verdict::Out(reason);
    }
    let said = said::all(issue);
    if let Some(reason) = leave::by_words(issue, &said) {
        return Verdict::Out(reason);
    }
    if issue.columns.iter().any(|(name, text)| {
        name == "cause"
            && ["user error", "operator error", "customer error"].contains(&text.to_lowercase().as_str())
    }) {
        return Verdict::Out("an error of the user".to_owned());
    }
    let title = title(&issue.title);
    let found = walk(issue, &said);
    let is_used = |one: &&Said| {
        let told = [&found.cause, &found.fix];
        told.into_iter().flatten().any(|told| told.contains(one.text.trim_end_matches('.')))
    };
    let rest: Vec<Said> = said.iter().filter(|one| !is_used(one)).cloned().collect();
    let Some(symptom) = symptom::find(&rest, &title) else {
        return Verdict::Out("it says nothing exact of what is seen".to_owned());
    };
    let failure = Failure { title, symptom, ..found };
    let is_whole = failure.is_whole();
    if leave::is_question(issue) && !is_whole || leave::asks(&issue.title) {
        return Verdict::Out("a question".to_owned());
    }
    if !is_whole && !leave::is_failure(issue, &failure) {
        return Verdict::Out("nothing in it says that something fails".to_owned());
    }
    let is_silent = issue.state == State::Closed
        && issue.labels.is_empty()
        && issue.comments.is_empty()
        && issue.columns.is_empty();
    if is_silent && issue.speaker != Speaker::Maintainer {
        return Verdict::Out("closed without a word on what became of it".to_owned());
    }
    Verdict::Failure(failure)
}

/// The title without what only a tracker needs.
fn title(raw: &str) -> String {
    let mut title = raw.trim();
    loop {
        let lower = title.to_lowercase();
        let marks = [
            "[bug]:",
            "[bug]",
            "bug:",
            "bug report:",
            "[regression]",
            "regression:",
            "[issue]",
            "issue:",
            "[defect]",
            "problem:",
            "(bug)",
            "🐛",
            "🐞",
            "[help]",
            "[crash]",
        ];
        let Some(mark) = marks.iter().find(|mark| lower.starts_with(**mark)) else { break };
        title = title.get(mark.len()..).unwrap_or_default().trim_start_matches([' ', ':', '-', '–']);
    }
    let words: Vec<&str> = title.split_whitespace().collect();
    let mut out = String::new();
    for word in words {
        if out.chars().count() + word.chars().count() >= LONGEST_TITLE {
            break;
        }
        out.push_str(if out.is_empty() { "" } else { " " });
        out.push_str(word);
    }
    // A quotation that was cut is no quotation.
    if out.matches('"').count() % 2 == 1
        && let Some(at) = out.rfind('"').filter(|at| *at > 20)
    {
        out.truncate(at);
    }
    out.trim_end_matches(['.', ',', ';', ':', '!', ' ']).to_owned()
}

const LONGEST_TITLE: usize = 98;

/// A sentence that ends as one.
pub(super) fn stopped(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', ':', ';', ')', '。']) { text.to_owned() } else { format!("{text}.") }
}

/// Goes through what was said, and keeps what was not taken back.
fn walk(issue: &Issue, said: &[Said]) -> Failure {
    let mut cause: Option<(usize, usize, String)> = None;
    let mut fix: Option<(usize, String)> = None;
    // What somebody else thinks counts once a maintainer agrees.
    let mut theory: Option<(usize, usize, String)> = None;
    let mut failure = Failure::default();
    let is_trusted = |said: &Said| {
        said.speaker == Speaker::Maintainer
            || issue.comments.is_empty()
            || said.speaker == Speaker::Reporter && issue.state == State::Closed
    };
    // Where maintainers answer, what the report itself supposes is only that.
    let is_answered = issue.comments.iter().any(|comment| comment.speaker == Speaker::Maintainer);
    let is_report = |one: &Said| is_answered && one.turn == 1 && one.topic == Topic::None;
    for (index, one) in said.iter().enumerate() {
        if one.topic == Topic::Other {
            continue;
        }
        if signs::is_setback(&one.text) && (one.turn > 1 || fix.is_some()) {
            (cause, fix) = (None, None);
            continue;
        }
        if one.turn == 1 && signs::is_refusal(&one.text) {
            (cause, fix) = (None, None);
        } else if one.speaker == Speaker::Maintainer && signs::is_refusal(&one.text) {
            cause = cause.filter(|(turn, ..)| *turn == one.turn);
            fix = fix.filter(|(turn, _)| *turn == one.turn);
        }
        match one.topic {
            Topic::Workaround => failure.workaround = failure.workaround.or(Some(one.text.clone())),
            Topic::Affected => failure.affected = failure.affected.or(Some(one.text.clone())),
            _ => {}
        }
        if (one.speaker == Speaker::Other || one.speaker == Speaker::Reporter && one.turn > 1)
            && (signs::is_cause(&Said { speaker: Speaker::Maintainer, ..one.clone() }))
        {
            let more = theory
                .take()
                .filter(|(turn, ..)| *turn == one.turn)
                .map(|(.., text)| format!("{} {}", stopped(&text), one.text));
            theory = Some((one.turn, one.paragraph, more.unwrap_or_else(|| one.text.clone())));
        } else if one.speaker == Speaker::Maintainer
            && signs::is_agreement(&one.text)
            && theory.as_ref().is_some_and(|(turn, ..)| turn + 1 == one.turn)
        {
            cause = theory.take();
        }
        let by_bot = one.speaker == Speaker::Bot
            && signs::is_fix(&Said { topic: Topic::Fix, ..one.clone() })
            && signs::names_version(&one.text);
        if (signs::is_fix(one) && is_trusted(one) && !is_report(one)) || by_bot {
            let text = with_code(one);
            fix = match fix.take() {
                // What goes on in the same paragraph belongs to it.
                Some((turn, before))
                    if turn == one.turn && before.len() + text.len() < MOST && !before.contains("```") =>
                {
                    Some((turn, format!("{} {text}", stopped(&before))))
                }
                _ => Some((one.turn, text)),
            };
        } else if signs::is_cause(one)
            && is_trusted(one)
            && one.topic != Topic::Symptom
            && !is_report(one)
            && (one.topic == Topic::Cause || fix.as_ref().is_none_or(|(turn, _)| *turn != one.turn))
        {
            let is_more = cause.as_ref().is_some_and(|(turn, paragraph, before)| {
                *turn == one.turn
                    && (*paragraph == one.paragraph || one.topic == Topic::Cause)
                    && before.len() + one.text.len() < MOST
            });
            cause = if is_more {
                cause.take().map(|(turn, paragraph, before)| {
                    (turn, paragraph, format!("{} {}", stopped(&before), one.text))
                })
            } else if cause.as_ref().is_some_and(|(turn, ..)| *turn == one.turn) && one.topic != Topic::Cause
            {
                cause.take()
            } else {
                Some((one.turn, one.paragraph, run_up(said, index)))
            };
        }
    }
    let cause = cause.or_else(|| before_fix(issue, said, fix.as_ref()?.0));
    let is_confirmed = issue.state != State::Open
        || fix.as_ref().is_some_and(|(turn, _)| {
            said.iter().any(|said| said.turn > *turn && signs::is_success(&said.text))
        });
    failure.cause = cause.map(|(.., text)| text);
    failure.fix = fix.filter(|_| is_confirmed).map(|(_, text)| text);
    failure
}

/// The explanation that stands before a fix in what one person said, where that closed the matter.
fn before_fix(issue: &Issue, said: &[Said], turn: usize) -> Option<(usize, usize, String)> {
    let is_last_word = issue.state == State::Closed;
    let fix =
        said.iter().position(|said| said.turn == turn && signs::is_fix(said)).filter(|_| is_last_word)?;
    let is_reason = |one: &&Said| {
        let knows = Said { speaker: Speaker::Maintainer, ..(*one).clone() };
        one.turn == turn
            && one.topic != Topic::Symptom
            && one.topic != Topic::Other
            && (signs::is_cause(&knows)
                || turn > 1
                    && one.speaker == Speaker::Maintainer
                    && signs::is_plain(one)
                    && signs::words(&one.text).len() >= 7)
    };
    let first = said[..fix].iter().find(|said| said.turn == turn && said.topic != Topic::Other)?;
    // In a body the first paragraph tells what is seen.
    let is_later = |one: &&Said| turn > 1 || one.paragraph > first.paragraph;
    let last = said[..fix].iter().rfind(|one| is_reason(one) && is_later(one))?;
    let run = said[..fix]
        .iter()
        .filter(|one| one.turn == turn && one.paragraph == last.paragraph && signs::is_plain(one));
    let text = run.map(|one| stopped(&one.text)).collect::<Vec<_>>().join(" ");
    (!text.is_empty() && text.len() < MOST).then_some((turn, last.paragraph, text))
}

/// More bytes than this are no field.
const MOST: usize = 600;

/// A sentence of an explanation with the plain one before it, which it often needs.
fn run_up(said: &[Said], index: usize) -> String {
    let one = &said[index];
    let before = index.checked_sub(1).map(|before| &said[before]);
    let before = before.filter(|before| {
        before.turn == one.turn
            && before.paragraph == one.paragraph
            && before.topic == one.topic
            && signs::is_plain(before)
    });
    before.map_or_else(|| one.text.clone(), |before| format!("{} {}", stopped(&before.text), one.text))
}

/// A sentence with the code below it, if it announces that.
fn with_code(said: &Said) -> String {
    match &said.code {
        Some(code) if said.text.ends_with(':') => format!("{}\n\n{code}", said.text),
        _ => said.text.clone(),
    }
}
