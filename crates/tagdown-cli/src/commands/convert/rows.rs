//! `tagdown convert --stdin jsonl`: one report per document that comes as a row, or the reason why there is none.

use tagdown_project::decisions::AllKept;
use tagdown_project::files::Target;
use tagdown_project::undo::Records;

use super::job::{Job, Mode, Outcome};
use crate::args::{ConvertArgs, Global};
use crate::commands::rows::{Row, failed_row, for_each_row};
use crate::llm::Llm;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

pub(super) fn run(args: &ConvertArgs, global: &Global) -> Result<Exit, Problem> {
    let llm = Llm::new(&args.llm)?;
    let (kept, undo) = (AllKept::default(), Records::default());
    let job = Job {
        args,
        style: output::style(global),
        mode: Mode::Report,
        is_alone: false,
        kept: &kept,
        undo: &undo,
        llm: llm.as_ref(),
        issues: None,
    };
    let work = |row: &Row| match row {
        Ok(target) => {
            let path = target.path.to_string_lossy().into_owned();
            // Untagged documents are what a conversion is for.
            (path, job.work(&Target { named: true, ..target.clone() }))
        }
        Err(problem) => {
            let remark = Some(format!("{}: {}", problem.path, problem.reason));
            (problem.path.clone(), Outcome { remark, is_failure: true, ..Outcome::default() })
        }
    };
    let mut out = Output::stdout(false);
    let (mut failed, mut refused) = (false, false);
    for_each_row(&args.input, global, work, |(path, outcome)| {
        outcome.unanswered.iter().chain(&outcome.remark).for_each(|remark| output::complain(remark));
        failed |= outcome.is_failure;
        refused |= outcome.tally.refused > 0;
        if let Some(remark) = outcome.remark.as_deref().filter(|_| outcome.is_failure) {
            let reason = remark.strip_prefix(&format!("{path}: ")).unwrap_or(remark);
            out.write(&failed_row(&path, reason))?;
        } else {
            out.write(&outcome.shown)?;
        }
        Ok(())
    })?;
    Ok(match (failed, refused) {
        (true, _) => Exit::Failed,
        (_, true) => Exit::Findings,
        _ => Exit::Clean,
    })
}
