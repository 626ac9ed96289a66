//! `tagdown check`.

use tagdown::print::{FORMATS, FileReport, Format, Status, Style, Summary, unified};
use tagdown::{Safety, Settings, check, parse, rules};

use crate::args::{CheckArgs, Global};
use crate::configs::Configs;
use crate::exit::{Exit, Problem};
use crate::files::{self, Target, Text};
use crate::output::{self, Output};
use crate::write;

/// What came of one document.
#[derive(Default)]
struct Outcome {
    /// Standard input, mended, or the change that would be made.
    document: String,
    /// What the format writes of it.
    report: String,
    summary: Summary,
    /// What goes to standard error.
    remarks: Vec<String>,
    /// Whether the change is only shown.
    pending: bool,
}

/// What a run does with each document.
struct Job<'j> {
    args: &'j CheckArgs,
    format: &'static Format,
    style: Style,
}

pub(crate) fn run(args: &CheckArgs, global: &Global) -> Result<Exit, Problem> {
    if args.unsafe_fixes && !args.fix && !args.diff {
        return Err("--unsafe-fixes goes with --fix or --diff".to_owned().into());
    }
    let format = FORMATS.iter().find(|format| format.name == args.format).unwrap_or(&FORMATS[0]);
    let job = Job { args, format, style: output::style(global) };
    let mut configs = Configs::new(global)?;
    let found = files::find(&args.input, &mut configs)?;
    let changes_files = args.fix && !args.diff;
    if changes_files {
        super::finish_what_is_begun();
    }
    let fixes_stdin = changes_files && found.targets.iter().any(|target| target.stdin);
    let mut documents = Output::stdout(changes_files);
    let mut report = if fixes_stdin { Output::stderr() } else { Output::stdout(changes_files) };
    let mut summary = Summary::default();
    let (mut pending, mut wrote) = (false, false);
    if !args.diff {
        report.write(format.head)?;
    }
    let mut take = |outcome: Outcome| {
        outcome.remarks.iter().for_each(|remark| output::complain(remark));
        documents.write(&outcome.document)?;
        if !outcome.report.is_empty() {
            report.write(if wrote { format.separator } else { "" })?;
            report.write(&outcome.report)?;
            wrote = true;
        }
        summary += outcome.summary;
        pending |= outcome.pending;
        Ok::<(), Problem>(())
    };
    for problem in &found.problems {
        take(job.failure(&problem.path, &problem.reason))?;
    }
    super::for_each(&found.targets, |target| job.work(target), take)?;
    if !args.diff {
        report.write(&(format.tail)(&summary, job.style))?;
    }
    documents.finish()?;
    report.finish()?;
    let has_findings = if args.diff { pending } else { summary.findings() > 0 };
    Ok(if summary.failed > 0 {
        Exit::Failed
    } else if has_findings {
        Exit::Findings
    } else {
        Exit::Clean
    })
}

impl Job<'_> {
    fn work(&self, target: &Target) -> Outcome {
        let path = target.path.to_string_lossy();
        match files::read(target, self.args.input.max_file_size) {
            Text::Read(text) => self.check(target, &path, &text),
            Text::Untagged => self.report(&path, Status::Skipped, None),
            Text::Failed(problem) => self.failure(&path, &problem),
        }
    }

    fn failure(&self, path: &str, problem: &str) -> Outcome {
        let mut outcome = self.report(path, Status::Failed, Some(problem));
        outcome.remarks.push(format!("{path}: {problem}"));
        outcome
    }

    fn report(&self, path: &str, status: Status, error: Option<&str>) -> Outcome {
        let report = FileReport { path, status, document: None, findings: &[], error };
        let mut summary = Summary::default();
        summary.add(&report);
        let report = if self.args.diff { String::new() } else { (self.format.file)(&report, self.style) };
        Outcome { report, summary, ..Outcome::default() }
    }

    fn check(&self, target: &Target, path: &str, text: &str) -> Outcome {
        let mut document = parse(text);
        if !target.named && !files::is_required(target) && !document.is_tagged() {
            return self.report(path, Status::Skipped, None);
        }
        let settings = self.settings(target);
        let mut outcome = Outcome::default();
        let mut error = None;
        let mended = match self.mend(target, text, &settings, &mut outcome) {
            Ok(mended) => mended,
            Err(problem) => {
                outcome.remarks.push(format!("{path}: {problem}"));
                error = Some(problem);
                None
            }
        };
        if let Some(mended) = &mended {
            document = parse(mended);
        }
        let findings = check(&document, &settings);
        outcome.remarks.extend(document.notices().iter().map(|notice| format!("{path}: {notice}")));
        let report = FileReport {
            path,
            status: if error.is_some() { Status::Failed } else { Status::Checked },
            document: Some(&document),
            findings: &findings,
            error: error.as_deref(),
        };
        outcome.summary.add(&report);
        if !self.args.diff {
            outcome.report = (self.format.file)(&report, self.style);
        }
        outcome
    }

    fn settings(&self, target: &Target) -> Settings {
        let mut settings = target.config.settings(&target.path);
        for name in &self.args.select {
            if let Some(rule) = rules::find(name) {
                settings.enable(rule);
            }
        }
        let chosen =
            |name: &str| self.args.select.is_empty() || self.args.select.iter().any(|other| other == name);
        settings.only(|rule| chosen(rule.name) && !self.args.ignore.iter().any(|name| name == rule.name))
    }

    /// Fixes the text and shows or writes the result; returns it if that is what the file holds now.
    fn mend(
        &self,
        target: &Target,
        text: &str,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<Option<String>, String> {
        if !self.args.fix && !self.args.diff {
            return Ok(None);
        }
        let path = target.path.to_string_lossy();
        let safety = if self.args.unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
        let fixed = super::mend(text, settings, safety)?;
        if fixed.refused > 0 {
            let count = fixed.refused;
            outcome
                .remarks
                .push(format!("{path}: {count} fixes left out: they would change what a reader reads"));
        }
        if self.args.diff {
            outcome.document = unified(&path, text, &fixed.text, self.style);
            outcome.pending = fixed.text != text;
            return Ok(None);
        }
        if target.stdin {
            outcome.document.clone_from(&fixed.text);
        } else if fixed.text != text {
            write::replace(&target.path, text, &fixed.text)?;
        }
        outcome.summary.fixed = fixed.applied;
        Ok(Some(fixed.text))
    }
}
