//! `tagdown add`: adds a block to a document.

use std::io::{IsTerminal, Read};

use tagdown::document::{FIELDS, Kind};
use tagdown_write::author::{NewBlock, add, bug_text, section_named};

use crate::args::{AddArgs, Global};
use crate::commands::single::One;
use crate::terminal::{Exit, Problem, ask, output};

pub(crate) fn run(args: &AddArgs, global: &Global) -> Result<Exit, Problem> {
    if args.kind != Kind::Bug && args.bug.is_given() {
        return Err("only a BUG has a title and fields; use --kind bug".to_owned().into());
    }
    let one = One::read(&args.path, global)?;
    // Before the user answers six questions.
    if let Err(problem) = section_named(&one.target.parse(&one.text), &args.section) {
        return Ok(one.refuse(&problem));
    }
    let (title, text) = if args.kind == Kind::Bug { bug(args)? } else { (None, plain(args, &one)?) };
    let block = NewBlock { kind: args.kind, title: title.as_deref(), text: &text };
    match add(&one.text, &args.section, &block, &one.settings()) {
        Err(problem) => Ok(one.refuse(&problem)),
        Ok(change) => {
            one.finish(&change.output, args.diff, global)?;
            change.remarks.iter().for_each(|remark| output::complain(&format!("{}: {remark}", one.name())));
            if !args.diff {
                one.say(&format!("{}#{}: added\n", one.name(), change.address))?;
            }
            Ok(Exit::Clean)
        }
    }
}

/// The title and the text of a BUG. Asks for missing parts if a user is present.
fn bug(args: &AddArgs) -> Result<(Option<String>, String), Problem> {
    if args.text.is_some() {
        return Err("a BUG consists of fields; use --symptom, --cause and --fix instead of --text"
            .to_owned()
            .into());
    }
    let mut fields = args.bug.fields();
    let mut title = args.bug.title.clone();
    if ask::is_possible() {
        if title.is_none() {
            title = Some(ask::field("title")?);
        }
        for field in FIELDS.iter().filter(|field| field.required) {
            if fields.get(field.name).is_none() {
                fields.set(field.name, &ask::field(field.name)?);
            }
        }
        let asked: Vec<_> =
            FIELDS.iter().filter(|field| !field.required && fields.get(field.name).is_none()).collect();
        for field in asked {
            let said = ask::line(&format!("{} (leave empty for none): ", field.name))?;
            fields.set(field.name, said.as_deref().unwrap_or_default());
        }
    }
    let mut missing: Vec<String> =
        fields.missing().iter().map(|name| format!("--{}", name.to_lowercase())).collect();
    if title.as_deref().is_none_or(|title| title.trim().is_empty()) {
        missing.insert(0, "--title".to_owned());
    }
    if !missing.is_empty() {
        let hint = "; a failure without a known fix is a `[?]`";
        return Err(format!("a BUG needs {}{hint}", missing.join(", ")).into());
    }
    Ok((title, bug_text(&fields)))
}

/// The text of a block without fields.
fn plain(args: &AddArgs, one: &One) -> Result<String, Problem> {
    if let Some(text) = &args.text {
        return Ok(text.clone());
    }
    if one.target.stdin {
        return Err("standard input contains the document; pass the block with --text".to_owned().into());
    }
    if std::io::stdin().is_terminal() {
        output::complain("type the text of the block, then press Ctrl-D");
    }
    let mut text = Vec::new();
    let read = std::io::stdin().lock().take(MAX_SIZE + 1).read_to_end(&mut text)?;
    if read as u64 > MAX_SIZE {
        return Err("the text is larger than 64 MB".to_owned().into());
    }
    String::from_utf8(text).map_err(|_| "the text is not UTF-8".to_owned().into())
}

/// The maximum size of a block.
const MAX_SIZE: u64 = 64_000_000;
