//! Arguments of the authoring commands: `new`, `add`, `promote`, `open`, `skill`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use tagdown::document::Kind;
use tagdown_write::author::{BugFields, TEMPLATES};

use super::common::{Paths, version};
use super::help::examples;

/// Start a document from a template
///
/// Writes a document that passes `check` once its placeholders are replaced. It has a header, a manifest, sections,
/// and one block of each kind with a comment that states its rule. Each section lists the questions to answer. FILL-IN marks text that
/// only the author can supply. Custom templates are Markdown files in the `.tagdown/templates` folder next to
/// tagdown.toml (set `templates` there to use a different folder). They can contain {{title}}, {{version}},
/// {{author}}, {{date}} and {{manifest}}. Existing files are never overwritten.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown new docs/orders.md --template api", "start an API document titled \"Orders\""),
    ("tagdown new docs/pager.md --template runbook --title \"Pager\"", ""),
    ("tagdown new --list", "list all templates, including custom ones"),
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
    /// The document title [default: derived from the file name]
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// The author [default: git's user.name]
    #[arg(long)]
    pub(crate) author: Option<String>,
    /// The document version
    #[arg(long, value_name = "VERSION", default_value = "0.1.0", value_parser = version)]
    pub(crate) document_version: String,
}

/// The title and the fields of a BUG.
#[derive(Clone, Debug, Args)]
pub(crate) struct BugArgs {
    /// The title: a short description of the symptom
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    pub(crate) title: Option<String>,
    /// What the user sees
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    symptom: Option<String>,
    /// The root cause
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    cause: Option<String>,
    /// The action that resolves the problem
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    fix: Option<String>,
    /// The affected versions, and the version with the fix
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    affected_versions: Option<String>,
    /// An interim workaround
    #[arg(long, value_name = "TEXT", help_heading = "BUG", allow_hyphen_values = true)]
    workaround: Option<String>,
}

impl BugArgs {
    /// The fields given on the command line.
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

    /// Whether a title or a field was given.
    pub(crate) fn is_given(&self) -> bool {
        let all =
            [&self.title, &self.symptom, &self.cause, &self.fix, &self.affected_versions, &self.workaround];
        all.iter().any(|value| value.is_some())
    }
}

/// Add a block to a document, in the right place
///
/// A SPEC goes after the section's SPEC blocks, a NOTE after its NOTE blocks, a BUG after those, and a [?]
/// last. The text of a SPEC, NOTE or [?] comes from --text or standard input. The fields of a BUG come from
/// options; on a terminal, tagdown asks for missing ones. The block is refused if `check` would report an
/// error in it, or if existing text would end up under a different tag.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown add docs/api.md --section limits --kind spec --text \"- Request body: 4 KB\"", ""),
    ("tagdown add docs/api.md --section Errors --kind bug", "prompt for the title and the fields"),
    ("tagdown add --diff docs/api.md --section limits --kind note --text \"Why 4 KB: …\"", "show the change"),
]))]
pub(crate) struct AddArgs {
    /// The document, or - to read standard input and write standard output
    #[arg(value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub(crate) path: PathBuf,
    /// The section, by heading or anchor
    #[arg(long, short, value_name = "NAME")]
    pub(crate) section: String,
    /// The kind of block
    #[arg(long, short, value_name = "KIND", value_parser = kind)]
    pub(crate) kind: Kind,
    /// The content of the block [default: read from standard input]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) text: Option<String>,
    #[command(flatten)]
    pub(crate) bug: BugArgs,
    /// Show the change without writing it
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Confirm an unverified block: turn a [?] into a SPEC or a BUG
///
/// The block keeps its text and gets the new tag. Hedging words are shown first, and removed only if you
/// confirm at the prompt or pass --remove-doubt. `promote-record` in tagdown.toml sets where tagdown records
/// who confirmed the block, when, and on what evidence: in a NOTE below it, in the `Changelog` section, or
/// nowhere. A BUG takes its title and fields from the block; options supply the missing ones. If `check`
/// would report a new error or warning, tagdown refuses the change and names the rule. Only a [?] can be
/// promoted: the format defines no other change of kind.
///
/// Exit status: 0 promoted, 1 refused, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown promote 'docs/api.md#limits/?-1' --to spec --evidence \"load test on 3 May\"", ""),
    ("tagdown promote docs/api.md#limits --to bug", "promote the section's only [?]; prompt for missing fields"),
    ("tagdown promote --diff docs/api.md --to spec --evidence \"…\"", "show the change to the document's only [?]"),
]))]
pub(crate) struct PromoteArgs {
    /// The block to confirm: PATH#ADDRESS, as listed by `tagdown open`
    #[arg(value_name = "PATH#ADDRESS", value_hint = ValueHint::FilePath)]
    pub(crate) block: PathBuf,
    /// The new kind
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(["spec", "bug"]))]
    pub(crate) to: String,
    /// Evidence that the claim is true; required unless `promote-record` is "nothing"
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) evidence: Option<String>,
    /// The person who confirms the claim [default: git's user.name]
    #[arg(long, value_name = "NAME")]
    pub(crate) by: Option<String>,
    /// Remove hedging words, and replace existing fields with those given as options
    #[arg(long)]
    pub(crate) remove_doubt: bool,
    /// Keep hedging words, provided that no rule reports them
    #[arg(long, conflicts_with = "remove_doubt")]
    pub(crate) keep_doubt: bool,
    #[command(flatten)]
    pub(crate) bug: BugArgs,
    /// Show the change without writing it
    #[arg(long)]
    pub(crate) diff: bool,
}

/// List unverified blocks, oldest first
///
/// Shows each [?] block with its address, age and author. The age and the author come from the commit that
/// wrote the tag (`git blame`). Outside git, the age is unknown. Blocks under unknown tags are listed apart.
/// Use --older-than as a gate in CI.
///
/// Blocks that an agent added with `tagdown mcp --allow-write` come first. No reader sees them until a person has
/// reviewed them: --seen removes the record of the agent, and the block is an ordinary claim.
///
/// Exit status: 0 listed, 1 a block is older than --older-than, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown open docs/", "list every unverified block under docs"),
    ("tagdown open --older-than 90d", "exit with 1 if a block has been unverified for more than 90 days"),
    ("tagdown open --format json docs/", ""),
    ("tagdown open --seen 'docs/api.md#limits/?-2'", "accept a block of an agent as an unverified claim"),
]))]
pub(crate) struct OpenArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    /// List only blocks that have been unverified for longer than this, such as 90d, 12w, 6m or 1y
    #[arg(long, value_name = "AGE", value_parser = age)]
    pub(crate) older_than: Option<u64>,
    /// Accept this block, which an agent added and you have reviewed
    #[arg(long, value_name = "PATH#ADDRESS", conflicts_with_all = ["older_than", "format", "paths"])]
    pub(crate) seen: Option<PathBuf>,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = PossibleValuesParser::new(["text", "json"]))]
    pub(crate) format: String,
}

/// Print or install the skill that teaches AI agents to use tagdown
///
/// The skill is a file in the agent-skill format, and is itself a tagged document. It teaches a model
/// to read, write, convert and confirm tagged documents with this tool.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown skill", "print the skill"),
    ("tagdown skill --install .claude/skills", "write .claude/skills/tagdown/SKILL.md"),
]))]
pub(crate) struct SkillArgs {
    /// Write the skill to tagdown/SKILL.md in this skills folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) install: Option<PathBuf>,
    /// Overwrite an existing file that differs
    #[arg(long, requires = "install")]
    pub(crate) force: bool,
}

fn kind(text: &str) -> Result<Kind, String> {
    let bare = text.trim_matches(['*', '[', ']']);
    let named =
        if bare.eq_ignore_ascii_case("unverified") { Some(Kind::Unverified) } else { Kind::from_name(bare) };
    named.ok_or_else(|| "expected spec, note, bug or ? (also: unverified)".to_owned())
}

/// An age in days.
fn age(text: &str) -> Result<u64, String> {
    let wrong = || "expected a number followed by d, w, m or y, such as 90d".to_owned();
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
