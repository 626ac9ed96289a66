//! What a model reads from tagged documents: views, token budgets and search.
//!
//! [`read`] extracts the selected blocks of a document, [`rank`] orders them by a query, and [`write()`] lays them out
//! in one of the [`VIEWS`]. No token spans the boundary between two pieces of a view. The tokens of a view are
//! therefore the sum of the tokens of its pieces, and a budget is kept to the token without counting anything twice.
//!
//! ```
//! use tagdown_read::{Request, Selection, read, write};
//! let text = "# Upload\n**Version 1.2.0**\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n**[NOTE]**\nOld.\n";
//! let reading = read(&tagdown::parse(text), "api.md", &Selection::default());
//! let output = write(&[reading], &Request::default()).unwrap();
//! assert!(output.complete);
//! assert_eq!(
//!     output.text,
//!     "# Upload · v1.2.0\n\n## Limits\n\n[spec-1]\n- Body: 4 KB\n\n---\n\
//!      complete: 1 block, 6 tokens; left out: 1 NOTE, 2 tokens\n"
//! );
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::exit)]

mod arrangement;
mod asking;
pub mod bm25;
mod budget;
mod cursor;
mod extract;
pub mod facts;
mod labels;
mod lay_out;
mod manifest;
mod reading;
mod request;
mod search;
mod select;
mod tokens;
pub mod views;

pub use asking::Asking;
pub use cursor::Cursor;
pub use extract::read;
pub use lay_out::{document, end, write, write_each};
pub use reading::{Heading, Hit, Item, Lean, Manifest, Missing, Reading, Tally, Unreviewed};
pub use request::{Next, Output, Overflow, Refused, Remarks, Request, Totals, View};
pub use search::{
    Finder, KeptWords, Names, Query, Ranked, Scan, Search, Statistics, Stems, Vocabulary, candidates, rank,
    rank_with,
};
pub use select::{ALL, AUTHORITATIVE, Selection, Versions, kind_named};
pub use tokens::{Counts, ENCODINGS, Encoding, EncodingInfo};
pub use views::{VIEWS, contents};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
