//! The arguments of `tagdown convert`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use tagdown::Settings;
use tagdown::convert::from::readable;
use tagdown::convert::{Decisions, Options, Profile};

use super::{LlmArgs, Paths, examples, version};

/// Convert untagged Markdown, and lose nothing
///
/// Labels every block SPEC, NOTE or BUG without a language model, unless --llm names one, writes one tag a run, adds
/// header and manifest, and says what is left for a person. Only lines are put in: before anything is shown or written it
/// is made sure that every line of the source is there, that Markdown reads it as before, that no anchor changes, that
/// `check` finds no error, and that --strip gives the source back, if it had no tags. A document for which that does not
/// hold is refused, with the reason.
///
/// Exit status: 0 converted or nothing to do, 1 a document was refused, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown convert docs/guide.md", "the tagged document, and what to look at"),
    ("tagdown convert --diff docs/", "what would be put in"),
    ("tagdown convert --write docs/", "every document below docs, in place"),
    ("tagdown convert --review docs/", "decide what the labeller was not sure of, block by block"),
    ("tagdown convert --report json docs/guide.md", "every block with label, confidence and reasons"),
    ("tagdown convert --issues issues.json --write docs/", "issues of the tracker as BUG and [?] blocks"),
    ("tagdown convert --llm URL --model NAME docs/", "ask a model where the labeller is unsure"),
    ("tagdown convert --from material docs/guide.md", "callouts of MkDocs Material as tagged blocks"),
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
    /// Decide on a screen what the labeller was not sure of; tagdown-decisions.jsonl keeps it for all later runs
    #[arg(long, conflicts_with_all = ["diff", "report", "strip", "faq"])]
    pub(crate) review: bool,
    /// Put known issues in as BUG and [?] blocks, each into the section that shares its words: the JSON of `gh issue list` or
    /// `glab issue list`, or CSV; also --faq; --strip leaves their text
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["strip", "review"])]
    pub(crate) issues: Vec<PathBuf>,
    /// Make a BUG of each entry of a FAQ or troubleshooting section that tells its cause and its fix; --strip leaves the names of
    /// its fields
    #[arg(long, conflicts_with = "strip")]
    pub(crate) faq: bool,
    /// Read the callouts of another renderer as tagged blocks, and label nothing else; [convert.DIALECT] in the configuration
    /// says what a callout becomes
    #[arg(long, value_name = "DIALECT", value_parser = PossibleValuesParser::new(readable()), conflicts_with_all = ["strip", "llm", "review", "bullets", "faq", "issues", "cautious", "bold"])]
    pub(crate) from: Option<String>,
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
    #[command(flatten)]
    pub(crate) llm: LlmArgs,
}

impl ConvertArgs {
    /// How to convert a document.
    pub(crate) fn options<'o>(
        &'o self,
        file_name: &'o str,
        settings: &'o Settings,
        decisions: &'o Decisions,
    ) -> Options<'o> {
        Options {
            profile: self.profile(),
            bullets: self.bullets,
            version: self.document_version.as_deref(),
            file_name,
            settings,
            decisions,
            faq: self.faq || !self.issues.is_empty(),
        }
    }

    pub(crate) fn profile(&self) -> Profile {
        match (self.cautious, self.bold) {
            (true, _) => Profile::Cautious,
            (_, true) => Profile::Bold,
            _ => Profile::Balanced,
        }
    }
}
