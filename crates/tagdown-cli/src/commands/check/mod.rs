//! `tagdown check`: one run over all documents, its reports, its baseline and its status.

mod baselines;
mod changed;
mod job;
mod list;
mod reports;
mod watch;

use std::path::PathBuf;

use tagdown::print::Summary;
use tagdown::text::plural;
use tagdown_project::baseline::Known;
use tagdown_project::files;

use crate::args::{CheckArgs, ExitCodes, Global};
use crate::commands::fixing::UNSTAGED;
use crate::commands::rows::for_each_row;
use crate::interrupt::finish_what_is_begun;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem, shell};
use baselines::Baselines;
use job::{Job, Outcome, changes_files, is_chosen};
use reports::Reports;

pub(crate) fn run(args: &CheckArgs, global: &Global) -> Result<Exit, Problem> {
    if args.unsafe_fixes && !args.fix && !args.diff {
        return Err("--unsafe-fixes needs --fix or --diff".to_owned().into());
    }
    if args.stream.is_set() && (args.changed.since.is_some() || args.changed.staged) {
        return Err("standard input is not in a git repository; omit --since and --staged".to_owned().into());
    }
    if args.watch {
        return watch::run(args, global);
    }
    let mut configs = global.configs()?;
    let mut found = if args.stream.is_set() {
        files::Found::default()
    } else {
        files::find(&args.input.changed(&args.changed), &mut configs)?
    };
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
    let writes = changes_files
        || args.baseline.is_some()
        || args.update_baseline
        || args.format.iter().any(|one| one.file.is_some());
    if writes || args.output.is_some() {
        finish_what_is_begun();
    }
    let mut documents = Output::stdout(writes);
    let main = if fixes_stdin { Output::stderr() } else { Output::stdout(writes) };
    let mut reports = Reports::open(args, style, main, &found.targets)?;
    let job = Job::new(args, reports.formats(), style, &found.targets)?;
    let mut run = Run {
        summary: Summary {
            arguments: arguments(args, global),
            is_complete: is_complete(args) && !args.input.only_tagged,
            ..Summary::default()
        },
        ..Run::default()
    };
    if !args.diff {
        reports.begin()?;
    }
    let lists_failures = args.format.iter().any(|wanted| !["json", "jsonl"].contains(&wanted.format.name));
    let take = |outcome: Outcome| {
        let document = &outcome.document;
        documents.write(&if args.diff { document.into() } else { output::shown(document) })?;
        reports.take(&outcome.pieces)?;
        run.add(outcome, args.quiet);
        if args.stream.is_set() {
            run.forget(lists_failures);
        }
        Ok::<(), Problem>(())
    };
    if args.stream.is_set() {
        for_each_row(&args.input, global, |row| job.row(row), take)?;
    } else {
        job.all(&found, take)?;
    }
    let reported = if args.diff { Ok(()) } else { reports.finish(&run.summary) };
    let exit = run.finish(args, &job.baselines)?;
    reported?;
    documents.finish()?;
    Ok(exit)
}

/// The results of a run so far.
#[derive(Default)]
struct Run {
    summary: Summary,
    pending: bool,
    fails: bool,
    hads: u8,
    /// The findings for each baseline.
    found: Vec<Vec<Known>>,
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
        self.fails |= outcome.fails;
        if let Some(index) = outcome.store {
            self.found.resize_with(self.found.len().max(index + 1), Vec::new);
            self.found[index].extend(outcome.found);
        }
    }

    /// Drops what grows with the number of documents and is needed only for a baseline and for formats that list failures
    /// at the end.
    fn forget(&mut self, lists_failures: bool) {
        self.looked_at.clear();
        if !lists_failures {
            self.summary.failures.iter_mut().for_each(|failure| *failure = Default::default());
        }
    }

    /// Writes the baseline, reports hidden findings, and determines the status.
    fn finish(mut self, args: &CheckArgs, baselines: &Baselines) -> Result<Exit, Problem> {
        self.write_baselines(args, baselines)?;
        let summary = &self.summary;
        if summary.hidden > 0 {
            let (count, noun) =
                (summary.hidden, if summary.hidden == 1 { "finding is" } else { "findings are" });
            output::complain(&format!("{count} {noun} not shown because of --max-findings"));
        }
        let has_nothing = args.require_documents && summary.checked == 0 && summary.failures.is_empty();
        if has_nothing {
            output::complain("no tagged document to check (--require-documents)");
        }
        let is_found = has_nothing || if args.diff { self.pending } else { self.fails };
        // The staged content still has the findings that were fixed in the working tree.
        let is_unstaged = args.changed.staged && summary.fixed + summary.allowed > 0;
        if is_unstaged {
            output::complain(UNSTAGED);
        }
        Ok(match args.exit_codes {
            ExitCodes::Hads => Exit::Hads(self.hads.max(u8::from(has_nothing))),
            ExitCodes::Tagdown if !summary.failures.is_empty() => Exit::Failed,
            ExitCodes::Tagdown if is_found || is_unstaged => Exit::Findings,
            ExitCodes::Tagdown => Exit::Clean,
        })
    }
}

impl Run {
    fn write_baselines(&mut self, args: &CheckArgs, baselines: &Baselines) -> Result<(), Problem> {
        if args.diff {
            return Ok(());
        }
        if baselines.are_written() && !self.summary.failures.is_empty() {
            return Err("baseline not written: some files could not be read".to_owned().into());
        }
        for (index, store) in baselines.stores.iter().enumerate() {
            let path = store.path().display();
            if store.is_written {
                let found = self.found.get_mut(index).map(std::mem::take).unwrap_or_default();
                let count =
                    store.write(found, &self.looked_at, &folders(args), |rule| is_chosen(args, rule))?;
                output::complain(&format!(
                    "{} written to the baseline {path}; from now on, only new findings are reported",
                    plural(count, "finding")
                ));
            } else if store.is_old() && self.summary.findings() > 0 && !args.quiet {
                let arguments = format!(" {}", self.summary.arguments);
                output::complain(&format!(
                    "an earlier version of tagdown wrote the baseline {path}; if these findings come from the upgrade, accept \
                     them with `tagdown check --update-baseline{}`",
                    arguments.trim_end()
                ));
            } else if store.is_missing && self.summary.findings() > 0 && !args.quiet {
                let arguments = format!(" {}", self.summary.arguments);
                output::complain(&format!(
                    "the baseline {path} does not exist; to accept all current findings, run `tagdown check --update-baseline{}`",
                    arguments.trim_end()
                ));
            }
        }
        Ok(())
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
        ("--no-baseline", args.no_baseline),
        ("--whole-files", args.whole_files),
        ("--staged", args.changed.staged),
        ("--only-tagged", args.input.only_tagged),
        ("--force-exclude", args.input.force_exclude),
    ] {
        words.extend(is_set.then(|| name.to_owned()));
    }
    words.extend((!args.input.paths.is_empty()).then(|| shell::paths(&args.input.paths)));
    words.join(" ")
}

/// Whether a run is not restricted to a list of files or to changes.
fn is_complete(args: &CheckArgs) -> bool {
    args.input.files_from.is_none() && args.changed.since.is_none() && !args.changed.staged
}

/// The folders that a run covers completely.
fn folders(args: &CheckArgs) -> Vec<PathBuf> {
    match &args.input.paths {
        _ if !is_complete(args) => Vec::new(),
        none if none.is_empty() => vec![PathBuf::from(".")],
        paths => paths.clone(),
    }
}
