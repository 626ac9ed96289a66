//! `tagdown check --watch`: checks changed files again, and prints a full report.

use std::collections::BTreeMap;
use std::path::PathBuf;

use tagdown::print::Summary;
use tagdown::text::plural;
use tagdown_project::files::{self, Target};
use tagdown_project::watch::{self, News, Place, Stamp, stamp};

use super::baselines;
use super::job::{Job, Outcome};
use super::reports::Reports;
use crate::args::{CheckArgs, Global};
use crate::interrupt::is_interrupted;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

/// The results for each document, by path.
#[derive(Default)]
struct Picture {
    documents: BTreeMap<PathBuf, (Stamp, Outcome)>,
    /// The state of the configurations and the baseline; when one changes, everything is checked again.
    settings: Vec<(PathBuf, Stamp)>,
    /// Why nothing can be checked now, for example because a configuration is incomplete.
    problem: Option<String>,
}

pub(crate) fn run(args: &CheckArgs, global: &Global) -> Result<Exit, Problem> {
    watch::refuse_stdin(&args.input.input())?;
    if args.format.iter().any(|wanted| wanted.file.is_some()) {
        return Err("--watch prints to standard output; use --format without a file".to_owned().into());
    }
    let mut news = News::open()?;
    let mut picture = Picture::default();
    loop {
        news.watch(&picture.places(args)?);
        picture.look(args, global)?;
        picture.draw(args, global)?;
        // Changes of files that are not checked print nothing.
        loop {
            if !news.wait(is_interrupted)? {
                return Ok(Exit::Clean);
            }
            if picture.is_stale(args, global) {
                break;
            }
        }
    }
}

/// The current state of the configurations and the baseline.
fn settings(args: &CheckArgs, targets: &[Target]) -> Vec<(PathBuf, Stamp)> {
    let configs = targets.iter().filter_map(|target| target.config.file.clone());
    watch::stamps(configs.chain(baselines::paths(args, targets)))
}

impl Picture {
    /// The paths to watch: the folders of the arguments, the configurations and the baseline.
    fn places(&self, args: &CheckArgs) -> Result<Vec<Place>, String> {
        let paths = files::paths(&args.input.input(), &mut Vec::new())?;
        Ok(watch::places(&paths, self.settings.iter().map(|(path, _)| path)))
    }

    /// Checks new and changed documents, and forgets removed ones.
    fn look(&mut self, args: &CheckArgs, global: &Global) -> Result<(), Problem> {
        let found = match find(args, global) {
            Ok(found) => found,
            // An incomplete configuration is no reason to stop watching.
            Err(problem) if !self.documents.is_empty() => {
                self.problem = Some(problem);
                return Ok(());
            }
            Err(problem) => return Err(problem.into()),
        };
        let style = output::style(global);
        let reports = Reports::open(args, style, Output::stdout(false), &found.targets)?;
        let job = Job::new(args, reports.formats(), style, &found.targets)?;
        self.problem = None;
        let mut before = std::mem::take(&mut self.documents);
        let settings = settings(args, &found.targets);
        let is_same = settings == self.settings && args.max_findings.is_none();
        self.settings = settings;
        for problem in &found.problems {
            let path = PathBuf::from(&problem.path);
            self.documents.insert(path, (None, job.failure(&problem.path, &problem.reason)));
        }
        // A change of one document may break or repair the links of others.
        let is_known = |target: &Target| {
            before.get(&target.path).is_some_and(|(then, _)| then.is_some() && *then == stamp(&target.path))
        };
        let is_quiet = found.targets.iter().all(is_known) && before.len() == found.targets.len();
        for target in &found.targets {
            let now = stamp(&target.path);
            let known = before.remove(&target.path).filter(|(then, outcome)| {
                is_same && now.is_some() && *then == now && (is_quiet || !outcome.leads_out)
            });
            let outcome = known.map_or_else(|| job.work(target), |(_, outcome)| outcome);
            self.documents.insert(target.path.clone(), (now, outcome));
        }
        Ok(())
    }

    /// Whether the results no longer match the files.
    fn is_stale(&self, args: &CheckArgs, global: &Global) -> bool {
        let found = match find(args, global) {
            Ok(found) => found,
            Err(problem) => return self.problem != Some(problem),
        };
        let is_known = |target: &Target| {
            self.documents
                .get(&target.path)
                .is_some_and(|(then, _)| then.is_some() && *then == stamp(&target.path))
        };
        self.problem.is_some()
            || found.targets.len() + found.problems.len() != self.documents.len()
            || settings(args, &found.targets) != self.settings
            || !found.targets.iter().all(is_known)
    }

    fn draw(&self, args: &CheckArgs, global: &Global) -> Result<(), Problem> {
        let mut text = String::new();
        if output::is_terminal() {
            // Clears the screen and its scrollback, and moves the cursor to the top.
            text.push_str("\x1b[2J\x1b[3J\x1b[H");
        }
        output::write(&text)?;
        if let Some(problem) = &self.problem {
            output::complain(problem);
            return output::write("nothing is checked until this is fixed\n").map_err(Problem::from);
        }
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
        let files = plural(self.documents.len(), "file");
        if output::is_terminal() && !args.quiet {
            output::write(&format!("\nwatching {files}; press Ctrl-C to stop\n"))?;
        }
        Ok(())
    }
}

fn find(args: &CheckArgs, global: &Global) -> Result<files::Found, String> {
    files::find(&args.input.changed(&args.changed), &mut global.configs()?)
}
