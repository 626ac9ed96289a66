//! The tools of a server that may write: `add`, which adds a claim, and `propose`, which shows a change and writes nothing.

use std::path::Path;
use std::sync::Arc;

use tagdown::document::{Block, Kind};
use tagdown::print::{Style, unified_around};
use tagdown::text::{content_hash, hidden, reveal, reveal_line, reveal_path};
use tagdown_project::files::{Target, Text};
use tagdown_project::opening::{Within, follow};
use tagdown_project::workspace::{Workspace, pick};
use tagdown_project::{shell, writing};
use tagdown_read::{Encoding, kind_named};
use tagdown_write::author::{self, Change, Claim, NewBlock, add_claim, block_named, rewrite};

use crate::arguments::{ADDRESS, Arguments, BODY, EXPECT, KIND, PATH, SECTION, TITLE, short};
use crate::caller::Caller;

/// The largest answer, in tokens.
const MOST: usize = 20_000;
/// How many changed blocks and findings are named.
const NAMED: usize = 8;

/// The document of a call, with the hash that the caller expects.
struct Chosen {
    target: Target,
    text: Arc<str>,
    /// The section or block in the path of the call.
    place: Option<String>,
}

/// `add`: adds a claim to a section.
pub(crate) fn add(
    workspace: &mut Workspace,
    arguments: &Arguments,
    caller: &Caller<'_>,
) -> Result<String, String> {
    let chosen = chosen(workspace, arguments)?;
    let (target, text) = (&chosen.target, &*chosen.text);
    let path = &target.path;
    expect(&chosen, None, arguments, caller)?;
    let section = section(&chosen, arguments)?;
    let date = (caller.rules.today)();
    let claim = Claim {
        agent: caller.name,
        date: &date,
        title: arguments.text(&TITLE),
        text: arguments.needed(&BODY)?,
    };
    let change =
        add_claim(text, &section, &claim, &target.settings()).map_err(|problem| refused(path, &problem))?;
    if follow(path, Within::File).map_err(|problem| refused(path, &problem))?.is_linked {
        return Err(refused(path, "it is a link; name the document itself"));
    }
    writing::replace(path, text, &change.output)
        .map_err(|problem| format!("{}: {problem}", path.display()))?;
    let after = target.parse(&change.output);
    let place = format!("{}#{}", path.display(), change.address);
    let mut out = format!(
        "added {}\nNo reader sees it until a person has reviewed it; `tagdown open` lists it.\n",
        reveal_line(&place)
    );
    out.push_str(&remarks(&change));
    out.push_str(&caller.hash_line(path, &after).map_or_else(String::new, |line| reveal_line(&line) + "\n"));
    Ok(out)
}

/// `propose`: what a block would be like with another text, or a section with another block.
pub(crate) fn propose(
    workspace: &mut Workspace,
    arguments: &Arguments,
    caller: &Caller<'_>,
) -> Result<String, String> {
    let chosen = chosen(workspace, arguments)?;
    let (target, text) = (&chosen.target, &*chosen.text);
    let path = &target.path;
    let document = target.parse(text);
    let kind = arguments.text(&KIND).map(kind_named).transpose();
    let kind = kind.map_err(|problem| format!("`kind`: {problem}"))?;
    let block = match arguments.text(&ADDRESS).or(chosen.place.as_deref().filter(|place| place.contains('/')))
    {
        Some(address) => {
            Some(block_named(&document, own(address)).map_err(|problem| refused(path, &problem))?)
        }
        None => None,
    };
    expect(&chosen, block, arguments, caller)?;
    let kind = kind.or(block.map(|block| block.kind)).unwrap_or(Kind::Unverified);
    let tag = block.filter(|block| block.kind == kind).and_then(|block| document.tag_of(block));
    let own_title = tag.and_then(|tag| tag.title).map(|title| document.text(title));
    let new = NewBlock { kind, title: arguments.text(&TITLE).or(own_title), text: arguments.needed(&BODY)? };
    let change = match block {
        Some(block) => rewrite(text, block, &new, &target.settings()),
        None => author::add(text, &section(&chosen, arguments)?, &new, &target.settings()),
    };
    let change = change.map_err(|problem| refused(path, &problem))?;
    let difference = difference(&chosen, block, &change);
    let advice = advice(&chosen, block, kind, difference.command);
    let answer = difference.text + &remarks(&change) + &advice;
    let tokens = Encoding::default().count(&answer);
    if tokens > MOST {
        return Err(format!("the change has {tokens} tokens, more than {MOST}; propose a smaller one"));
    }
    Ok(answer)
}

/// The document that a call names.
fn chosen(workspace: &mut Workspace, arguments: &Arguments) -> Result<Chosen, String> {
    let path = arguments.needed(&PATH)?;
    let found = workspace.documents()?;
    let picked = pick(&found.targets, workspace.roots(), Some(path))?;
    let [target] = &picked.targets[..] else {
        return Err(format!("{}: name one document", short(path)));
    };
    match workspace.text(target) {
        Ok(text) if target.parse(&text).is_tagged() => {
            Ok(Chosen { target: target.clone(), text, place: picked.address.clone() })
        }
        Err(Text::Failed(problem)) => Err(format!("{}: {problem}", target.path.display())),
        _ => Err(refused(&target.path, "it is not a tagged document")),
    }
}

/// The section that a call names, in its own argument or with the path.
fn section(chosen: &Chosen, arguments: &Arguments) -> Result<String, String> {
    let named = arguments.text(&SECTION).or(chosen.place.as_deref());
    named.map(|name| own(name).to_owned()).ok_or_else(|| {
        let path = reveal_path(&chosen.target.path.to_string_lossy());
        format!("name the `section` of {path}; `outline` lists them")
    })
}

/// An address without the path in front of it.
fn own(address: &str) -> &str {
    address.rsplit('#').next().unwrap_or(address).trim()
}

/// Refuses a call that expects another text: of the document, or of the block that it names.
fn expect(
    chosen: &Chosen,
    block: Option<&Block>,
    arguments: &Arguments,
    caller: &Caller<'_>,
) -> Result<(), String> {
    let expected = arguments.needed(&EXPECT)?.trim();
    let (path, text) = (&chosen.target.path, &*chosen.text);
    let document = chosen.target.parse(text);
    let hash = content_hash(text);
    if expected == hash || block.is_some_and(|block| document.content_hash(block) == expected) {
        return Ok(());
    }
    let changed = match caller.shown.changes(path, expected, &document) {
        Some(changed) if changed.is_empty() => "; no block has changed".to_owned(),
        Some(changed) => format!("; changed: {}", some(&changed)),
        None => "; read it first".to_owned(),
    };
    let expected = reveal_line(&short(expected));
    caller.hash_line(path, &document);
    Err(refused(path, &format!("its hash is {hash}, not {expected}{changed}")))
}

fn some(names: &[String]) -> String {
    let more = names.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    names.iter().take(NAMED).map(|name| reveal_line(name)).collect::<Vec<_>>().join(", ") + &more
}

fn refused(path: &Path, problem: &str) -> String {
    format!("{}: nothing is written: {}", reveal_path(&path.to_string_lossy()), short_problem(problem))
}

/// A reason may quote the text of the call.
fn short_problem(problem: &str) -> String {
    const LONG: usize = 400;
    let problem = reveal_line(problem);
    match problem.char_indices().nth(LONG) {
        Some((end, _)) => format!("{}…", &problem[..end]),
        None => problem,
    }
}

fn remarks(change: &Change) -> String {
    let line = |remark: &String| format!("finding: {}\n", short_problem(remark));
    change.remarks.iter().take(NAMED).map(line).collect()
}

/// A change as a diff, and the command that makes it; `None` if the diff is not exact, because what cannot be seen is shown.
struct Difference {
    text: String,
    command: Option<&'static str>,
}

/// The change as a diff, with lines around it unless they belong to a block that no reader sees.
fn difference(chosen: &Chosen, block: Option<&Block>, change: &Change) -> Difference {
    let path = &chosen.target.path;
    let name = if path.is_absolute() { path.file_name().map_or(&**path, Path::new) } else { path };
    let diff =
        |around| unified_around(&name.to_string_lossy(), &chosen.text, &change.output, Style::PLAIN, around);
    let mut command = "git apply -p0 change.diff";
    let mut text = diff(3);
    let document = chosen.target.parse(&chosen.text);
    let is_other = |other: &&Block| block.is_none_or(|block| block.span != other.span);
    let unseen = document.blocks.iter().filter(is_other).filter(|other| document.unreviewed(other).is_some());
    let shows = |other: &Block| {
        let lines = document.text(other.content).lines().filter(|line| !line.trim().is_empty());
        lines.into_iter().any(|line| text.lines().any(|shown| shown.strip_prefix(' ') == Some(line)))
    };
    if unseen.into_iter().any(shows) {
        command = "git apply -p0 --unidiff-zero change.diff";
        text = diff(0);
    }
    let is_exact = hidden(&text) == 0;
    Difference { text: reveal(&text).into_owned(), command: is_exact.then_some(command) }
}

/// What a person may do with a proposal.
fn advice(chosen: &Chosen, block: Option<&Block>, kind: Kind, command: Option<&str>) -> String {
    let path = &chosen.target.path;
    let mut out = "---\nnothing is written".to_owned();
    if let Some(command) = command {
        let folder = path.parent().filter(|_| path.is_absolute());
        let folder = folder.map(|folder| format!(" in {}", shell::quoted(&folder.to_string_lossy())));
        let folder = folder.unwrap_or_default();
        out.push_str(&format!("; a person may save the diff as change.diff and run{folder}: {command}"));
    }
    out.push('\n');
    let claim =
        block.filter(|block| block.kind == Kind::Unverified && [Kind::Spec, Kind::Bug].contains(&kind));
    if let Some(block) = claim {
        let address = chosen.target.parse(&chosen.text).block_address(block);
        let place = shell::quoted(&format!("{}#{address}", path.display()));
        let to = if kind == Kind::Spec { "spec" } else { "bug" };
        out.push_str(&format!("to confirm the claim, a person runs: tagdown promote {place} --to {to}\n"));
    }
    reveal(&out).into_owned()
}
