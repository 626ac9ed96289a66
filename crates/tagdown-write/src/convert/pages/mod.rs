//! Converts an untagged document: labels its pieces, writes one tag per run, adds header and manifest. It never removes
//! or moves text; `guard.rs` checks that on every run, and [`strip`] undoes a conversion.

mod bullets;
mod buried;
mod failures;
mod faq;
mod guard;
mod label_pieces;
mod page;
mod questions;
mod strip;
mod tag_lines;

pub use page::convert;
pub use questions::{Question, Sentence, questions};
pub use strip::strip;
