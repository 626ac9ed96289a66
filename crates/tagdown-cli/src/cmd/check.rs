//! `tagdown check`.

use tagdown::print::{FORMATS, FileReport, Format, Status, Style, Summary, unified};
use tagdown::{Safety, Settings, check, parse, rules};

use crate::args::{CheckArgs, Global};
use crate::configs::Configs;
use crate::exit::{Exit, Problem};
use crate::files::{self, Target, Text};
use crate::{output, write};

/// What came of one document.
#[derive(Default)]
struct Outcome {
    /// What goes to standard output.
    text: String,
    summary: Summary,
    /// What goes to standard error.
    remarks: Vec<String>,
    /// A fix that is only shown, or could not be written.
    pending: bool,
    failed: bool,
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
    let mut failed = !found.problems.is_empty();
    let fixes_stdin = args.fix && found.targets.iter().any(|target| target.stdin);
    let shows_report = !args.diff && !fixes_stdin;
    let mut summary = Summary::default();
    let (mut pending, mut wrote) = (false, false);
    if shows_report {
        output::write(format.head)?;
    }
    let mut take = |outcome: Outcome| {
        outcome.remarks.iter().for_each(|remark| output::complain(remark));
        if !outcome.text.is_empty() {
            let separator = if wrote && shows_report { format.separator } else { "" };
            output::write(&format!("{separator}{}", outcome.text))?;
            wrote = true;
        }
        add(&mut summary, &outcome.summary);
        pending |= outcome.pending;
        failed |= outcome.failed;
        Ok::<(), Problem>(())
    };
    for problem in &found.problems {
        take(job.failure(&problem.path, &problem.reason))?;
    }
    super::for_each(&found.targets, |target| job.work(target), take)?;
    if shows_report {
        output::write(&(format.tail)(&summary, job.style))?;
    }
    Ok(match () {
        () if failed || summary.failed > 0 => Exit::Failed,
        () if pending || summary.findings() > 0 => Exit::Findings,
        () => Exit::Clean,
    })
}

fn add(total: &mut Summary, one: &Summary) {
    let pairs = [
        (&mut total.files, one.files),
        (&mut total.checked, one.checked),
        (&mut total.skipped, one.skipped),
        (&mut total.failed, one.failed),
        (&mut total.errors, one.errors),
        (&mut total.warnings, one.warnings),
        (&mut total.infos, one.infos),
        (&mut total.fixable, one.fixable),
        (&mut total.fixable_unsafe, one.fixable_unsafe),
        (&mut total.fixed, one.fixed),
    ];
    for (sum, part) in pairs {
        *sum += part;
    }
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
        let hidden =
            self.args.diff || self.args.fix && status == Status::Failed && self.format.separator.is_empty();
        let text = if hidden { String::new() } else { (self.format.file)(&report, self.style) };
        Outcome { text, summary, ..Outcome::default() }
    }

    fn check(&self, target: &Target, path: &str, text: &str) -> Outcome {
        let mut document = parse(text);
        if !target.named && !files::is_required(target) && !document.is_tagged() {
            return self.report(path, Status::Skipped, None);
        }
        let settings = self.settings(target);
        let mut outcome = Outcome::default();
        let mut mended = None;
        if self.args.fix || self.args.diff {
            mended = self.mend(target, text, &settings, &mut outcome);
        }
        if let Some(mended) = &mended {
            document = parse(mended);
        }
        let findings = check(&document, &settings);
        let notices = document.notices();
        outcome.remarks.extend(notices.iter().map(|notice| format!("{path}: {notice}")));
        let report = FileReport {
            path,
            status: Status::Checked,
            document: Some(&document),
            findings: &findings,
            error: None,
        };
        outcome.summary.add(&report);
        if target.stdin && self.args.fix && !self.args.diff {
            document.source.text().clone_into(&mut outcome.text);
        } else if !self.args.diff {
            outcome.text = (self.format.file)(&report, self.style);
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

    /// Fixes the text, shows or writes the result, and returns it if that is what the file holds now.
    fn mend(
        &self,
        target: &Target,
        text: &str,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Option<String> {
        let path = target.path.to_string_lossy();
        let safety = if self.args.unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
        let done = super::mend(text, settings, safety).and_then(|fixed| {
            if fixed.refused > 0 {
                let count = fixed.refused;
                outcome
                    .remarks
                    .push(format!("{path}: {count} fixes left out: they would change what a reader reads"));
            }
            if self.args.diff {
                outcome.text = unified(&path, text, &fixed.text, self.style);
                outcome.pending = fixed.text != text;
                return Ok(None);
            }
            if fixed.text != text && !target.stdin {
                write::replace(&target.path, text, &fixed.text)?;
            }
            outcome.summary.fixed = fixed.applied;
            Ok(Some(fixed.text))
        });
        done.unwrap_or_else(|problem| {
            outcome.failed = true;
            outcome.remarks.push(format!("{path}: {problem}"));
            None
        })
    }
}
