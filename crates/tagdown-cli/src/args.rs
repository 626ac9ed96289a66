//! The command line.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use tagdown::print::FORMATS;
use tagdown::tokens::{ENCODINGS, Encoding};
use tagdown::views::{Cursor, Overflow, VIEWS, Versions};
use tagdown::{Kind, RULES};

/// Checks, fixes, formats and reads tagged Markdown documentation
#[derive(Debug, Parser)]
#[command(name = "tagdown", version, propagate_version = true, max_term_width = 100)]
#[command(
    after_help = "Examples:\n  tagdown check docs/            check every tagged document below docs\n  \
                        tagdown check --fix README.md  check one and mend what is safe to mend\n  \
                        tagdown read docs/api.md       show what a model should read"
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
    Read(Box<ReadArgs>),
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

/// Show what a model should read: the blocks that count, within a budget of tokens
///
/// SPEC, BUG and [?] blocks under their headings, each with a short id; NOTE blocks and untagged text are left out
/// and counted. PATH#section-slug shows a section, PATH#section-slug/bug-1 a block. The last lines say whether
/// everything is there, what is not, and how to get it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tagdown read docs/api.md --budget 2000\n  \
                        tagdown read docs/ --query 'rate limit' --budget 1500\n  \
                        tagdown read docs/api.md#authentication docs/api.md#errors/bug-1")]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    /// Blocks of these kinds, separated by commas: SPEC, NOTE, BUG, ? or all [default: SPEC,BUG,?]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds, conflicts_with = "bugs")]
    #[arg(help_heading = "What to show")]
    pub(crate) kinds: Vec<Kinds>,
    /// Only the section with this heading; may be given again
    #[arg(long, value_name = "HEADING", help_heading = "What to show")]
    pub(crate) section: Vec<String>,
    /// Only blocks with these words, the best first
    #[arg(long, value_name = "WORDS", help_heading = "What to show")]
    pub(crate) query: Option<String>,
    /// Only BUG blocks
    #[arg(long, help_heading = "What to show")]
    pub(crate) bugs: bool,
    /// With --bugs: those that may affect this version
    #[arg(long, value_name = "VERSION", requires = "bugs", help_heading = "What to show")]
    pub(crate) affects: Option<Versions>,
    /// How to show it
    #[arg(long, value_name = "FORMAT", default_value = VIEWS[0].name, help_heading = "Output")]
    #[arg(value_parser = PossibleValuesParser::new(VIEWS.iter().map(|view| PossibleValue::new(view.name).help(view.help))))]
    pub(crate) format: String,
    /// Show the lines of each block
    #[arg(long, help_heading = "Output")]
    pub(crate) spans: bool,
    /// At most so many tokens, all of the output counted; none for no limit
    #[arg(long, value_name = "TOKENS", value_parser = budget, help_heading = "Budget")]
    pub(crate) budget: Option<Budget>,
    /// What to do when not everything fits
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "partial",
        conflicts_with = "cursor",
        help_heading = "Budget"
    )]
    pub(crate) on_overflow: OnOverflow,
    /// Turn pages: 0 for the first, then the cursor that the page before names
    #[arg(long, value_name = "CURSOR", help_heading = "Budget")]
    pub(crate) cursor: Option<Cursor>,
    /// How tokens are counted
    #[arg(long, value_name = "ENCODING", default_value = ENCODINGS[0].name, help_heading = "Budget")]
    #[arg(value_parser = PossibleValuesParser::new(ENCODINGS.iter().map(|row| PossibleValue::new(row.name).help(row.help))))]
    pub(crate) encoding: String,
    /// How many tokens of the reading model one counted token may be, such as 1.3
    #[arg(long, value_name = "FACTOR", value_parser = margin, help_heading = "Budget")]
    pub(crate) margin: Option<usize>,
}

impl ReadArgs {
    pub(crate) fn encoding(&self) -> Encoding {
        Encoding::from_name(&self.encoding).unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OnOverflow {
    /// Show the most important part
    Partial,
    /// Show the outline
    Outline,
    /// Show nothing and end with status 1
    Error,
}

impl From<OnOverflow> for Overflow {
    fn from(what: OnOverflow) -> Self {
        match what {
            OnOverflow::Partial => Overflow::Partial,
            OnOverflow::Outline => Overflow::Outline,
            OnOverflow::Error => Overflow::Error,
        }
    }
}

/// The value of `--budget`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Budget {
    None,
    Tokens(usize),
}

fn budget(text: &str) -> Result<Budget, String> {
    let tokens =
        || text.parse().map(Budget::Tokens).map_err(|_| "write a number of tokens, or none".to_owned());
    if text == "none" { Ok(Budget::None) } else { tokens() }
}

/// One value of `--kinds`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kinds {
    All,
    One(Kind),
}

fn kinds(name: &str) -> Result<Kinds, String> {
    match name.trim().to_lowercase().as_str() {
        "all" => Ok(Kinds::All),
        "unverified" => Ok(Kinds::One(Kind::Unverified)),
        "untagged" => Ok(Kinds::One(Kind::Note)),
        other => Kind::from_name(other).map(Kinds::One).ok_or_else(|| match Kind::nearest(other) {
            (kind, true) => format!("no kind of block; did you mean `{}`?", kind.name()),
            _ => "no kind of block; the kinds are SPEC, NOTE, BUG, ? and all".to_owned(),
        }),
    }
}

/// A factor in thousandths.
fn margin(text: &str) -> Result<usize, String> {
    let factor = text.parse::<f64>().ok().filter(|factor| (1.0..=100.0).contains(factor));
    #[allow(clippy::cast_sign_loss, reason = "a factor is at least 1")]
    factor
        .map(|factor| (factor * 1000.0).ceil() as usize)
        .ok_or_else(|| "write a factor from 1 to 100, such as 1.3".to_owned())
}

/// Explain a rule, or list them all
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tagdown explain\n  tagdown explain inline-content")]
pub(crate) struct ExplainArgs {
    /// The rule
    #[arg(value_name = "RULE", value_parser = rule, hide_possible_values = true)]
    pub(crate) rule: Option<String>,
}
