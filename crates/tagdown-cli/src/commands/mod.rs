//! The commands: one file per command, or a folder for a command with several parts.

mod accept;
#[cfg(feature = "full")]
pub(crate) mod add;
mod batches;
mod broken_links;
pub(crate) mod check;
pub(crate) mod completions;
#[cfg(feature = "full")]
pub(crate) mod convert;
pub(crate) mod diff;
pub(crate) mod explain;
mod fixing;
pub(crate) mod fmt;
pub(crate) mod init;
#[cfg(feature = "lsp")]
pub(crate) mod lsp;
pub(crate) mod man;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
#[cfg(feature = "full")]
pub(crate) mod mdbook;
#[cfg(feature = "full")]
pub(crate) mod new;
#[cfg(feature = "full")]
pub(crate) mod open;
#[cfg(feature = "full")]
pub(crate) mod promote;
#[cfg(feature = "full")]
pub(crate) mod read;
#[cfg(feature = "full")]
pub(crate) mod render;
mod rows;
pub(crate) mod schema;
mod single;
pub(crate) mod skill;
