//! The language server: findings, fixes, promotion and the view for AI readers where people write.
//!
//! Everything that an editor shows is what the commands print: the findings of `check`, the edits of `check --fix` and
//! `fmt`, the text of `read`. The server writes no file; it proposes edits for the version of a document that it has
//! seen, and the editor makes them.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::exit)]

mod answers;
mod ask;
mod changes;
mod checker;
mod client;
mod connection;
mod diagnostics;
mod documents;
mod edits;
mod findings;
mod ground;
mod lanes;
mod links;
mod options;
mod page;
mod position;
mod project;
mod requests;
mod server;
mod settings;
mod stdio;
mod uri;
mod world;

pub use connection::{End, serve as serve_connection};
pub use options::Options;
pub use stdio::serve;
