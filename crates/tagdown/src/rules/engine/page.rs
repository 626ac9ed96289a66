//! A rule's page: the `//!` lines of its file, with examples that a test checks.

use super::rule::{REPOSITORY, Rule};

/// An example on a rule's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it shows.
    pub kind: ExampleKind,
    /// The document.
    pub text: String,
}

/// What an example shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExampleKind {
    /// The rule finds something.
    Bad,
    /// The rule finds nothing.
    Good,
    /// The preceding bad example after the fix.
    Fixed,
}

impl Rule {
    /// The page, as Markdown.
    pub fn page(&self) -> String {
        let lines = self.source.lines().map_while(|line| line.strip_prefix("//!"));
        let mut page =
            lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n");
        page.push('\n');
        page
    }

    /// What the rule finds, in one sentence: the first paragraph of its page.
    pub fn summary(&self) -> String {
        let page = self.page();
        page.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The web address of the page.
    pub fn url(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!("{}/blob/v{version}/docs/rules.md#{}", REPOSITORY, self.name)
    }

    /// The examples on the page, in order.
    pub fn examples(&self) -> Vec<Example> {
        let page = self.page();
        let mut examples = Vec::new();
        let mut open: Option<(usize, Option<ExampleKind>, String)> = None;
        for line in page.lines() {
            let ticks = line.len() - line.trim_start_matches('`').len();
            open = match open {
                None if ticks >= 3 => {
                    let kind = match &line[ticks..] {
                        "md bad" => Some(ExampleKind::Bad),
                        "md good" => Some(ExampleKind::Good),
                        "md fixed" => Some(ExampleKind::Fixed),
                        _ => None,
                    };
                    Some((ticks, kind, String::new()))
                }
                Some((fence, kind, text)) if ticks == fence && line.len() == fence => {
                    examples.extend(kind.map(|kind| Example { kind, text }));
                    None
                }
                Some((fence, kind, text)) => Some((fence, kind, text + line + "\n")),
                None => None,
            };
        }
        examples
    }
}
