//! The arguments of the commands that help to write: `new`, `add`, `promote`, `open`, `skill`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use tagdown::Kind;
use tagdown::author::{BugFields, TEMPLATES};

use super::{Paths, examples, version};

/// Start a document from a template
///
/// Writes a document that passes `check`: header, manifest, sections, one of each block with its rule in a comment, and in
/// every section the questions to answer. What only the writer knows is marked FILL-IN. Own templates are Markdown files in
/// the folder `.tagdown/templates` beside tagdown.toml (`templates` in it names another) with {{title}}, {{version}},
/// {{author}}, {{date}} and {{manifest}} where these go. A file that is there is never replaced.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown new docs/orders.md --template api", "an API, titled \"Orders\""),
    ("tagdown new docs/pager.md --template runbook --title \"Pager\"", ""),
    ("tagdown new --list", "all templates, own ones too"),
]))]
pub(crate) struct NewArgs {
    /// The file to write, or - for standard output
    #[arg(value_name = "PATH", required_unless_present = "list", value_hint = ValueHint::FilePath)]
    pub(crate) path: Option<PathBuf>,
    /// The template to start from
    #[arg(long, short, value_name = "NAME", default_value = TEMPLATES[0].name)]
    pub(crate) template: String,
    /// List the templates
    #[arg(long)]
    pub(crate) list: bool,
    /// The title [default: from the name of the file]
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Who writes it [default: git's user.name]
    #[arg(long)]
    pub(crate) author: Option<String>,
    /// The version of the document
    #[arg(long, value_name = "VERSION", default_value = "0.1.0", value_parser = version)]
    pub(crate) document_version: String,
}

/// The title and the fields of a BUG.
#[derive(Clone, Debug, Args)]
pub(crate) struct BugArgs {
    /// The title of a BUG: what is seen, short
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    pub(crate) title: Option<String>,
    /// What the user sees
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    symptom: Option<String>,
    /// The root cause
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    cause: Option<String>,
    /// What resolves it
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    fix: Option<String>,
    /// Versions that are affected, and the one that fixed it
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    affected_versions: Option<String>,
    /// What helps until then
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    workaround: Option<String>,
}

impl BugArgs {
    /// The fields that were given.
    pub(crate) fn fields(&self) -> BugFields {
        let mut fields = BugFields::default();
        for (name, value) in [
            ("Symptom", &self.symptom),
            ("Cause", &self.cause),
            ("Fix", &self.fix),
            ("Affected versions", &self.affected_versions),
            ("Workaround", &self.workaround),
        ] {
            fields.set(name, value.as_deref().unwrap_or_default());
        }
        fields
    }

    /// Whether anything was given.
    pub(crate) fn is_given(&self) -> bool {
        let all =
            [&self.title, &self.symptom, &self.cause, &self.fix, &self.affected_versions, &self.workaround];
        all.iter().any(|value| value.is_some())
    }
}

/// Put a block into a document, where it belongs
///
/// Facts go behind the facts of the section, context behind context, failures below that, open claims last. The text of a
/// SPEC, NOTE or [?] comes from --text or standard input; a BUG is asked for its fields on a terminal, and takes them as options elsewhere. Refused
/// where `check` would find an error in it, or where text that is there would come under another tag.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown add docs/api.md --section limits --kind spec --text \"- A body holds 4 KB.\"", ""),
    ("tagdown add docs/api.md --section Errors --kind bug", "asks for title and fields"),
    ("tagdown add --diff docs/api.md --section limits --kind note --text \"Why 4 KB: …\"", "what would change"),
]))]
pub(crate) struct AddArgs {
    /// The document, or - for standard input to standard output
    #[arg(value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub(crate) path: PathBuf,
    /// The section, by its heading or anchor
    #[arg(long, short, value_name = "NAME")]
    pub(crate) section: String,
    /// The kind of block
    #[arg(long, short, value_name = "KIND", value_parser = kind)]
    pub(crate) kind: Kind,
    /// What it says [default: read from standard input]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) text: Option<String>,
    #[command(flatten)]
    pub(crate) bug: BugArgs,
    /// Show the change, and change nothing
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Confirm an unverified block: make a [?] a SPEC or a BUG
///
/// The block keeps its text under the new tag. Words of doubt are shown first, and go only if that is agreed to, on a
/// terminal or with --remove-doubt. Who confirmed it, when and on what evidence is written below it as a NOTE, into the
/// section `Changelog`, or nowhere, as `promote-record` in tagdown.toml says. A BUG takes its title and fields from the
/// block where it has them, else from the options. Refused, with the rule, where `check` would find something in the
/// result, and for anything but a [?]: the format knows no other transition.
///
/// Exit status: 0 promoted, 1 refused, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown promote 'docs/api.md#limits/?-1' --to spec --evidence \"load test of 3 May\"", ""),
    ("tagdown promote docs/api.md#limits --to bug", "asks for what is missing; the section's only [?]"),
    ("tagdown promote --diff docs/api.md --to spec --evidence \"…\"", "the document's only [?]; changes nothing"),
]))]
pub(crate) struct PromoteArgs {
    /// The block: PATH#ADDRESS, as `tagdown open` lists it
    #[arg(value_name = "PATH#ADDRESS", value_hint = ValueHint::FilePath)]
    pub(crate) block: PathBuf,
    /// What it becomes
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(["spec", "bug"]))]
    pub(crate) to: String,
    /// What shows that it is true; needed unless nothing is recorded
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) evidence: Option<String>,
    /// Who confirms it [default: git's user.name]
    #[arg(long, value_name = "NAME")]
    pub(crate) by: Option<String>,
    /// Take words of doubt out, and replace fields that are given anew
    #[arg(long)]
    pub(crate) remove_doubt: bool,
    /// Leave words of doubt, if no rule finds them
    #[arg(long, conflicts_with = "remove_doubt")]
    pub(crate) keep_doubt: bool,
    #[command(flatten)]
    pub(crate) bug: BugArgs,
    /// Show the change, and change nothing
    #[arg(long)]
    pub(crate) diff: bool,
}

/// List what is still unverified, oldest first
///
/// Every [?] block with its address, its age and its author: those of the commit that wrote the tag, by `git blame`, or the
/// time of the file outside git. With --older-than it is a gate for CI.
///
/// Exit status: 0 listed, 1 with --older-than and something older, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown open docs/", "every open claim below docs"),
    ("tagdown open --older-than 90d", "status 1 if a claim has been open for more than 90 days"),
    ("tagdown open --format json docs/", ""),
]))]
pub(crate) struct OpenArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    /// Only those open for longer than this: 90d, 12w, 6m, 1y
    #[arg(long, value_name = "AGE", value_parser = age)]
    pub(crate) older_than: Option<u64>,
    /// How to list them
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = PossibleValuesParser::new(["text", "json"]))]
    pub(crate) format: String,
}

/// Print or install the skill that teaches AI agents to use this
///
/// A file in the agent-skill format, itself a tagged document: how a model reads, writes, converts and confirms tagged
/// documents with this tool.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown skill", "print it"),
    ("tagdown skill --install .claude/skills", "write .claude/skills/tagdown/SKILL.md"),
]))]
pub(crate) struct SkillArgs {
    /// Write it as tagdown/SKILL.md into this folder of skills
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) install: Option<PathBuf>,
    /// Replace another text that is there
    #[arg(long, requires = "install")]
    pub(crate) force: bool,
}

fn kind(text: &str) -> Result<Kind, String> {
    let bare = text.trim_matches(['*', '[', ']']);
    let named =
        if bare.eq_ignore_ascii_case("unverified") { Some(Kind::Unverified) } else { Kind::from_name(bare) };
    named.ok_or_else(|| "a kind is spec, note, bug or ? (also: unverified)".to_owned())
}

/// An age in days.
fn age(text: &str) -> Result<u64, String> {
    let wrong = || "write a number and d, w, m or y, such as 90d".to_owned();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
    let days = match text[digits..].trim() {
        "d" | "day" | "days" => 1,
        "w" | "week" | "weeks" => 7,
        "m" | "month" | "months" => 30,
        "y" | "year" | "years" => 365,
        _ => return Err(wrong()),
    };
    number.checked_mul(days).ok_or_else(wrong)
}
