//! `tagdown check --watch`: checks again what changed, and draws the whole picture anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

use notify_debouncer_mini::notify::RecursiveMode;
use notify_debouncer_mini::{DebounceEventResult, new_debouncer};
use tagdown::print::Summary;

use super::check::{Job, Outcome};
use crate::args::{CheckArgs, Global};
use crate::configs::Configs;
use crate::exit::{Exit, Problem};
use crate::files::{self, Target};
use crate::lists;
use crate::output::{self, Output};
use crate::reports::Reports;

/// How long nothing may happen before the picture is drawn: editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(120);

/// How a file looked when it was checked.
type Stamp = Option<(SystemTime, u64)>;

/// What is known of each document, by its path.
#[derive(Default)]
struct Picture {
    documents: BTreeMap<PathBuf, (Stamp, Outcome)>,
    /// What the configurations were; when one changes, everything is checked again.
    configurations: Vec<(PathBuf, Stamp)>,
}

pub(crate) fn run(args: &CheckArgs, global: &Global) -> Result<Exit, Problem> {
    if args.input.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("--watch needs files or folders, and standard input is neither".to_owned().into());
    }
    if args.format.iter().any(|wanted| wanted.file.is_some()) {
        return Err("--watch draws on standard output; give --format without a file".to_owned().into());
    }
    let events = listen(args)?;
    let mut picture = Picture::default();
    loop {
        picture.look(args, global)?;
        picture.draw(args, global)?;
        // Events of what is not checked draw nothing.
        loop {
            if events.recv().is_err() {
                return Err("--watch: no more news from the file system".to_owned().into());
            }
            if picture.is_stale(args, global) {
                break;
            }
        }
    }
}

/// A channel on which something comes whenever files change.
fn listen(args: &CheckArgs) -> Result<Receiver<()>, String> {
    let (send, events) = channel();
    let fail = |error: notify_debouncer_mini::notify::Error| format!("--watch: cannot watch: {error}");
    let tell = move |_: DebounceEventResult| {
        let _ = send.send(());
    };
    let mut debouncer = new_debouncer(QUIET, tell).map_err(fail)?;
    let mut problems = Vec::new();
    for path in lists::paths(&args.input, &mut problems)? {
        // A file is replaced by many editors, so its folder is watched; a glob may match anywhere below here.
        let (folder, mode) = if path.is_dir() {
            (path, RecursiveMode::Recursive)
        } else if path.exists() {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            (folder.unwrap_or(Path::new(".")).to_owned(), RecursiveMode::NonRecursive)
        } else {
            (PathBuf::from("."), RecursiveMode::Recursive)
        };
        debouncer.watcher().watch(&folder, mode).map_err(fail)?;
    }
    // It lives as long as the run.
    std::mem::forget(debouncer);
    Ok(events)
}

fn stamp(path: &Path) -> Stamp {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

/// The configurations of the targets, as they look now.
fn configurations(targets: &[Target]) -> Vec<(PathBuf, Stamp)> {
    let mut files: Vec<PathBuf> = targets.iter().filter_map(|target| target.config.file.clone()).collect();
    files.sort();
    files.dedup();
    files.into_iter().map(|path| (path.clone(), stamp(&path))).collect()
}

impl Picture {
    /// Checks what is new or has changed, and forgets what is gone.
    fn look(&mut self, args: &CheckArgs, global: &Global) -> Result<(), Problem> {
        let mut before = std::mem::take(&mut self.documents);
        let found = match find(args, global) {
            Ok(found) => found,
            // A configuration half written is no reason to stop watching.
            Err(problem) if !before.is_empty() => {
                self.documents = before;
                output::complain(&problem);
                return Ok(());
            }
            Err(problem) => return Err(problem.into()),
        };
        let style = output::style(global);
        let reports = Reports::open(args, style, Output::stdout(false), &found.targets)?;
        let job = Job::new(args, reports.formats(), style)?;
        let configurations = configurations(&found.targets);
        let is_same = configurations == self.configurations && args.max_findings.is_none();
        self.configurations = configurations;
        for problem in &found.problems {
            let path = PathBuf::from(&problem.path);
            self.documents.insert(path, (None, job.failure(&problem.path, &problem.reason)));
        }
        for target in &found.targets {
            let now = stamp(&target.path);
            let known =
                before.remove(&target.path).filter(|(then, _)| is_same && now.is_some() && *then == now);
            let outcome = known.map_or_else(|| job.work(target), |(_, outcome)| outcome);
            self.documents.insert(target.path.clone(), (now, outcome));
        }
        Ok(())
    }

    /// Whether the picture is no longer what the files say.
    fn is_stale(&self, args: &CheckArgs, global: &Global) -> bool {
        let Ok(found) = find(args, global) else { return true };
        let is_known = |target: &Target| {
            self.documents
                .get(&target.path)
                .is_some_and(|(then, _)| then.is_some() && *then == stamp(&target.path))
        };
        found.targets.len() + found.problems.len() != self.documents.len()
            || configurations(&found.targets) != self.configurations
            || !found.targets.iter().all(is_known)
    }

    fn draw(&self, args: &CheckArgs, global: &Global) -> Result<(), Problem> {
        let mut text = String::new();
        if output::is_terminal() {
            // The screen, what was scrolled off it, and the cursor at the top.
            text.push_str("\x1b[2J\x1b[3J\x1b[H");
        }
        output::write(&text)?;
        let mut reports = Reports::open(args, output::style(global), Output::stdout(false), &[])?;
        let mut summary = Summary::default();
        reports.begin()?;
        for (_, outcome) in self.documents.values() {
            if !args.quiet {
                outcome.remarks.iter().for_each(|remark| output::complain(remark));
            }
            reports.take(&outcome.pieces)?;
            summary += outcome.summary.clone();
        }
        reports.finish(&summary)?;
        let count = self.documents.len();
        let noun = if count == 1 { "file" } else { "files" };
        if output::is_terminal() && !args.quiet {
            output::write(&format!("\nwatching {count} {noun}; end with Ctrl-C\n"))?;
        }
        Ok(())
    }
}

fn find(args: &CheckArgs, global: &Global) -> Result<files::Found, String> {
    files::find(&args.input, &args.changed, &mut Configs::new(global)?)
}
