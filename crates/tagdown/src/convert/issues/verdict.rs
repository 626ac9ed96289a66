//! What becomes of an issue: a BUG where symptom, cause and fix were said by somebody who knows and nobody took them back,
//! a `[?]` where a failure is known and more is not, else nothing, with the reason.

use super::export::{Issue, Speaker, State};
use super::said::{self, Said};
use super::{leave, symptom, thread};

/// What is known of a failure. Every word comes from the issue.
#[derive(Clone, Debug, Default)]
pub(super) struct Failure {
    pub(super) title: String,
    pub(super) symptom: String,
    pub(super) cause: Option<String>,
    pub(super) fix: Option<String>,
    pub(super) workaround: Option<String>,
    pub(super) affected: Option<String>,
    /// What was said against the fix that was told.
    pub(super) dispute: Option<String>,
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
    let found = thread::follow(issue, &said);
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

/// What trackers put before a title.
const MARKS: &str =
    "[bug]: [bug] bug: [regression] regression: [issue] issue: [defect] problem: (bug) 🐛 🐞 [help] [crash]";

/// The title without what only a tracker needs.
fn title(raw: &str) -> String {
    let mut title = raw.trim();
    loop {
        let lower = title.to_lowercase();
        let Some(mark) = MARKS.split(' ').find(|mark| lower.starts_with(*mark)) else { break };
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
