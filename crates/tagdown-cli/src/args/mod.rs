//! The command line as types: one file per large command, `other` for the small ones, `common` for what they share.

mod author;
mod check;
mod cli;
mod common;
mod convert;
mod diff;
mod help;
mod help_groups;
mod listed;
mod llm;
mod lsp;
mod mcp;
mod other;
mod read;
mod render;
pub(crate) mod suggest;

pub(crate) use author::{AddArgs, NewArgs, OpenArgs, PromoteArgs, SkillArgs};
pub(crate) use check::{CheckArgs, ExitCodes, Wanted};
pub(crate) use cli::{Cli, Command};
pub(crate) use common::{Colour, Global, Paths, unknown};
pub(crate) use convert::ConvertArgs;
pub(crate) use diff::DiffArgs;
pub(crate) use help_groups::command;
pub(crate) use llm::LlmArgs;
pub(crate) use lsp::LspArgs;
pub(crate) use mcp::McpArgs;
pub(crate) use other::{CompletionsArgs, ExplainArgs, FmtArgs, InitArgs, ManArgs, SchemaArgs};
pub(crate) use read::{Budget, Kinds, ReadArgs};
pub(crate) use render::{MdbookArgs, MdbookCommand, RenderArgs};
