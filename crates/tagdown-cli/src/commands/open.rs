//! `tagdown open`: lists unverified blocks and their age.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde_json::{Value, json};
use tagdown::document::{Block, Kind, Name, TagLine};
use tagdown::text::{plural, tame, tame_json};
use tagdown_project::files::{self, Target, Text};
use tagdown_project::git::{self, Blamed};

use crate::args::{Global, OpenArgs};
use crate::commands::batches::for_each;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem, clock};

/// An unverified block.
struct Claim {
    path: String,
    address: String,
    lines: [usize; 2],
    hash: String,
    /// Its first line, shortened.
    text: String,
    since: Since,
}

/// When it was written.
struct Since {
    seconds: i64,
    author: Option<String>,
    commit: Option<String>,
    source: &'static str,
}

/// The result for one document.
struct Outcome {
    claims: Vec<Claim>,
    failed: Option<String>,
}

pub(crate) fn run(args: &OpenArgs, global: &Global) -> Result<Exit, Problem> {
    let mut configs = global.configs()?;
    let found = files::find(&args.input.input(), &mut configs)?;
    found.problems.iter().for_each(|problem| output::complain(&problem.to_string()));
    let mut is_failed = !found.problems.is_empty();
    let mut claims = Vec::new();
    for_each(
        &found.targets,
        |target| look(target, args),
        |outcome| {
            if let Some(problem) = outcome.failed {
                output::complain(&problem);
                is_failed = true;
            }
            claims.extend(outcome.claims);
            Ok(())
        },
    )?;
    let all = claims.len();
    is_failed |= has_hidden_past(args, &found.targets, &claims);
    claims.retain(|claim| args.older_than.is_none_or(|days| clock::days_since(claim.since.seconds) > days));
    claims.sort_by(|a, b| (a.since.seconds, &a.path, a.lines).cmp(&(b.since.seconds, &b.path, b.lines)));
    let mut out = Output::stdout(false);
    out.write(&if args.format == "json" {
        json(&claims, all)
    } else {
        text(&claims, all, is_failed, args, global)
    })?;
    out.finish()?;
    Ok(match () {
        () if is_failed => Exit::Failed,
        () if args.older_than.is_some() && !claims.is_empty() => Exit::Findings,
        () => Exit::Clean,
    })
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

fn look(target: &Target, _args: &OpenArgs) -> Outcome {
    let path = target.path.to_string_lossy().into_owned();
    let text = match files::read(target) {
        Text::Read(text) => text,
        Text::Untagged => return Outcome { claims: Vec::new(), failed: None },
        Text::Failed(problem) => {
            return Outcome { claims: Vec::new(), failed: Some(format!("{path}: {problem}")) };
        }
    };
    let document = target.parse(&text);
    let line = |at: usize| document.source.position(at).line;
    // A tag that nobody declared makes no claim; `check` reports it.
    let is_claim =
        |(_, tag): &(&Block, &TagLine)| tag.own_name().is_none() || matches!(tag.name, Name::Own(..));
    let open: Vec<_> = document.blocks_of(Kind::Unverified).filter(is_claim).collect();
    let lines: Vec<usize> = open.iter().map(|(_, tag)| line(tag.span.start)).collect();
    let blamed = if target.stdin || lines.is_empty() { Ok(None) } else { git::blame(&target.path, &lines) };
    let (blamed, failed) = match blamed {
        Ok(blamed) => (blamed, None),
        Err(problem) => (None, Some(format!("{path}: {problem}"))),
    };
    let claim = |(block, tag): &(&Block, &TagLine)| Claim {
        path: path.clone(),
        address: document.block_address(block),
        lines: [line(tag.span.start), line(block.span.end.saturating_sub(1).max(block.span.start))],
        hash: document.content_hash(block),
        text: document.text(block.content).split_whitespace().collect::<Vec<_>>().join(" "),
        since: since(target, blamed.as_ref(), line(tag.span.start)),
    };
    Outcome { claims: open.iter().map(claim).collect(), failed }
}

fn since(target: &Target, blamed: Option<&BTreeMap<usize, Blamed>>, line: usize) -> Since {
    let now = clock::now().as_second();
    if let Some(blamed) = blamed.and_then(|blamed| blamed.get(&line)) {
        return match &blamed.commit {
            Some(commit) => Since {
                seconds: blamed.seconds,
                author: Some(blamed.author.clone()),
                commit: Some(commit.clone()),
                source: "git",
            },
            None => Since { seconds: now, author: None, commit: None, source: "uncommitted" },
        };
    }
    let modified = std::fs::metadata(&target.path).and_then(|meta| meta.modified()).ok();
    let seconds = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let seconds = seconds.and_then(|time| i64::try_from(time.as_secs()).ok()).filter(|_| !target.stdin);
    Since { seconds: seconds.unwrap_or(now), author: None, commit: None, source: "file" }
}

fn json(claims: &[Claim], all: usize) -> String {
    let of = |claim: &Claim| -> Value {
        json!({
            "address": format!("{}#{}", claim.path, claim.address),
            "path": claim.path,
            "lines": claim.lines,
            "hash": claim.hash,
            "since": clock::day(claim.since.seconds),
            "days": clock::days_since(claim.since.seconds),
            "author": claim.since.author,
            "commit": claim.since.commit,
            "source": claim.since.source,
            "text": claim.text,
        })
    };
    let claims: Vec<Value> = claims.iter().map(of).collect();
    let summary = json!({"open": all, "listed": claims.len()});
    tame_json(format!("{}\n", json!({"version": 1, "open": claims, "summary": summary})))
}

fn text(claims: &[Claim], all: usize, is_failed: bool, args: &OpenArgs, global: &Global) -> String {
    let mut out = String::new();
    let width = output::style(global).width;
    let age = |claim: &Claim| match clock::days_since(claim.since.seconds) {
        _ if claim.since.source == "uncommitted" => "uncommitted".to_owned(),
        days => plural(usize::try_from(days).unwrap_or(usize::MAX), "day"),
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
        (0, None) if is_failed => String::new(),
        (0, None) => "no unverified blocks\n".to_owned(),
        (count, None) => {
            format!("{} unverified; use `tagdown promote` to confirm one\n", plural(count, "block"))
        }
        (count, Some(older)) => format!("{} unverified{older}, of {all} in total\n", plural(count, "block")),
    });
    out
}
