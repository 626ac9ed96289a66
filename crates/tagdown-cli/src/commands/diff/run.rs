//! Runs `tagdown diff`.

use tagdown_project::config::Configs;
use tagdown_read::facts::{Comparison, What, compare, find};

use super::gather::{Gathered, pages};
use super::sides::{Sides, sides};
use crate::args::{DiffArgs, Global};
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

pub(crate) fn run(args: &DiffArgs, global: &Global) -> Result<Exit, Problem> {
    let mut configs = global.configs()?;
    let limit = args.max_file_size;
    let sides = sides(&args.sides, args.staged)?;
    let is_one_document = matches!(&sides, Sides::Paths(old, _) if !old.is_dir());
    let gathered = match sides {
        Sides::Paths(old, new) => Gathered::of_paths(&old, &new, limit, &mut configs)?,
        Sides::Git { old, new, paths } => Gathered::of_git((&old, &new, &paths), limit, &mut configs)?,
    };
    gathered.problems.iter().for_each(|problem| output::complain(problem));
    if is_one_document && !gathered.problems.is_empty() {
        return Ok(Exit::Failed);
    }
    let mut comparison = compare(gathered.old, gathered.new, &gathered.renamed);
    comparison.is_one_document = is_one_document;
    look_elsewhere(&mut comparison, gathered.same, &mut configs)?;
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

/// A fact is not lost if a document that did not change states it.
fn look_elsewhere(
    comparison: &mut Comparison,
    same: Vec<(String, String)>,
    configs: &mut Configs,
) -> Result<(), Problem> {
    if comparison.counts().contains_key(&What::Lost) {
        let texts = same.into_iter().filter(|(_, text)| comparison.may_state_lost(text)).collect();
        comparison.find_lost(&pages(texts, configs)?);
    }
    Ok(())
}
