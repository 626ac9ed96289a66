//! The facts of documents, and what a change does to them. A fact is a sentence, a table row, a code block, a field or
//! the title of a BUG. Facts are compared by their words, so nothing depends on lines, wrapping or markup.

mod change;
mod cut;
mod fact;
mod group;
mod judge;
mod pair;
mod places;
mod print;
mod report;
mod version;
mod words;

pub use change::{Change, Columns, Comparison, What};
pub use cut::facts;
pub use fact::{Fact, Form, Page};
pub use judge::compare;
pub use print::{FORMATS, Format, find};
pub use report::Versions;
pub use version::{Bump, next};
pub use words::{Part, marked};
