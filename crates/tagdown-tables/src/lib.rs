//! The blocks of documents as a table with one row per block: `row` is what a row has, `offsets` counts characters, `csv`
//! writes text, `columns` makes Arrow batches, `files` writes and reads files, `changes` compares with an earlier table. It
//! opens no file.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::exit)]

mod changes;
#[cfg(feature = "arrow")]
mod columns;
mod csv;
mod files;
mod offsets;
mod row;

pub use changes::Earlier;
#[cfg(feature = "arrow")]
pub use columns::{batch, schema};
pub use files::{FORMATS, Format, Table, format, read_earlier};
pub use offsets::{Chars, Offsets};
pub use row::{COLUMNS, Row, findings_by_address, rows};
