//! What a view is: how its pieces are written, what a request contains, and what the ending reports.

use std::fmt;

use tagdown::document::Kind;

use crate::asking::Asking;
use crate::cursor::Cursor;
use crate::reading::{Detail, Item, Reading, Tally};
use crate::tokens::Encoding;

/// A way to show blocks, as plain functions that each write one piece. A piece either ends with a line end and starts
/// with neither white space nor a slash, or starts with a space before a punctuation mark that follows another one.
/// Every encoding splits tokens at these points.
pub struct View {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows, for the help.
    pub help: &'static str,
    /// The kinds that are shown by default; `None` for [`crate::AUTHORITATIVE`].
    pub kinds: Option<&'static [Kind]>,
    /// Whether it shows the token counts of complete documents.
    pub counts_documents: bool,
    /// Whether the blocks of a document stay together whatever their rank, along with the lines about left-out blocks.
    pub(super) is_grouped: bool,
    /// Whether it is text for models and people, which an outline can replace.
    pub(super) is_text: bool,
    /// Whether a block that is too long for a page can be shown in parts.
    pub(super) has_parts: bool,
    /// Opens a document.
    pub(super) open: fn(&Request, &Reading) -> String,
    /// Writes the manifest below the title, if it says more than which tags to read and the view shows text.
    pub(super) manifest: fn(&Reading) -> String,
    /// Writes a heading above the first block of its section.
    pub(super) heading: fn(&Request, &Reading, usize) -> String,
    /// Writes where a page continues: below the title and these headings.
    pub(super) resume: fn(&Request, &Reading, &[usize]) -> String,
    /// Writes a block.
    pub(super) block: fn(&Request, &Reading, &Item, &Detail, &Label) -> String,
    /// Separates two blocks of a document, or two lines.
    pub(super) between: &'static str,
    /// Separates the blocks of a document from its lines, if the view is grouped.
    pub(super) middle: &'static str,
    /// Closes a document.
    pub(super) close: fn(&Request, &Reading, &Ending) -> String,
    /// Writes a line about left-out blocks.
    pub(super) line: fn(&Request, &Reading, &Rest) -> String,
    /// Writes how much is shown.
    pub(super) status: fn(&Request, &Ending) -> String,
    /// Writes the last lines.
    pub(super) end: fn(&Request, &Ending) -> String,
}

impl View {
    /// Whether a document is written in the same way whatever other documents are read with it.
    pub fn is_independent(&self) -> bool {
        !self.is_text
    }
}

/// A request for a view.
#[derive(Clone)]
pub struct Request {
    /// How blocks are shown.
    pub view: &'static View,
    /// How tokens are counted; must match the readings.
    pub encoding: Encoding,
    /// The maximum number of tokens in the output.
    pub budget: Option<usize>,
    /// How many tokens of the budget are for text that the caller adds.
    pub reserved: usize,
    /// How many tokens 1000 counted tokens may be in the model that reads the view.
    pub margin: usize,
    /// Where the page starts; `None` if no page is requested.
    pub cursor: Option<Cursor>,
    /// What happens when the budget is too small.
    pub on_overflow: Overflow,
    /// Whether blocks show their line numbers.
    pub spans: bool,
    /// Whether the documents are named, because there may be several.
    pub several: bool,
    /// Whether the blocks are in the order of [`crate::search::rank`].
    pub ranked: bool,
    /// Events of the run that the ending must report.
    pub remarks: Remarks,
    /// The command that requests this view, without its budget and cursor. A call of a tool is left open, as in
    /// `read {"path":"a.md"`.
    pub command: String,
    /// How the reader asks for more.
    pub asking: Asking,
}

impl Request {
    /// Whether nothing that was asked for is missing before anything is laid out.
    pub(super) fn is_whole(&self) -> bool {
        self.remarks.failed == 0 && self.remarks.others == [0, 0] && !self.remarks.is_cut
    }

    /// The maximum number of counted tokens within the budget.
    pub(super) fn limit(&self) -> Option<usize> {
        self.budget.map(|budget| self.limit_of(budget).saturating_sub(self.reserved))
    }

    /// The ending names the budget, and one more digit may cost one more token. Budgets just below such a step give up
    /// a token, so a larger budget never shows less.
    fn limit_of(&self, budget: usize) -> usize {
        let tokens = |budget: usize| budget.saturating_mul(1000) / self.margin.max(1000);
        tokens(budget).min(tokens(longer(budget)).saturating_sub(1))
    }

    /// The budget that allows this many counted tokens.
    pub(super) fn budget_for(&self, tokens: usize) -> usize {
        let tokens = tokens.saturating_add(self.reserved);
        let budget = tokens.saturating_mul(self.margin.max(1000)).div_ceil(1000);
        if self.limit_of(budget) >= tokens { budget } else { longer(budget) }
    }

    pub(super) fn count(&self, text: &str) -> usize {
        self.encoding.count(text)
    }

    /// The command that shows more.
    pub(super) fn command(&self, next: Next) -> String {
        let more = match next {
            Next::Budget(needed) => self.asking.more(Some(needed), None),
            Next::Page(cursor) => self.asking.more(self.budget, Some(cursor)),
        };
        self.asking.command(&self.command, &more)
    }
}

/// The smallest number with one more digit.
fn longer(number: usize) -> usize {
    10_usize.checked_pow(number.checked_ilog10().unwrap_or(0) + 1).unwrap_or(usize::MAX)
}

/// Facts about a run that the readings do not contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Files that are not tagged documents and were skipped.
    pub skipped: usize,
    /// Files that could not be read.
    pub failed: usize,
    /// Documents that do not match the query.
    pub unmatching: usize,
    /// Whether only the best of the blocks that match are known.
    pub is_cut: bool,
    /// Blocks and documents that contain words of the query, but do not match.
    pub others: [usize; 2],
    /// Words of the query that match no block.
    pub unmatched: Vec<String>,
    /// The sections that come nearest, if no block answers the query.
    pub nearest: Option<Vec<String>>,
}

/// What happens when the budget is too small to show everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overflow {
    /// The most important part is shown.
    #[default]
    Partial,
    /// The outline is shown instead.
    Outline,
    /// Nothing is shown.
    Error,
}

/// What a line about left-out blocks covers.
pub(crate) enum Rest<'r> {
    /// One block.
    Block(&'r Item),
    /// Blocks of a section.
    Section(usize, Tally),
    /// Blocks of the document.
    Document(Tally),
}

/// What the line above a block says about where the block is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Label {
    /// The name of the block.
    pub(super) name: String,
    /// The document and the headings above it, if neither headings nor the block above imply them.
    pub(super) place: String,
}

/// Totals over documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Documents that were read.
    pub documents: usize,
    /// Blocks that are read only because a malformed tag is read as the tag it was meant to be.
    pub recovered: usize,
    /// BUG blocks that do not clearly state whether they affect the requested versions.
    pub unclear: usize,
    /// Blocks that an agent wrote and nobody has looked at, which are not shown.
    pub unreviewed: usize,
    /// Blocks that were selected.
    pub chosen: Tally,
    /// Blocks that were not selected.
    pub left_out: Tally,
}

impl Totals {
    /// Adds a document.
    pub fn add(&mut self, reading: &Reading) {
        self.documents += 1;
        self.recovered += reading.recovered;
        self.unreviewed += reading.unreviewed;
        self.left_out += reading.left_out;
        for item in &reading.blocks {
            self.chosen.add(item.kind, item.tokens);
            self.unclear += usize::from(item.is_unclear);
        }
    }
}

/// How a document or a view ends.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    /// The totals over all documents.
    pub(super) totals: Totals,
    /// The blocks that are shown in full.
    pub(super) shown: Tally,
    /// The blocks that no line covers, if there are lines about others.
    pub(super) unlisted: Tally,
    /// How many manifests that say more than which tags to read are not shown.
    pub(super) manifests: usize,
    /// How many BUG blocks are shown as title and Fix only.
    pub(super) brief: usize,
    /// How many blocks are shown as the passages that match.
    pub(super) excerpts: usize,
    /// The first and last block of a page, counted from 1; `None` outside of pages.
    pub(super) page: Option<[usize; 2]>,
    /// Whether the page starts within its first block.
    pub(super) is_rest: bool,
    /// Whether only a part of a single block is shown.
    pub(super) is_part: bool,
    /// Whether everything requested is shown.
    pub(super) complete: bool,
    /// Whether there is room for the most important line only.
    pub(super) is_short: bool,
    /// The budget that would show the texts, if an outline is shown instead.
    pub(super) instead_of: Option<usize>,
    /// How to get more.
    pub(super) next: Option<Next>,
}

impl Ending {
    pub(super) fn complete(totals: &Totals) -> Self {
        Self {
            totals: *totals,
            shown: totals.chosen,
            unlisted: Tally::default(),
            manifests: 0,
            brief: 0,
            excerpts: 0,
            page: None,
            is_rest: false,
            is_part: false,
            complete: true,
            instead_of: None,
            is_short: false,
            next: None,
        }
    }
}

/// How to get more than a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The page that starts here.
    Page(Cursor),
    /// Everything at once, with this budget.
    Budget(usize),
}

/// The output of a view.
#[derive(Clone, Debug)]
pub struct Output {
    /// The text.
    pub text: String,
    /// Whether everything requested is shown.
    pub complete: bool,
    /// How to get more; `None` if nothing is left.
    pub next: Option<Next>,
}

/// Why no view can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not even the totals fit.
    TooSmall {
        /// The smallest budget that shows something.
        least: usize,
    },
    /// The output exceeds the budget, and the request accepts nothing less.
    Overflow {
        /// The budget that shows everything.
        needed: usize,
    },
    /// The page starts after the last block.
    PastEnd {
        /// How many blocks there are.
        blocks: usize,
    },
    /// The blocks have changed since the previous page.
    Changed,
}

impl Refused {
    /// Why, for a reader who asks in this way.
    pub fn explain(&self, asking: Asking) -> String {
        let first = asking.first_page();
        match self {
            Refused::TooSmall { least } => {
                format!("the budget is too small: at least {least} tokens are needed")
            }
            Refused::Overflow { needed } => {
                format!(
                    "over budget: the full output needs {needed} tokens, including headings, ids and the summary"
                )
            }
            Refused::PastEnd { blocks } => {
                let noun = if *blocks == 1 { "block" } else { "blocks" };
                format!("the cursor is past the end ({blocks} {noun}); use {first} for the first page")
            }
            Refused::Changed => {
                format!("the content has changed since the previous page; start again with {first}")
            }
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.explain(Asking::Options))
    }
}

impl std::error::Error for Refused {}
