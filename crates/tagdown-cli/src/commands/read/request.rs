//! What the arguments of `tagdown read` ask for.

use std::path::PathBuf;

use tagdown::document::Kind;
use tagdown_project::files::Input;
use tagdown_project::paths::is_glob;
use tagdown_read::{Encoding, Request, views};

use crate::args::{Global, Kinds, ReadArgs};
use crate::terminal::shell;

/// The kinds that are asked for; `None` for the default.
pub(super) fn kinds(args: &ReadArgs, request: &Request) -> Option<Vec<Kind>> {
    if args.bugs {
        return Some(vec![Kind::Bug]);
    }
    let by_view = request.view.kinds.map(<[Kind]>::to_vec);
    if args.kinds.is_empty() { by_view } else { Some(Kinds::of(&args.kinds)) }
}

pub(super) fn request(args: &ReadArgs, global: &Global, input: &Input) -> Request {
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
