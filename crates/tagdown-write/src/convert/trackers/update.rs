//! Updates the blocks of a document whose threads changed since they were written. A block that a person edited stays.

use std::collections::HashSet;

use rustc_hash::FxHashMap;
use tagdown::document::{Block, Document, Kind, TagLine, parse_with};
use tagdown::rules::{Edit, Finding, Settings, apply};
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
    let mut work = Work { output: text.to_owned(), aged: Vec::new(), records: Vec::new(), settings };
    let jobs = work.jobs(text, issues, sources);
    // Only the first of several threads that tell of one block can be written together with others.
    let mut seen = HashSet::new();
    let (first, mut late): (Vec<Job<'_>>, Vec<Job<'_>>) =
        jobs.into_iter().partition(|job| seen.insert(job.old.span.start));
    let mut chosen = Vec::new();
    for job in first {
        match tried(&job, settings) {
            Some(made) if made.hash == job.hash => {}
            Some(made) => chosen.push((job, made)),
            None => late.push(job),
        }
    }
    chosen.sort_by_key(|(job, _)| job.old.span.start);
    work.put(&chosen);
    late.sort_by_key(|job| job.index);
    for job in &late {
        work.put_late(job);
    }
    work.aged.sort_by_key(|(index, _)| *index);
    work.records.sort_by_key(|(index, _)| *index);
    let records = work.records.into_iter().map(|(_, record)| record).collect();
    Updated { output: work.output, aged: work.aged, records }
}

/// A block to be written anew.
struct Job<'k> {
    index: usize,
    known: &'k Known,
    hash: String,
    old: Old,
}

/// A block as it is written, with its tag line.
struct Trial {
    kind: Kind,
    text: String,
    hash: String,
}

/// A document on its way.
struct Work<'s> {
    output: String,
    aged: Vec<(usize, Aged)>,
    records: Vec<(usize, SourceRecord)>,
    settings: &'s Settings,
}

impl Work<'_> {
    /// The blocks whose threads changed. Those that a person edited stay, which is noted.
    fn jobs<'k>(&mut self, text: &str, issues: &'k [Known], sources: &SourceRecords) -> Vec<Job<'k>> {
        let document = parse_with(text, &self.settings.own_tags);
        let blocks = ToldBlocks::of(&document);
        let mut jobs = Vec::new();
        for (index, known) in issues.iter().enumerate() {
            let records = known.source().map(|source| sources.of(source)).unwrap_or_default();
            if records.last().is_none_or(|last| last.thread == known.thread) {
                continue;
            }
            let Some((hash, old)) = blocks.find(known) else { continue };
            if records.iter().any(|record| record.block == hash) {
                jobs.push(Job { index, known, hash, old });
            } else {
                let state = known.state.name();
                let reason = format!("edited by hand, so not updated; the thread is {state} now");
                self.aged.push((index, Aged::Kept(reason)));
            }
        }
        jobs
    }

    /// Writes blocks, in order of their places, at once, so that a page is not read anew for each; if they do not fit
    /// together, the halves of them. The later half comes first, since it moves nothing before it.
    fn put(&mut self, chosen: &[(Job<'_>, Trial)]) {
        match chosen {
            [] => {}
            [(job, _)] => self.put_alone(job.index, job.known, &job.hash, &job.old),
            _ if self.is_put(chosen) => {}
            _ => {
                let (first, second) = chosen.split_at(chosen.len() / 2);
                self.put(second);
                self.put(first);
            }
        }
    }

    fn is_put(&mut self, chosen: &[(Job<'_>, Trial)]) -> bool {
        let document = parse_with(&self.output, &self.settings.own_tags);
        let eol = document.source.eol();
        let gone: Vec<Span> = chosen.iter().map(|(job, _)| job.old.span).collect();
        let texts: Vec<String> = chosen.iter().map(|(_, made)| made.text.replace('\n', eol)).collect();
        let edits: Vec<Edit> =
            gone.iter().zip(&texts).map(|(span, text)| Edit::replace(*span, text.clone())).collect();
        let output = apply(document.source.text(), &edits);
        let after = parse_with(&output, &self.settings.own_tags);
        let mut spans = Vec::new();
        let (mut from, mut to) = (0, 0);
        for (span, text) in gone.iter().zip(&texts) {
            let start = to + (span.start - from);
            (from, to) = (span.end, start + text.len());
            spans.push(Span::new(start, to));
        }
        let is_block = |(span, (_, made)): (&Span, &(Job<'_>, Trial))| {
            after.block_at(span.start).is_some_and(|block| {
                block.span.start == span.start
                    && block.kind == made.kind
                    && block_hash(&after, block) == made.hash
            })
        };
        let found = heavy(&after, self.settings);
        let is_own = |finding: &Finding| {
            let before = spans.partition_point(|span| span.start <= finding.span.start);
            spans[..before].last().is_some_and(|span| span.contains(finding.span.start))
        };
        if !spans.iter().zip(chosen).all(is_block)
            || found.iter().any(is_own)
            || found.len() > heavy(&document, self.settings).len()
            || misread(&document, &gone, &after, &spans).is_some()
        {
            return false;
        }
        for (span, (job, made)) in spans.iter().zip(chosen) {
            self.aged.push((job.index, Aged::Updated(made.kind, after.address(span.start))));
            self.records.extend(job.known.record(made.hash.clone()).map(|record| (job.index, record)));
        }
        drop((document, after));
        self.output = output;
        true
    }

    fn put_alone(&mut self, index: usize, known: &Known, hash: &str, old: &Old) {
        let document = parse_with(&self.output, &self.settings.own_tags);
        let made = rewritten(&document, known, old, self.settings);
        drop(document);
        match made {
            Ok(made) if made.hash == hash => {}
            Ok(made) => {
                self.output = made.output;
                self.records.extend(known.record(made.hash).map(|record| (index, record)));
                self.aged.push((index, Aged::Updated(made.kind, made.address)));
            }
            Err(reason) => self.aged.push((index, Aged::Kept(format!("not updated: {reason}")))),
        }
    }

    /// Writes a block that others may have moved or changed.
    fn put_late(&mut self, job: &Job<'_>) {
        let document = parse_with(&self.output, &self.settings.own_tags);
        let found = ToldBlocks::of(&document).find(job.known);
        drop(document);
        if let Some((hash, old)) = found {
            self.put_alone(job.index, job.known, &hash, &old);
        }
    }
}

/// The best block of a thread that breaks no rule on a page of its own.
fn tried(job: &Job<'_>, settings: &Settings) -> Option<Trial> {
    candidates(job.known, &job.old).into_iter().find_map(|(kind, title, body)| {
        let text = format!("{}\n{body}", tag_line(kind, (kind == Kind::Bug).then_some(title.as_str())));
        let page = format!("{TRIAL}{text}\n");
        let document = parse_with(&page, &settings.own_tags);
        let span = Span::new(TRIAL.len(), TRIAL.len() + text.len());
        let block = document.block_at(span.start)?;
        let is_good = block.span.start == span.start
            && block.kind == kind
            && !heavy(&document, settings).iter().any(|finding| span.contains(finding.span.start));
        is_good.then(|| Trial { kind, hash: block_hash(&document, block), text })
    })
}

/// A page on which a block is tried.
const TRIAL: &str = "# Page\n\n## Known issues\n\n";

/// The blocks of a document that came from threads, by the addresses that they name.
struct ToldBlocks<'d, 't> {
    document: &'d Document<'t>,
    all: Vec<(&'d Block, &'d TagLine)>,
    by_address: FxHashMap<&'d str, usize>,
}

impl<'d, 't> ToldBlocks<'d, 't> {
    fn of(document: &'d Document<'t>) -> Self {
        let is_told = |kind: Kind| matches!(kind, Kind::Bug | Kind::Unverified);
        let all: Vec<_> = document.tagged_blocks().filter(|(block, _)| is_told(block.kind)).collect();
        let mut by_address = FxHashMap::default();
        for (at, (block, _)) in all.iter().enumerate() {
            let text = document.text(block.content);
            let linked =
                text.split('(').skip(1).filter_map(|rest| rest.split_once(')')).map(|(inner, _)| inner);
            let bare = text.split_whitespace().map(|word| word.trim_matches(['<', '>']));
            for address in linked.chain(bare).filter(|word| word.contains("://")) {
                by_address.entry(address).or_insert(at);
            }
        }
        Self { document, all, by_address }
    }

    /// The block that came from an issue, with its hash.
    fn find(&self, known: &Known) -> Option<(String, Old)> {
        let is_told = |(block, _): &&(&Block, &TagLine)| known.is_told_in(self.document.text(block.content));
        let is_plain = |url: &&String| url.contains("://") && !url.contains(['(', ')', '<', '>', ' ']);
        let (block, tag) = match known.url.as_ref().filter(is_plain) {
            Some(url) => self.by_address.get(url.as_str()).map(|at| &self.all[*at])?,
            None => self.all.iter().find(is_told)?,
        };
        let document = self.document;
        let old = Old {
            span: Span::new(block.span.start, document.source.trim(block.content).end.max(tag.span.end)),
            kind: block.kind,
            title: tag.title.map(|title| document.text(title).to_owned()),
            text: document.text(block.content).trim().replace("\r\n", "\n"),
        };
        Some((block_hash(document, block), old))
    }
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
