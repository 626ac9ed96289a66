//! `tagdown convert`: converts untagged documents to tagged ones, and back.

mod committed;
mod exports;
mod job;
mod rows;
mod trackers;

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};
use tagdown::print::Style;
use tagdown::text::plural;
use tagdown_project::decisions::AllKept;
use tagdown_project::files::{self, Target};
use tagdown_project::undo::Records;
use tagdown_write::convert::{Tally, report};

use crate::args::{ConvertArgs, Global};
use crate::commands::batches::for_each;
use crate::interrupt::finish_what_is_begun;
use crate::llm::Llm;
use crate::review;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem, shell};
use job::{Job, Mode, Outcome};
use trackers::Issues;

pub(crate) fn run(args: &ConvertArgs, global: &Global) -> Result<Exit, Problem> {
    if args.stream.is_set() { rows::run(args, global) } else { run_files(args, global) }
}

fn run_files(args: &ConvertArgs, global: &Global) -> Result<Exit, Problem> {
    let style = output::style(global);
    let llm = Llm::new(&args.llm)?;
    let mut configs = global.configs()?;
    let mut found = files::find(&args.input.input(), &mut configs)?;
    found.problems.iter().for_each(|problem| output::complain(&problem.to_string()));
    if args.write || args.review {
        finish_what_is_begun();
    }
    let is_alone = found.targets.len() == 1 && found.problems.is_empty();
    let is_named = found.targets.iter().all(|target| target.named || target.stdin);
    let mode = Mode::of(args, is_alone && is_named);
    // Untagged documents in folders are converted.
    found.targets.iter_mut().for_each(|target| target.named |= !args.input.only_tagged);
    if args.review && args.write {
        // Nobody should review for nothing.
        let kept = AllKept::load(&found.targets)?;
        let undo = Records::load(&found.targets, false)?;
        let job = Job { args, style, mode, is_alone, kept: &kept, undo: &undo, llm: None, issues: None };
        committed::require(args, &found.targets, |target| job.would_change(target))?;
    }
    let written;
    let (args, mode) = if args.review {
        if let Some(exit) = review::run(args, style, &found, llm.as_ref())? {
            return Ok(exit);
        }
        written = ConvertArgs { write: true, ..args.clone() };
        (&written, Mode::Summary)
    } else {
        (args, mode)
    };
    // What the user has just reviewed is not asked again.
    let llm = if args.review { llm.map(Llm::for_labels) } else { llm };
    let kept = if args.strip { AllKept::default() } else { AllKept::load(&found.targets)? };
    let issues = Issues::load(&args.issues, &found.targets)?;
    issues.iter().flat_map(|issues| &issues.missing).for_each(|missing| output::complain(missing));
    let undo = Records::load(&found.targets, args.strip || !kept.is_empty())?;
    let job = Job {
        args,
        style,
        mode,
        is_alone,
        kept: &kept,
        undo: &undo,
        llm: llm.as_ref(),
        issues: issues.as_ref(),
    };
    let elsewhere = committed::require(args, &found.targets, |target| job.would_change(target))?;
    let bar = progress(found.targets.len());
    let work = |target: &Target| {
        let mut outcome = job.work(target);
        outcome.written = outcome.written.filter(|_| elsewhere.contains(target.path.as_path()));
        bar.inc(1);
        outcome
    };
    let mut out = Output::stdout(args.write);
    let mut total = Tally::default();
    let mut failed = !found.problems.is_empty();
    let mut unsaved = committed::Unsaved::default();
    let take = |outcome: Outcome| {
        bar.suspend(|| {
            outcome.unanswered.iter().chain(&outcome.remark).for_each(|remark| output::complain(remark));
            out.write(&outcome.shown)?;
            total = total.plus(outcome.tally);
            failed |= outcome.is_failure;
            unsaved.add(outcome.written);
            let told = if outcome.told.is_empty() { Ok(()) } else { Output::stderr().write(&outcome.told) };
            told.map_err(Problem::from)
        })
    };
    for_each(&found.targets, work, take)?;
    bar.finish_and_clear();
    if let Some(issues) = issues.as_ref().filter(|_| !is_alone) {
        tell_left_out(issues, style)?;
    }
    llm.as_ref().and_then(Llm::unasked).iter().for_each(|remark| output::complain(remark));
    if mode == Mode::Summary && args.strip {
        let verb = if args.write { "stripped" } else { "would be stripped" };
        let all = total.converted + total.unchanged;
        out.write(&format!("{} of {} {verb}\n", total.converted, plural(all, "document")))?;
    } else if mode == Mode::Summary && !is_alone {
        let verb = if args.write { "converted" } else { "would be converted" };
        if args.from.is_some() {
            out.write(&format!("{}\n", total.callouts(verb)))?;
        } else {
            out.write(&format!("{}\n", total.documents(verb)))?;
            out.write(&llm.as_ref().map(Llm::summary).unwrap_or_default())?;
            if total.converted > 0 && !args.write {
                out.write(NEXT)?;
            }
        }
    }
    if args.write && total.doubts > 0 {
        out.write(&doubts_left(args, total.doubts))?;
    }
    let undo = unsaved.hint(args, |written| written == found.targets.len());
    // The report is for a program.
    let to = if mode == Mode::Report { &mut Output::stderr() } else { &mut out };
    to.write(&undo)?;
    out.finish()?;

    Ok(match (failed, total.refused) {
        (true, _) => Exit::Failed,
        (_, 0) => Exit::Clean,
        _ => Exit::Findings,
    })
}

/// How many doubts are left, and how to decide them.
fn doubts_left(args: &ConvertArgs, doubts: usize) -> String {
    let paths = if args.input.paths.is_empty() { ".".to_owned() } else { shell::paths(&args.input.paths) };
    format!("{} left; to decide them, run: tagdown convert --review {paths}\n", plural(doubts, "doubt"))
}

/// Lists the issues that match no document.
fn tell_left_out(issues: &Issues, style: Style) -> std::io::Result<()> {
    let width = output::stderr_width(style);
    let left = issues.left_out(&[]);
    let lines: String = left.iter().map(|issue| report::issue_line(issue, width)).collect();
    let head = "issues without a matching document:\n";
    let summary = report::issue_summary(&left);
    if lines.is_empty() { Ok(()) } else { Output::stderr().write(&format!("{head}{lines}{summary}")) }
}

/// What to do after a dry run on a folder.
const NEXT: &str = "use --write to convert them in place, --diff to show the changes, or --review to decide the \
    doubts\n";

/// A progress bar, on a terminal with several documents.
fn progress(documents: usize) -> ProgressBar {
    if documents < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} documents");
    ProgressBar::new(documents as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
