//! The options of a conversion and its outcome.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use serde::Serialize;
use tagdown::document::{Document, Kind};
use tagdown::judgement::{PieceKind, Profile};
use tagdown::rules::Settings;

use crate::convert::decisions::{By, Decisions};
use crate::convert::doubt::Doubt;
use crate::convert::trackers::SourceRecord;
use crate::convert::undo::Undo;

/// Where facts and context go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Every sentence stays in its place.
    #[default]
    Place,
    /// One SPEC with the facts of a section, then one NOTE with the rest.
    Section,
    /// No paragraph is cut and nothing moves.
    Whole,
}

/// How to convert.
#[derive(Clone, Debug)]
pub struct Options<'o> {
    /// The profile, which sets how likely a fact must be.
    pub profile: Profile,
    /// Where facts and context go.
    pub layout: Layout,
    /// Whether paragraphs of facts become lists in the whole layout.
    pub bullets: bool,
    /// The version for a document that has none.
    pub version: Option<&'o str>,
    /// The file name, for a document without a title.
    pub file_name: &'o str,
    /// The rules that the result must pass.
    pub settings: &'o Settings,
    /// Earlier decisions on sentences and blocks.
    pub decisions: &'o Decisions,
    /// Whether answers in the document's own FAQ become failures.
    pub faq: bool,
    /// Whether the outcome lists the sentences that become list items.
    pub lists_bullets: bool,
}

/// The outcome of a conversion.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The document with its tags, or the source if it was refused or needed no change.
    pub output: String,
    /// The blocks of the source that had no tag.
    pub blocks: Vec<Reported>,
    /// What somebody should decide or has decided, the most valuable first.
    pub doubts: Vec<Doubt>,
    /// Sentences that became list items of a SPEC and may have a shorter wording, if they were asked for.
    pub bullets: Vec<Doubt>,
    /// Shorter wordings that a model suggested, and those that were refused.
    pub suggestions: Vec<Suggestion>,
    /// Facts inside prose that became a NOTE.
    pub buried: Vec<Sentences>,
    /// Sentences that may be a `[?]`, for a person to decide.
    pub proposed: Vec<Sentences>,
    /// Sections that may be a BUG, for a person to decide.
    pub failures: Vec<Sentences>,
    /// Remarks on the complete document.
    pub notices: Vec<String>,
    /// Rules that still report something in the output, with the number of findings.
    pub left: Vec<(&'static str, usize)>,
    /// The number of errors among these findings, all in the author's own text.
    pub errors: usize,
    /// How to restore the sections that were cut or rearranged.
    pub undo: Vec<Undo>,
    /// Why the document was not converted.
    pub refused: Option<String>,
    /// What happened to the issues that belong to the document.
    pub issues: Vec<IssueReport>,
    /// The records of the blocks that came from issues.
    pub sources: Vec<SourceRecord>,
    /// What happened to its callouts, if they were converted.
    pub callouts: Option<Callouts>,
    /// The tagged blocks that were added, if they were counted.
    pub counted: Option<Counted>,
}

/// How many tagged blocks of each kind a conversion added.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The hashes of the source and of the output: both may change later.
    texts: [u64; 2],
    pub(crate) made: [usize; 4],
}

impl Counted {
    pub(crate) fn new(source: &Document<'_>, output: &Document<'_>) -> Self {
        let (mut made, mut before) = ([0; 4], [0; 4]);
        output.tagged_blocks().for_each(|(block, _)| made[block.kind as usize] += 1);
        source.tagged_blocks().for_each(|(block, _)| before[block.kind as usize] += 1);
        made.iter_mut()
            .zip(before)
            .for_each(|(made, before): (&mut usize, usize)| *made = made.saturating_sub(before));
        Self { texts: [source, output].map(|document| hash(document.source.text())), made }
    }

    /// The blocks that were added, if these are still the texts.
    pub(crate) fn of(&self, source: &str, output: &str) -> Option<[usize; 4]> {
        (self.texts == [source, output].map(hash)).then_some(self.made)
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

impl Conversion {
    /// Changes the lines of what is reported, for a source that was rewritten before its conversion.
    pub(crate) fn map_lines(&mut self, original: impl Fn(usize) -> usize) {
        let blocks = self.blocks.iter_mut().map(|block| &mut block.lines);
        let found = [&mut self.buried, &mut self.proposed, &mut self.failures];
        let all = blocks.chain(found.into_iter().flatten().map(|found| &mut found.lines));
        let doubts = self.doubts.iter_mut().chain(&mut self.bullets);
        let all = all.chain(doubts.map(|doubt| &mut doubt.lines));
        all.for_each(|lines| *lines = lines.map(&original));
    }
}

/// What happened to the callouts of a document.
#[derive(Clone, Debug, Serialize)]
pub struct Callouts {
    /// The renderer that they were written for.
    pub from: &'static str,
    /// Converted callouts, by name and kind.
    pub read: Vec<ReadCallout>,
    /// Callouts that stay unchanged.
    pub left: Vec<LeftCallout>,
}

impl Callouts {
    /// The mapping that was used, with counts, and the unchanged callouts, on one line.
    pub fn summary(&self) -> String {
        let read =
            self.read.iter().map(|read| format!("{} -> {} {}", read.name, read.kind.name(), read.count));
        let mut parts = vec![read.collect::<Vec<_>>().join(", ")];
        if !self.left.is_empty() {
            let lines: Vec<String> = self.left.iter().map(|left| left.line.to_string()).collect();
            let noun = if lines.len() == 1 { "line" } else { "lines" };
            parts.push(format!("unchanged: {} ({noun} {})", self.left.len(), lines.join(", ")));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("; ")
    }
}

/// Callouts with the same name that became the same kind.
#[derive(Clone, Debug, Serialize)]
pub struct ReadCallout {
    /// Their name in the renderer.
    pub name: String,
    /// The kind they became.
    pub kind: Kind,
    /// How many there are.
    pub count: usize,
}

/// A callout that stays unchanged.
#[derive(Clone, Debug, Serialize)]
pub struct LeftCallout {
    /// Its first line in the source, from 1.
    pub line: usize,
    /// Its name in the renderer.
    pub name: String,
    /// Why it stays unchanged.
    pub reason: String,
}

/// A block of the source and what happened to it.
#[derive(Clone, Debug, Serialize)]
pub struct Reported {
    /// Its first and last line in the source, from 1.
    pub lines: [usize; 2],
    /// The kind of Markdown block.
    pub kind: PieceKind,
    /// The more likely label.
    pub label: Kind,
    /// The probability of the label, from 0 to 1.
    pub confidence: f64,
    /// Whether the probability is high enough; if not, somebody should review it.
    pub decided: bool,
    /// Its tag in the output, none if the block has no content to tag.
    pub written: Option<Kind>,
    /// The strongest reasons for the label.
    pub reasons: Vec<String>,
    /// Who gave it the label.
    pub by: By,
}

/// A tracker issue and what happened to it.
#[derive(Clone, Debug, Serialize)]
pub struct IssueReport {
    /// The id that people use for it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The kind of block that was made.
    pub kind: Option<Kind>,
    /// The address of that block in the output.
    pub address: Option<String>,
    /// Whether the block existed and follows its thread.
    pub updated: bool,
    /// Why no block was made, or why the existing one stays as it is.
    pub reason: Option<String>,
}

/// A shorter wording that a model suggested for a list item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// The lines of the sentence in the source, from 1.
    pub lines: [usize; 2],
    /// The sentence, on one line.
    pub text: String,
    /// The suggested wording.
    pub wording: String,
    /// Why the wording was refused; none if it waits for review.
    pub refused: Option<String>,
    /// The key for a decision on the sentence.
    #[serde(skip)]
    pub hash: String,
}

/// Sentences of one block.
#[derive(Clone, Debug, Serialize)]
pub struct Sentences {
    /// The lines of the block in the source, from 1.
    pub lines: [usize; 2],
    /// The sentences, each on one line.
    pub sentences: Vec<String>,
}
