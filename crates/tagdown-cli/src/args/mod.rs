//! The command line as types: one file per large command, `small` for the others, `common` for what they share.

mod author;
mod check;
mod cli;
mod common;
mod convert;
mod groups;
mod help;
mod listed;
mod llm;
mod read;
mod render;
mod small;
pub(crate) mod suggest;

pub(crate) use author::{AddArgs, NewArgs, OpenArgs, PromoteArgs, SkillArgs};
pub(crate) use check::{CheckArgs, ExitCodes, FailOn, Wanted};
pub(crate) use cli::{Cli, Command};
pub(crate) use common::{Colour, Global, unknown};
pub(crate) use convert::ConvertArgs;
pub(crate) use groups::command;
pub(crate) use llm::LlmArgs;
pub(crate) use read::{Budget, Kinds, ReadArgs};
pub(crate) use render::{MdbookArgs, MdbookCommand, RenderArgs};
pub(crate) use small::{CompletionsArgs, ExplainArgs, FmtArgs, InitArgs, ManArgs, SchemaArgs};
