//! The reports of a run: one per requested format, each to standard output or its own file.

use std::path::{Path, PathBuf};

use tagdown::print::{self, FORMATS, FileReport, Format, Style, Summary};
use tagdown_project::files::Target;
use tagdown_project::opening;
use tagdown_project::paths::real;
use tagdown_project::writing;

use super::baselines;
use crate::args::{CheckArgs, Wanted};
use crate::terminal::Problem;
use crate::terminal::output::{self, Output};

/// GitHub accepts a step summary of at most 1 MiB, and drops a larger one.
const SUMMARY_ROOM: usize = 900_000;

/// A larger Markdown file is not taken for an old report.
const MAX_REPORT: u64 = 256_000_000;

/// One report.
struct Report {
    format: &'static Format,
    style: Style,
    to: Output,
    wrote: bool,
}

/// All reports of a run.
pub(crate) struct Reports {
    reports: Vec<Report>,
    /// Whether a summary for people goes to standard error.
    tells: bool,
    step_summary: Option<StepSummary>,
}

/// The step summary of GitHub Actions.
struct StepSummary {
    path: PathBuf,
    text: String,
    cut: bool,
}

/// The reports on one document, in the order of the formats.
pub(crate) type Pieces = Vec<String>;

/// The formats of a run without their destinations, for worker threads.
#[derive(Clone)]
pub(crate) struct Formats(Vec<(&'static Format, Style)>);

impl Formats {
    pub(crate) fn write(&self, report: &FileReport<'_, '_>) -> Pieces {
        self.0.iter().map(|(format, style)| (format.file)(report, *style)).collect()
    }
}

impl Reports {
    /// Opens the requested reports. A report must not overwrite a document.
    pub(crate) fn open(
        args: &CheckArgs,
        style: Style,
        main: Output,
        targets: &[Target],
    ) -> Result<Self, String> {
        let default = match () {
            () if args.statistics => "statistics",
            () if args.stream.is_set() => "jsonl",
            () => FORMATS[0].name,
        };
        let default = Wanted { format: print::find(default).unwrap_or(FORMATS[0]), file: None };
        let wanted = if args.format.is_empty() { vec![default] } else { args.format.clone() };
        let plain: Vec<&Wanted> = wanted.iter().filter(|wanted| wanted.file.is_none()).collect();
        if let [first, second, ..] = plain[..] {
            return Err(format!(
                "`{}` and `{}` would both go to standard output; write one to a file with --format {}=FILE",
                first.format.name, second.format.name, second.format.name
            ));
        }
        if plain.is_empty() && args.output.is_some() {
            return Err("--output is for a format without a file, but every --format has one".to_owned());
        }
        let mut main = Some(main);
        let mut reports = Vec::new();
        let mut files: Vec<PathBuf> = read_by_the_run(args, targets);
        let inputs = files.len();
        for wanted in &wanted {
            let file = wanted.file.as_ref().or(args.output.as_ref());
            let to = match (file, main.take_if(|_| file.is_none())) {
                (Some(path), _) => {
                    may_be_written(path, &mut files, inputs)?;
                    Output::file(path)?
                }
                (None, Some(main)) => main,
                (None, None) => continue,
            };
            let style = if file.is_some() { Style::PLAIN } else { style };
            let style = Style { quiet: args.quiet, full: args.full, ..style };
            reports.push(Report { format: wanted.format, style, to, wrote: false });
        }
        let tells = main.is_some() && !args.quiet;
        Ok(Self { reports, tells, step_summary: StepSummary::from_environment() })
    }

    pub(crate) fn formats(&self) -> Formats {
        let summary = print::find("markdown").filter(|_| self.step_summary.is_some());
        let formats = self.reports.iter().map(|report| (report.format, report.style));
        Formats(formats.chain(summary.map(|format| (format, Style::PLAIN))).collect())
    }

    pub(crate) fn begin(&mut self) -> Result<(), Problem> {
        for report in &mut self.reports {
            report.to.write(&(report.format.head)())?;
        }
        Ok(())
    }

    pub(crate) fn take(&mut self, pieces: &Pieces) -> Result<(), Problem> {
        for (report, piece) in self.reports.iter_mut().zip(pieces) {
            if !piece.is_empty() {
                report.to.write(if report.wrote { report.format.separator } else { "" })?;
                report.to.write(piece)?;
                report.wrote = true;
            }
        }
        if let (Some(summary), Some(piece)) = (&mut self.step_summary, pieces.get(self.reports.len())) {
            summary.cut |= summary.text.len() + piece.len() > SUMMARY_ROOM;
            if !summary.cut {
                summary.text.push_str(piece);
            }
        }
        Ok(())
    }

    pub(crate) fn finish(mut self, summary: &Summary) -> Result<(), Problem> {
        for report in &mut self.reports {
            report.to.write(&(report.format.tail)(summary, report.style))?;
        }
        // All files are moved into place before an error is reported.
        let ends: Vec<std::io::Result<()>> =
            self.reports.into_iter().map(|report| report.to.finish()).collect();
        if let Some(step) = self.step_summary {
            step.write(summary);
        }
        if self.tells {
            Output::stderr().write(&(FORMATS[0].tail)(summary, Style::PLAIN))?;
        }
        ends.into_iter().find(Result::is_err).unwrap_or(Ok(())).map_err(Problem::from)
    }
}

impl StepSummary {
    fn from_environment() -> Option<Self> {
        let is_there = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        let path = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| is_there && !path.is_empty())?;
        Some(Self { path: path.into(), text: String::new(), cut: false })
    }

    /// Appends it to the output of earlier steps. A write error is reported, but does not fail the check.
    fn write(self, summary: &Summary) {
        let Some(format) = print::find("markdown") else { return };
        let cut = if self.cut { "- and more; see the log\n" } else { "" };
        let tail = (format.tail)(summary, Style::PLAIN);
        let text = format!("{}{}{cut}{tail}", (format.head)(), self.text);
        if let Err(problem) = writing::append(&self.path, &text) {
            output::complain(&format!("cannot write the step summary: {problem}"));
        }
    }
}

/// The files that a run reads, which no report may overwrite.
fn read_by_the_run(args: &CheckArgs, targets: &[Target]) -> Vec<PathBuf> {
    let documents = targets.iter().filter(|target| !target.stdin).map(|target| target.path.clone());
    let configurations = targets.iter().filter_map(|target| target.config.file.clone());
    let others = args.input.files_from.iter().cloned().chain(baselines::paths(args, targets));
    let mut files: Vec<PathBuf> =
        documents.chain(configurations).chain(others).map(|path| place(&path)).collect();
    files.sort();
    files.dedup();
    files
}

/// Refuses a file that the run reads, an existing Markdown file, and a file that another report is written to.
fn may_be_written(path: &Path, files: &mut Vec<PathBuf>, inputs: usize) -> Result<(), String> {
    let place = place(path);
    let refuse = |why: &str| Err(format!("{} not written: {why}", path.display()));
    let is_markdown = path.extension().is_some_and(|extension| {
        ["md", "markdown", "mdx"].iter().any(|name| extension.eq_ignore_ascii_case(name))
    });
    // A Markdown report may overwrite an older one.
    let head = print::find("markdown").map(|format| (format.head)()).unwrap_or_default();
    let is_report = || opening::text(path, MAX_REPORT).is_ok_and(|text| text.starts_with(&head));
    if is_markdown && path.exists() && !is_report() {
        return refuse("it is a document and would be overwritten");
    }
    // A special file, such as /dev/null, accepts any number of reports.
    let is_special = path.metadata().is_ok_and(|meta| !meta.is_file());
    match files.iter().position(|other| *other == place) {
        _ if is_special => {}
        Some(index) if index < inputs => return refuse("this run reads it and would overwrite it"),
        Some(_) => return refuse("two reports would be written to it"),
        None => files.push(place),
    }
    Ok(())
}

/// The canonical path of a file, whether it exists or not.
fn place(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (folder, name) = (absolute.parent().unwrap_or(Path::new("/")), absolute.file_name());
    let known = path.canonicalize().ok();
    known.unwrap_or_else(|| real(folder).join(name.unwrap_or_default()))
}
