//! `tagdown render --watch`: renders changed sources again, and removes the pages of removed sources.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tagdown_project::files;
use tagdown_project::site::{Asset, Folder, Page, Placed, Plan};
use tagdown_project::watch::{self, News, Stamp, stamp};
use tagdown_render::Shape;

use super::html::Entry;
use super::site::{Site, Tally, plan};
use crate::args::{Global, RenderArgs};
use crate::interrupt::is_interrupted;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

/// The state of a file in the folder.
#[derive(Default)]
struct Known {
    source: PathBuf,
    stamp: Stamp,
    /// Whether this run wrote it, so it may remove it.
    is_ours: bool,
    entry: Option<Entry>,
}

/// The content of the folder, as far as this run knows it.
#[derive(Default)]
struct Picture {
    files: BTreeMap<PathBuf, Known>,
    /// The state of the configurations; when one changes, everything is rendered again.
    settings: Vec<(PathBuf, Stamp)>,
    /// The pages of the last run.
    pages: Vec<PathBuf>,
    /// Why nothing can be rendered now, for example because a configuration is incomplete.
    problem: Option<String>,
    /// The unreadable paths, as reported.
    problems: Vec<String>,
}

pub(super) fn run(args: &RenderArgs, global: &Global, folder: &Folder) -> Result<Exit, Problem> {
    watch::refuse_stdin(&args.input.input())?;
    let mut news = News::open()?;
    let mut picture = Picture::default();
    let mut is_first = true;
    loop {
        let paths = files::paths(&args.input.input(), &mut Vec::new())?;
        news.watch(&watch::places(&paths, picture.settings.iter().map(|(path, _)| path)));
        match plan(args, global, folder) {
            // A path that never existed is a typing mistake.
            Ok(plan) if is_first && plan.pages.is_empty() && !plan.problems.is_empty() => {
                return Err(plan.problems[0].to_string().into());
            }
            Ok(plan) => picture.render(args, folder, &plan)?,
            // An incomplete configuration is no reason to stop watching.
            Err(problem) if !picture.settings.is_empty() || !picture.files.is_empty() => {
                output::complain(&problem);
                picture.problem = Some(problem);
            }
            Err(problem) => return Err(problem.into()),
        }
        is_first = false;
        loop {
            if !news.wait(is_interrupted)? {
                return Ok(Exit::Clean);
            }
            if picture.is_stale(&plan(args, global, folder)) {
                break;
            }
        }
    }
}

fn settings(plan: &Plan) -> Vec<(PathBuf, Stamp)> {
    watch::stamps(plan.pages.iter().filter_map(|page| page.target.config.file.clone()))
}

/// Every source, and the file it becomes.
fn sources(plan: &Plan) -> impl Iterator<Item = (&Path, &Path)> {
    let pages = plan.pages.iter().map(|page| (&*page.target.path, &*page.to));
    pages.chain(plan.assets.iter().map(|asset| (&*asset.from, &*asset.to)))
}

impl Picture {
    /// Renders new and changed sources, and removes the pages of removed ones.
    fn render(&mut self, args: &RenderArgs, folder: &Folder, plan: &Plan) -> Result<(), Problem> {
        let settings = settings(plan);
        // An HTML page links to the pages that exist.
        let pages: Vec<PathBuf> = plan.pages.iter().map(|page| page.to.clone()).collect();
        let is_same = settings == self.settings && (args.to.shape != Shape::Page || pages == self.pages);
        self.pages = pages;
        let mut before = std::mem::take(&mut self.files);
        for (source, to) in sources(plan) {
            let known = before.remove(to);
            let is_ours = known.as_ref().is_some_and(|known| known.is_ours);
            let now = stamp(source);
            let kept = known
                .filter(|known| is_same && now.is_some() && known.stamp == now && known.source == source);
            let fresh = || Known { source: source.to_owned(), is_ours, ..Known::default() };
            self.files.insert(to.to_owned(), kept.unwrap_or_else(fresh));
        }
        (self.settings, self.problem) = (settings, None);
        let mut tally = Tally::default();
        let problems = problems(plan);
        problems.iter().filter(|problem| !self.problems.contains(problem)).for_each(|problem| {
            output::complain(problem);
            tally.failed += 1;
        });
        self.problems = problems;
        take_away(before, folder, &mut tally);
        folder.make()?;
        self.write(args, folder, plan, &mut tally)?;
        tally.tell();
        if output::is_terminal() {
            let _ = Output::stderr().write("watching; press Ctrl-C to stop\n");
        }
        Ok(())
    }

    /// Writes files without a stamp. The stamp is taken before, so a change in between is noticed.
    fn write(
        &mut self,
        args: &RenderArgs,
        folder: &Folder,
        plan: &Plan,
        tally: &mut Tally,
    ) -> Result<(), Problem> {
        let is_new = |to: &Path| self.files.get(to).is_some_and(|known| known.stamp.is_none());
        let pages: Vec<&Page> = plan.pages.iter().filter(|page| is_new(&page.to)).collect();
        let assets: Vec<&Asset> = plan.assets.iter().filter(|asset| is_new(&asset.to)).collect();
        for known in self.files.values_mut().filter(|known| known.stamp.is_none()) {
            known.stamp = stamp(&known.source);
        }
        let site = Site::new(args, folder, plan);
        let files = &mut self.files;
        site.render(&pages, tally, |page, outcome| {
            if let Some(known) = files.get_mut(&page.to) {
                known.is_ours |= outcome.placed == Some(Placed::Written);
                known.entry = outcome.entry;
            }
        })?;
        site.copy(&assets, tally, |asset, placed| {
            if let Some(known) = files.get_mut(&asset.to) {
                known.is_ours |= placed == Placed::Written;
            }
        })?;
        let entries: Vec<Entry> = self.files.values().filter_map(|known| known.entry.clone()).collect();
        site.index(&entries, tally);
        Ok(())
    }

    /// Whether the folder no longer matches the sources.
    fn is_stale(&self, plan: &Result<Plan, String>) -> bool {
        let plan = match plan {
            Ok(plan) => plan,
            Err(problem) => return self.problem.as_ref() != Some(problem),
        };
        let is_known = |(source, to): (&Path, &Path)| {
            self.files.get(to).is_some_and(|known| known.stamp.is_some() && known.stamp == stamp(source))
        };
        self.problem.is_some()
            || self.problems != problems(plan)
            || plan.pages.len() + plan.assets.len() != self.files.len()
            || settings(plan) != self.settings
            || !sources(plan).all(is_known)
    }
}

fn problems(plan: &Plan) -> Vec<String> {
    plan.problems.iter().map(ToString::to_string).collect()
}

/// Removes what this run wrote for removed sources. Other files stay and are reported.
fn take_away(gone: BTreeMap<PathBuf, Known>, folder: &Folder, tally: &mut Tally) {
    for (to, known) in gone {
        let shown = folder.shown(&to);
        if !known.is_ours {
            output::complain(&format!(
                "{shown} kept: its source no longer exists, but this run did not write this file"
            ));
        } else if let Err(problem) = folder.remove(&to) {
            tally.fail(Path::new(&shown), &format!("not removed: {problem}"));
        }
    }
}
