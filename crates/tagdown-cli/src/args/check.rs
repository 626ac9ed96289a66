//! The arguments of `tagdown check`.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use tagdown::Severity;
use tagdown::print::{FORMATS, Format};

use super::listed::Listed;
use super::{Changed, Paths, a_rule};

/// Check documents against the rules
///
/// Folders are walked, .gitignore respected; a file found there is checked if it has a manifest heading or a
/// tag on a line of its own. A file that is named is always checked. Exit status: 0 clean, 1 findings, 2
/// something could not be read or done.
#[derive(Debug, Args)]
#[command(after_help = super::examples(&[
    ("tagdown check docs/", "every tagged document below docs"),
    ("tagdown check --fix README.md", "one document, safe fixes made"),
    ("tagdown check --since origin/main --fail-on error", "what a branch changed"),
    ("tagdown check --baseline old.json docs/", "only what is new"),
]))]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: Paths,
    #[command(flatten)]
    pub(crate) changed: Changed,
    /// Make the safe fixes, in place
    #[arg(long, help_heading = "Fixing")]
    pub(crate) fix: bool,
    /// With --fix or --diff: the fixes too that a person should look over
    #[arg(long, help_heading = "Fixing")]
    pub(crate) unsafe_fixes: bool,
    /// Show what --fix or --add-suppressions would change, and change nothing
    #[arg(long, help_heading = "Fixing")]
    pub(crate) diff: bool,
    /// Only these rules, separated by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = a_rule(), hide_possible_values = true)]
    #[arg(help_heading = "Rules")]
    pub(crate) select: Vec<String>,
    /// Not these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = a_rule(), hide_possible_values = true)]
    #[arg(help_heading = "Rules")]
    pub(crate) ignore: Vec<String>,
    /// The least severity that ends the run with status 1
    #[arg(long, value_name = "SEVERITY", default_value = "info", help_heading = "Rules")]
    #[arg(overrides_with = "fail_on")]
    pub(crate) fail_on: FailOn,
    /// Whose exit statuses: hads is the reference validator's, 1 missing element, 2 malformed tag, 3 BUG fields
    #[arg(long, value_name = "WHOSE", default_value = "tagdown", hide_default_value = true)]
    #[arg(help_heading = "Rules")]
    pub(crate) exit_codes: ExitCodes,
    /// Count only findings that are not in this file; the first run writes it
    #[arg(long, value_name = "FILE", help_heading = "Old projects")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write what is found now into the baseline
    #[arg(long, requires = "baseline", help_heading = "Old projects")]
    pub(crate) update_baseline: bool,
    /// Above each finding, write a comment that allows it, with this reason
    #[arg(long, value_name = "REASON", value_parser = reason, help_heading = "Old projects")]
    #[arg(conflicts_with_all = ["fix", "unsafe_fixes", "baseline"])]
    pub(crate) add_suppressions: Option<String>,
    /// How to write what was found, FORMAT or FORMAT=FILE; may be given again [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = a_format(), hide_possible_values = true, help_heading = "Output", long_help = format_help())]
    pub(crate) format: Vec<Wanted>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Show at most so many findings; the others are counted
    #[arg(long, value_name = "COUNT", help_heading = "Output")]
    pub(crate) max_findings: Option<usize>,
    /// Show how often each rule was found, instead of the findings
    #[arg(long, conflicts_with_all = ["format", "max_findings"], help_heading = "Output")]
    pub(crate) statistics: bool,
    /// Show only findings: no summary, no remarks
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Check again whenever a document changes
    #[arg(long, help_heading = "Output")]
    #[arg(conflicts_with_all = ["fix", "diff", "update_baseline", "add_suppressions", "output", "since", "staged", "show_files", "show_config"])]
    pub(crate) watch: bool,
    /// List the documents that would be checked, and check nothing
    #[arg(long, conflicts_with = "show_config", help_heading = "Output")]
    pub(crate) show_files: bool,
    /// Show the configuration that holds for the documents, and check nothing
    #[arg(long, help_heading = "Output")]
    pub(crate) show_config: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Error,
    Warning,
    Info,
    Never,
}

impl FailOn {
    /// Whether findings of which this is the worst end the run with status 1.
    pub(crate) fn fails(self, worst: Option<Severity>) -> bool {
        let least = match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
            Self::Never => return false,
        };
        worst.is_some_and(|worst| worst >= least)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExitCodes {
    Tagdown,
    Hads,
}

/// A format, and the file that it goes to where it is not standard output.
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
    let Some(format) = tagdown::print::find(name) else {
        return Err(super::unknown("format", name, FORMATS.iter().map(|format| format.name)));
    };
    if file == Some("") {
        return Err(format!("no file behind `{name}=`"));
    }
    Ok(Wanted { format, file: file.map(PathBuf::from) })
}

fn format_help() -> String {
    let width = FORMATS.iter().map(|format| format.name.len()).max().unwrap_or(0);
    let mut help =
        "How to write what was found. FORMAT=FILE writes to a file, and may be given again.\n\n".to_owned();
    for format in FORMATS {
        help.push_str(&format!("- {:width$}  {}\n", format.name, format.help));
    }
    help + "\n[default: text]"
}

fn reason(text: &str) -> Result<String, String> {
    tagdown::reason_problem(text)
        .map_or_else(|| Ok(text.trim().to_owned()), |problem| Err(problem.to_owned()))
}
