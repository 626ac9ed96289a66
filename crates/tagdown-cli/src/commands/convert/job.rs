//! How `tagdown convert` processes each document: reads it, converts it, shows or writes the result.

use tagdown::document::parse;
use tagdown::print::{Style, unified};
use tagdown::text::{plural, tame, tame_path};
use tagdown_project::decisions::AllKept;
use tagdown_project::files::{self, Target, Text};
use tagdown_project::undo::Records;
use tagdown_project::writing;
use tagdown_render::dialects::dialect;
use tagdown_write::convert::callouts::{Origin, read_callouts};
use tagdown_write::convert::{
    Conversion, Options, Restored, Tally, convert, report, restore, strip, strip_with,
};

use super::committed::Written;
use super::trackers::Issues;
use crate::args::ConvertArgs;
use crate::llm::{Advised, Llm};
use crate::terminal::output;

/// The result for one document.
#[derive(Default)]
pub(super) struct Outcome {
    /// Text for standard output.
    pub(super) shown: String,
    /// The accompanying report for a person.
    pub(super) told: String,
    pub(super) remark: Option<String>,
    /// Questions that the model did not answer.
    pub(super) unanswered: Option<String>,
    pub(super) tally: Tally,
    pub(super) is_failure: bool,
    pub(super) written: Option<Written>,
}

/// What a run prints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The converted document.
    Print,
    /// A diff.
    Diff,
    /// One line of JSON per document.
    Report,
    /// Only a summary.
    Summary,
}

impl Mode {
    /// What a run prints; `is_one` if a single document was named.
    pub(super) fn of(args: &ConvertArgs, is_one: bool) -> Self {
        match () {
            () if args.report.is_some() => Self::Report,
            () if args.diff => Self::Diff,
            () if args.write || !is_one => Self::Summary,
            () => Self::Print,
        }
    }
}

/// How a run processes each document.
#[derive(Clone, Copy)]
pub(super) struct Job<'j> {
    pub(super) args: &'j ConvertArgs,
    pub(super) style: Style,
    pub(super) mode: Mode,
    /// Whether it is the only document.
    pub(super) is_alone: bool,
    pub(super) kept: &'j AllKept,
    pub(super) undo: &'j Records,
    pub(super) llm: Option<&'j Llm>,
    pub(super) issues: Option<&'j Issues>,
}

impl Job<'_> {
    pub(super) fn work(&self, target: &Target) -> Outcome {
        let path = target.path.to_string_lossy();
        let failure = |problem: String| Outcome {
            remark: Some(format!("{path}: {problem}")),
            is_failure: true,
            ..Outcome::default()
        };
        let text = match files::read(target) {
            Text::Read(text) => text,
            Text::Untagged => return Outcome::default(),
            Text::Failed(problem) => return failure(problem),
        };
        if !self.is_wanted(&text) {
            return Outcome::default();
        }
        let (Advised { mut conversion, remark }, restored) = match self.result(target, &text) {
            Ok(result) => result,
            Err(problem) => return failure(problem),
        };
        let source = restored.as_ref().map_or(text.as_str(), |restored| &restored.source);
        if conversion.refused.is_some() {
            // The page stays as it is.
            conversion.output.clone_from(&text);
        }
        let mut tally = Tally::default();
        tally.add(&text, source, &conversion);
        let mut outcome = self.show(&path, (&text, source), &conversion, tally);
        outcome.unanswered = remark.map(|remark| format!("{path}: {remark}"));
        if conversion.refused.is_some() && self.mode == Mode::Print && !target.stdin {
            // A redirected result must not be the source by mistake; a filter returns the source.
            outcome.shown.clear();
        }
        if self.args.write && !target.stdin && conversion.output != text {
            let recorded = self.undo.add(target, &conversion.undo);
            let recorded = recorded
                .and_then(|()| self.issues.map_or(Ok(()), |issues| issues.record(&target.path, &conversion)));
            let written = recorded.and_then(|()| writing::replace(&target.path, &text, &conversion.output));
            if let Err(problem) = written {
                return failure(problem);
            }
            outcome.written = Some(Written { is_recorded: !conversion.undo.is_empty() });
        }
        outcome
    }

    /// Whether the run would change a file. A language model changes labels, but not whether a page is converted.
    pub(super) fn would_change(&self, target: &Target) -> bool {
        let job = Job { llm: None, ..*self };
        let Text::Read(text) = files::read(target) else { return false };
        self.is_wanted(&text)
            && job.result(target, &text).is_ok_and(|(advised, _)| advised.conversion.output != text)
    }

    /// Whether the options include a document with this text.
    fn is_wanted(&self, text: &str) -> bool {
        !self.args.input.only_tagged || parse(text).is_tagged()
    }

    /// The conversion of a document, and its source if it is already converted.
    fn result(&self, target: &Target, text: &str) -> Result<(Advised, Option<Restored>), String> {
        let restored = self.restored(target, text);
        let source = restored.as_ref().map_or(text, |restored| &restored.source);
        let version = restored.as_ref().and_then(|restored| restored.version.as_deref());
        Ok((self.convert(target, source, version)?, restored))
    }

    /// The source of a converted page, if there are decisions that it may not show yet.
    fn restored(&self, target: &Target, text: &str) -> Option<Restored> {
        let decisions = self.kept.of(target);
        if self.args.strip || self.args.from.is_some() || decisions.is_empty() || !parse(text).is_tagged() {
            return None;
        }
        let settings = target.config.settings(&target.path);
        let path = target.path.to_string_lossy();
        let options = self.args.options(&path, &settings, decisions);
        restore(text, self.undo.of(target)?, &options)
    }

    fn convert(&self, target: &Target, text: &str, version: Option<&str>) -> Result<Advised, String> {
        if let Some(reason) = files::not_markdown(target, text) {
            let refused = Some(reason);
            return Ok(Conversion { output: text.to_owned(), refused, ..Conversion::default() }.into());
        }
        if self.args.strip {
            let output = self.undo.of(target).map_or_else(|| strip(text), |undos| strip_with(text, undos));
            return Ok(Conversion { output, ..Conversion::default() }.into());
        }
        let settings = target.config.settings(&target.path);
        let path = target.path.to_string_lossy();
        let options = self.args.options(&path, &settings, self.kept.of(target));
        let options = Options { version: options.version.or(version), ..options };
        if let Some(dialect) = self.args.from.as_deref().and_then(dialect) {
            let config = &target.config.config;
            let kinds = config.convert.get(dialect.name).cloned().unwrap_or_default();
            let mapping = config.render.options(dialect).mapping;
            let origin = Origin { dialect, mapping: &mapping, kinds: &kinds };
            return Ok(read_callouts(text, &origin, &options).into());
        }
        let mut advised =
            self.llm.map_or_else(|| Ok(convert(text, &options).into()), |llm| llm.convert(text, &options))?;
        if let Some(issues) = self.issues {
            issues.put_into(&target.path, &mut advised.conversion, &settings);
            if self.is_alone {
                let left = issues.left_out(&advised.conversion.issues);
                advised.conversion.issues.extend(left);
            }
        }
        Ok(advised)
    }

    /// The output for a document: its text, and its source before any conversion.
    fn show(
        &self,
        path: &str,
        (text, source): (&str, &str),
        conversion: &Conversion,
        tally: Tally,
    ) -> Outcome {
        let refused = conversion.refused.as_ref().map(|reason| format!("{path}: not converted: {reason}"));
        let is_changed = conversion.output != text;
        let mut told = String::new();
        for notice in conversion.notices.iter().filter(|_| self.is_alone) {
            told.push_str(&format!("{}: {notice}\n", tame_path(path)));
        }
        if let Some(callouts) = &conversion.callouts {
            let summary = callouts.summary();
            if !summary.is_empty() {
                told.push_str(&format!("{}: {}\n", tame_path(path), tame(&summary)));
            }
        } else if is_changed && self.args.strip {
            told.push_str(&format!("{}\n", tame_path(path)));
        } else if is_changed {
            let made =
                conversion.issues.iter().filter(|issue| issue.kind.is_some() && !issue.updated).count();
            let renewed =
                conversion.issues.iter().filter(|issue| issue.kind.is_some() && issue.updated).count();
            let blocks = Some(tally.blocks()).filter(|_| !conversion.blocks.is_empty());
            let issues = (made > 0).then(|| format!("{} added", plural(made, "issue")));
            let renewed = (renewed > 0).then(|| format!("{} updated", plural(renewed, "issue")));
            let said: Vec<String> = blocks.into_iter().chain(issues).chain(renewed).collect();
            told.push_str(&format!("{}: {}\n", tame_path(path), said.join(", ")));
        }
        if !self.is_alone {
            let width = output::stderr_width(self.style);
            conversion.issues.iter().for_each(|issue| told.push_str(&report::issue_line(issue, width)));
        }
        let has_left = conversion.callouts.as_ref().is_some_and(|callouts| !callouts.left.is_empty());
        if (is_changed || has_left || !conversion.issues.is_empty()) && self.is_alone {
            told.push_str(&report::text(source, conversion, output::stderr_width(self.style)));
        }
        let (shown, told) = match self.mode {
            Mode::Print if self.args.strip => (output::shown(&conversion.output).into_owned(), String::new()),
            // On a terminal, the report follows the document.
            Mode::Print if output::is_terminal() => {
                (output::shown(&conversion.output).into_owned(), format!("\n{told}"))
            }
            Mode::Print => (conversion.output.clone(), told),
            Mode::Diff => (unified(path, text, &conversion.output, self.style), told),
            Mode::Report => (report::json(path, conversion) + "\n", String::new()),
            Mode::Summary => (told, String::new()),
        };
        Outcome { shown, told, remark: refused, tally, ..Outcome::default() }
    }
}
