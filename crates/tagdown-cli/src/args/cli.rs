//! The command line: its commands, and the options of all of them.

use clap::{Parser, Subcommand};

use super::author::{AddArgs, NewArgs, OpenArgs, PromoteArgs, SkillArgs};
use super::check::CheckArgs;
use super::common::Global;
use super::convert::ConvertArgs;
use super::diff::DiffArgs;
use super::help;
use super::lsp::LspArgs;
use super::mcp::McpArgs;
use super::other::{CompletionsArgs, ExplainArgs, FmtArgs, InitArgs, ManArgs, SchemaArgs};
use super::read::ReadArgs;
use super::render::{MdbookArgs, RenderArgs};

/// Write, check, fix, read, render and convert tagged Markdown documentation
#[derive(Debug, Parser)]
#[command(name = "tagdown", version, propagate_version = true, max_term_width = 100, styles = help::STYLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: Global,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Box<CheckArgs>),
    Fmt(FmtArgs),
    #[cfg(feature = "full")]
    Read(Box<ReadArgs>),
    #[cfg(feature = "full")]
    Render(Box<RenderArgs>),
    Diff(DiffArgs),
    #[cfg(feature = "lsp")]
    Lsp(LspArgs),
    #[cfg(feature = "mcp")]
    Mcp(McpArgs),
    #[cfg(feature = "full")]
    Mdbook(MdbookArgs),
    #[cfg(feature = "full")]
    Convert(Box<ConvertArgs>),
    #[cfg(feature = "full")]
    New(NewArgs),
    #[cfg(feature = "full")]
    Add(Box<AddArgs>),
    #[cfg(feature = "full")]
    Promote(Box<PromoteArgs>),
    #[cfg(feature = "full")]
    Open(OpenArgs),
    Explain(ExplainArgs),
    Init(InitArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Schema(SchemaArgs),
    Skill(SkillArgs),
}
