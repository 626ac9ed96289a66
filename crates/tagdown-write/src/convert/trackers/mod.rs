//! Adds known issues to a document. An exported issue becomes a BUG if symptom, cause and fix are known, a `[?]` if
//! they are not, or is left out with a reason. No word is invented: every field is a sentence from the issue.

mod after_words;
mod blocks;
mod body;
mod cause_words;
mod change_content;
mod change_words;
mod clean;
mod connectives;
mod doubt_words;
mod filler;
mod follow_thread;
mod formats;
mod issue;
mod issue_failure;
mod join;
mod known_issue;
mod left_out;
mod mentions;
mod page_sentences;
mod phrases;
mod pull_text;
mod pull_title;
mod releases;
mod remarks;
mod same_failure;
mod section;
mod sentence_signs;
mod sources;
mod statements;
mod symptom;
mod terms;
mod testimony;
mod update;
mod verdict;
mod weigh;

pub use blocks::{Filled, Part, put_in, read, read_mails, read_part, together};
pub use filler::Became;
pub use known_issue::Known;
pub(crate) use page_sentences::{Told, told};
pub use section::{Page, Place, assign};
pub(crate) use sentence_signs::{explains, words};
pub use sources::{SourceRecord, SourceRecords};
pub(crate) use symptom::tells_of_failure;
pub use update::{Aged, Updated, update};
