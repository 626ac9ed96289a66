//! `tagdown promote`: confirms an unverified block.

use std::path::Path;

use tagdown::document::{Block, Document};
use tagdown_project::{clock, files, git};
use tagdown_write::author::{
    BugFields, Confirmation, Doubts, Promotion, Record, Target, lacking, promote, reviewed, taken_out,
    unverified,
};

use crate::args::{Global, PromoteArgs};
use crate::commands::single::One;
use crate::terminal::{Exit, Problem, ask, output};

pub(crate) fn run(args: &PromoteArgs, global: &Global) -> Result<Exit, Problem> {
    if args.to == "spec" && args.bug.is_given() {
        return Err("only a BUG has a title and fields; use --to bug".to_owned().into());
    }
    let (paths, wanted) = files::split(std::slice::from_ref(&args.block))?;
    let path = paths.first().map_or(args.block.as_path(), |path| path.as_path());
    let one = One::read(path, global)?;
    let address = wanted.first().map(|wanted| wanted.address.as_str());
    let text = match looked_at(&one, address) {
        Ok(text) => text,
        Err(problem) => return Ok(one.refuse(&problem)),
    };
    let document = one.target.parse(&text);
    let block = match unverified(&document, address) {
        Ok(block) => block.clone(),
        Err(problem) => return Ok(one.refuse(&problem)),
    };
    let to = match args.to.as_str() {
        "bug" => bug(args, &document, &block)?,
        _ => Target::Spec,
    };
    let words = taken_out(&document, &block, &to);
    let doubts = match (args.remove_doubt, args.keep_doubt) {
        (true, _) => Doubts::Remove,
        (_, true) => Doubts::Keep,
        _ => asked(&words)?,
    };
    let record = one.target.config.config.promote_record;
    let (by, evidence) = evidence(args, record)?;
    let confirmation = Confirmation { by: &by, date: &clock::date(), evidence: &evidence };
    let promotion = Promotion { to, doubts, record, confirmation };
    match promote(&text, &block, &promotion, &one.settings()) {
        Err(problem) => {
            let hint = if doubts == Doubts::Refuse && !words.is_empty() { HINT } else { "" };
            Ok(one.refuse(&format!("{problem}{hint}")))
        }
        Ok(change) => {
            one.finish(&change.output, args.diff, global)?;
            if doubts == Doubts::Remove && !words.is_empty() {
                let lead = if args.diff { "would be removed:" } else { "removed:" };
                output::complain(&listed(&words, lead));
            }
            change.remarks.iter().for_each(|remark| output::complain(remark));
            if !args.diff {
                let was = document.block_address(&block);
                one.say(&format!("{}#{was}: now #{}\n", one.name(), change.address))?;
            }
            Ok(Exit::Clean)
        }
    }
}

/// The text of the document without the record of an agent in the block: whoever confirms a block has looked at it.
fn looked_at(one: &One, address: Option<&str>) -> Result<String, String> {
    let document = one.target.parse(&one.text);
    let block = unverified(&document, address)?;
    match document.unreviewed(block) {
        Some(_) => reviewed(&document, block),
        None => Ok(one.text.clone()),
    }
}

/// What to do if no user could be asked.
const HINT: &str = "; --remove-doubt removes this text, --keep-doubt keeps it";

/// A BUG with its title and fields. Asks for missing ones if a user is present.
fn bug(args: &PromoteArgs, document: &Document<'_>, block: &Block) -> Result<Target, Problem> {
    let mut title = args.bug.title.clone();
    let mut fields: BugFields = args.bug.fields();
    if ask::is_possible() {
        for name in lacking(document, block, title.as_deref(), &fields) {
            if name == "title" {
                title = Some(ask::field(name)?);
            } else {
                fields.set(name, &ask::field(name)?);
            }
        }
    }
    Ok(Target::Bug { title, fields })
}

/// Shows the text that would be removed, and asks.
fn asked(words: &[(usize, String)]) -> Result<Doubts, Problem> {
    if words.is_empty() || !ask::is_possible() {
        return Ok(Doubts::Refuse);
    }
    let question = listed(words, "hedging words and replaced fields:") + "\nremove them?";
    Ok(if ask::is_agreed(&question)? { Doubts::Remove } else { Doubts::Keep })
}

fn listed(removed: &[(usize, String)], lead: &str) -> String {
    let lines = removed.iter().map(|(line, words)| format!("  line {line}: {words}"));
    [lead.to_owned()].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

/// Who confirms the claim, and the evidence.
fn evidence(args: &PromoteArgs, record: Record) -> Result<(String, String), Problem> {
    let said = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    if record == Record::Nothing {
        return Ok((said(&args.by).unwrap_or_default(), said(&args.evidence).unwrap_or_default()));
    }
    let can_ask = ask::is_possible();
    let evidence = match said(&args.evidence) {
        Some(evidence) => evidence,
        None if can_ask => ask::answer("evidence that the claim is true: ")?,
        None => {
            return Err("use --evidence to state what confirms the claim".to_owned().into());
        }
    };
    let by = match said(&args.by).or_else(|| git::user_name(Path::new("."))) {
        Some(by) => by,
        None if can_ask => ask::answer("confirmed by: ")?,
        None => {
            return Err("git has no user.name; use --by to name who confirms the claim".to_owned().into());
        }
    };
    Ok((by, evidence))
}
