//! The arguments of the small commands: `fmt`, `explain`, `init`, `completions`, `man`, `schema`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueHint};
use tagdown::rules::REPOSITORY;
use tagdown_project::schema::SCHEMAS;

use super::common::{Changed, Paths, a_topic, url};
use super::help::examples;

/// Format documents in the canonical layout
///
/// Formats tag lines, the blank lines around them, the version line and BUG fields, and changes nothing else.
/// Applies the safe fixes of the layout rules; `tagdown explain RULE` shows whether a rule is one of them.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown fmt docs/", "format every tagged document under docs in place"),
    ("tagdown fmt --check --diff docs/api.md", "show what would change; exit with 1 if anything would"),
]))]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    #[command(flatten)]
    pub(crate) changed: Changed,
    /// Write nothing; exit with 1 if a file is not in the canonical layout
    #[arg(long)]
    pub(crate) check: bool,
    /// Show the changes without writing them
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Explain the format or a rule, or list all rules
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown explain", "list all rules, one per line"),
    ("tagdown explain format", "explain what a tagged document is, with an example"),
    ("tagdown explain inline-content", "explain a rule, with examples and how to allow exceptions"),
]))]
pub(crate) struct ExplainArgs {
    /// The rule, or `format`
    #[arg(value_name = "RULE", value_parser = a_topic(), hide_possible_values = true)]
    pub(crate) rule: Option<String>,
}

/// Set up tagdown in a project, alongside its other Markdown tools
///
/// Looks for markdownlint, rumdl, prettier, mdformat, remark, dprint, biome, pre-commit, GitHub Actions,
/// GitLab CI, Claude Code, VS Code, Cursor, opencode and Codex, and shows each change as a diff. On a terminal, it asks before each change; elsewhere, it
/// writes nothing without --yes. Existing files are edited, never overwritten.
///
/// --claude-desktop changes the settings of Claude Desktop instead, which are outside the project.
///
/// Exit status: 0 done, 1 something left to do.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown init", "show each change to this project, and ask before making it"),
    ("tagdown init --yes docs-site/", "make all changes to docs-site without asking"),
    ("tagdown init --claude-desktop docs/", "let Claude Desktop search and read the documents in docs"),
]))]
pub(crate) struct InitArgs {
    /// The project folder
    #[arg(value_name = "FOLDER", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// Make all changes without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Accept the current findings: write them to tagdown-baseline.json and name it in tagdown.toml
    #[arg(long)]
    pub(crate) baseline: bool,
    /// Add a server for the documents in FOLDER to Claude Desktop, and change nothing in the project
    #[arg(long, conflicts_with = "baseline")]
    pub(crate) claude_desktop: bool,
    /// The repository from which hooks and CI jobs install tagdown
    #[arg(long, value_name = "URL", default_value = REPOSITORY, value_parser = url)]
    pub(crate) repository: String,
}

/// Print shell completions
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown completions bash > ~/.local/share/bash-completion/completions/tagdown", ""),
    ("tagdown completions fish > ~/.config/fish/completions/tagdown.fish", ""),
]))]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Write the man pages to a folder
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown man ~/.local/share/man/man1", "then run `man tagdown-check`"),
    ("tagdown man .", "write the man pages to the current folder"),
]))]
pub(crate) struct ManArgs {
    /// The folder; created if it does not exist
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
}

/// Print the JSON Schema of a command's output or of the configuration
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown schema check", "print the schema of `tagdown check --format json`"),
    ("tagdown schema config > tagdown.schema.json", "write a schema for editors that complete tagdown.toml"),
]))]
pub(crate) struct SchemaArgs {
    /// The schema to print
    #[arg(value_name = "NAME")]
    #[arg(value_parser = PossibleValuesParser::new(SCHEMAS.iter().map(|schema| PossibleValue::new(schema.name).help(schema.help))))]
    pub(crate) what: String,
}
