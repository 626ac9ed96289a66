//! `tagdown read --stdin jsonl`: the blocks of documents that come as rows, and a row for each document that fails.

use tagdown_project::lookup::Ask;
use tagdown_read::{Request, views};

use super::job::{Gathered, Job, Outcome};
use super::request::{kinds, request};
use crate::args::{Global, ReadArgs};
use crate::commands::rows::{Row, failed_row, for_each_row};
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

pub(super) fn run(args: &ReadArgs, global: &Global) -> Result<Exit, Problem> {
    let name = if args.format == "json" { "json" } else { "jsonl" };
    let view = views::find(name).unwrap_or(views::VIEWS[0]);
    let request = Request { view, several: true, ..request(args, global, &args.input.input()) };
    let ask = Ask {
        kinds: kinds(args, &request),
        names_kinds: !args.kinds.is_empty(),
        affects: args.affects.clone(),
        request,
        ..Ask::default()
    };
    let job = Job { args, ask };
    let mut gathered = Gathered::default();
    let mut out = Output::stdout(false);
    let work = |row: &Row| match row {
        Ok(target) => (target.path.to_string_lossy().into_owned(), job.read(target)),
        Err(problem) => (problem.path.clone(), Outcome::Failed(problem.reason.clone())),
    };
    for_each_row(&args.input, global, work, |(path, outcome)| {
        let text = match &outcome {
            Outcome::Failed(problem) => {
                gathered.remarks.failed += 1;
                output::complain(&format!("{path}: {problem}"));
                failed_row(&path, problem)
            }
            _ => gathered.take(outcome, true),
        };
        // What is said about each document would grow with their number.
        (gathered.recovered, gathered.notices) = (Vec::new(), Vec::new());
        out.write(&output::shown(&text))?;
        Ok(())
    })?;
    let failed = gathered.remarks.failed > 0;
    let request = Request { remarks: gathered.remarks, ..job.ask.request.clone() };
    out.write(&tagdown_read::end(&gathered.totals, &request))?;
    Ok(if failed { Exit::Failed } else { Exit::Clean })
}
