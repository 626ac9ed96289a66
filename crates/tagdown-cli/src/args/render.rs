//! The arguments of `tagdown render` and `tagdown mdbook`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand, ValueHint};
use tagdown::dialects::{DIALECTS, Dialect, ManifestMode, Options};
use tagdown::render_config::RenderConfig;
use tagdown::tokens::{ENCODINGS, Encoding};

use super::listed::Listed;
use super::read::{Kinds, kinds};
use super::{Paths, examples};

/// Render documents for people: one callout a block
///
/// Writes each tagged block as the callout of a documentation tool, or a whole page of HTML. One file goes to standard
/// output; several files or a folder go below -o DIR, in the same places. All Markdown files of a folder are taken, those
/// without tags too. A file that would be the same is left alone.
///
/// Exit status: 0 rendered, 2 something could not be read or written.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown render --to github docs/api.md", "one document with GitHub's alerts, on standard output"),
    ("tagdown render --to material docs/ -o site/docs --copy-assets", "every page and image below docs"),
    ("tagdown render --to html docs/ -o site --index", "a small site that works from a file"),
    ("tagdown render --to docusaurus docs/ -o site/docs --watch", "again whenever a document changes"),
]))]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    /// For which renderer
    #[arg(long, value_name = "DIALECT", value_parser = a_dialect(), hide_possible_values = true, long_help = dialect_help())]
    pub(crate) to: &'static Dialect,
    /// Write below this folder, which is made if it is not there
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Copy the other files of the folders too, such as images
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) copy_assets: bool,
    /// With --to html and a folder: also write index.html, a page of all pages
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) index: bool,
    /// Render again whenever a document changes
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) watch: bool,
    /// What becomes of the manifest [default: keep]
    #[arg(long, value_name = "WHAT", value_parser = a_manifest(), help_heading = "What to show")]
    pub(crate) manifest: Option<ManifestMode>,
    /// Only blocks of these kinds, separated by commas: SPEC, NOTE, BUG, ? or all [default: all]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds, help_heading = "What to show")]
    pub(crate) kinds: Vec<Kinds>,
    /// Leave the renderer's own syntax in the text alone, such as {x} or <Component>
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = "What to show")]
    pub(crate) raw: Option<bool>,
    /// With --to html: how tokens are counted
    #[arg(long, value_name = "ENCODING", default_value = ENCODINGS[0].name, help_heading = "What to show")]
    #[arg(value_parser = PossibleValuesParser::new(ENCODINGS.iter().map(|row| PossibleValue::new(row.name).help(row.help))))]
    encoding: String,
}

impl RenderArgs {
    pub(crate) fn encoding(&self) -> Encoding {
        Encoding::from_name(&self.encoding).unwrap_or_default()
    }

    /// How a document is rendered: as the arguments say, then as its configuration does.
    pub(crate) fn options(&self, config: &RenderConfig) -> Options {
        let said = config.options(self.to);
        Options {
            kinds: if self.kinds.is_empty() { said.kinds } else { Kinds::of(&self.kinds) },
            manifest: self.manifest.unwrap_or(said.manifest),
            mapping: said.mapping,
            raw: self.raw.unwrap_or(said.raw),
        }
    }
}

fn a_dialect() -> Listed<&'static Dialect> {
    let names =
        || DIALECTS.iter().map(|dialect| PossibleValue::new(dialect.name).help(dialect.about)).collect();
    Listed { parse: dialect, names }
}

fn dialect(name: &str) -> Result<&'static Dialect, String> {
    tagdown::dialects::dialect(name)
        .ok_or_else(|| super::unknown("dialect", name, DIALECTS.iter().map(|dialect| dialect.name)))
}

fn dialect_help() -> String {
    let width = DIALECTS.iter().map(|dialect| dialect.name.len()).max().unwrap_or(0);
    let row = |dialect: &Dialect| format!("- {:width$}  {}\n", dialect.name, dialect.about);
    format!("For which renderer\n\n{}", DIALECTS.iter().map(row).collect::<String>())
}

fn a_manifest() -> Listed<ManifestMode> {
    let names = || ManifestMode::ALL.map(|mode| PossibleValue::new(mode.name()).help(mode.about())).to_vec();
    Listed { parse: ManifestMode::from_name, names }
}

/// Render the chapters of a book, as a preprocessor that mdBook runs
///
/// Put `[preprocessor.tagdown]` with `command = "tagdown mdbook"` and `after = ["links"]` into book.toml. mdBook then gives
/// the book on standard input and takes it back from standard output. The keys `manifest`, `kinds` and `raw` stand below it
/// as below [render] in tagdown.toml.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown mdbook supports html", "status 0: books for this renderer can be rendered"),
    ("tagdown mdbook < book.json", "what mdBook does: the context and the book, as JSON"),
]))]
pub(crate) struct MdbookArgs {
    #[command(subcommand)]
    pub(crate) command: Option<MdbookCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MdbookCommand {
    /// Tell by the exit status whether a renderer is supported
    Supports {
        /// The renderer, such as html
        #[arg(value_name = "RENDERER")]
        renderer: String,
    },
}
