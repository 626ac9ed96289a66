//! The facts of documents, and what a change does to them. A fact is a sentence, a table row, a code block, a field or
//! the title of a BUG, or a heading with nothing below it. Facts are compared by their words, so nothing depends on lines, wrapping or markup.

mod above;
mod alike;
mod change;
mod citations;
mod cut;
mod earlier;
mod elsewhere;
mod fact;
mod group;
mod head;
mod held;
mod images;
mod in_place;
mod joined;
mod judge;
mod key;
mod lines;
mod nested;
mod openings;
mod opposite;
mod pair;
mod parents;
mod pieces;
mod places;
mod plain;
mod print;
mod relinked;
mod report;
mod rows;
mod spacing;
mod spelling;
mod trace;
mod twins;
mod version;
mod words;

pub use change::{Change, Cited, Columns, Comparison, What};
pub use cut::facts;
pub use elsewhere::Wanted;
pub use fact::{Fact, Form, Page};
pub use judge::compare;
pub use print::{FORMATS, Format, Logged, find, log_json, log_text};
pub use report::Versions;
pub use trace::{Trace, trace};
pub use version::{Bump, next};
pub use words::{Part, marked};
