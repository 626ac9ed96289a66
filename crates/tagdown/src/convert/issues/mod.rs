//! Known issues into a document: what a tracker exports becomes BUG blocks where symptom, cause and fix are known, `[?]`
//! blocks where they are not, or is left out with a reason. No word is invented: every field is a sentence of the issue.

mod clean;
mod export;
mod leave;
mod place;
mod said;
mod signs;
mod symptom;
mod table;
mod thread;
mod verdict;

use crate::author::{NewBlock, insert};
use crate::document::{Document, parse};
use crate::finding::{Finding, Severity};
use crate::language::{self, Evidence};
use crate::prose;
use crate::rules;
use crate::settings::Settings;
use crate::tags::Kind;
use export::{Issue, State};
pub use place::{Page, Place, assign};
pub(super) use symptom::tells_of_failure;
use verdict::{Failure, Verdict};

/// What a sentence of a document tells of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Cause,
    Fix,
    /// Something else.
    Else,
}

/// What a sentence tells, said by the document itself.
pub(super) fn told(text: &str) -> Told {
    let said = said::Said::of_document(text);
    if signs::is_fix(&said) || signs::is_advice(&said) {
        Told::Fix
    } else if signs::is_cause(&said) {
        Told::Cause
    } else {
        Told::Else
    }
}

/// How the line of a `[?]` opens that says where it comes from, and what is missing.
pub(crate) const FROM_ISSUE: &str = "Known: what is said above, from";

/// An issue that was read, and what may become of it.
#[derive(Clone, Debug)]
pub struct Known {
    /// As people name it: `#12`, `SD-1042`.
    pub id: String,
    /// Its title.
    pub title: String,
    url: Option<String>,
    is_open: bool,
    verdict: Verdict,
    is_foreign: bool,
}

/// What became of an issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// A block of this kind, at this address.
    Block(Kind, String),
    /// Nothing, with the reason.
    Out(String),
}

/// Reads an export of issues: the JSON of `gh` and `glab`, or CSV.
pub fn read(text: &str) -> Result<Vec<Known>, String> {
    let issues = export::read(text)?;
    Ok(issues.iter().map(known).collect())
}

fn known(issue: &Issue) -> Known {
    Known {
        id: issue.id.clone(),
        title: issue.title.clone(),
        url: issue.url.clone(),
        is_open: issue.state == State::Open,
        verdict: verdict::decide(issue),
        is_foreign: is_foreign(&parse(&format!("{}\n\n{}", issue.title, issue.body))),
    }
}

/// Whether a text is in another language than English.
fn is_foreign(document: &Document<'_>) -> bool {
    language::read(document, &prose::passages(document)) == Evidence::Other
}

impl Known {
    /// Why it does not go into any document.
    pub fn left_out(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::Out(reason) => Some(reason),
            Verdict::Failure(_) => None,
        }
    }

    fn failure(&self) -> Option<&Failure> {
        match &self.verdict {
            Verdict::Failure(failure) => Some(failure),
            Verdict::Out(_) => None,
        }
    }

    /// How a text refers to it.
    fn reference(&self) -> String {
        match &self.url {
            Some(url) => format!("[{}]({url})", self.id),
            None => self.id.clone(),
        }
    }
}

/// A document with issues in it.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The document.
    pub output: String,
    /// What became of each issue, in their order.
    pub became: Vec<Became>,
    /// Rules that find something in the document, and how often.
    pub left: Vec<(&'static str, usize)>,
}

/// Puts issues into the sections of a tagged document, each below what stands there. An issue that cannot be put in
/// without breaking a rule, or that is there already, is left out.
pub fn put_in(text: &str, issues: &[(&Known, &str)], settings: &Settings) -> Filled {
    let document = parse(text);
    let mut filler = Filler {
        output: text.to_owned(),
        heavy: heavy(&document, settings).len(),
        there: place::failures(&document),
        settings,
    };
    drop(document);
    let put = |(known, slug): &(&Known, &str)| match filler.put(known, slug) {
        Ok((kind, address)) => Became::Block(kind, address),
        Err(reason) => Became::Out(reason),
    };
    let became = issues.iter().map(put).collect();
    let left = super::guard::by_rule(&rules::check(&parse(&filler.output), settings));
    Filled { output: filler.output, became, left }
}

/// A document that is being filled.
struct Filler<'f> {
    output: String,
    /// How many findings of weight it has.
    heavy: usize,
    /// The failures that it tells of.
    there: Vec<place::Failed>,
    settings: &'f Settings,
}

impl Filler<'_> {
    fn put(&mut self, known: &Known, slug: &str) -> Result<(Kind, String), String> {
        let failure = known.failure().ok_or("it is no failure")?;
        if let Some(title) = place::twin(&self.there, known, failure) {
            return Err(format!("already there: {title}"));
        }
        let document = parse(&self.output);
        let section = document.sections.iter().position(|section| section.slug == slug);
        let section = section.ok_or("its section is not there")?;
        let mut problem = String::new();
        for title in [failure.title.clone(), plain_title(&failure.title)] {
            for (kind, body) in bodies(known, failure, &title) {
                let block =
                    NewBlock { kind, title: (kind == Kind::Bug).then_some(title.as_str()), text: &body };
                let made = match insert(&document, section, &block) {
                    Ok(made) => made,
                    Err(reason) => {
                        problem = reason;
                        continue;
                    }
                };
                let after = parse(&made.output);
                let found = heavy(&after, self.settings);
                let own = found.iter().find(|finding| made.span.contains(finding.span.start));
                if let Some(finding) = own.or_else(|| found.last().filter(|_| found.len() > self.heavy)) {
                    problem = format!("a block of it would break the rule {}", finding.rule);
                    continue;
                }
                let address = after.address(made.span.start);
                self.there.push(place::Failed::new(&title, &failure.symptom, &body, kind));
                self.heavy = found.len();
                drop((after, document));
                self.output = made.output;
                return Ok((kind, address));
            }
        }
        Err(problem)
    }
}

/// The findings of a document that are more than advice.
fn heavy(document: &Document<'_>, settings: &Settings) -> Vec<Finding> {
    let found = rules::check(document, settings);
    found.into_iter().filter(|finding| finding.severity > Severity::Info).collect()
}

/// What would be written, the best first: a BUG where all is known, else a `[?]`.
fn bodies(known: &Known, failure: &Failure, title: &str) -> Vec<(Kind, String)> {
    let reference = known.reference();
    let symptom = failure.symptom.trim().trim_end_matches('.');
    let mut fields = vec![format!("Symptom: {symptom} ({reference}).")];
    fields.extend(failure.cause.iter().map(|cause| format!("Cause: {}", ended(cause))));
    let more = [("Affected versions", &failure.affected), ("Workaround", &failure.workaround)];
    let more = more
        .iter()
        .filter_map(|(name, value)| value.as_ref().map(|value| format!("{name}: {}", ended(value))));
    let more: Vec<String> = more.collect();
    let mut out = Vec::new();
    if let (Some(_), Some(fix)) = (&failure.cause, &failure.fix) {
        let fix = vec![format!("Fix: {}", ended(fix))];
        // A fix that ends in code comes last, since text below it would belong to it.
        let rest = if fix[0].ends_with("```") { [more.clone(), fix] } else { [fix, more.clone()] };
        let lines: Vec<String> = fields.iter().cloned().chain(rest.concat()).collect();
        out.push((Kind::Bug, lines.join("\n")));
    }
    let state = if known.is_open { "open" } else { "closed" };
    let missing = match (&failure.cause, &failure.fix) {
        (None, None) => "the cause and a fix",
        (None, Some(_)) => "the cause",
        (Some(_), None) => "a fix",
        (Some(_), Some(_)) => "an exact symptom, cause and fix",
    };
    let fix = failure.fix.iter().map(|fix| format!("Fix: {}", ended(fix)));
    let lines = [format!("**{title}**")].into_iter().chain(fields).chain(more).chain(fix);
    let mut text = lines.collect::<Vec<_>>().join("\n");
    let later =
        failure.dispute.as_ref().map_or(String::new(), |text| format!(" Said there: {}", ended(text)));
    let gap = if text.ends_with("```") { "\n\n" } else { "\n" };
    text.push_str(&format!(
        "{gap}{FROM_ISSUE} {reference} ({state}). Not confirmed there: {missing}.{later}"
    ));
    out.push((Kind::Unverified, text));
    out
}

/// A field that ends as a sentence; code and marks at its end stay as they are.
fn ended(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['?', '`', '*', '"', '…']) || text.contains('\n') {
        text.to_owned()
    } else {
        verdict::stopped(text)
    }
}

/// A title without the marks that a tag line cannot hold.
fn plain_title(title: &str) -> String {
    let marks: &[char] = &['*', '[', ']', '_', '~', '<', '>', '\\'];
    title.replace(marks, " ").split_whitespace().collect::<Vec<_>>().join(" ")
}
