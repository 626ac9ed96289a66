//! Runs `tagdown diff`.

use tagdown_project::config::Configs;
use tagdown_read::facts::{Comparison, Page, What, compare, find};

use super::gather::{Gathered, pages};
use super::log;
use super::sides::{Sides, sides};
use crate::args::{DiffArgs, Global};
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

pub(crate) fn run(args: &DiffArgs, global: &Global) -> Result<Exit, Problem> {
    if let Some(address) = &args.log {
        return log::run(address, args, global);
    }
    let mut configs = global.configs()?;
    let limit = args.max_file_size;
    let sides = sides(&args.sides, args.staged)?;
    let is_one_document = matches!(&sides, Sides::Paths(old, _) if !old.is_dir());
    let mut gathered = match &sides {
        Sides::Paths(old, new) => Gathered::of_paths(old, new, limit, &mut configs)?,
        Sides::Git { old, new, paths } => Gathered::of_git((old, new, paths), limit, &mut configs)?,
    };
    gathered.notices.iter().chain(&gathered.problems).for_each(|problem| output::complain(problem));
    if is_one_document && !gathered.problems.is_empty() {
        return Ok(Exit::Failed);
    }
    let (old, new) = (std::mem::take(&mut gathered.old), std::mem::take(&mut gathered.new));
    let mut comparison = compare(old, new, &gathered.renamed);
    comparison.is_one_document = is_one_document;
    if !comparison.changes.is_empty() {
        let pages = elsewhere(&comparison, &mut gathered, &sides, &mut configs)?;
        comparison.find_lost(&pages);
        comparison.find_citations(&pages);
    }
    let format = find(&args.format).ok_or_else(|| format!("no format is named `{}`", args.format))?;
    let mut out = Output::stdout(false);
    out.write(&(format.write)(&comparison, output::style(global)))?;
    out.finish()?;
    let is_named = |what: &What| args.fail_on.iter().any(|name| name == what.name());
    let is_stale = args.check_version && comparison.versions().iter().any(|versions| versions.is_stale);
    Ok(match () {
        () if !gathered.problems.is_empty() => Exit::Failed,
        () if is_stale || comparison.counts().keys().any(is_named) => Exit::Findings,
        () => Exit::Clean,
    })
}

/// The documents that were not compared, and may state a fact that was lost or cite a block that changed.
fn elsewhere(
    comparison: &Comparison,
    gathered: &mut Gathered,
    sides: &Sides,
    configs: &mut Configs,
) -> Result<Vec<Page>, Problem> {
    let wanted = comparison.wanted();
    let is_wanted = |text: &str| wanted.is_in(text);
    let texts = match sides {
        Sides::Git { new, .. } => {
            let compared = comparison.new.iter().map(|page| page.path.clone()).collect();
            Gathered::others(new, &compared, &is_wanted, configs)?
        }
        Sides::Paths(..) => {
            let same = std::mem::take(&mut gathered.same);
            same.into_iter().filter(|(_, text)| is_wanted(text)).collect()
        }
    };
    Ok(pages(texts, configs)?)
}
