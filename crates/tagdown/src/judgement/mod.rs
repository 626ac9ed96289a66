//! Judges whether text is a fact (SPEC) or context (NOTE): pieces, statements, their features, the linear model, labels
//! and the reasons for them. It does not change documents, and it does not use the rules: callers pass in their cues.

mod decide;
mod features;
mod judge;
mod label;
mod neighbours;
mod pieces;
mod reasons;
mod statements;
mod thresholds;
mod word_classes;
mod word_tokens;

pub use decide::{MOST_SENTENCES, SURE, best_quarter, is_foreign, labels, sentences};
pub use features::Cues;
pub use judge::{scores, statement_features};
pub use label::{Label, chance, confidence};
pub use pieces::{Above, Piece, PieceKind, has_version, headings, is_silent, last_node_before, pieces};
pub use reasons::reasons;
pub use statements::{Form, Statement, statements};
pub use thresholds::Profile;
