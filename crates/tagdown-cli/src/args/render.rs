//! The arguments of `tagdown render` and `tagdown mdbook`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand, ValueHint};
use tagdown_read::{ENCODINGS, Encoding};
use tagdown_render::{DIALECTS, Dialect, ManifestMode, Options, RenderSettings};

use super::common::{Paths, unknown};
use super::help::examples;
use super::listed::Listed;
use super::read::{Kinds, kinds};

/// Render documents for people, with one callout per block
///
/// Writes each tagged block as a callout for a documentation tool, or writes complete HTML pages. A single
/// file goes to standard output. Several files or a folder go to -o DIR, with the same relative paths. All
/// Markdown files in a folder are rendered, including untagged ones. Files that would not change are not rewritten.
///
/// Exit status: 0 rendered, 2 something could not be read or written.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown render --to github docs/api.md", "print one document with GitHub alerts"),
    ("tagdown render --to material docs/ -o site/docs --copy-assets", "render every page and copy images"),
    ("tagdown render --to html docs/ -o site --index", "render a small site that works without a server"),
    ("tagdown render --to docusaurus docs/ -o site/docs --watch", "render again whenever a document changes"),
]))]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    /// The target renderer
    #[arg(long, value_name = "DIALECT", value_parser = a_dialect(), hide_possible_values = true, long_help = dialect_help())]
    pub(crate) to: &'static Dialect,
    /// Write to this folder; created if it does not exist
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Also copy files that are not documents, such as images
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) copy_assets: bool,
    /// With --to html and a folder: also write a list of all pages, index.html (pages.html if index.html is a page)
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) index: bool,
    /// Render again whenever a document changes
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) watch: bool,
    /// What to do with the manifest [default: keep]
    #[arg(long, value_name = "ACTION", value_parser = a_manifest(), help_heading = "What to show")]
    pub(crate) manifest: Option<ManifestMode>,
    /// The kinds of blocks to render, as a comma-separated list: SPEC, NOTE, BUG, ? or all [default: all]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds, help_heading = "What to show")]
    pub(crate) kinds: Vec<Kinds>,
    /// Do not escape renderer syntax, such as {x} or <Component>, in the text
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = "What to show")]
    pub(crate) raw: Option<bool>,
    /// With --to html: the encoding used to count tokens
    #[arg(long, value_name = "ENCODING", default_value = ENCODINGS[0].name, help_heading = "What to show")]
    #[arg(value_parser = PossibleValuesParser::new(ENCODINGS.iter().map(|row| PossibleValue::new(row.name).help(row.help))))]
    encoding: String,
}

impl RenderArgs {
    pub(crate) fn encoding(&self) -> Encoding {
        Encoding::from_name(&self.encoding).unwrap_or_default()
    }

    /// The options for a document: from the arguments, then from its configuration.
    pub(crate) fn options(&self, config: &RenderSettings) -> Options {
        let said = config.options(self.to);
        Options {
            kinds: if self.kinds.is_empty() { said.kinds } else { Kinds::of(&self.kinds) },
            manifest: self.manifest.unwrap_or(said.manifest),
            mapping: said.mapping,
            raw: self.raw.unwrap_or(said.raw),
            links: said.links,
            is_index: said.is_index,
        }
    }
}

fn a_dialect() -> Listed<&'static Dialect> {
    let names =
        || DIALECTS.iter().map(|dialect| PossibleValue::new(dialect.name).help(dialect.about)).collect();
    Listed { parse: dialect, names }
}

fn dialect(name: &str) -> Result<&'static Dialect, String> {
    tagdown_render::dialects::dialect(name)
        .ok_or_else(|| unknown("dialect", name, DIALECTS.iter().map(|dialect| dialect.name)))
}

fn dialect_help() -> String {
    let width = DIALECTS.iter().map(|dialect| dialect.name.len()).max().unwrap_or(0);
    let row = |dialect: &Dialect| format!("- {:width$}  {}\n", dialect.name, dialect.about);
    format!("The target renderer\n\n{}", DIALECTS.iter().map(row).collect::<String>())
}

fn a_manifest() -> Listed<ManifestMode> {
    let names = || ManifestMode::ALL.map(|mode| PossibleValue::new(mode.name()).help(mode.about())).to_vec();
    Listed { parse: ManifestMode::from_name, names }
}

/// Render the chapters of a book, as an mdBook preprocessor
///
/// Add `[preprocessor.tagdown]` with `command = "tagdown mdbook"` and `after = ["links"]` to book.toml.
/// mdBook then passes the book on standard input and reads the result from standard output. The table also
/// accepts the keys `manifest`, `kinds` and `raw`, as [render] in tagdown.toml does. With `--code`, and before `links`, it
/// only keeps mdBook from expanding what code names, such as `{{#title x}}`.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown mdbook supports html", "exit with 0 if the html renderer is supported"),
    ("tagdown mdbook < book.json", "render a book from the JSON that mdBook passes"),
    ("tagdown mdbook --code < book.json", "keep helpers in code from being expanded"),
]))]
pub(crate) struct MdbookArgs {
    /// Keep helpers in code, such as {{#title x}}, and render nothing; run it before `links`
    #[arg(long)]
    pub(crate) code: bool,
    #[command(subcommand)]
    pub(crate) command: Option<MdbookCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MdbookCommand {
    /// Exit with 0 if a renderer is supported, with 1 if not
    Supports {
        /// The renderer, such as html
        #[arg(value_name = "RENDERER")]
        renderer: String,
    },
}
