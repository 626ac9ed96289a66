//! The arguments of `tagdown mcp`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::help::examples;

/// Serve documents to AI agents over the Model Context Protocol
///
/// A client starts this command and talks to it on standard input and output; it ends when the input ends.
/// The tools search, read, outline, bugs and check answer from the documents below PATH, as they are at that
/// moment. Nothing is written, and nothing outside PATH is read.
///
/// --allow-write adds the tools add and propose. An agent can add only [?] blocks, with a record of who added them.
/// No reader sees such a block until a person has accepted it; `tagdown open` lists them. All other changes are
/// proposed as a diff.
///
/// --http serves clients over HTTP instead, at /mcp. Requests from pages of other sites are refused. An
/// address that other machines can reach needs a token, and so does --allow-write.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown mcp docs/", "serve the documents in docs on standard input and output"),
    ("tagdown mcp docs/ --allow-write", "let agents add unverified claims"),
    ("tagdown mcp docs/ --http 127.0.0.1:8765", "serve http://127.0.0.1:8765/mcp"),
    ("tagdown mcp docs/ --http 0.0.0.0:8765 --token-file token --allow-host docs.example.org", ""),
]))]
pub(crate) struct McpArgs {
    /// Files, folders or globs [default: .]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Let agents add unverified blocks and propose changes
    #[arg(long)]
    pub(crate) allow_write: bool,
    /// End calls that take longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time_limit: u64,
    /// Serve HTTP at this address and port instead
    #[arg(long, value_name = "ADDRESS:PORT", help_heading = "HTTP")]
    pub(crate) http: Option<SocketAddr>,
    /// Read the bearer token that clients must send from this file [default: TAGDOWN_MCP_TOKEN]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "http", help_heading = "HTTP")]
    pub(crate) token_file: Option<PathBuf>,
    /// Also accept requests for this host name; can be repeated
    #[arg(long, value_name = "NAME", requires = "http", help_heading = "HTTP")]
    pub(crate) allow_host: Vec<String>,
    /// Let other machines that have the token write, too
    #[arg(long, requires = "http", requires = "allow_write", help_heading = "HTTP")]
    pub(crate) allow_remote_write: bool,
}
