//! Adds known issues to a document. An exported issue becomes a BUG if symptom, cause and fix are known, a `[?]` if
//! they are not, or is left out with a reason. No word is invented: every field is a sentence from the issue.

mod blocks;
mod clean;
mod csv;
mod export;
mod failure;
mod issue;
mod known;
mod left_out;
mod section;
mod signs;
mod statements;
mod symptom;
mod thread;
mod told;
mod verdict;

pub use blocks::{Became, Filled, put_in, read};
pub use known::Known;
pub use section::{Page, Place, assign};
pub(crate) use symptom::tells_of_failure;
pub(crate) use told::{Told, told};
