//! `tagdown open`: lists unverified blocks and their age; first those that agents added, which a person must look at.

use std::path::Path;

use serde_json::{Value, json};
use tagdown::text::{plural, tame, tame_json};
use tagdown_project::claims::{Claim, Claims, Unknown, claims};
use tagdown_project::files::{self, Target, Text};
use tagdown_project::{clock, git};
use tagdown_write::author::{reviewed, unverified};

use crate::args::{Global, OpenArgs};
use crate::commands::batches::for_each;
use crate::commands::single::One;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem, shell};

/// The result for one document.
#[derive(Default)]
struct Outcome {
    claims: Vec<Claim>,
    unknown: Vec<Unknown>,
    failed: Option<String>,
}

pub(crate) fn run(args: &OpenArgs, global: &Global) -> Result<Exit, Problem> {
    if let Some(block) = &args.seen {
        return accept(block, global);
    }
    let mut configs = global.configs()?;
    let found = files::find(&args.input.input(), &mut configs)?;
    found.problems.iter().for_each(|problem| output::complain(&problem.to_string()));
    let mut is_failed = !found.problems.is_empty();
    let (mut claims, mut unknown) = (Vec::new(), Vec::new());
    for_each(
        &found.targets,
        |target| look(target, args),
        |outcome| {
            if let Some(problem) = outcome.failed {
                output::complain(&problem);
                is_failed = true;
            }
            claims.extend(outcome.claims);
            unknown.extend(outcome.unknown);
            Ok(())
        },
    )?;
    let all = claims.len();
    is_failed |= has_hidden_past(args, &found.targets, &claims);
    is_failed |= has_no_past(args, &claims);
    let days = |claim: &Claim| claim.since.days();
    claims.retain(|claim| args.older_than.is_none_or(|limit| days(claim).is_some_and(|days| days > limit)));
    let key = |claim: &Claim| {
        let since = claim.since.seconds.unwrap_or(i64::MAX);
        (claim.unreviewed.is_none(), since, claim.path.clone(), claim.lines)
    };
    claims.sort_by_cached_key(key);
    let mut out = Output::stdout(false);
    out.write(&if args.format == "json" {
        json(&claims, &unknown, all)
    } else {
        let listed = if args.older_than.is_some() { &[] } else { &unknown[..] };
        text(&claims, all, is_failed, args, global) + &unknown_text(listed, output::style(global).width)
    })?;
    out.finish()?;
    Ok(match () {
        () if is_failed => Exit::Failed,
        () if args.older_than.is_some() && !claims.is_empty() => Exit::Findings,
        () => Exit::Clean,
    })
}

/// Removes the record of an agent from a block that a person has looked at.
fn accept(block: &Path, global: &Global) -> Result<Exit, Problem> {
    let (paths, wanted) = files::split(&[block.to_owned()])?;
    let path = paths.first().map_or(block, |path| path.as_path());
    let one = One::read(path, global)?;
    let document = one.target.parse(&one.text);
    let address = wanted.first().map(|wanted| wanted.address.as_str());
    match unverified(&document, address).and_then(|block| Ok((block, reviewed(&document, block)?))) {
        Err(problem) => Ok(one.refuse(&problem)),
        Ok((block, output)) => {
            one.finish(&output, false, global)?;
            one.say(&format!("{}#{}: reviewed\n", one.name(), document.block_address(block)))?;
            Ok(Exit::Clean)
        }
    }
}

/// Whether ages may be wrong because the clone is shallow. An age limit would then let everything pass.
fn has_hidden_past(args: &OpenArgs, targets: &[Target], claims: &[Claim]) -> bool {
    let is_blamed = claims.iter().any(|claim| claim.since.source == "git");
    let folder = targets.first().and_then(|target| target.path.parent()).unwrap_or(Path::new("."));
    if !is_blamed || !git::is_shallow(folder) {
        return false;
    }
    output::complain(
        "this clone is shallow, so claims may be older than shown; fetch the full history (in GitHub Actions \
         `fetch-depth: 0`, in GitLab CI `GIT_DEPTH: 0`)",
    );
    args.older_than.is_some()
}

/// Whether some ages are unknown. An age limit would then let these blocks pass.
fn has_no_past(args: &OpenArgs, claims: &[Claim]) -> bool {
    let count = claims.iter().filter(|claim| claim.since.seconds.is_none()).count();
    if args.older_than.is_none() || count == 0 {
        return false;
    }
    output::complain(&format!(
        "the age of {} is unknown, because the document is not in a git repository",
        plural(count, "unverified block")
    ));
    true
}

fn look(target: &Target, _args: &OpenArgs) -> Outcome {
    let path = target.path.to_string_lossy().into_owned();
    let text = match files::read(target) {
        Text::Read(text) => text,
        Text::Untagged => return Outcome::default(),
        Text::Failed(problem) => {
            return Outcome { failed: Some(format!("{path}: {problem}")), ..Outcome::default() };
        }
    };
    let Claims { open, unknown, problem } = claims(target, &target.parse(&text));
    Outcome { claims: open, unknown, failed: problem }
}

fn json(claims: &[Claim], unknown: &[Unknown], all: usize) -> String {
    let of = |claim: &Claim| -> Value {
        json!({
            "address": format!("{}#{}", claim.path, claim.address),
            "path": claim.path,
            "lines": claim.lines,
            "hash": claim.hash,
            "since": claim.since.seconds.map(clock::day),
            "days": claim.since.days(),
            "author": claim.since.author,
            "commit": claim.since.commit,
            "source": claim.since.source,
            "text": claim.text,
            "unreviewed": claim.unreviewed.as_ref().map(|by| json!({"agent": by.name, "date": by.date})),
        })
    };
    let claims: Vec<Value> = claims.iter().map(of).collect();
    let others = unknown.iter().map(|block| {
        json!({
            "address": format!("{}#{}", block.path, block.address),
            "path": block.path,
            "lines": block.lines,
            "hash": block.hash,
            "tag": block.tag,
            "text": block.text,
        })
    });
    let others: Vec<Value> = others.collect();
    let summary = json!({"open": all, "listed": claims.len(), "unknown": others.len()});
    let whole = json!({"version": 1, "open": claims, "unknown": others, "summary": summary});
    tame_json(format!("{whole}\n"))
}

fn text(claims: &[Claim], all: usize, is_failed: bool, args: &OpenArgs, global: &Global) -> String {
    let width = output::style(global).width;
    let (new, claims) = claims.split_at(claims.partition_point(|claim| claim.unreviewed.is_some()));
    let mut out = unreviewed_text(new);
    let age = |claim: &Claim| match claim.since.days() {
        _ if claim.since.source == "uncommitted" => "uncommitted".to_owned(),
        Some(days) => plural(usize::try_from(days).unwrap_or(usize::MAX), "day"),
        None => "age unknown".to_owned(),
    };
    let ages: Vec<String> = claims.iter().map(age).collect();
    let column = ages.iter().map(String::len).max().unwrap_or(0);
    for (claim, age) in claims.iter().zip(&ages) {
        let author = claim.since.author.as_deref().unwrap_or("author unknown");
        let place = format!("{}#{}", claim.path, claim.address);
        let head = format!("{age:>column$}  {}  {}", tame(&place), tame(author));
        let room = width.saturating_sub(column + 3).max(30);
        let short: String = claim.text.chars().take(room).collect();
        let mark = if short.len() < claim.text.len() { "…" } else { "" };
        out.push_str(&format!("{head}\n{:column$}  {}{mark}\n", "", tame(&short)));
    }
    let older = args
        .older_than
        .map(|days| format!(" for more than {}", plural(usize::try_from(days).unwrap_or(0), "day")));
    out.push_str(&match (claims.len(), older) {
        (0, None) if is_failed || !new.is_empty() => String::new(),
        (0, None) => "no unverified blocks\n".to_owned(),
        (count, None) => {
            format!("{} unverified; use `tagdown promote` to confirm one\n", plural(count, "block"))
        }
        (count, Some(older)) => format!("{} unverified{older}, of {all} in total\n", plural(count, "block")),
    });
    out
}

/// The blocks that agents added, with the command that accepts each.
fn unreviewed_text(claims: &[Claim]) -> String {
    if claims.is_empty() {
        return String::new();
    }
    let (verb, them) = if claims.len() == 1 { ("was", "it") } else { ("were", "them") };
    let mut out = format!(
        "{} {verb} added by an agent; no reader sees {them} until you accept {them}:\n",
        plural(claims.len(), "block")
    );
    for claim in claims {
        let place = format!("{}#{}", claim.path, claim.address);
        let agent = claim.unreviewed.as_ref();
        let said =
            |part: Option<&String>, unknown: &str| part.map_or_else(|| unknown.to_owned(), |part| tame(part));
        let name = said(agent.and_then(|agent| agent.name.as_ref()), "unknown agent");
        let date = said(agent.and_then(|agent| agent.date.as_ref()), "date unknown");
        // Whoever accepts a block must see all of it.
        out.push_str(&format!("{}  {name}, {date}\n  {}\n", tame(&place), tame(&claim.text)));
        out.push_str(&format!("  tagdown open --seen {}\n", tame(&shell::quoted(&place))));
    }
    out + "\n"
}

/// The blocks under tags that nobody declared, which are no claims.
fn unknown_text(unknown: &[Unknown], width: usize) -> String {
    if unknown.is_empty() {
        return String::new();
    }
    let (verb, them) = if unknown.len() == 1 { ("has", "it") } else { ("have", "them") };
    let mut out = format!(
        "\n{} {verb} an unknown tag; declare {them} in `[tags]` in tagdown.toml, or use one of the four tags:\n",
        plural(unknown.len(), "block")
    );
    for block in unknown {
        let place = format!("{}#{}", block.path, block.address);
        let short: String = block.text.chars().take(width.saturating_sub(3).max(30)).collect();
        let mark = if short.len() < block.text.len() { "…" } else { "" };
        out.push_str(&format!("[{}]  {}\n  {}{mark}\n", tame(&block.tag), tame(&place), tame(&short)));
    }
    out
}
