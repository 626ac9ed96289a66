//! Counts tokens exactly, for the public encodings, without network access. `split` cuts a text into pieces, `classes`
//! knows the characters it cuts at, `parts` knows where tokens never cross, `merge` counts the tokens of a piece, and `vocabulary` ranks them; `lines` and `counts`
//! keep what was counted. The files in
//! `data` are laid out so that they are used where they are in the binary: nothing is unpacked or built at the start.

#[cfg(feature = "tokens")]
mod classes;
mod counts;
mod encoding;
#[cfg(feature = "tokens")]
mod lines;
#[cfg(feature = "tokens")]
mod merge;
mod parts;
#[cfg(feature = "tokens")]
mod split;
#[cfg(feature = "tokens")]
mod vocabulary;

#[cfg(all(test, feature = "tokens"))]
mod data_tests;

pub use counts::Counts;
pub use encoding::{ENCODINGS, Encoding, EncodingInfo};
