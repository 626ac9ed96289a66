//! The result of a run: the number of files, the findings by severity and rule, and the files that could not be read.

use std::collections::BTreeMap;

use super::report::{FileReport, Status};
use crate::rules::{Finding, Safety, Severity};
use crate::text::plural;

/// The number of findings of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All findings.
    pub all: usize,
    /// Findings with a safe fix.
    pub fixable: usize,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// All files.
    pub files: usize,
    /// Files that were checked.
    pub checked: usize,
    /// Files that are not tagged documents.
    pub skipped: usize,
    /// Files that could not be read, and why.
    pub failures: Vec<(String, String)>,
    /// Findings that are errors.
    pub errors: usize,
    /// Findings that are warnings.
    pub warnings: usize,
    /// Findings that are only informational.
    pub infos: usize,
    /// Findings with a safe fix.
    pub fixable: usize,
    /// Findings with an unsafe fix.
    pub fixable_unsafe: usize,
    /// Fixes that were applied.
    pub fixed: usize,
    /// Comments that were added to allow findings.
    pub allowed: usize,
    /// Findings that are in the baseline; no other field counts them.
    pub known: usize,
    /// Findings in unchanged text that are not shown; no other field counts them.
    pub unchanged: usize,
    /// Findings that are counted but not shown because of a limit.
    pub hidden: usize,
    /// The number of findings of each rule.
    pub rules: BTreeMap<&'static str, Tally>,
    /// Whether the run looked at everything that the user named, so that a run without tagged documents is worth a remark.
    pub is_complete: bool,
    /// The paths as the user gave them, quoted for a shell.
    pub arguments: String,
}

impl Summary {
    /// Adds a file.
    pub fn add(&mut self, report: &FileReport<'_, '_>) {
        self.files += 1;
        match report.status {
            Status::Checked => self.checked += 1,
            Status::Skipped => self.skipped += 1,
            Status::Failed => {
                self.failures.push((report.path.to_owned(), report.error.unwrap_or_default().to_owned()));
            }
        }
        report.findings.iter().for_each(|finding| self.count(finding));
    }

    /// Counts a finding.
    pub fn count(&mut self, finding: &Finding) {
        match finding.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Info => self.infos += 1,
        }
        match finding.fix.as_ref().map(|fix| fix.safety) {
            Some(Safety::Safe) => self.fixable += 1,
            Some(Safety::Unsafe) => self.fixable_unsafe += 1,
            None => {}
        }
        let tally = self.rules.entry(finding.rule).or_default();
        tally.all += 1;
        tally.fixable += usize::from(finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe));
    }

    /// The total number of findings.
    pub fn findings(&self) -> usize {
        self.errors + self.warnings + self.infos
    }

    /// The most severe finding.
    pub fn worst(&self) -> Option<Severity> {
        let counts = [
            (self.errors, Severity::Error),
            (self.warnings, Severity::Warning),
            (self.infos, Severity::Info),
        ];
        counts.into_iter().find(|(count, _)| *count > 0).map(|(_, severity)| severity)
    }

    /// The findings in words: `2 errors, 1 warning`, or `no findings`.
    pub fn in_words(&self) -> String {
        if self.findings() == 0 {
            return if self.checked == 0 { "nothing to check" } else { "no findings" }.to_owned();
        }
        let counts = [(self.errors, "error"), (self.warnings, "warning"), (self.infos, "info")];
        let some = counts.iter().filter(|(count, _)| *count > 0);
        some.map(|(count, noun)| plural(*count, noun)).collect::<Vec<_>>().join(", ")
    }

    /// The files in words: `3 files checked, 1 not tagged, 1 not read`.
    pub fn files_in_words(&self) -> String {
        let mut words = format!("{} checked", plural(self.checked, "file"));
        for (count, what) in [(self.skipped, "not tagged"), (self.failures.len(), "not read")] {
            if count > 0 {
                words.push_str(&format!(", {count} {what}"));
            }
        }
        for (count, what) in [
            (self.known, "already in the baseline"),
            (self.unchanged, "in unchanged lines not shown (--whole-files shows them)"),
            (self.hidden, "not shown (--max-findings)"),
        ] {
            if count > 0 {
                words.push_str(&format!(", {} {what}", plural(count, "finding")));
            }
        }
        words
    }
}

impl std::ops::AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.checked += other.checked;
        self.skipped += other.skipped;
        self.failures.extend(other.failures);
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.infos += other.infos;
        self.fixable += other.fixable;
        self.fixable_unsafe += other.fixable_unsafe;
        self.fixed += other.fixed;
        self.allowed += other.allowed;
        self.known += other.known;
        self.unchanged += other.unchanged;
        self.hidden += other.hidden;
        for (rule, more) in other.rules {
            let tally = self.rules.entry(rule).or_default();
            tally.all += more.all;
            tally.fixable += more.fixable;
        }
    }
}
