//! Updates the blocks of a document whose threads changed since they were written. A block that a person edited stays.

use tagdown::document::{Document, Kind, parse_with};
use tagdown::rules::{Edit, Settings, apply};
use tagdown::text::Span;

use super::body::{bodies, heavy, plain_title};
use super::known_issue::Known;
use super::sources::{SourceRecord, SourceRecords, block_hash};
use crate::author::{FROM_ISSUE, misread, tag_line};

/// What became of a block whose thread changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aged {
    /// It was updated: its kind and its address.
    Updated(Kind, String),
    /// It stays, with the reason.
    Kept(String),
}

/// A document whose blocks follow their threads.
#[derive(Clone, Debug)]
pub struct Updated {
    /// The document.
    pub output: String,
    /// The threads that changed, by their index, and what became of their blocks.
    pub aged: Vec<(usize, Aged)>,
    /// The records of the blocks that were written.
    pub records: Vec<SourceRecord>,
}

/// Updates the blocks of a document that came from these issues and whose threads changed.
pub fn update(text: &str, issues: &[Known], sources: &SourceRecords, settings: &Settings) -> Updated {
    let mut out = Updated { output: text.to_owned(), aged: Vec::new(), records: Vec::new() };
    for (index, known) in issues.iter().enumerate() {
        let Some(records) = known.source().map(|source| sources.of(source)).filter(|all| !all.is_empty())
        else {
            continue;
        };
        if records.last().is_some_and(|last| last.thread == known.thread) {
            continue;
        }
        let document = parse_with(&out.output, &settings.own_tags);
        let Some((hash, old)) = told(&document, known) else { continue };
        if !records.iter().any(|record| record.block == hash) {
            let state = known.state.name();
            let reason = format!("edited by hand, so not updated; the thread is {state} now");
            out.aged.push((index, Aged::Kept(reason)));
            continue;
        }
        let made = rewritten(&document, known, &old, settings);
        drop(document);
        match made {
            Ok(made) if made.hash == hash => {}
            Ok(made) => {
                out.output = made.output;
                out.records.extend(known.record(made.hash));
                out.aged.push((index, Aged::Updated(made.kind, made.address)));
            }
            Err(reason) => out.aged.push((index, Aged::Kept(format!("not updated: {reason}")))),
        }
    }
    out
}

/// The block of a document that came from an issue, with its hash.
fn told(document: &Document<'_>, known: &Known) -> Option<(String, Old)> {
    let is_told = |kind: Kind| matches!(kind, Kind::Bug | Kind::Unverified);
    let mut own = document.tagged_blocks().filter(|(block, _)| is_told(block.kind));
    let (block, tag) = own.find(|(block, _)| known.is_told_in(document.text(block.content)))?;
    let old = Old {
        span: Span::new(block.span.start, document.source.trim(block.content).end.max(tag.span.end)),
        kind: block.kind,
        title: tag.title.map(|title| document.text(title).to_owned()),
        text: document.text(block.content).trim().replace("\r\n", "\n"),
    };
    Some((block_hash(document, block), old))
}

/// A block as it was written.
struct Old {
    /// From its tag to its last word.
    span: Span,
    kind: Kind,
    title: Option<String>,
    text: String,
}

/// A document with a rewritten block.
struct Made {
    output: String,
    kind: Kind,
    hash: String,
    address: String,
}

/// The document with the block as the thread tells it today.
fn rewritten(document: &Document<'_>, known: &Known, old: &Old, settings: &Settings) -> Result<Made, String> {
    let before = heavy(document, settings).len();
    let mut problem = "no block can be made from it".to_owned();
    for (kind, title, body) in candidates(known, old) {
        let eol = document.source.eol();
        let made = format!(
            "{}{eol}{}",
            tag_line(kind, (kind == Kind::Bug).then_some(title.as_str())),
            body.replace('\n', eol)
        );
        let output = apply(document.source.text(), &[Edit::replace(old.span, made.clone())]);
        let after = parse_with(&output, &document.own_tags);
        let span = Span::new(old.span.start, old.span.start + made.len());
        let Some(block) =
            after.block_at(span.start).filter(|block| block.span.start == span.start && block.kind == kind)
        else {
            "the text would not be one block".clone_into(&mut problem);
            continue;
        };
        if let Some(word) = misread(document, &[old.span], &after, &[span]) {
            problem = format!("`{word}` would be read under a different tag");
            continue;
        }
        let found = heavy(&after, settings);
        let own = found.iter().find(|finding| span.contains(finding.span.start));
        if let Some(finding) = own.or_else(|| found.last().filter(|_| found.len() > before)) {
            problem = format!("a block made from it would break the rule {}", finding.rule);
            continue;
        }
        let (hash, address) = (block_hash(&after, block), after.address(span.start));
        drop(after);
        return Ok(Made { output, kind, hash, address });
    }
    Err(problem)
}

/// The blocks that a thread can be today, best first.
fn candidates(known: &Known, old: &Old) -> Vec<(Kind, String, String)> {
    if let Some(failure) = known.failure() {
        let titles = [failure.title.clone(), plain_title(&failure.title)];
        let of = |title: &String| -> Vec<(Kind, String, String)> {
            bodies(known, failure, title)
                .into_iter()
                .map(|(kind, body)| (kind, title.clone(), body))
                .collect()
        };
        return titles.iter().flat_map(of).collect();
    }
    // The thread is no failure any more: what was known stays, and the state is told.
    let reason = known.left_out().unwrap_or_default();
    let said = old.text.lines().filter(|line| !line.starts_with(FROM_ISSUE));
    let title =
        old.title.as_ref().filter(|_| old.kind == Kind::Bug).map(|title| format!("**{}**", title.trim()));
    let lines: Vec<String> = title.into_iter().chain(said.map(str::to_owned)).collect();
    let lines = lines.join("\n");
    let gap = if lines.ends_with("```") { "\n\n" } else { "\n" };
    let state = known.state.name();
    let why = if reason == state { String::new() } else { format!(" ({reason})") };
    let told = format!(
        "{lines}{gap}{FROM_ISSUE} {} ({state}). Not confirmed there: the failure{why}.",
        known.reference()
    );
    vec![(Kind::Unverified, String::new(), told)]
}
