//! The arguments of `tagdown convert`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use tagdown::convert::Profile;

use super::{Paths, examples};

/// Convert untagged Markdown, and lose nothing
///
/// Labels every block SPEC, NOTE or BUG without a language model, writes one tag a run, adds header and manifest, and says
/// what is left for a person. Only lines are put in: before anything is shown or written it is made sure that every line of
/// the source is there, that Markdown reads it as before, that no anchor changes, that `check` finds no error, and that
/// --strip gives the source back, if it had no tags. A document for which that does not hold is refused, with the reason.
///
/// Exit status: 0 converted or nothing to do, 1 a document was refused, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown convert docs/guide.md", "the tagged document, and what to look at"),
    ("tagdown convert --diff docs/", "what would be put in"),
    ("tagdown convert --write docs/", "every document below docs, in place"),
    ("tagdown convert --report json docs/guide.md", "every block with label, confidence and reasons"),
    ("tagdown convert --strip --write docs/guide.md", "take tags, header and manifest away again"),
]))]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    /// Write the documents in place
    #[arg(long, short)]
    pub(crate) write: bool,
    /// Show the changes, and change nothing
    #[arg(long, conflicts_with = "write")]
    pub(crate) diff: bool,
    /// Report on every block, a line a document, instead of the result
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["json"]), conflicts_with_all = ["diff", "strip"])]
    pub(crate) report: Option<String>,
    /// Decide less, and leave more to a person
    #[arg(long, conflicts_with_all = ["bold", "strip"])]
    pub(crate) cautious: bool,
    /// Decide everything, by what is likelier
    #[arg(long, conflicts_with = "strip")]
    pub(crate) bold: bool,
    /// Make lists of paragraphs that hold facts alone, and cut those that hold both; --strip leaves these lists
    #[arg(long, conflicts_with = "strip")]
    pub(crate) bullets: bool,
    /// The version of documents that have none [default: 0.1.0]
    #[arg(long, value_name = "VERSION", value_parser = version, conflicts_with = "strip")]
    pub(crate) document_version: Option<String>,
    /// Take tags, header and manifest away again
    #[arg(long)]
    pub(crate) strip: bool,
}

impl ConvertArgs {
    pub(crate) fn profile(&self) -> Profile {
        match (self.cautious, self.bold) {
            (true, _) => Profile::Cautious,
            (_, true) => Profile::Bold,
            _ => Profile::Balanced,
        }
    }
}

fn version(text: &str) -> Result<String, String> {
    if tagdown::is_semver(text) {
        Ok(text.to_owned())
    } else {
        Err("write three numbers, such as 1.2.0".to_owned())
    }
}
