//! The command line: one file for the arguments of a large command, the small ones here.

mod author;
mod check;
mod convert;
mod help;
mod listed;
mod llm;
mod read;
mod render;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use listed::Listed;
use tagdown::RULES;

pub(crate) use author::{AddArgs, NewArgs, OpenArgs, PromoteArgs, SkillArgs};
pub(crate) use check::{CheckArgs, ExitCodes, FailOn, Wanted};
pub(crate) use convert::ConvertArgs;
pub(crate) use help::{command, examples};
pub(crate) use llm::LlmArgs;
pub(crate) use read::{Budget, Kinds, ReadArgs};
pub(crate) use render::{MdbookArgs, MdbookCommand, RenderArgs};

use tagdown::schema::SCHEMAS;

/// Writes, checks, fixes, reads, renders and converts tagged Markdown documentation
#[derive(Debug, Parser)]
#[command(name = "tagdown", version, propagate_version = true, max_term_width = 100, styles = help::STYLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: Global,
    /// With --version: what it was built for, and what it knows
    #[arg(long, help_heading = "Global options")]
    pub(crate) verbose: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Box<CheckArgs>),
    Fmt(FmtArgs),
    Read(Box<ReadArgs>),
    Render(Box<RenderArgs>),
    Mdbook(MdbookArgs),
    Convert(Box<ConvertArgs>),
    New(NewArgs),
    Add(Box<AddArgs>),
    Promote(Box<PromoteArgs>),
    Open(OpenArgs),
    Explain(ExplainArgs),
    Init(InitArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Schema(SchemaArgs),
    Skill(SkillArgs),
}

/// What every command takes.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// Use this configuration instead of the nearest tagdown.toml
    #[arg(long, global = true, value_name = "FILE", help_heading = "Global options")]
    pub(crate) config: Option<PathBuf>,
    /// Use no configuration
    #[arg(long, global = true, conflicts_with = "config", help_heading = "Global options")]
    pub(crate) no_config: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Global options")]
    pub(crate) color: Colour,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

/// Which documents a command works on.
#[derive(Clone, Debug, Args)]
pub(crate) struct Paths {
    /// Files, folders, globs, or - for standard input [default: .]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Also the paths in this list, one a line; # starts a comment, - reads standard input
    #[arg(long, value_name = "LIST", help_heading = "Input")]
    pub(crate) files_from: Option<PathBuf>,
    /// Pass over files without tags even if they are named, as in a folder
    #[arg(long, help_heading = "Input")]
    pub(crate) only_tagged: bool,
    /// Leave out what the configuration excludes even if it is named
    #[arg(long, help_heading = "Input")]
    pub(crate) force_exclude: bool,
    /// What to call standard input, and where to look for its configuration
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(crate) stdin_name: Option<PathBuf>,
    /// Refuse files larger than this [default: 64 MB]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Input")]
    pub(crate) max_file_size: Option<u64>,
}

impl Paths {
    /// One path, and nothing else said.
    pub(crate) fn of(path: PathBuf) -> Self {
        Self {
            paths: vec![path],
            files_from: None,
            only_tagged: false,
            force_exclude: false,
            stdin_name: None,
            max_file_size: None,
        }
    }
}

/// Only what changed in git.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Changed {
    /// Only documents that changed since the branch forked from this revision
    #[arg(long, value_name = "REV", help_heading = "Input")]
    pub(crate) since: Option<String>,
    /// Only documents with staged changes, as they would be committed
    #[arg(long, conflicts_with = "since", help_heading = "Input")]
    pub(crate) staged: bool,
}

fn size(text: &str) -> Result<u64, String> {
    tagdown::config::parse_size(text).ok_or_else(|| "write bytes or, say, 64MB".to_owned())
}

/// The version of a document.
fn version(text: &str) -> Result<String, String> {
    if tagdown::is_semver(text) {
        Ok(text.to_owned())
    } else {
        Err("write three numbers, such as 1.2.0".to_owned())
    }
}

/// An address or a path that can stand in a YAML file as it is.
fn url(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ":/._-~@+%?=&,".contains(c);
    let opens = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/' || c == '.');
    if opens && text.chars().all(is_plain) && !text.ends_with(':') {
        Ok(text.to_owned())
    } else {
        Err("write an address such as https://example.org/tagdown, without blanks or quotes".to_owned())
    }
}

/// The name of a rule.
fn a_rule() -> Listed<String> {
    let names = || RULES.iter().map(|rule| PossibleValue::new(rule.name).help(rule.why)).collect();
    Listed { parse: rule, names }
}

/// The name of a rule, or `format`.
fn a_topic() -> Listed<String> {
    let names = || [PossibleValue::new("format")].into_iter().chain((a_rule().names)()).collect();
    Listed { parse: topic, names }
}

/// What `explain` can explain: a rule, or the format, which has many names.
fn topic(name: &str) -> Result<String, String> {
    let bare = name.trim_matches(['*', '[', ']']).to_lowercase();
    if ["format", "tags", "tag", "document", "hads"].contains(&bare.as_str())
        || tagdown::Kind::from_name(&bare).is_some()
    {
        return Ok("format".to_owned());
    }
    rule(name)
}

fn rule(name: &str) -> Result<String, String> {
    if RULES.iter().any(|rule| rule.name == name) {
        Ok(name.to_owned())
    } else {
        Err(tagdown::config::unknown_rule(name))
    }
}

/// Why a name was refused, and the nearest that is one.
pub(crate) fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str> + Clone) -> String {
    match tagdown::tags::nearest_name(name, known.clone()) {
        Some(near) => format!("unknown {what} `{name}`; did you mean `{near}`?"),
        None => format!("unknown {what} `{name}`; known: {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// Put the layout of documents into canonical form
///
/// Tag lines, the blank lines around them, the version line and the fields of BUG blocks; nothing else is
/// touched. These are the safe fixes of the layout rules, which `tagdown explain` marks.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown fmt docs/", "every tagged document below docs, in place"),
    ("tagdown fmt --check --diff docs/api.md", "what would change, and status 1 if anything would"),
]))]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    #[command(flatten)]
    pub(crate) changed: Changed,
    /// Change nothing; exit with 1 if a file is not in canonical form
    #[arg(long)]
    pub(crate) check: bool,
    /// Show the changes, and change nothing
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Explain the format or a rule, or list all rules
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown explain", "all rules, a line each"),
    ("tagdown explain format", "what a tagged document is, with an example"),
    ("tagdown explain inline-content", "one rule with examples, and how to allow it"),
]))]
pub(crate) struct ExplainArgs {
    /// The rule, or `format`
    #[arg(value_name = "RULE", value_parser = a_topic(), hide_possible_values = true)]
    pub(crate) rule: Option<String>,
}

/// Set a project up, at peace with its other Markdown tools
///
/// Looks for markdownlint, rumdl, prettier, mdformat, remark, dprint, biome, pre-commit, GitHub Actions and GitLab CI,
/// and shows each change that it would make as a diff. On a terminal it asks before each; elsewhere nothing is written
/// without --yes. A file that is there is added to, never replaced. Exit status: 0 done, 1 something is left to do.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown init", "look at the project here, show each change, ask"),
    ("tagdown init --yes docs-site/", "another folder, all changes made"),
]))]
pub(crate) struct InitArgs {
    /// The project's folder
    #[arg(value_name = "FOLDER", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// Make all changes without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Where hooks and CI files get tagdown from
    #[arg(long, value_name = "URL", default_value = tagdown::rules::REPOSITORY, value_parser = url)]
    pub(crate) repository: String,
}

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown completions bash > ~/.local/share/bash-completion/completions/tagdown", ""),
    ("tagdown completions fish > ~/.config/fish/completions/tagdown.fish", ""),
]))]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Write the man pages into a folder
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown man ~/.local/share/man/man1", "then: man tagdown-check"),
    ("tagdown man .", "one file a command, here"),
]))]
pub(crate) struct ManArgs {
    /// The folder, which is made if it is not there
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
}

/// Print the JSON Schema of an output or of the configuration
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown schema check", "what `tagdown check --format json` prints"),
    ("tagdown schema config > tagdown.schema.json", "for editors that complete tagdown.toml"),
]))]
pub(crate) struct SchemaArgs {
    /// Of what
    #[arg(value_name = "WHAT")]
    #[arg(value_parser = PossibleValuesParser::new(SCHEMAS.iter().map(|schema| PossibleValue::new(schema.name).help(schema.help))))]
    pub(crate) what: String,
}
