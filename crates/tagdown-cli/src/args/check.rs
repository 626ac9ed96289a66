//! The arguments of `tagdown check`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use tagdown::print::find;
use tagdown::print::{FORMATS, Format};
use tagdown::rules::reason_problem;
use tagdown_project::config::FailOn;

use super::common::{Changed, Paths, Stream, a_rule, unknown};
use super::help::examples;
use super::listed::Listed;

/// Check documents against the rules
///
/// tagdown searches folders recursively and respects .gitignore. A file in a folder is checked if it has a
/// manifest heading or a tag on its own line. A file named on the command line is always checked.
///
/// Exit status: 0 clean, 1 errors or warnings, 2 could not run or could not read a file.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown check docs/", "check every tagged document under docs"),
    ("tagdown check --fix README.md", "apply the safe fixes to one document"),
    ("tagdown check --since origin/main --fail-on error", "check the documents that a branch changed"),
    ("tagdown check --baseline old.json docs/", "report only new findings"),
]))]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    #[command(flatten)]
    pub(crate) changed: Changed,
    #[command(flatten)]
    pub(crate) stream: Stream,
    /// With --since or --staged: report all findings of a changed document, not only those in changed lines and blocks
    #[arg(long, help_heading = "Input")]
    pub(crate) whole_files: bool,
    /// Apply the safe fixes in place
    #[arg(long, conflicts_with = "stdin", help_heading = "Fixing")]
    pub(crate) fix: bool,
    /// With --fix or --diff: include fixes that need review
    #[arg(long, help_heading = "Fixing")]
    pub(crate) unsafe_fixes: bool,
    /// Show the changes that --fix or --add-suppressions would make, without writing them
    #[arg(long, conflicts_with = "stdin", help_heading = "Fixing")]
    pub(crate) diff: bool,
    /// Apply only the rules in this comma-separated list
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = a_rule(), hide_possible_values = true)]
    #[arg(help_heading = "Rules")]
    pub(crate) select: Vec<String>,
    /// Skip the rules in this comma-separated list
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = a_rule(), hide_possible_values = true)]
    #[arg(help_heading = "Rules")]
    pub(crate) ignore: Vec<String>,
    /// The lowest severity that makes the run exit with 1 [default: warning, or `fail-on` in tagdown.toml]
    #[arg(long, value_name = "SEVERITY", value_parser = a_limit(), help_heading = "Rules")]
    #[arg(overrides_with = "fail_on")]
    pub(crate) fail_on: Option<FailOn>,
    /// Exit with 1 if there is no tagged document to check
    #[arg(long, help_heading = "Rules")]
    pub(crate) require_documents: bool,
    /// The exit statuses to use; hads follows the reference validator: 1 missing element, 2 malformed tag,
    /// 3 problem in a BUG
    #[arg(long, value_name = "SCHEME", default_value = "tagdown", hide_default_value = true)]
    #[arg(help_heading = "Rules")]
    pub(crate) exit_codes: ExitCodes,
    /// Ignore findings recorded in this file; the first run creates it
    #[arg(long, value_name = "FILE", conflicts_with = "stdin", help_heading = "Existing projects")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the current findings to the baseline
    #[arg(long, conflicts_with = "stdin", help_heading = "Existing projects")]
    pub(crate) update_baseline: bool,
    /// Ignore the baseline in tagdown.toml
    #[arg(long, conflicts_with_all = ["baseline", "update_baseline"], help_heading = "Existing projects")]
    pub(crate) no_baseline: bool,
    /// Suppress each finding with a comment above it that gives this reason
    #[arg(long, value_name = "REASON", value_parser = reason, help_heading = "Existing projects")]
    #[arg(conflicts_with_all = ["fix", "unsafe_fixes", "baseline", "update_baseline", "stdin"])]
    pub(crate) add_suppressions: Option<String>,
    /// The output format: FORMAT or FORMAT=FILE; can be repeated [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = a_format(), hide_possible_values = true, help_heading = "Output", long_help = format_help())]
    pub(crate) format: Vec<Wanted>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Show at most this many findings; the rest are only counted
    #[arg(long, value_name = "COUNT", conflicts_with = "stdin", help_heading = "Output")]
    pub(crate) max_findings: Option<usize>,
    /// Show every finding in full, also where a rule reports many in one file
    #[arg(long, help_heading = "Output")]
    pub(crate) full: bool,
    /// Show the number of findings per rule instead of the findings
    #[arg(long, conflicts_with_all = ["format", "max_findings"], help_heading = "Output")]
    pub(crate) statistics: bool,
    /// Show only the findings, without the summary and the notices
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Check again whenever a document changes
    #[arg(long, help_heading = "Output")]
    #[arg(conflicts_with_all = ["fix", "diff", "update_baseline", "add_suppressions", "output", "since", "staged", "show_files", "show_config", "stdin"])]
    pub(crate) watch: bool,
    /// List the documents that would be checked, without checking them
    #[arg(long, conflicts_with_all = ["show_config", "stdin"], help_heading = "Output")]
    pub(crate) show_files: bool,
    /// Show the configuration in effect for the documents, without checking them
    #[arg(long, conflicts_with = "stdin", help_heading = "Output")]
    pub(crate) show_config: bool,
}

fn a_limit() -> impl TypedValueParser<Value = FailOn> {
    PossibleValuesParser::new(FailOn::ALL.map(FailOn::name))
        .map(|name| FailOn::from_name(&name).unwrap_or_default())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExitCodes {
    Tagdown,
    Hads,
}

/// A format, and the file that it is written to instead of standard output.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) format: &'static Format,
    pub(crate) file: Option<PathBuf>,
}

fn a_format() -> Listed<Wanted> {
    let names = || FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.help)).collect();
    Listed { parse: wanted, names }
}

fn wanted(text: &str) -> Result<Wanted, String> {
    let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
    let Some(format) = find(name) else {
        return Err(unknown("format", name, FORMATS.iter().map(|format| format.name)));
    };
    if file == Some("") {
        return Err(format!("missing file name after `{name}=`"));
    }
    Ok(Wanted { format, file: file.map(PathBuf::from) })
}

fn format_help() -> String {
    let width = FORMATS.iter().map(|format| format.name.len()).max().unwrap_or(0);
    let mut help = "The output format. FORMAT=FILE writes to a file. Can be repeated.\n\n".to_owned();
    for format in FORMATS {
        help.push_str(&format!("- {:width$}  {}\n", format.name, format.help));
    }
    help + "\n[default: text]"
}

fn reason(text: &str) -> Result<String, String> {
    reason_problem(text).map_or_else(|| Ok(text.trim().to_owned()), |problem| Err(problem.to_owned()))
}
