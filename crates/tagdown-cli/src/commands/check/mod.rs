//! `tagdown check`: one run over all documents, its reports, its baseline and its status.

mod job;
mod list;
mod reports;
mod watch;

use std::path::PathBuf;

use tagdown::print::Summary;
use tagdown::text::plural;
use tagdown_project::baseline::{Known, Store};
use tagdown_project::files;

use crate::args::{CheckArgs, ExitCodes, FailOn, Global};
use crate::commands::fixing::UNSTAGED;
use crate::interrupt::finish_what_is_begun;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem, shell};
use job::{Job, Outcome, changes_files, is_chosen};
use reports::Reports;

pub(crate) fn run(args: &CheckArgs, global: &Global) -> Result<Exit, Problem> {
    if args.unsafe_fixes && !args.fix && !args.diff {
        return Err("--unsafe-fixes needs --fix or --diff".to_owned().into());
    }
    if args.watch {
        return watch::run(args, global);
    }
    let mut configs = global.configs()?;
    let mut found = files::find(&args.input.changed(&args.changed), &mut configs)?;
    if args.show_files || args.show_config {
        return list::run(args, &found);
    }
    let changes_files = changes_files(args);
    if changes_files {
        found.prefer_files();
    }
    let fixes_stdin = changes_files && found.targets.iter().any(|target| target.stdin);
    let style = output::style(global);
    // A run that writes files does so even if nobody reads its output.
    let writes = changes_files || args.baseline.is_some() || args.format.iter().any(|one| one.file.is_some());
    if writes || args.output.is_some() {
        finish_what_is_begun();
    }
    let mut documents = Output::stdout(writes);
    let main = if fixes_stdin { Output::stderr() } else { Output::stdout(writes) };
    let mut reports = Reports::open(args, style, main, &found.targets)?;
    let job = Job::new(args, reports.formats(), style, &found.targets)?;
    let mut run = Run {
        summary: Summary { arguments: arguments(args, global), ..Summary::default() },
        ..Run::default()
    };
    if !args.diff {
        reports.begin()?;
    }
    let take = |outcome: Outcome| {
        let document = &outcome.document;
        documents.write(&if args.diff { document.into() } else { output::shown(document) })?;
        reports.take(&outcome.pieces)?;
        run.add(outcome, args.quiet);
        Ok::<(), Problem>(())
    };
    job.all(&found, take)?;
    let reported = if args.diff { Ok(()) } else { reports.finish(&run.summary) };
    let exit = run.finish(args, job.baseline.as_ref())?;
    reported?;
    documents.finish()?;
    Ok(exit)
}

/// The results of a run so far.
#[derive(Default)]
struct Run {
    summary: Summary,
    pending: bool,
    hads: u8,
    found: Vec<Known>,
    looked_at: Vec<PathBuf>,
}

impl Run {
    fn add(&mut self, outcome: Outcome, is_quiet: bool) {
        let failed = !outcome.summary.failures.is_empty();
        if !is_quiet || failed {
            outcome.remarks.iter().for_each(|remark| output::complain(remark));
        }
        if !failed {
            self.looked_at.push(outcome.path);
        }
        self.summary += outcome.summary;
        self.pending |= outcome.pending;
        self.hads = self.hads.max(outcome.hads);
        self.found.extend(outcome.found);
    }

    /// Writes the baseline, reports hidden findings, and determines the status.
    fn finish(self, args: &CheckArgs, baseline: Option<&Store>) -> Result<Exit, Problem> {
        let summary = &self.summary;
        if summary.hidden > 0 {
            let (count, noun) =
                (summary.hidden, if summary.hidden == 1 { "finding is" } else { "findings are" });
            output::complain(&format!("{count} {noun} not shown because of --max-findings"));
        }
        let is_writing = |store: &&Store| store.is_written && !args.diff;
        if let Some(store) = baseline.filter(is_writing) {
            if !summary.failures.is_empty() {
                return Err("baseline not written: some files could not be read".to_owned().into());
            }
            let count =
                store.write(self.found, &self.looked_at, &folders(args), |rule| is_chosen(args, rule))?;
            let path = args.baseline.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
            output::complain(&format!(
                "{} written to the baseline {path}; from now on, only new findings are reported",
                plural(count, "finding")
            ));
        }
        let is_found = if args.diff { self.pending } else { args.fail_on.fails(summary.worst()) };
        // The staged content still has the findings that were fixed in the working tree.
        let is_unstaged = args.changed.staged && summary.fixed + summary.allowed > 0;
        if is_unstaged {
            output::complain(UNSTAGED);
        }
        Ok(match args.exit_codes {
            ExitCodes::Hads if args.fail_on == FailOn::Never && summary.failures.is_empty() => Exit::Clean,
            ExitCodes::Hads => Exit::Hads(self.hads),
            ExitCodes::Tagdown if !summary.failures.is_empty() => Exit::Failed,
            ExitCodes::Tagdown if is_found || is_unstaged => Exit::Findings,
            ExitCodes::Tagdown => Exit::Clean,
        })
    }
}

/// The arguments of the run, for a command to run next.
fn arguments(args: &CheckArgs, global: &Global) -> String {
    let mut words = Vec::new();
    let lossy = |path: &PathBuf| path.to_string_lossy().into_owned();
    for (name, value) in [
        ("--config", global.config.as_ref().map(lossy)),
        ("--baseline", args.baseline.as_ref().map(lossy)),
        ("--select", (!args.select.is_empty()).then(|| args.select.join(","))),
        ("--ignore", (!args.ignore.is_empty()).then(|| args.ignore.join(","))),
        ("--since", args.changed.since.clone()),
        ("--files-from", args.input.files_from.as_ref().map(lossy)),
    ] {
        words.extend(value.map(|value| format!("{name} {}", shell::quoted(&value))));
    }
    for (name, is_set) in [
        ("--no-config", global.no_config),
        ("--staged", args.changed.staged),
        ("--only-tagged", args.input.only_tagged),
        ("--force-exclude", args.input.force_exclude),
    ] {
        words.extend(is_set.then(|| name.to_owned()));
    }
    words.extend((!args.input.paths.is_empty()).then(|| shell::paths(&args.input.paths)));
    words.join(" ")
}

/// The folders that a run covers completely.
fn folders(args: &CheckArgs) -> Vec<PathBuf> {
    let is_whole = args.input.files_from.is_none() && args.changed.since.is_none() && !args.changed.staged;
    match &args.input.paths {
        _ if !is_whole => Vec::new(),
        none if none.is_empty() => vec![PathBuf::from(".")],
        paths => paths.clone(),
    }
}
