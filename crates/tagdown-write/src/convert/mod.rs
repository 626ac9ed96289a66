//! Converts untagged pages, callouts of other renderers and issue tracker exports to tagged blocks. Each kind of source
//! has its own folder. The options, the outcome and the reports of a conversion are defined here.

mod checks;
mod decisions;
mod doubt;
mod header;
mod outcome;
pub mod report;
mod sources;
mod undo;
pub mod wording;

pub mod callouts;
pub mod pages;
pub mod trackers;

pub use decisions::{By, Decision, Decisions, LABELS, UNDECIDED, Wording, block_hash};
pub use doubt::Doubt;
pub use outcome::{
    Callouts, Conversion, Counted, IssueReport, Layout, LeftCallout, Options, ReadCallout, Reported,
    Sentences, Suggestion,
};
pub use pages::{Restored, convert, is_foreign_page, reasons_for, restore, strip, strip_with};
pub use report::Tally;
pub use undo::{Undo, UndoStep, Undos};
