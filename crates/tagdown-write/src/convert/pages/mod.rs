//! Converts an untagged document: adds tags, header and manifest. `sentences` sorts facts and context by sentence; the
//! other files label whole pieces. No text is lost; `guard.rs` and `sentences/proof.rs` check that on every run, and
//! [`strip`] undoes a conversion.

mod bullets;
mod bullets_worded;
mod buried;
mod doubts;
mod failures;
mod faq;
mod faq_questions;
mod guard;
mod label_pieces;
mod no_facts;
mod page;
mod restore;
mod sentences;
mod settle;
mod strip;
mod tag_lines;
mod written;

pub use doubts::{is_foreign_page, reasons_for};
pub use page::convert;
pub use restore::{Restored, restore};
pub use strip::{strip, strip_with};
