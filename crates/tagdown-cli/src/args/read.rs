//! The arguments of `tagdown read`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use tagdown::document::{Kind, TAGS};
use tagdown_read::{Cursor, ENCODINGS, Encoding, Overflow, VIEWS, Versions, kind_named};
use tagdown_tables::FORMATS;

use super::common::{Paths, Stream};
use super::help::examples;

/// Show what a model should read, within a token budget
///
/// Shows SPEC, BUG and [?] blocks under their headings, each with a short id. NOTE blocks and untagged text
/// are omitted but counted. PATH#section-slug shows a section, PATH#section-slug/bug-1 a block. The last
/// lines state whether the output is complete, what is missing, and how to get it.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown read docs/api.md --budget 2000", "show the most important blocks, within 2000 tokens"),
    ("tagdown read docs/ --query 'rate limit' --budget 1500", "show matching blocks, best match first"),
    ("tagdown read docs/api.md#authentication docs/api.md#errors/bug-1", "show a section and a block"),
]))]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    #[command(flatten)]
    pub(crate) stream: Stream,
    /// The kinds of blocks to show, as a comma-separated list: SPEC, NOTE, BUG, ? or all [default: SPEC,BUG,?]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds, conflicts_with = "bugs")]
    #[arg(help_heading = "What to show")]
    pub(crate) kinds: Vec<Kinds>,
    /// Show only the section with this heading; can be repeated
    #[arg(long, value_name = "HEADING", conflicts_with = "stdin", help_heading = "What to show")]
    pub(crate) section: Vec<String>,
    /// Show only blocks that match these words, best match first
    #[arg(
        long,
        value_name = "WORDS",
        allow_hyphen_values = true,
        conflicts_with = "stdin",
        help_heading = "What to show"
    )]
    pub(crate) query: Option<String>,
    /// Show only BUG blocks
    #[arg(long, help_heading = "What to show")]
    pub(crate) bugs: bool,
    /// With --bugs: show only bugs that may affect this version
    #[arg(long, value_name = "VERSION", requires = "bugs", help_heading = "What to show")]
    pub(crate) affects: Option<Versions>,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = VIEWS[0].name, help_heading = "Output")]
    #[arg(value_parser = PossibleValuesParser::new(formats()))]
    pub(crate) format: String,
    /// With csv, arrow or parquet: write the table to this file instead of standard output
    #[arg(long, short, value_name = "FILE", conflicts_with = "stdin", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// With csv, arrow or parquet: write only blocks that are new, changed or deleted since this earlier table
    #[arg(long, value_name = "TABLE", conflicts_with = "stdin", help_heading = "What to show")]
    pub(crate) changed_since: Option<PathBuf>,
    /// Show the line numbers of each block
    #[arg(long, help_heading = "Output")]
    pub(crate) spans: bool,
    /// The maximum number of tokens in the complete output, or none for no limit
    #[arg(long, value_name = "TOKENS", value_parser = budget, conflicts_with = "stdin", help_heading = "Budget")]
    pub(crate) budget: Option<Budget>,
    /// What to do if the output does not fit the budget
    #[arg(
        long,
        value_name = "ACTION",
        default_value = "partial",
        conflicts_with = "cursor",
        help_heading = "Budget"
    )]
    pub(crate) on_overflow: OnOverflow,
    /// Show the output in pages: 0 for the first page, then the cursor printed on the previous page
    #[arg(long, value_name = "CURSOR", conflicts_with = "stdin", help_heading = "Budget")]
    pub(crate) cursor: Option<Cursor>,
    /// The encoding used to count tokens
    #[arg(long, value_name = "ENCODING", default_value = ENCODINGS[0].name, help_heading = "Budget")]
    #[arg(value_parser = PossibleValuesParser::new(ENCODINGS.iter().map(|row| PossibleValue::new(row.name).help(row.help))))]
    pub(crate) encoding: String,
    /// A safety factor, such as 1.3, for models that use more tokens than counted
    #[arg(long, value_name = "FACTOR", value_parser = margin, help_heading = "Budget")]
    pub(crate) margin: Option<usize>,
}

/// The views, and the formats of tables.
fn formats() -> impl Iterator<Item = PossibleValue> {
    let views = VIEWS.iter().map(|view| (view.name, view.help));
    let tables = FORMATS.iter().map(|(_, name, help)| (*name, *help));
    views.chain(tables).map(|(name, help)| PossibleValue::new(name).help(help))
}

impl ReadArgs {
    pub(crate) fn encoding(&self) -> Encoding {
        Encoding::from_name(&self.encoding).unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OnOverflow {
    /// Show the most important blocks
    Partial,
    /// Show the outline
    Outline,
    /// Show nothing and exit with 1
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
        || text.parse().map(Budget::Tokens).map_err(|_| "expected a number of tokens, or none".to_owned());
    if text == "none" { Ok(Budget::None) } else { tokens() }
}

/// One value of `--kinds`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kinds {
    All,
    One(Kind),
}

impl Kinds {
    /// The kinds named in a list.
    pub(crate) fn of(list: &[Kinds]) -> Vec<Kind> {
        let named = |kinds: &Kinds| match kinds {
            Kinds::All => TAGS.iter().map(|tag| tag.kind).collect(),
            Kinds::One(kind) => vec![*kind],
        };
        list.iter().flat_map(named).collect()
    }
}

pub(super) fn kinds(name: &str) -> Result<Kinds, String> {
    if name.trim().eq_ignore_ascii_case("all") { Ok(Kinds::All) } else { kind_named(name).map(Kinds::One) }
}

/// A factor in thousandths.
fn margin(text: &str) -> Result<usize, String> {
    let factor = text.parse::<f64>().ok().filter(|factor| (1.0..=100.0).contains(factor));
    #[allow(clippy::cast_sign_loss, reason = "a factor is at least 1")]
    factor
        .map(|factor| (factor * 1000.0).ceil() as usize)
        .ok_or_else(|| "expected a factor from 1 to 100, such as 1.3".to_owned())
}
