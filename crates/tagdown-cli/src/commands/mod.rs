//! The commands: one file per command, or a folder for a command with several parts.

mod accept;
pub(crate) mod add;
mod batches;
mod broken_links;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod diff;
pub(crate) mod explain;
mod fixing;
pub(crate) mod fmt;
pub(crate) mod init;
pub(crate) mod lsp;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod mdbook;
pub(crate) mod new;
pub(crate) mod open;
pub(crate) mod promote;
pub(crate) mod read;
pub(crate) mod render;
mod rows;
pub(crate) mod schema;
mod single;
pub(crate) mod skill;
