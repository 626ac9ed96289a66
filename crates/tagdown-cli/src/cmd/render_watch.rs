//! `tagdown render --watch`: renders again what changed, and takes away what it wrote of sources that are gone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tagdown::dialects::Shape;
use tagdown::dialects::html::Entry;

use super::render::{Site, Tally};
use crate::args::{Global, RenderArgs};
use crate::configs::Configs;
use crate::exit::{Exit, Problem};
use crate::lists;
use crate::news::{self, News, Stamp, stamp};
use crate::output::{self, Output};
use crate::site::{Asset, Folder, Page, Placed, Plan};

/// What is known of a file in the folder.
#[derive(Default)]
struct Known {
    source: PathBuf,
    stamp: Stamp,
    /// Whether this run wrote it, so that it may take it away.
    is_ours: bool,
    entry: Option<Entry>,
}

/// What is in the folder, as far as this run knows.
#[derive(Default)]
struct Picture {
    files: BTreeMap<PathBuf, Known>,
    /// What the configurations were; when one changes, everything is rendered again.
    settings: Vec<(PathBuf, Stamp)>,
    /// The pages that there were.
    pages: Vec<PathBuf>,
    /// Why nothing can be rendered now, such as a configuration half written.
    problem: Option<String>,
    /// What could not be looked at, as it was told.
    problems: Vec<String>,
}

pub(super) fn run(args: &RenderArgs, global: &Global, folder: &Folder) -> Result<Exit, Problem> {
    news::refuse_stdin(&args.input)?;
    let mut news = News::open()?;
    let mut picture = Picture::default();
    let mut is_first = true;
    loop {
        let paths = lists::paths(&args.input, &mut Vec::new())?;
        news.watch(&news::places(&paths, picture.settings.iter().map(|(path, _)| path)));
        match plan(args, global, folder) {
            // A path that never was there is mistyped.
            Ok(plan) if is_first && plan.pages.is_empty() && !plan.problems.is_empty() => {
                return Err(plan.problems[0].to_string().into());
            }
            Ok(plan) => picture.render(args, folder, &plan)?,
            // A configuration half written is no reason to stop watching.
            Err(problem) if !picture.settings.is_empty() || !picture.files.is_empty() => {
                output::complain(&problem);
                picture.problem = Some(problem);
            }
            Err(problem) => return Err(problem.into()),
        }
        is_first = false;
        loop {
            if !news.wait()? {
                return Ok(Exit::Clean);
            }
            if picture.is_stale(&plan(args, global, folder)) {
                break;
            }
        }
    }
}

fn plan(args: &RenderArgs, global: &Global, folder: &Folder) -> Result<Plan, String> {
    Plan::make(args, folder, &mut Configs::new(global)?)
}

fn settings(plan: &Plan) -> Vec<(PathBuf, Stamp)> {
    news::stamps(plan.pages.iter().filter_map(|page| page.target.config.file.clone()))
}

/// Every source, and the file that it becomes.
fn sources(plan: &Plan) -> impl Iterator<Item = (&Path, &Path)> {
    let pages = plan.pages.iter().map(|page| (&*page.target.path, &*page.to));
    pages.chain(plan.assets.iter().map(|asset| (&*asset.from, &*asset.to)))
}

impl Picture {
    /// Renders what is new or has changed, and takes away what is gone.
    fn render(&mut self, args: &RenderArgs, folder: &Folder, plan: &Plan) -> Result<(), Problem> {
        let settings = settings(plan);
        // A page of HTML links to the pages that there are.
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
            let _ = Output::stderr().write("watching; end with Ctrl-C\n");
        }
        Ok(())
    }

    /// Writes what has no stamp yet. The stamp is taken before, so that a change in the meantime is seen.
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

    /// Whether the folder is no longer what the sources say.
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

/// Takes away what this run wrote of sources that are gone; anything else stays, and is named.
fn take_away(gone: BTreeMap<PathBuf, Known>, folder: &Folder, tally: &mut Tally) {
    for (to, known) in gone {
        let shown = folder.shown(&to);
        if !known.is_ours {
            output::complain(&format!("{shown} stays: its source is gone, and this run did not write it"));
        } else if let Err(problem) = folder.remove(&to) {
            tally.fail(Path::new(&shown), &format!("not removed: {problem}"));
        }
    }
}
