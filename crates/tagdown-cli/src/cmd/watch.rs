//! `tagdown check --watch`: checks again what changed, and draws the whole picture anew.

use std::collections::BTreeMap;
use std::path::PathBuf;

use tagdown::print::{Summary, plural};

use super::job::{Job, Outcome};
use crate::args::{CheckArgs, Global};
use crate::configs::Configs;
use crate::exit::{Exit, Problem};
use crate::files::{self, Target};
use crate::lists;
use crate::news::{self, News, Place, Stamp, stamp};
use crate::output::{self, Output};
use crate::reports::Reports;

/// What is known of each document, by its path.
#[derive(Default)]
struct Picture {
    documents: BTreeMap<PathBuf, (Stamp, Outcome)>,
    /// What the configurations and the baseline were; when one changes, everything is checked again.
    settings: Vec<(PathBuf, Stamp)>,
    /// Why nothing can be looked at now, such as a configuration half written.
    problem: Option<String>,
}

pub(crate) fn run(args: &CheckArgs, global: &Global) -> Result<Exit, Problem> {
    news::refuse_stdin(&args.input)?;
    if args.format.iter().any(|wanted| wanted.file.is_some()) {
        return Err("--watch draws on standard output; give --format without a file".to_owned().into());
    }
    let mut news = News::open()?;
    let mut picture = Picture::default();
    loop {
        news.watch(&picture.places(args)?);
        picture.look(args, global)?;
        picture.draw(args, global)?;
        // Events of what is not checked draw nothing.
        loop {
            if !news.wait()? {
                return Ok(Exit::Clean);
            }
            if picture.is_stale(args, global) {
                break;
            }
        }
    }
}

/// The configurations of the targets, and the baseline, as they look now.
fn settings(args: &CheckArgs, targets: &[Target]) -> Vec<(PathBuf, Stamp)> {
    let configs = targets.iter().filter_map(|target| target.config.file.clone());
    news::stamps(configs.chain(args.baseline.clone()))
}

impl Picture {
    /// Where something may change: the folders of the arguments, of the configurations and of the baseline.
    fn places(&self, args: &CheckArgs) -> Result<Vec<Place>, String> {
        let paths = lists::paths(&args.input, &mut Vec::new())?;
        Ok(news::places(&paths, self.settings.iter().map(|(path, _)| path)))
    }

    /// Checks what is new or has changed, and forgets what is gone.
    fn look(&mut self, args: &CheckArgs, global: &Global) -> Result<(), Problem> {
        let found = match find(args, global) {
            Ok(found) => found,
            // A configuration half written is no reason to stop watching.
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
            // The screen, what was scrolled off it, and the cursor at the top.
            text.push_str("\x1b[2J\x1b[3J\x1b[H");
        }
        output::write(&text)?;
        if let Some(problem) = &self.problem {
            output::complain(problem);
            return output::write("nothing is checked until that is mended\n").map_err(Problem::from);
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
            output::write(&format!("\nwatching {files}; end with Ctrl-C\n"))?;
        }
        Ok(())
    }
}

fn find(args: &CheckArgs, global: &Global) -> Result<files::Found, String> {
    files::find(&args.input, &args.changed, &mut Configs::new(global)?)
}
