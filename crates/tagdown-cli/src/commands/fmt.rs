//! `tagdown fmt`: applies the safe fixes of the layout rules.

use tagdown::print::{Style, unified};
use tagdown::rules::Safety;
use tagdown::text::tame_path;
use tagdown_project::files::{self, Target, Text};
use tagdown_project::writing;

use crate::args::{FmtArgs, Global};
use crate::commands::batches::for_each;
use crate::commands::fixing::{UNSTAGED, fix_safely, left_out};
use crate::interrupt::finish_what_is_begun;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

#[derive(Default)]
struct Outcome {
    text: String,
    remark: Option<String>,
    seen: bool,
    changed: bool,
    failed: bool,
    /// Whether a fix was left out.
    unsettled: bool,
}

pub(crate) fn run(args: &FmtArgs, global: &Global) -> Result<Exit, Problem> {
    let style = output::style(global);
    let mut configs = global.configs()?;
    let mut found = files::find(&args.input.changed(&args.changed), &mut configs)?;
    found.problems.iter().for_each(|problem| output::complain(&problem.to_string()));
    let only_shows = args.check || args.diff;
    if !only_shows {
        found.prefer_files();
        finish_what_is_begun();
    }
    let mut failed = !found.problems.is_empty();
    let (mut seen, mut changed, mut unsettled) = (0, 0, false);
    let mut out = Output::stdout(!only_shows);
    let take = |outcome: Outcome| {
        outcome.remark.iter().for_each(|remark| output::complain(remark));
        out.write(&outcome.text)?;
        seen += usize::from(outcome.seen);
        changed += usize::from(outcome.changed);
        failed |= outcome.failed;
        unsettled |= outcome.unsettled;
        Ok::<(), Problem>(())
    };
    for_each(&found.targets, |target| work(args, style, target), take)?;
    if !found.targets.iter().any(|target| target.stdin) && !args.diff {
        let verb = if only_shows { "would change" } else { "changed" };
        let noun = if seen == 1 { "file" } else { "files" };
        out.write(&format!("{changed} of {seen} {noun} {verb}\n"))?;
    }
    out.finish()?;
    let is_unstaged = args.changed.staged && !only_shows && changed > 0;
    if is_unstaged {
        output::complain(UNSTAGED);
    }
    Ok(if failed {
        Exit::Failed
    } else if changed > 0 && only_shows || is_unstaged || unsettled {
        Exit::Findings
    } else {
        Exit::Clean
    })
}

fn work(args: &FmtArgs, style: Style, target: &Target) -> Outcome {
    let path = target.path.to_string_lossy();
    let failure = |problem: String| Outcome {
        remark: Some(format!("{path}: {problem}")),
        failed: true,
        ..Outcome::default()
    };
    let gives_back = target.stdin && !args.check && !args.diff;
    let text = match files::read(target) {
        Text::Read(text) => text,
        Text::Untagged => return Outcome::default(),
        Text::Failed(problem) => return failure(problem),
    };
    let document = target.parse(&text);
    if !target.named && !target.is_required() && !document.is_tagged() {
        // An editor replaces the document with the output.
        let same = if gives_back { text.clone() } else { String::new() };
        return Outcome { text: same, ..Outcome::default() };
    }
    let settings = target.config.settings(&target.path).only(|rule| rule.layout);
    let fixed = match fix_safely(&document, &settings, Safety::Safe) {
        Ok(fixed) => fixed,
        Err(problem) => {
            let same = if gives_back { text.clone() } else { String::new() };
            return Outcome { text: same, ..failure(problem) };
        }
    };
    let changed = fixed.text != text;
    let remark = left_out(&fixed).map(|remark| format!("{path}: {remark}"));
    let shown = if args.diff {
        unified(&path, &text, &fixed.text, style)
    } else if target.stdin && !args.check {
        output::shown(&fixed.text).into_owned()
    } else if changed {
        format!("{}\n", tame_path(&path))
    } else {
        String::new()
    };
    if changed
        && !target.stdin
        && !args.check
        && !args.diff
        && let Err(problem) = target.write_problem().map_or_else(
            || writing::replace(&target.path, &text, &fixed.text),
            |problem| Err(problem.to_owned()),
        )
    {
        return failure(problem);
    }
    Outcome { text: shown, changed, seen: true, unsettled: remark.is_some(), remark, ..Outcome::default() }
}
