//! `tagdown read`: prints what a model should see.

mod job;
mod query;

use std::path::PathBuf;

use tagdown::document::Kind;
use tagdown_project::files::{self, Input};
use tagdown_project::lookup::Ask;
use tagdown_project::paths::is_glob;
use tagdown_read::{Encoding, Remarks, Request, views};

use self::job::{Gathered, Job};
use crate::args::{Budget, Global, Kinds, ReadArgs};
use crate::commands::batches::for_each;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem, shell};

pub(crate) fn run(args: &ReadArgs, global: &Global) -> Result<Exit, Problem> {
    if args.query.as_ref().is_some_and(|query| !query.contains(char::is_alphanumeric)) {
        return Err("the query contains no words".to_owned().into());
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

/// The kinds that are asked for; `None` for the default.
fn kinds(args: &ReadArgs, request: &Request) -> Option<Vec<Kind>> {
    if args.bugs {
        return Some(vec![Kind::Bug]);
    }
    let by_view = request.view.kinds.map(<[Kind]>::to_vec);
    if args.kinds.is_empty() { by_view } else { Some(Kinds::of(&args.kinds)) }
}

fn request(args: &ReadArgs, global: &Global, input: &Input) -> Request {
    let is_one = |path: &PathBuf| path.as_os_str() == "-" || !path.is_dir() && !is_glob(path);
    Request {
        view: views::find(&args.format).unwrap_or(views::VIEWS[0]),
        encoding: args.encoding(),
        margin: args.margin.unwrap_or(1000),
        cursor: args.cursor,
        on_overflow: args.on_overflow.into(),
        spans: args.spans,
        several: input.paths.len() > 1 || !input.paths.iter().all(is_one),
        ranked: args.query.is_some(),
        command: command(args, global),
        ..Request::default()
    }
}

/// The maximum length of a printed command.
const LONG_COMMAND: usize = 400;

/// The command without budget and cursor, for pasting with others.
fn command(args: &ReadArgs, global: &Global) -> String {
    let mut words = vec!["tagdown read".to_owned()];
    words.extend((!args.input.paths.is_empty()).then(|| shell::paths(&args.input.paths)));
    let mut add = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| {
            let gap = if value.starts_with('-') { "=" } else { " " };
            format!("{name}{gap}{}", shell::quoted(&value))
        }));
    };
    let lossy = |path: &PathBuf| path.to_string_lossy().into_owned();
    add("--config", global.config.as_ref().map(lossy));
    add("--files-from", args.input.files_from.as_ref().map(lossy));
    add("--stdin-name", args.input.stdin_name.as_ref().map(lossy));
    add("--max-file-size", args.input.max_file_size.map(|size| size.to_string()));
    let kind = |kinds: &Kinds| if let Kinds::One(kind) = kinds { kind.name() } else { "all" };
    add(
        "--kinds",
        (!args.kinds.is_empty()).then(|| args.kinds.iter().map(kind).collect::<Vec<_>>().join(",")),
    );
    args.section.iter().for_each(|section| add("--section", Some(section.clone())));
    add("--query", args.query.clone());
    add("--affects", args.affects.as_ref().map(ToString::to_string));
    add("--format", (args.format != views::VIEWS[0].name).then(|| args.format.clone()));
    add("--encoding", (args.encoding() != Encoding::default()).then(|| args.encoding.clone()));
    add("--margin", args.margin.map(|margin| (margin as f64 / 1000.0).to_string()));
    for (name, is_set) in [
        ("--no-config", global.no_config),
        ("--only-tagged", args.input.only_tagged),
        ("--force-exclude", args.input.force_exclude),
        ("--bugs", args.bugs),
        ("--spans", args.spans),
    ] {
        words.extend(is_set.then(|| name.to_owned()));
    }
    let command = words.join(" ");
    let is_long = command.len() > LONG_COMMAND || args.query.is_some();
    if is_long { "the same command, with".to_owned() } else { command }
}
