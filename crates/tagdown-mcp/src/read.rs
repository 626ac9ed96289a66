//! The tools that show blocks: `search`, `read` and `bugs`.

use std::path::PathBuf;

use rayon::prelude::*;
use tagdown::document::Kind;
use tagdown_project::files::{Target, Text, Wanted};
use tagdown_project::lookup::{self, Ask, Outcome, missing};
use tagdown_project::paths::real;
use tagdown_project::workspace::{Picked, Workspace, pick};
use tagdown_read::{Query, Reading, Remarks, Request, kind_named, views};

use crate::arguments::{ADDRESS, Arguments, FORMAT, KINDS, PATH, QUERY, SECTION, VERSION, short};
use crate::caller::Caller;
use crate::reply;

/// The budgets of calls that give none.
const SEARCH: usize = 2_000;
const READ: usize = 8_000;
const BUGS: usize = 4_000;

/// A longer query is no question, and costs time.
const LONGEST_QUERY: usize = 4_000;

/// How much text one call may gather before it chooses what to show.
const MOST_TEXT: usize = 24_000_000;
/// How many documents are read at once.
const BATCH: usize = 256;

/// `search`: the blocks that match a query.
pub(crate) fn search(
    workspace: &mut Workspace,
    arguments: &Arguments,
    caller: &Caller<'_>,
) -> Result<String, String> {
    let query = arguments.needed(&QUERY)?.to_owned();
    let ask = Ask { query: Some(query), ..ask(arguments, SEARCH)? };
    answer(workspace, arguments, ask, caller)
}

/// `bugs`: all confirmed bugs, or those that match a query or may affect a version.
pub(crate) fn bugs(
    workspace: &mut Workspace,
    arguments: &Arguments,
    caller: &Caller<'_>,
) -> Result<String, String> {
    let affects = arguments.text(&VERSION).map(str::parse).transpose();
    let affects = affects.map_err(|problem| format!("`version`: {problem}"))?;
    let query = arguments.text(&QUERY).map(str::to_owned);
    let ask =
        Ask { kinds: Some(vec![Kind::Bug]), names_kinds: true, affects, query, ..ask(arguments, BUGS)? };
    answer(workspace, arguments, ask, caller)
}

/// `read`: a document, a section or a block.
pub(crate) fn read(
    workspace: &mut Workspace,
    arguments: &Arguments,
    caller: &Caller<'_>,
) -> Result<String, String> {
    let sections = arguments.text(&SECTION).map(str::to_owned).into_iter().collect();
    answer(workspace, arguments, Ask { sections, ..ask(arguments, READ)? }, caller)
}

/// What every call asks.
fn ask(arguments: &Arguments, budget: usize) -> Result<Ask, String> {
    let view = match arguments.text(&FORMAT).unwrap_or("md") {
        "md" | "markdown" => views::VIEWS[0],
        "json" => views::find("json").unwrap_or(views::VIEWS[0]),
        other => return Err(format!("unknown format `{}`; expected md or json", short(other))),
    };
    let mut kinds = Vec::new();
    for name in arguments.text(&KINDS).unwrap_or_default().split(',').filter(|name| !name.trim().is_empty()) {
        if name.trim().eq_ignore_ascii_case("all") {
            kinds.extend(tagdown_read::ALL);
        } else {
            kinds.push(kind_named(name).map_err(|problem| format!("`{}`: {problem}", short(name)))?);
        }
    }
    let request = reply::request(arguments, budget, Request { view, ..Request::default() })?;
    let names_kinds = !kinds.is_empty();
    Ok(Ask { kinds: names_kinds.then_some(kinds), names_kinds, request, ..Ask::default() })
}

/// Answers from the documents that the call names.
fn answer(
    workspace: &mut Workspace,
    arguments: &Arguments,
    mut ask: Ask,
    caller: &Caller<'_>,
) -> Result<String, String> {
    let found = workspace.documents()?;
    let picked = named(&found.targets, workspace.roots(), arguments)?;
    if let (Some(address), [target]) = (&picked.address, &picked.targets[..]) {
        ask.wanted.push(Wanted { file: real(&target.path), address: address.clone() });
    }
    ask.request.several = !picked.is_one;
    ask.request.ranked = ask.query.is_some();
    let mut remarks: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    let failed = remarks.len();
    let targets = &picked.targets;
    let (readings, found) = if let Some(query) = &ask.query {
        if query.len() > LONGEST_QUERY {
            return Err(format!("the query is too long: at most {LONGEST_QUERY} bytes"));
        }
        if !query.contains(char::is_alphanumeric) {
            return Err("the query contains no words".to_owned());
        }
        let query = Query::new(query);
        let looks = workspace.look(&query, targets);
        let text = |index: usize| workspace.text(&targets[index]).ok().filter(|_| !workspace.is_late());
        let searched = lookup::search(&ask, &query, targets, looks, text);
        remarks.extend(searched.problems.into_iter().chain(searched.notices));
        (searched.readings, searched.remarks)
    } else {
        gather(workspace, targets, &ask, &mut remarks)?
    };
    remarks.splice(0..0, hash_line(workspace, &picked, caller));
    if let Some(problem) = missing(&readings, &ask.sections, ask.request.asking) {
        return Err(problem);
    }
    let found = Remarks { failed: found.failed + failed, ..found };
    reply::write(&readings, Request { remarks: found, ..ask.request }, &remarks)
}

/// The documents that the path or the address of a call names.
fn named<'t>(targets: &'t [Target], roots: &[PathBuf], arguments: &Arguments) -> Result<Picked<'t>, String> {
    let path = arguments.text(&PATH);
    let Some(address) = arguments.text(&ADDRESS).map(str::trim) else {
        return pick(targets, roots, path);
    };
    // The address in an answer about several documents starts with the path.
    let place = address.trim_start_matches('#');
    let mut picked = match (path, address.split_once('#')) {
        (None, Some((_, place))) if !place.is_empty() => return pick(targets, roots, Some(address)),
        (Some(_), Some((file, place))) if !file.is_empty() => {
            let picked = pick(targets, roots, path)?;
            let own = pick(&picked.targets, roots, Some(file))?.targets.into_owned();
            Picked { targets: own.into(), is_one: true, address: Some(place.to_owned()) }
        }
        _ => pick(targets, roots, path)?,
    };
    if let [only] = &picked.targets[..] {
        picked.targets = vec![Target { named: true, ..only.clone() }].into();
        picked.is_one = true;
        picked.address.get_or_insert_with(|| place.to_owned());
        return Ok(picked);
    }
    Err(format!(
        "`address` needs the document: pass `path`, or an address such as {}#{}",
        example(targets),
        short(place)
    ))
}

fn example(targets: &[Target]) -> String {
    targets
        .first()
        .map_or_else(|| "docs/api.md".to_owned(), |target| target.path.to_string_lossy().into_owned())
}

/// The hash of the document that a call names, for a caller that may write.
pub(crate) fn hash_line(workspace: &Workspace, picked: &Picked<'_>, caller: &Caller<'_>) -> Option<String> {
    let target = picked.targets.first().filter(|_| picked.is_one && caller.rules.can_write)?;
    let text = workspace.text(target).ok()?;
    caller.hash_line(&target.path, &target.parse(&text))
}

/// Reads documents one by one.
pub(crate) fn gather(
    workspace: &Workspace,
    targets: &[Target],
    ask: &Ask,
    remarks: &mut Vec<String>,
) -> Result<(Vec<Reading>, Remarks), String> {
    let mut readings = Vec::new();
    let mut found = Remarks::default();
    let is_outline = ask.request.view.name == "outline";
    let mut size = 0;
    for batch in targets.chunks(BATCH) {
        let one = |target: &Target| match workspace.text(target) {
            _ if workspace.is_late() => Ok(Outcome::Skipped),
            Ok(text) => Ok(ask.read(target, &text)),
            Err(Text::Failed(problem)) => Err(format!("{}: {problem}", target.path.display())),
            Err(_) => Ok(Outcome::Skipped),
        };
        for outcome in batch.par_iter().map(one).collect::<Vec<_>>() {
            match outcome {
                Ok(Outcome::Read(mut reading, notices)) => {
                    for item in reading.blocks.iter_mut().filter(|_| is_outline) {
                        // An outline shows no text.
                        (item.text, item.leans, item.comments) = (String::new(), Vec::new(), Vec::new());
                    }
                    size += reading.blocks.iter().map(|item| item.text.len()).sum::<usize>();
                    readings.push(*reading);
                    remarks.extend(notices);
                }
                Ok(Outcome::Skipped) => found.skipped += 1,
                Err(problem) => {
                    remarks.push(problem);
                    found.failed += 1;
                }
            }
        }
        if size > MOST_TEXT {
            return Err(format!(
                "{} documents are too many to read at once; name a folder or a document as `path`, or use `search`",
                targets.len()
            ));
        }
    }
    Ok((readings, found))
}
