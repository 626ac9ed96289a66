//! What a view is: how its pieces are written, what can be asked of it, and what it says at its end.

use super::VIEWS;
use std::fmt;

use super::page::Cursor;
use super::reading::{Item, Reading, Tally};
use crate::source::Span;
use crate::tags::Kind;
use crate::tokens::Encoding;

/// A way to show blocks: plain functions that each write one piece. A piece ends with a line end and starts with
/// neither white space nor a slash, or starts with a space before a sign that follows another sign; that is where
/// every encoding parts tokens.
pub struct View {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// The kinds that are shown unless others are asked for; `None` for those that count.
    pub kinds: Option<&'static [Kind]>,
    /// Whether it shows the tokens of whole documents.
    pub counts_documents: bool,
    /// Whether the blocks of a document stand together whatever their rank, and lines on what was left out with them.
    pub(super) is_grouped: bool,
    /// Whether it is text for models and people, so that an outline can take its place.
    pub(super) is_text: bool,
    /// Whether a block that is too long for a page can be shown in parts.
    pub(super) has_parts: bool,
    /// Opens a document.
    pub(super) open: fn(&Request, &Reading) -> String,
    /// A heading above the first block below it.
    pub(super) heading: fn(&Request, &Reading, usize) -> String,
    /// Where a block stands that the one above it says nothing of.
    pub(super) context: fn(&Request, &Reading, &[usize]) -> String,
    /// Where a page goes on, below a title and these headings.
    pub(super) resume: fn(&Request, &Reading, &[usize]) -> String,
    /// A block.
    pub(super) block: fn(&Request, &Reading, &Item, &Detail) -> String,
    /// Between two blocks of a document, and between two lines.
    pub(super) between: &'static str,
    /// Between the blocks of a document and its lines, where these stand with it.
    pub(super) middle: &'static str,
    /// Closes a document.
    pub(super) close: fn(&Request, &Reading, &Ending) -> String,
    /// Says on a line what was left out.
    pub(super) line: fn(&Request, &Reading, &Rest) -> String,
    /// Says how much is shown.
    pub(super) status: fn(&Request, &Ending) -> String,
    /// What stands last.
    pub(super) end: fn(&Request, &Ending) -> String,
}

/// What is asked of a view.
#[derive(Clone)]
pub struct Request {
    /// How blocks are shown.
    pub view: &'static View,
    /// How tokens are counted; the same as for the readings.
    pub encoding: Encoding,
    /// How many tokens the output may have.
    pub budget: Option<usize>,
    /// How many thousandths of a token a counted token may come to in the model that reads the view.
    pub margin: usize,
    /// Where a page starts.
    pub cursor: Option<Cursor>,
    /// What happens when the budget is too small.
    pub on_overflow: Overflow,
    /// Whether blocks show their lines.
    pub spans: bool,
    /// Whether the documents are named, since there may be several.
    pub several: bool,
    /// Whether the blocks stand in the order of [`super::rank`].
    pub ranked: bool,
    /// What happened on the way here that the ending must say.
    pub remarks: Remarks,
    /// The command that asks for this view, without its budget and cursor.
    pub command: String,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            view: VIEWS[0],
            encoding: Encoding::default(),
            budget: None,
            margin: 1000,
            cursor: None,
            on_overflow: Overflow::default(),
            spans: false,
            several: false,
            ranked: false,
            remarks: Remarks::default(),
            command: String::new(),
        }
    }
}

impl Request {
    /// How many tokens may be counted within the budget.
    pub(super) fn limit(&self) -> Option<usize> {
        self.budget.map(|budget| self.limit_of(budget))
    }

    /// The ending names the budget, and a longer number costs a token more. So that a larger budget shows no less there
    /// either, the last budgets before it do without one.
    fn limit_of(&self, budget: usize) -> usize {
        let tokens = |budget: usize| budget.saturating_mul(1000) / self.margin.max(1000);
        tokens(budget).min(tokens(longer(budget)).saturating_sub(1))
    }

    /// The budget that allows so many counted tokens.
    pub(super) fn budget_for(&self, tokens: usize) -> usize {
        let budget = tokens.saturating_mul(self.margin.max(1000)).div_ceil(1000);
        if self.limit_of(budget) >= tokens { budget } else { longer(budget) }
    }

    pub(super) fn count(&self, text: &str) -> usize {
        self.encoding.count(text)
    }

    /// The command that shows more.
    pub(super) fn command(&self, next: Next) -> String {
        let more = match (next, self.budget) {
            (Next::Budget(needed), _) => format!("--budget {needed}"),
            (Next::Page(cursor), Some(budget)) => format!("--budget {budget} --cursor {cursor}"),
            (Next::Page(cursor), None) => format!("--cursor {cursor}"),
        };
        format!("{} {more}", self.command).trim_start().to_owned()
    }
}

/// The next number that has a digit more.
fn longer(number: usize) -> usize {
    10_usize.checked_pow(number.checked_ilog10().unwrap_or(0) + 1).unwrap_or(usize::MAX)
}

/// What a door knows of a run and the readings do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Files that are no tagged documents, and were not read.
    pub skipped: usize,
    /// Files that could not be read.
    pub failed: usize,
    /// Words of the query that no block holds.
    pub unmatched: Vec<String>,
}

/// What happens when the budget is too small for everything.
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

/// How much of a block is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// All of it.
    Full,
    /// The title and the Fix of a BUG.
    Brief,
    /// A part of its text, which is too long for a page.
    Part {
        /// Where in the block's text.
        span: Span,
        /// What is repeated above it, such as the head of a table.
        lead: String,
        /// What closes it, such as a fence.
        closer: String,
    },
}

impl Detail {
    /// Its name in JSON, where it is not all.
    pub(super) fn name(&self) -> Option<&'static str> {
        match self {
            Detail::Full => None,
            Detail::Brief => Some("brief"),
            Detail::Part { .. } => Some("part"),
        }
    }
}

/// What a line on left out blocks is about.
pub(super) enum Rest<'r> {
    /// One block.
    Block(&'r Item),
    /// Blocks of a section.
    Section(usize, Tally),
    /// Blocks of the document.
    Document(Tally),
}

/// What documents come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Documents that were read.
    pub documents: usize,
    /// Blocks that are read only because a near miss of a tag is read as what was meant.
    pub recovered: usize,
    /// BUG blocks that do not clearly say whether they affect the versions asked for.
    pub unclear: usize,
    /// Blocks that were asked for.
    pub chosen: Tally,
    /// Blocks that were not.
    pub left_out: Tally,
}

impl Totals {
    /// Adds a document.
    pub fn add(&mut self, reading: &Reading) {
        self.documents += 1;
        self.recovered += reading.recovered;
        self.left_out += reading.left_out;
        for item in &reading.blocks {
            self.chosen.add(item.kind, item.tokens);
            self.unclear += usize::from(item.is_unclear);
        }
    }
}

/// How a document or a view ends.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    /// What there is.
    pub(super) totals: Totals,
    /// The blocks that are shown in full.
    pub(super) shown: Tally,
    /// The blocks that no line names, where lines name others.
    pub(super) unlisted: Tally,
    /// How many BUG blocks are shown as title and Fix.
    pub(super) brief: usize,
    /// The blocks of a page, from 1, first and last; empty outside of pages.
    pub(super) page: Option<[usize; 2]>,
    /// Whether the page goes on within its first block.
    pub(super) is_rest: bool,
    /// Whether the only block that is shown is shown in part.
    pub(super) is_part: bool,
    /// Whether all is shown that was asked for.
    pub(super) complete: bool,
    /// Whether there is no room for more than the most important line.
    pub(super) is_short: bool,
    /// The budget that would show the texts, where only the outline is shown in their place.
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
            brief: 0,
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
    /// All at once, with this budget.
    Budget(usize),
}

/// A view, laid out.
#[derive(Clone, Debug)]
pub struct Output {
    /// All of it.
    pub text: String,
    /// Whether all is shown that was asked for.
    pub complete: bool,
    /// How to get more; `None` where nothing is left.
    pub next: Option<Next>,
}

/// Why there is no view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not even the totals fit; with so many tokens they would.
    TooSmall {
        /// The smallest budget that shows something.
        least: usize,
    },
    /// More than the budget, and nothing less is wanted.
    Overflow {
        /// The budget that shows everything.
        needed: usize,
    },
    /// The page starts behind the last block.
    PastEnd {
        /// How many blocks there are.
        blocks: usize,
    },
    /// The blocks are not those that the page before was made of.
    Changed,
}

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::TooSmall { least } => {
                write!(out, "the budget is too small: give at least {least} tokens")
            }
            Refused::Overflow { needed } => {
                write!(
                    out,
                    "over the budget: everything needs {needed} tokens, headings, ids and ending included"
                )
            }
            Refused::PastEnd { blocks } => {
                let noun = if *blocks == 1 { "block" } else { "blocks" };
                write!(out, "the cursor is past the end of {blocks} {noun}; --cursor 0 is the first page")
            }
            Refused::Changed => {
                write!(out, "what is read has changed since that page; start again with --cursor 0")
            }
        }
    }
}

impl std::error::Error for Refused {}
