//! What `tagdown check` does with one document: reads it, fixes it if requested, checks it, writes its reports.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use tagdown::document::Document;
use tagdown::print::{FileReport, Status, Style, Summary, unified};
use tagdown::rules::{self, Finding, Group, Safety, Settings, Severity, allow, check};
use tagdown_project::baseline::{Known, Store};
use tagdown_project::config::FailOn;
use tagdown_project::files::{self, Found, Target, Text};
use tagdown_project::git::Lines;
use tagdown_project::writing;

use super::baselines::Baselines;
use super::changed::keep_changed;
use super::reports::{Formats, Pieces};
use crate::args::CheckArgs;
use crate::commands::batches::for_each;
use crate::commands::fixing::{fix_safely, left_out};
use crate::commands::rows::Row;
use crate::terminal::Problem;

/// The result for one document.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(super) path: PathBuf,
    /// The fixed standard input, or the pending change.
    pub(super) document: String,
    /// The reports on it, one per format.
    pub(crate) pieces: Pieces,
    pub(crate) summary: Summary,
    /// Messages for standard error.
    pub(crate) remarks: Vec<String>,
    /// Whether a change is only shown.
    pub(super) pending: bool,
    /// Whether its findings make the run fail.
    pub(super) fails: bool,
    /// Its findings in the form that a baseline stores, and the index of the baseline.
    pub(super) found: Vec<Known>,
    pub(super) store: Option<usize>,
    /// The status that the reference validator would give it.
    pub(super) hads: u8,
    /// Whether it has links to other files.
    pub(super) leads_out: bool,
}

/// What a run does with each document.
pub(crate) struct Job<'j> {
    args: &'j CheckArgs,
    formats: Formats,
    style: Style,
    pub(super) baselines: Baselines,
    /// How many more findings may be shown.
    room: AtomicUsize,
}

impl<'j> Job<'j> {
    pub(crate) fn new(
        args: &'j CheckArgs,
        formats: Formats,
        style: Style,
        targets: &[Target],
    ) -> Result<Self, String> {
        let room = AtomicUsize::new(args.max_findings.unwrap_or(usize::MAX));
        let mut baselines = Baselines::open(args, targets)?;
        for index in 0..baselines.stores.len() {
            let own = targets.iter().filter(|target| baselines.index(target) == Some(index));
            let store = &baselines.stores[index];
            let new = store.may_be_renamed(own);
            let found = new.into_iter().map(|target| (target, recorded(args, store, target))).collect();
            baselines.stores[index].pair_renamed(found);
        }
        Ok(Self { args, formats, style, baselines, room })
    }

    pub(super) fn all(
        &self,
        found: &Found,
        mut take: impl FnMut(Outcome) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        for problem in &found.problems {
            take(self.failure(&problem.path, &problem.reason))?;
        }
        if self.args.max_findings.is_some() {
            // Which findings are shown must not depend on which thread is first.
            return found.targets.iter().try_for_each(|target| take(self.work(target)));
        }
        for_each(&found.targets, |target| self.work(target), take)
    }

    pub(crate) fn work(&self, target: &Target) -> Outcome {
        let path = target.path.to_string_lossy();
        let mut outcome = match files::read(target) {
            Text::Read(text) => self.check(target, &path, &text),
            Text::Untagged => self.report(&path, Status::Skipped, None),
            Text::Failed(problem) => self.failure(&path, &problem),
        };
        outcome.path.clone_from(&target.path);
        outcome
    }

    /// What a row gives: a document, or the reason why there is none.
    pub(super) fn row(&self, row: &Row) -> Outcome {
        match row {
            Ok(target) => self.work(target),
            Err(problem) => self.failure(&problem.path, &problem.reason),
        }
    }

    pub(crate) fn failure(&self, path: &str, problem: &str) -> Outcome {
        let mut outcome = self.report(path, Status::Failed, Some(problem));
        outcome.remarks.push(format!("{path}: {problem}"));
        outcome.hads = 1;
        outcome
    }

    fn report(&self, path: &str, status: Status, error: Option<&str>) -> Outcome {
        let report = FileReport { path, status, document: None, findings: &[], error };
        let mut summary = Summary::default();
        summary.add(&report);
        Outcome { pieces: self.pieces(&report), summary, ..Outcome::default() }
    }

    fn pieces(&self, report: &FileReport<'_, '_>) -> Pieces {
        if self.args.diff { Pieces::new() } else { self.formats.write(report) }
    }

    fn check(&self, target: &Target, path: &str, text: &str) -> Outcome {
        let mut document = target.parse(text);
        let is_required = target.is_named_by_person() || target.is_required();
        if !is_required && !document.is_tagged() {
            let mut outcome = self.report(path, Status::Skipped, None);
            let gives_back = target.stdin && changes_files(self.args);
            outcome.document = if gives_back { text.to_owned() } else { String::new() };
            return outcome;
        }
        let settings = settings(self.args, target);
        let mut outcome = Outcome::default();
        let mut error = None;
        let mended = match self.fix_safely(target, &document, &settings, &mut outcome) {
            Ok(mended) => mended,
            Err(problem) => {
                outcome.remarks.push(format!("{path}: {problem}"));
                // A caller that waits for the document on standard output gets it back unchanged.
                outcome.document = if target.stdin { text.to_owned() } else { String::new() };
                error = Some(problem);
                None
            }
        };
        if let Some(mended) = mended.as_ref().filter(|mended| *mended != text) {
            document = target.parse(mended);
        }
        let is_outside = |target: &str| !target.starts_with('#') && !target.contains("://");
        outcome.leads_out = document.markdown.links.iter().any(|link| is_outside(&link.target));
        let mut findings = check(&document, &settings);
        outcome.store = self.baselines.index(target);
        if let Some(store) = self.baselines.of(target) {
            let found = store.record(target, &document, &findings);
            let known = if store.is_written { vec![true; found.len()] } else { store.knows(target, &found) };
            let mut known = known.into_iter();
            let all = findings.len();
            findings.retain(|_| !known.next().unwrap_or(false));
            outcome.summary.known = all - findings.len();
            outcome.found = found;
        }
        if let Some(origin) =
            target.origin.as_ref().filter(|_| !self.args.whole_files && !findings.is_empty())
        {
            // The lines of a fixed document are not those that git compares.
            let is_fixed = mended.as_ref().is_some_and(|mended| mended != text);
            let lines = if is_fixed && origin.is_staged() { Lines::All } else { origin.lines() };
            let had = |path: &str, anchor: Option<&str>| origin.had(path, anchor);
            outcome.summary.unchanged = keep_changed(&document, &mut findings, &lines, had);
        }
        findings = rules::gather(findings);
        let limit = self.args.fail_on.or(target.config.config.fail_on).unwrap_or_default();
        outcome.fails = limit.fails(findings.iter().map(|finding| finding.severity).max());
        outcome.hads = match error {
            Some(_) => 1,
            None if limit == FailOn::Never => 0,
            None => hads_status(&findings),
        };
        outcome.remarks.extend(document.notices().iter().map(|notice| format!("{path}: {notice}")));
        let hidden = findings.split_off(self.take_room(findings.len()));
        let report = FileReport {
            path,
            status: if error.is_some() { Status::Failed } else { Status::Checked },
            document: Some(&document),
            findings: &findings,
            error: error.as_deref(),
        };
        outcome.summary.add(&report);
        for finding in &hidden {
            outcome.summary.count(finding);
        }
        outcome.summary.hidden = hidden.len();
        outcome.pieces = self.pieces(&report);
        outcome
    }

    /// How many of the findings may be shown.
    fn take_room(&self, wanted: usize) -> usize {
        let taken = |room: usize| Some(room.saturating_sub(wanted));
        let before = self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).unwrap_or_default();
        wanted.min(before)
    }

    /// Fixes the text and shows or writes the result; returns it if the file now contains it.
    fn fix_safely(
        &self,
        target: &Target,
        document: &Document<'_>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<Option<String>, String> {
        let text = document.source.text();
        let path = target.path.to_string_lossy();
        let mended = if let Some(reason) = &self.args.add_suppressions {
            let Some(allowed) = allow(text, settings, reason) else {
                return Err(
                    "not changed: suppression comments would change how the document is read".to_owned()
                );
            };
            outcome.summary.allowed = allowed.comments;
            allowed.text
        } else if self.args.fix || self.args.diff {
            let safety = if self.args.unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
            let fixed = fix_safely(document, settings, safety)?;
            if fixed.refused > 0 {
                let (count, noun) = (fixed.refused, if fixed.refused == 1 { "fix" } else { "fixes" });
                outcome.remarks.push(format!(
                    "{path}: skipped {count} {noun} that would change how the document is read"
                ));
            }
            outcome.remarks.extend(left_out(&fixed).map(|remark| format!("{path}: {remark}")));
            outcome.summary.fixed = if self.args.diff { 0 } else { fixed.applied };
            fixed.text
        } else {
            return Ok(None);
        };
        if self.args.diff {
            outcome.document = unified(&path, text, &mended, self.style);
            outcome.pending = mended != text;
            return Ok(None);
        }
        if target.stdin {
            outcome.document.clone_from(&mended);
        } else if mended != text {
            let written = target.write_problem().map_or_else(
                || writing::replace(&target.path, text, &mended),
                |problem| Err(problem.to_owned()),
            );
            if let Err(problem) = written {
                (outcome.summary.fixed, outcome.summary.allowed) = (0, 0);
                return Err(problem);
            }
        }
        Ok(Some(mended))
    }
}

/// The findings of a document in the form that a baseline stores.
fn recorded(args: &CheckArgs, store: &Store, target: &Target) -> Vec<Known> {
    let Text::Read(text) = files::read(target) else { return Vec::new() };
    let document = target.parse(&text);
    store.record(target, &document, &check(&document, &settings(args, target)))
}

/// Whether documents are written, and not only read.
pub(super) fn changes_files(args: &CheckArgs) -> bool {
    (args.fix || args.add_suppressions.is_some()) && !args.diff
}

/// The rules that run on a document.
pub(crate) fn settings(args: &CheckArgs, target: &Target) -> Settings {
    let mut settings = target.settings();
    for name in &args.select {
        if let Some(rule) = rules::find(name) {
            settings.enable(rule);
        }
    }
    settings.named(target.is_named_by_person()).only(|rule| is_chosen(args, rule.name))
}

/// Whether the arguments select a rule.
pub(super) fn is_chosen(args: &CheckArgs, rule: &str) -> bool {
    let names = |list: &[String]| list.iter().any(|name| name == rule);
    (args.select.is_empty() || names(&args.select)) && !names(&args.ignore)
}

/// The status that the reference validator documents for a document: the first of its checks that fails.
fn hads_status(findings: &[Finding]) -> u8 {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let status = |finding: &Finding| match rules::find(finding.rule).map(|rule| rule.group) {
        Some(Group::Document) => Some(1),
        Some(Group::Tags) => Some(2),
        Some(Group::Bug) => Some(3),
        _ => None,
    };
    errors.filter_map(status).min().unwrap_or(0)
}
