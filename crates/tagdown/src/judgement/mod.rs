//! Judges whether a piece of text is a fact (SPEC) or context (NOTE): pieces, their features, the linear model, labels
//! and the reasons for them. It does not change documents, and it does not use the rules: callers pass in their cues.

mod decide;
mod describe;
mod features;
mod judge;
mod label;
mod model;
mod neighbours;
mod pieces;
mod reasons;
mod statements;
mod thresholds;
mod word_classes;
mod word_tokens;

pub use decide::{MOST_SENTENCES, is_foreign, labels};
pub use describe::{all_features, describe};
pub use features::{Cues, Features, sentences};
pub use judge::{scores, statement_features};
pub use label::{Label, confidence};
pub use model::words_score;
pub use pieces::{Above, Piece, PieceKind, has_version, headings, is_silent, last_node_before, pieces};
pub use statements::{Form, Statement, statements};
pub use thresholds::Profile;
