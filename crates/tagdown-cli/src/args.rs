//! The command line.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use tagdown::RULES;
use tagdown::print::FORMATS;

/// Checks, fixes and formats tagged Markdown documentation
#[derive(Debug, Parser)]
#[command(name = "tagdown", version, propagate_version = true, max_term_width = 100)]
#[command(
    after_help = "Examples:\n  tagdown check docs/            check every tagged document below docs\n  \
                        tagdown check --fix README.md  check one and mend what is safe to mend"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: Global,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
    Fmt(FmtArgs),
    Explain(ExplainArgs),
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
#[derive(Debug, Args)]
pub(crate) struct Paths {
    /// Files, folders, globs, or - for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// What to call standard input, and where to look for its configuration
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(crate) stdin_name: Option<PathBuf>,
    /// Refuse files larger than this [default: 64 MB]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Input")]
    pub(crate) max_file_size: Option<u64>,
}

fn size(text: &str) -> Result<u64, String> {
    tagdown::config::parse_size(text).ok_or_else(|| "write bytes or, say, 64MB".to_owned())
}

/// Check documents against the rules
///
/// Folders are walked, .gitignore respected; a file found there is checked if it has a manifest heading or a
/// tag on a line of its own. A file that is named is always checked. Exit status: 0 clean, 1 findings, 2
/// something could not be read or done.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tagdown check docs/ --select inline-content,blank-after-tag\n  \
                        git show HEAD:docs/api.md | tagdown check - --stdin-name docs/api.md")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    /// Make the safe fixes, in place
    #[arg(long, help_heading = "Fixing")]
    pub(crate) fix: bool,
    /// With --fix or --diff: the fixes too that a person should look over
    #[arg(long, help_heading = "Fixing")]
    pub(crate) unsafe_fixes: bool,
    /// Show what --fix would change, and change nothing
    #[arg(long, help_heading = "Fixing")]
    pub(crate) diff: bool,
    /// Only these rules, separated by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule, hide_possible_values = true)]
    #[arg(help_heading = "Rules")]
    pub(crate) select: Vec<String>,
    /// Not these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule, hide_possible_values = true)]
    #[arg(help_heading = "Rules")]
    pub(crate) ignore: Vec<String>,
    /// How to write what was found
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0].name, help_heading = "Output")]
    #[arg(value_parser = PossibleValuesParser::new(FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.help))))]
    pub(crate) format: String,
}

fn rule(name: &str) -> Result<String, String> {
    if RULES.iter().any(|rule| rule.name == name) {
        Ok(name.to_owned())
    } else {
        Err(tagdown::config::unknown_rule(name))
    }
}

/// Put the layout of documents into canonical form
///
/// Tag lines, the blank lines around them, the version line and the fields of BUG blocks; nothing else is
/// touched. These are the safe fixes of the layout rules, which `tagdown explain` marks.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tagdown fmt docs/\n  tagdown fmt --check --diff docs/api.md")]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    /// Change nothing; exit with 1 if a file is not in canonical form
    #[arg(long)]
    pub(crate) check: bool,
    /// Show the changes, and change nothing
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Explain a rule, or list them all
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tagdown explain\n  tagdown explain inline-content")]
pub(crate) struct ExplainArgs {
    /// The rule
    #[arg(value_name = "RULE", value_parser = rule, hide_possible_values = true)]
    pub(crate) rule: Option<String>,
}
