//! Notices about broken links, for commands that do not check: what `tagdown check` would report, in one line per file.

use tagdown::document::Document;
use tagdown::rules::{Finding, check};
use tagdown::text::Span;
use tagdown_project::files::Target;

use crate::terminal::shell;

/// The rule whose findings are reported.
const RULE: &str = "broken-link";

/// The broken links of one document.
#[derive(Default)]
pub(super) struct BrokenLinks {
    path: String,
    /// The line of each, and the finding.
    found: Vec<(usize, Finding)>,
}

impl BrokenLinks {
    /// Finds the broken links of a document, unless its configuration turns the rule off.
    pub(super) fn of(target: &Target, document: &Document<'_>) -> Self {
        let path = target.path.to_string_lossy().into_owned();
        let settings = target.settings().only(|rule| rule.name == RULE);
        let findings = if settings.rules.is_empty() { Vec::new() } else { check(document, &settings) };
        let line = |finding: &Finding| document.source.position(finding.span.start).line;
        Self { path, found: findings.into_iter().map(|finding| (line(&finding), finding)).collect() }
    }

    /// The path of the document.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The notice on all of them.
    pub(super) fn notice(&self) -> Option<String> {
        self.say(&self.found.iter().collect::<Vec<_>>())
    }

    /// The notice on those in some stretches of the document, and on definitions that are used there.
    pub(super) fn notice_in(&self, shown: &[Span]) -> Option<String> {
        let is_in = |at: usize| shown.iter().any(|span| span.contains(at));
        let is_shown = |(_, finding): &&(usize, Finding)| {
            is_in(finding.span.start) || finding.related.iter().any(|related| is_in(related.span.start))
        };
        self.say(&self.found.iter().filter(is_shown).collect::<Vec<_>>())
    }

    fn say(&self, found: &[&(usize, Finding)]) -> Option<String> {
        let path = &self.path;
        let (line, first) = found.first()?;
        let message = &first.message;
        Some(match found.len() {
            1 => format!("{path}: broken link in line {line}: {message}"),
            count => {
                let shown = shell::quoted(path);
                format!(
                    "{path}: {count} broken links; to list them, run `tagdown check --select {RULE} {shown}`"
                )
            }
        })
    }
}
