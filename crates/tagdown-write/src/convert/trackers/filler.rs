//! Fills a document with the blocks that issues become.

use tagdown::document::{Kind, parse_with};
use tagdown::rules::{Finding, Settings};

use super::body::{bodies, heavy, plain_title};
use super::issue_failure::Failure;
use super::known_issue::Known;
use super::same_failure::Failures;
use super::section::KNOWN_ISSUES;
use super::sources::{SourceRecord, block_hash};
use crate::author::{NewBlock, insert, insert_all};

/// The outcome for an issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// A block of this kind, at this address.
    Block(Kind, String),
    /// No block, with the reason.
    Out(String),
}

/// A document that is being filled.
pub(super) struct Filler<'f> {
    pub(super) output: String,
    /// The number of its warnings and errors.
    heavy: usize,
    /// The failures that it describes.
    there: Failures,
    pub(super) records: Vec<SourceRecord>,
    settings: &'f Settings,
}

/// A block that was found good on its own.
struct Good<'k> {
    /// The index of its issue.
    index: usize,
    known: &'k Known,
    slug: &'k str,
    kind: Kind,
    title: String,
    body: String,
}

impl<'f> Filler<'f> {
    pub(super) fn new(text: &str, settings: &'f Settings) -> Self {
        let document = parse_with(text, &settings.own_tags);
        Self {
            heavy: heavy(&document, settings).len(),
            there: Failures::of(&document),
            output: text.to_owned(),
            records: Vec::new(),
            settings,
        }
    }

    /// Adds the blocks of issues at once, so that a page is not read anew for each. What does not fit stays out.
    pub(super) fn put_together(&mut self, issues: &[(&Known, &str)], became: &mut [Became]) {
        if issues.len() < LEAST_TOGETHER {
            return;
        }
        let mut taken = Failures::default();
        let mut good = Vec::new();
        for (index, (known, slug)) in issues.iter().enumerate() {
            let Some(failure) = known.failure() else { continue };
            if self.there.twin(known, failure).is_some() || taken.twin(known, failure).is_some() {
                continue;
            }
            if let Some((kind, title, body)) = self.tried(known, failure) {
                taken.add(&title, &failure.symptom, &body, kind);
                good.push(Good { index, known, slug, kind, title, body });
            }
        }
        self.put_all(&good, became);
    }

    /// The best block of an issue that breaks no rule on a page of its own.
    fn tried(&self, known: &Known, failure: &Failure) -> Option<(Kind, String, String)> {
        let document = parse_with(TRIAL, &self.settings.own_tags);
        let section = document.sections.len().checked_sub(1)?;
        for title in [failure.title.clone(), plain_title(&failure.title)] {
            for (kind, body) in bodies(known, failure, &title) {
                let block =
                    NewBlock { kind, title: (kind == Kind::Bug).then_some(title.as_str()), text: &body };
                let Ok(made) = insert(&document, section, &block) else { continue };
                let after = parse_with(&made.output, &self.settings.own_tags);
                let found = heavy(&after, self.settings);
                if !found.iter().any(|finding| made.span.contains(finding.span.start)) {
                    return Some((kind, title, body));
                }
            }
        }
        None
    }

    /// Adds blocks; if they do not fit together, the halves of them.
    fn put_all(&mut self, good: &[Good<'_>], became: &mut [Became]) {
        if good.is_empty() || self.is_put(good, became) || good.len() == 1 {
            return;
        }
        let (first, second) = good.split_at(good.len() / 2);
        self.put_all(first, became);
        self.put_all(second, became);
    }

    fn is_put(&mut self, good: &[Good<'_>], became: &mut [Became]) -> bool {
        let mut text = self.output.clone();
        let has_section = |text: &str| {
            let document = parse_with(text, &self.settings.own_tags);
            document.sections.iter().any(|section| section.slug == KNOWN_ISSUES)
        };
        if good.iter().any(|one| one.slug == KNOWN_ISSUES) && !has_section(&text) {
            text = with_known_issues(&text);
        }
        let document = parse_with(&text, &self.settings.own_tags);
        let of = |one: &Good<'_>| document.sections.iter().position(|section| section.slug == one.slug);
        let Some(sections) = good.iter().map(of).collect::<Option<Vec<usize>>>() else { return false };
        let block = |(one, section): (&'_ Good<'_>, usize)| -> (usize, Kind, Option<String>, String) {
            (section, one.kind, (one.kind == Kind::Bug).then(|| one.title.clone()), one.body.clone())
        };
        let parts: Vec<_> = good.iter().zip(sections).map(block).collect();
        let blocks: Vec<(usize, NewBlock<'_>)> = parts
            .iter()
            .map(|(section, kind, title, text)| {
                (*section, NewBlock { kind: *kind, title: title.as_deref(), text })
            })
            .collect();
        let Ok((output, spans)) = insert_all(&document, &blocks) else { return false };
        drop(document);
        let after = parse_with(&output, &self.settings.own_tags);
        let found = heavy(&after, self.settings);
        let is_own = |finding: &Finding| spans.iter().any(|span| span.contains(finding.span.start));
        if found.len() > self.heavy || found.iter().any(is_own) {
            return false;
        }
        for (one, span) in good.iter().zip(&spans) {
            let block = after.block_at(span.start);
            self.records.extend(block.and_then(|block| one.known.record(block_hash(&after, block))));
            let symptom = one.known.failure().map_or("", |failure| failure.symptom.as_str());
            self.there.add(&one.title, symptom, &one.body, one.kind);
            became[one.index] = Became::Block(one.kind, after.address(span.start));
        }
        self.heavy = found.len();
        drop(after);
        self.output = output;
        true
    }

    /// Adds the block of one issue.
    pub(super) fn put(&mut self, known: &Known, slug: &str) -> Result<(Kind, String), String> {
        let failure = known.failure().ok_or("it is not a failure")?;
        if let Some(title) = self.there.twin(known, failure) {
            let is_same = title == failure.title;
            return Err(if is_same {
                "already in the document".to_owned()
            } else {
                format!("already in the document: {title}")
            });
        }
        let mut text = self.output.clone();
        let has = |text: &str| {
            let document = parse_with(text, &self.settings.own_tags);
            document.sections.iter().position(|section| section.slug == slug)
        };
        let mut section = has(&text);
        if section.is_none() && slug == KNOWN_ISSUES {
            text = with_known_issues(&text);
            section = has(&text);
        }
        let section = section.ok_or("its section does not exist")?;
        let document = parse_with(&text, &self.settings.own_tags);
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
                let block = after.block_at(made.span.start);
                self.records.extend(block.and_then(|block| known.record(block_hash(&after, block))));
                self.there.add(&title, &failure.symptom, &body, kind);
                self.heavy = found.len();
                drop((after, document));
                self.output = made.output;
                return Ok((kind, address));
            }
        }
        Err(problem)
    }
}

/// Fewer blocks are added one by one.
const LEAST_TOGETHER: usize = 2;

/// A page on which a block is tried.
const TRIAL: &str = "# Page\n\n## Known issues\n";

/// A document with a section for failures at its end.
fn with_known_issues(text: &str) -> String {
    let eol = if text.contains("\r\n") { "\r\n" } else { "\n" };
    format!("{}{eol}{eol}## Known issues{eol}", text.trim_end())
}
