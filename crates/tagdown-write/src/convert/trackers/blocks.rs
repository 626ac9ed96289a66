//! Turns issues into blocks of a document.

use tagdown::document::{Document, Kind, parse, parse_with};
use tagdown::rules::{self, Finding, Settings, Severity};

use super::issue::Issue;
use super::issue_failure::Failure;
use crate::author::{FROM_ISSUE, NewBlock, insert};
use crate::convert::checks::by_rule;
use crate::convert::trackers::issue_failure::stopped;
use crate::convert::trackers::known_issue::{Known, is_foreign};
use crate::convert::trackers::{formats, join, section, verdict};

/// The outcome for an issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// A block of this kind, at this address.
    Block(Kind, String),
    /// No block, with the reason.
    Out(String),
}

/// An export that was read, not yet joined with others.
#[derive(Clone, Debug)]
pub struct Part(formats::Export);

/// Reads one file of an export: JSON or CSV of a tracker, or mails.
pub fn read_part(bytes: &[u8]) -> Result<Part, String> {
    formats::read(bytes).map(Part)
}

/// The issues of all files, and what the exports lack, one sentence each.
pub fn together(parts: Vec<Part>) -> (Vec<Known>, Vec<String>) {
    let (issues, missing) = join::join(parts.into_iter().map(|part| part.0).collect());
    (issues.iter().map(known).collect(), missing)
}

/// Reads an export that is one file.
pub fn read(text: &str) -> Result<Vec<Known>, String> {
    Ok(together(vec![read_part(text.as_bytes())?]).0)
}

fn known(issue: &Issue) -> Known {
    Known {
        id: issue.id.clone(),
        title: issue.title.clone(),
        url: issue.url.clone(),
        state: issue.state,
        verdict: verdict::decide(issue),
        is_foreign: is_foreign(&parse(&format!("{}\n\n{}", issue.title, issue.body))),
    }
}

/// A document with issues added.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The document.
    pub output: String,
    /// The outcome for each issue, in their order.
    pub became: Vec<Became>,
    /// Rules that report something in the document, with the number of findings.
    pub left: Vec<(&'static str, usize)>,
}

/// Adds issues to the sections of a tagged document, each after the existing blocks. An issue that would break a rule,
/// or that the document already has, is left out.
pub fn put_in(text: &str, issues: &[(&Known, &str)], settings: &Settings) -> Filled {
    let document = parse_with(text, &settings.own_tags);
    let mut filler = Filler {
        output: text.to_owned(),
        heavy: heavy(&document, settings).len(),
        there: section::failures(&document),
        settings,
    };
    drop(document);
    let mut became = vec![Became::Out(String::new()); issues.len()];
    // A block may make room for an issue that broke a rule before it, so go on until nothing comes in, as a second run
    // would.
    loop {
        let mut is_changed = false;
        for ((known, slug), became) in issues.iter().zip(&mut became) {
            if let Became::Out(_) = became {
                *became = match filler.put(known, slug) {
                    Ok((kind, address)) => Became::Block(kind, address),
                    Err(reason) => Became::Out(reason),
                };
                is_changed |= matches!(became, Became::Block(..));
            }
        }
        if !is_changed {
            break;
        }
    }
    let left = by_rule(&rules::check(&parse_with(&filler.output, &settings.own_tags), settings));
    Filled { output: filler.output, became, left }
}

/// A document that is being filled.
struct Filler<'f> {
    output: String,
    /// The number of its warnings and errors.
    heavy: usize,
    /// The failures that it describes.
    there: Vec<section::Failed>,
    settings: &'f Settings,
}

impl Filler<'_> {
    fn put(&mut self, known: &Known, slug: &str) -> Result<(Kind, String), String> {
        let failure = known.failure().ok_or("it is not a failure")?;
        if let Some(title) = section::twin(&self.there, known, failure) {
            return Err(format!("already in the document: {title}"));
        }
        let document = parse_with(&self.output, &self.settings.own_tags);
        let section = document.sections.iter().position(|section| section.slug == slug);
        let section = section.ok_or("its section does not exist")?;
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
                let after = parse_with(&made.output, &self.settings.own_tags);
                let found = heavy(&after, self.settings);
                let own = found.iter().find(|finding| made.span.contains(finding.span.start));
                if let Some(finding) = own.or_else(|| found.last().filter(|_| found.len() > self.heavy)) {
                    problem = format!("a block made from it would break the rule {}", finding.rule);
                    continue;
                }
                let address = after.address(made.span.start);
                self.there.push(section::Failed::new(&title, &failure.symptom, &body, kind));
                self.heavy = found.len();
                drop((after, document));
                self.output = made.output;
                return Ok((kind, address));
            }
        }
        Err(problem)
    }
}

/// The warnings and errors of a document.
fn heavy(document: &Document<'_>, settings: &Settings) -> Vec<Finding> {
    let found = rules::check(document, settings);
    let is_heavy = |one: &Finding| one.severity > Severity::Info && !rules::is_authors_own(one);
    found.into_iter().filter(is_heavy).collect()
}

/// The possible blocks, best first: a BUG if symptom, cause and fix are known, then a `[?]`.
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
    if let (Some(fix), true) = (&failure.fix, failure.is_whole()) {
        let fix = vec![format!("Fix: {}", ended(fix))];
        // A fix that ends in code comes last, since text below the code would belong to it.
        let rest = if fix[0].ends_with("```") { [more.clone(), fix] } else { [fix, more.clone()] };
        let lines: Vec<String> = fields.iter().cloned().chain(rest.concat()).collect();
        out.push((Kind::Bug, lines.join("\n")));
    }
    let state = known.state.name();
    let missing = match (&failure.cause, &failure.fix) {
        (None, None) => "the cause and a fix",
        (None, Some(_)) => "the cause",
        (Some(_), None) => "a fix",
        (Some(_), Some(_)) if failure.is_bare => "which release has the fix",
        (Some(_), Some(_)) => "an exact symptom, cause and fix",
    };
    let fix = failure.fix.iter().map(|fix| format!("Fix: {}", ended(fix)));
    let lines = [format!("**{title}**")].into_iter().chain(fields).chain(more).chain(fix);
    let mut text = lines.collect::<Vec<_>>().join("\n");
    let later =
        failure.dispute.as_ref().map_or(String::new(), |text| format!(" Reported there: {}", ended(text)));
    let gap = if text.ends_with("```") { "\n\n" } else { "\n" };
    text.push_str(&format!(
        "{gap}{FROM_ISSUE} {reference} ({state}). Not confirmed there: {missing}.{later}"
    ));
    out.push((Kind::Unverified, text));
    out
}

/// A field that ends as a sentence; code and markup at its end stay unchanged.
fn ended(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['?', '`', '*', '"', '…']) || text.contains('\n') {
        text.to_owned()
    } else {
        stopped(text)
    }
}

/// A title without the characters that a tag line cannot contain.
fn plain_title(title: &str) -> String {
    let marks: &[char] = &['*', '[', ']', '_', '~', '<', '>', '\\'];
    title.replace(marks, " ").split_whitespace().collect::<Vec<_>>().join(" ")
}
