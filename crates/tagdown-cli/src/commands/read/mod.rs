//! `tagdown read`: prints what a model should see.

mod job;
mod query;
mod request;
mod stream;
mod table;

use tagdown_project::files;
use tagdown_project::lookup::Ask;
use tagdown_read::{Remarks, Request};

use self::job::{Gathered, Job};
use self::request::{kinds, request};
use crate::args::{Budget, Global, ReadArgs};
use crate::commands::batches::for_each;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

pub(crate) fn run(args: &ReadArgs, global: &Global) -> Result<Exit, Problem> {
    if args.query.as_ref().is_some_and(|query| !query.contains(char::is_alphanumeric)) {
        return Err("the query contains no words".to_owned().into());
    }
    if args.stream.is_set() {
        return stream::run(args, global);
    }
    if let Some(format) = tagdown_tables::format(&args.format) {
        return table::run(args, global, format);
    }
    if args.output.is_some() || args.changed_since.is_some() {
        return Err("--output and --changed-since are for --format csv, arrow and parquet".to_owned().into());
    }
    let mut missing = Vec::new();
    let named = files::paths(&args.input.input(), &mut missing)?;
    let (paths, wanted) = files::split(&named)?;
    let input = args.input.input().of_paths(paths);
    let mut found = files::find(&input, &mut global.configs()?)?;
    found.problems.append(&mut missing);
    let budget = match args.budget {
        Some(Budget::Tokens(tokens)) => Some(tokens),
        Some(Budget::None) => None,
        None => found.targets.first().and_then(|target| target.config.config.budget),
    };
    let request = Request { budget, ..request(args, global, &input) };
    let ask = Ask {
        kinds: kinds(args, &request),
        names_kinds: !args.kinds.is_empty(),
        sections: args.section.clone(),
        query: args.query.clone(),
        affects: args.affects.clone(),
        wanted,
        named,
        request,
    };
    let job = Job { args, ask };
    found.problems.iter().for_each(|problem| output::complain(&problem.to_string()));
    let remarks = Remarks { failed: found.problems.len(), ..Remarks::default() };
    let mut gathered = Gathered { remarks, ..Gathered::default() };
    let mut out = Output::stdout(false);
    let mut has_hits = true;
    if let Some(query) = &args.query {
        has_hits = job.search(query, &found.targets, &mut gathered)?;
    } else {
        for_each(
            &found.targets,
            |target| job.read(target),
            |outcome| {
                let text = gathered.take(outcome, job.is_stream());
                out.write(&output::shown(&text))?;
                Ok::<(), Problem>(())
            },
        )?;
    }
    let recovered = gathered.recovered(&input);
    let mut notices = std::mem::take(&mut gathered.notices);
    let exit = job.finish(gathered, has_hits, &mut notices, &mut out);
    // Last, so it does not come between the text and its ending if both go to the same place.
    notices.iter().chain(&recovered).for_each(|remark| output::complain(remark));
    exit
}
