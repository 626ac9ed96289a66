//! The tool `check`: the findings of the rules, one line each.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use tagdown::print::{FileReport, Status, Summary};
use tagdown::rules::{self, Finding, Safety};
use tagdown::text::{plural, reveal_line};
use tagdown_project::baseline::Store;
use tagdown_project::files::{Target, Text};
use tagdown_project::workspace::{Picked, Workspace, pick};
use tagdown_read::Encoding;

use crate::arguments::{Arguments, BUDGET, PATH, TEXT, short};
use crate::caller::Caller;

/// The budget of a call that gives none.
const DEFAULT: usize = 4_000;
/// How many files that could not be read are named.
const SHOWN_FAILURES: usize = 3;
/// After how many documents the progress is told.
const STEP: usize = 64;
/// The largest text that a call may contain.
const MOST_TEXT: usize = 4_000_000;

/// Checks documents, or a text.
pub(crate) fn run(
    workspace: &mut Workspace,
    arguments: &Arguments,
    caller: &Caller<'_>,
) -> Result<String, String> {
    let budget = arguments.number(&BUDGET).unwrap_or(DEFAULT);
    let found = workspace.documents_anew()?;
    let mut lines = Vec::new();
    let mut summary = Summary { is_complete: true, ..Summary::default() };
    if let Some(text) = arguments.text(&TEXT) {
        if text.len() > MOST_TEXT {
            return Err(format!("`text` has more than {MOST_TEXT} bytes"));
        }
        let target = match arguments.text(&PATH) {
            // The text that a document would have.
            Some(path) => match pick(&found.targets, workspace.roots(), Some(path))? {
                Picked { targets, is_one: true, .. } => targets.first().cloned(),
                _ => return Err("with `text`, `path` must be one document".to_owned()),
            },
            None => None,
        };
        let target = target.map_or_else(|| workspace.nameless(), Ok)?;
        add(&mut lines, &mut summary, one(&target, text, None));
        return write(&lines, &summary, budget);
    }
    let picked = pick(&found.targets, workspace.roots(), arguments.text(&PATH))?;
    let stores = stores(&picked.targets)?;
    let (done, all) = (AtomicUsize::new(0), picked.targets.len());
    let check = |target: &Target| match workspace.text(target) {
        _ if workspace.is_late() => Report::default(),
        Ok(text) => one(target, &text, store_of(target, &stores)),
        Err(Text::Failed(problem)) => {
            let path = target.path.to_string_lossy().into_owned();
            let failures = vec![(path, problem)];
            (Vec::new(), Summary { files: 1, failures, ..Summary::default() })
        }
        Err(_) => (Vec::new(), Summary { files: 1, skipped: 1, ..Summary::default() }),
    };
    let check = |target: &Target| {
        let report = check(target);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(STEP) {
            (caller.progress)(done, all);
        }
        report
    };
    let reports: Vec<_> = picked.targets.par_iter().map(check).collect();
    for problem in &found.problems {
        summary.failures.push((problem.path.clone(), problem.reason.clone()));
    }
    for report in reports {
        add(&mut lines, &mut summary, report);
    }
    write(&lines, &summary, budget)
}

type Report = (Vec<String>, Summary);

fn add(lines: &mut Vec<String>, summary: &mut Summary, report: Report) {
    lines.extend(report.0);
    *summary += report.1;
}

/// The baselines that the configurations of the documents name.
fn stores(targets: &[Target]) -> Result<Vec<Store>, String> {
    let mut stores: Vec<Store> = Vec::new();
    for (path, folder) in targets.iter().filter_map(|target| target.config.baseline()) {
        if !stores.iter().any(|store| store.path() == path) {
            stores.push(Store::configured(&path, folder, false)?);
        }
    }
    Ok(stores)
}

fn store_of<'s>(target: &Target, stores: &'s [Store]) -> Option<&'s Store> {
    let (path, _): (PathBuf, _) = target.config.baseline()?;
    stores.iter().find(|store| store.path() == path && !store.is_missing)
}

/// Checks one document.
fn one(target: &Target, text: &str, store: Option<&Store>) -> Report {
    let path = if target.stdin { "text".into() } else { target.path.to_string_lossy() };
    let document = target.parse(text);
    if !target.named && !target.is_required() && !document.is_tagged() {
        return (Vec::new(), Summary { files: 1, skipped: 1, ..Summary::default() });
    }
    let settings = target.settings().named(target.named);
    let mut findings = rules::check(&document, &settings);
    let mut summary = Summary::default();
    if let Some(store) = store {
        let known = store.knows(target, &store.record(target, &document, &findings));
        let all = findings.len();
        let mut known = known.into_iter();
        findings.retain(|_| !known.next().unwrap_or(false));
        summary.known = all - findings.len();
    }
    let findings = rules::gather(findings);
    let report = FileReport {
        path: &path,
        status: Status::Checked,
        document: Some(&document),
        findings: &findings,
        error: None,
    };
    summary.add(&report);
    let line = |finding: &Finding| {
        let line = document.source.position(finding.span.start).line;
        let (severity, rule) = (finding.severity.name(), finding.rule);
        let todo = todo(finding).map_or_else(String::new, |todo| format!("; {todo}"));
        // A message may quote a block that no reader sees.
        let block = document.block_at(finding.span.start);
        let said = match block.and_then(|block| document.unreviewed(block)) {
            Some(_) => "in a block of an agent that was not reviewed".to_owned(),
            None => format!("{}{todo}", finding.message),
        };
        reveal_line(&format!("{path}:{line} {severity} {rule}: {said}")) + "\n"
    };
    (findings.iter().map(line).collect(), summary)
}

/// What to do about a finding.
fn todo(finding: &Finding) -> Option<String> {
    match finding.fix.as_ref().map(|fix| (fix.safety, &fix.title)) {
        Some((Safety::Safe, title)) => Some(format!("fix: {title}")),
        Some((Safety::Unsafe, title)) => Some(format!("possible fix: {title}")),
        None => rules::todo(finding).map(str::to_owned),
    }
}

/// As many findings as fit, and how many there are.
fn write(lines: &[String], summary: &Summary, budget: usize) -> Result<String, String> {
    let encoding = Encoding::default();
    let ending = |shown: usize, failures: usize| {
        let rest = lines.len() - shown;
        let word = if rest + summary.failures.len() > 0 { "incomplete" } else { "complete" };
        let mut out = format!("---\n{word}: {}, {}", summary.in_words(), summary.files_in_words());
        if rest > 0 {
            let next = "next: check one document, or with a larger budget";
            out.push_str(&format!("; {} not shown\n{next}", plural(rest, "finding")));
        }
        for (path, problem) in summary.failures.iter().take(failures) {
            out.push_str(&format!("\nnot read: {}", short(&reveal_line(&format!("{path}: {problem}")))));
        }
        out + "\n"
    };
    let costs = encoding.count_all(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    let mut sums = vec![0];
    for cost in costs {
        sums.push(sums[sums.len() - 1] + cost);
    }
    for failures in [SHOWN_FAILURES, 0] {
        // Tokens can span the end of a line, so the sums are only a good guess.
        let most = sums.partition_point(|sum| *sum <= budget).saturating_sub(1);
        for shown in (0..=most).rev() {
            let text = lines[..shown].concat() + &ending(shown, failures);
            if encoding.count(&text) <= budget {
                return Ok(text);
            }
        }
    }
    let least = encoding.count(&ending(0, 0));
    Err(format!("the budget is too small: at least {least} tokens are needed"))
}
