//! The arguments of `tagdown convert`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use tagdown::judgement::Profile;
use tagdown::rules::Settings;
use tagdown_write::convert::callouts::readable;
use tagdown_write::convert::{Decisions, Layout, Options};

use super::common::{Paths, Stream, version};
use super::help::examples;
use super::llm::LlmArgs;

/// Convert untagged Markdown without losing anything
///
/// Judges every sentence, list, table and code block: fact or context. Facts become SPEC, the rest NOTE, each where
/// it was; --layout section puts the facts of a section first, and --whole never cuts a paragraph. Adds a header and
/// a manifest, and reports what needs review. Uses no language model unless --llm names one.
///
/// Before anything is shown or written, tagdown verifies that every word, code span and link is in the result
/// once, that Markdown reads each sentence as before, that no anchor changes, and that `check` finds no new errors. A
/// section that fails these checks is not cut. A document that cannot be converted without failing them is
/// refused, with the reason. --write records cuts and moves in tagdown-undo.jsonl, so --strip can restore the
/// source byte for byte.
///
/// In a git repository, --write changes only committed files. If a file that it would change is untracked or has
/// uncommitted changes, nothing is written; --allow-dirty writes anyway.
///
/// Exit status: 0 converted or nothing to do, 1 a document was refused, 2 could not run.
#[derive(Clone, Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown convert docs/guide.md", "print the tagged document and what needs review"),
    ("tagdown convert --diff docs/", "show what would change"),
    ("tagdown convert --write docs/", "convert every document under docs in place"),
    ("tagdown convert --review docs/", "decide what is uncertain, sentence by sentence, also after --write"),
    ("tagdown convert --report json docs/guide.md", "list every block with its label, confidence and reasons"),
    ("tagdown convert --issues issues.json --write docs/", "add tracker issues as BUG and [?] blocks"),
    ("tagdown convert --llm URL --model NAME docs/", "ask a model about uncertain sentences"),
    ("tagdown convert --from material docs/guide.md", "convert MkDocs Material callouts to tagged blocks"),
    ("tagdown convert --strip --write docs/guide.md", "remove the tags, the header and the manifest"),
]))]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    #[command(flatten)]
    pub(crate) stream: Stream,
    /// Write the result in place
    #[arg(long, short, conflicts_with = "stdin")]
    pub(crate) write: bool,
    /// With --write, also change files that are untracked or have uncommitted changes in git
    #[arg(long)]
    pub(crate) allow_dirty: bool,
    /// Show the changes without writing them
    #[arg(long, conflicts_with_all = ["write", "stdin"])]
    pub(crate) diff: bool,
    /// Decide what is uncertain on screen, before or after --write; tagdown-decisions.jsonl stores the decisions
    #[arg(long, conflicts_with_all = ["diff", "report", "strip", "faq", "stdin"])]
    pub(crate) review: bool,
    /// Add known issues from this file as BUG and [?] blocks, and update those whose thread changed; implies --faq
    ///
    /// FILE is an export of GitHub, GitLab, Jira, Linear or Bugzilla (JSON or CSV), or a folder of saved mails. Pull
    /// requests in a second file supply causes and fixes. Each issue is added to the section whose text it matches
    /// best, otherwise to a section Known issues. With --write, tagdown-issues.jsonl records the blocks, so a later run
    /// updates those that nobody edited. A later --strip removes the tags from these blocks, but keeps their text.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath, conflicts_with_all = ["strip", "review", "stdin"])]
    pub(crate) issues: Vec<PathBuf>,
    /// Turn FAQ and troubleshooting entries that name a failure and state its cause and its fix into BUG blocks; a
    /// later --strip keeps the field names
    #[arg(long, conflicts_with = "strip")]
    pub(crate) faq: bool,
    /// Convert the callouts of this renderer to tagged blocks, and label nothing else
    ///
    /// [convert.DIALECT] in the configuration sets what each type of callout becomes.
    #[arg(long, value_name = "DIALECT", value_parser = PossibleValuesParser::new(readable()), conflicts_with_all = ["strip", "llm", "review", "bullets", "faq", "issues", "cautious", "bold"])]
    pub(crate) from: Option<String>,
    /// Print a report on all blocks instead of the result: one line of JSON per document
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["json"]), conflicts_with_all = ["diff", "strip"])]
    pub(crate) report: Option<String>,
    /// Label more text SPEC
    #[arg(long, conflicts_with_all = ["bold", "strip"])]
    pub(crate) cautious: bool,
    /// Label less text SPEC
    #[arg(long, conflicts_with = "strip")]
    pub(crate) bold: bool,
    /// Turn paragraphs of facts into lists, and split paragraphs that mix facts and context; implies --whole;
    /// --strip keeps the lists
    #[arg(long, conflicts_with = "strip")]
    pub(crate) bullets: bool,
    /// Where facts and context go: `place` (in their original order, the default) or `section` (one SPEC with the
    /// facts of a section, then one NOTE with the rest)
    #[arg(long, value_name = "LAYOUT", value_parser = PossibleValuesParser::new(["section", "place"]), conflicts_with_all = ["strip", "whole"])]
    pub(crate) layout: Option<String>,
    /// Never cut a paragraph or move text; a paragraph of more than 2 sentences becomes a NOTE
    #[arg(long, conflicts_with = "strip")]
    pub(crate) whole: bool,
    /// The version for documents without one [default: 0.1.0]
    #[arg(long, value_name = "VERSION", value_parser = version, conflicts_with = "strip")]
    pub(crate) document_version: Option<String>,
    /// Remove the tags, the header and the manifest, and undo the cuts and moves in tagdown-undo.jsonl
    #[arg(long, conflicts_with = "stdin")]
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
            layout: self.layout(),
            bullets: self.bullets,
            version: self.document_version.as_deref(),
            file_name,
            settings,
            decisions,
            faq: self.faq || !self.issues.is_empty(),
            lists_bullets: false,
        }
    }

    fn layout(&self) -> Layout {
        match self.layout.as_deref() {
            Some("section") => Layout::Section,
            None if self.whole || self.bullets => Layout::Whole,
            _ => Layout::Place,
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
