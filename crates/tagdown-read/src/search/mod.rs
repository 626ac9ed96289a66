//! Search: finds the passages that answer a query, in blocks of all documents.
//!
//! A [`Query`] is compared with the raw text of every document first ([`Query::scan`]), which says how rare its words
//! are and which documents can match at all. Only those need to be parsed and read. [`rank`] then scores their passages
//! and keeps the blocks that match well enough.

mod bar;
mod candidates;
mod keep;
mod kept;
mod names;
mod passages;
mod query;
mod rank;
mod scan;
mod score;
mod statistics;
mod stop_words;
mod thesaurus;
mod words;

pub use self::candidates::candidates;
pub use self::keep::Stems;
pub use self::kept::{Finder, KeptWords, Vocabulary};
pub use self::names::Names;
pub use self::query::Query;
pub use self::rank::{Ranked, Search, rank, rank_with};
pub use self::scan::Scan;
pub use self::statistics::Statistics;
