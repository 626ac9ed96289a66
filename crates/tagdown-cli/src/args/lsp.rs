//! The arguments of `tagdown lsp`.

use clap::Args;

use super::help::examples;

/// Serve an editor over the Language Server Protocol
///
/// An editor starts this command and talks to it on standard input and output; it ends when the input ends.
/// It shows findings while you type, and proposes fixes, promotion of claims and renames. Nothing is written:
/// the editor makes the edits. docs/editors.md shows how to set up each editor.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown lsp", "the command to enter in the settings of an editor"),
    ("tagdown lsp --stdio", "the same, as some editors start it"),
]))]
pub(crate) struct LspArgs {
    /// Accepted because many editors pass it; there is no other way to talk to the server
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
}
