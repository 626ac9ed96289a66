//! Turns issues into blocks of a document.

use tagdown::document::{parse, parse_with};
use tagdown::rules::{self, Settings};
use tagdown::text::content_hash;

use super::filler::{Became, Filler};
use super::issue::Issue;
use super::sources::SourceRecord;
use crate::convert::checks::by_rule;
use crate::convert::trackers::known_issue::{Known, is_foreign};
use crate::convert::trackers::{formats, join, verdict};

/// An export that was read, not yet joined with others.
#[derive(Clone, Debug)]
pub struct Part(formats::Export);

/// Reads one file of an export: JSON or CSV of a tracker, or mails.
pub fn read_part(bytes: &[u8]) -> Result<Part, String> {
    formats::read(bytes).map(Part)
}

/// Reads one file of mails.
pub fn read_mails(bytes: &[u8]) -> Result<Part, String> {
    formats::read_mails(bytes).map(Part)
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
        thread: thread_hash(issue),
        is_foreign: is_foreign(&parse(&format!("{}\n\n{}", issue.title, issue.body))),
    }
}

/// The hash of what a thread says and of its state. Dates, reactions and the like are no change.
fn thread_hash(issue: &Issue) -> String {
    let mut text =
        format!("{}\n{}\n{}\n{}", issue.title, issue.state.name(), issue.labels.join(","), issue.body);
    let comments = issue.comments.iter().map(|comment| format!("{:?} {}", comment.speaker, comment.text));
    let pulls =
        issue.pulls.iter().map(|pull| format!("{} {} {} {}", pull.id, pull.is_merged, pull.title, pull.body));
    let columns = issue.columns.iter().map(|(name, value)| format!("{name} {value}"));
    for part in comments.chain(pulls).chain(columns).chain(issue.milestone.clone()) {
        text.push('\n');
        text.push_str(&part);
    }
    content_hash(&text)
}

/// A document with issues added.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The document.
    pub output: String,
    /// The outcome for each issue, in their order.
    pub became: Vec<Became>,
    /// The records of the blocks that were added.
    pub records: Vec<SourceRecord>,
    /// Rules that report something in the document, with the number of findings.
    pub left: Vec<(&'static str, usize)>,
}

/// Adds issues to the sections of a tagged document, each after the existing blocks. An issue that would break a rule,
/// or that the document already has, is left out.
pub fn put_in(text: &str, issues: &[(&Known, &str)], settings: &Settings) -> Filled {
    let mut filler = Filler::new(text, settings);
    let mut became = vec![Became::Out(String::new()); issues.len()];
    filler.put_together(issues, &mut became);
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
    Filled { output: filler.output, became, records: filler.records, left }
}
