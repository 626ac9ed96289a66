//! Judges whether text is a fact (SPEC) or context (NOTE): pieces, statements, their features, the linear model, labels
//! and the reasons for them. It does not change documents, and it does not use the rules: callers pass in their cues.

mod decide;
mod hashed;
mod heading_words;
mod judge;
mod label;
mod letters;
mod neighbours;
mod observe;
mod pieces;
mod reasons;
mod sink;
mod slots;
mod statements;
mod structure;
mod table;
mod thresholds;
mod word_classes;
mod word_features;
mod word_tokens;

pub use decide::{MOST_SENTENCES, SURE, best_quarter, is_foreign, labels, sentences};
pub use judge::{Judge, scores, statement_features};
pub use label::{Label, chance, confidence};
pub use pieces::{Above, Piece, PieceKind, has_version, headings, is_silent, last_node_before, pieces};
pub use reasons::reasons;
pub use statements::{Form, Statement, statements, statements_near, statements_with_signs};
pub use structure::{is_contents, is_html_table};
pub use thresholds::Profile;
pub use word_features::Cues;
