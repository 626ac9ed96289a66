//! A rule's page: the `//!` lines of its file, with examples that a test checks.

use super::rule::{REPOSITORY, Rule};

/// The `//!` lines at the top of a rule's file. Nothing else of the file becomes part of the program.
macro_rules! page_of {
    ($file:literal) => {{
        const FILE: &str = include_str!($file);
        const PAGE: &[u8] =
            &$crate::rules::engine::page::start::<{ $crate::rules::engine::page::length(FILE) }>(FILE);
        match std::str::from_utf8(PAGE) {
            Ok(page) => page,
            Err(_) => "",
        }
    }};
}
pub(crate) use page_of;

/// The number of bytes of the `//!` lines at the top of a file.
pub(crate) const fn length(file: &str) -> usize {
    let mut rest = file.as_bytes();
    while let [b'/', b'/', b'!', ..] = rest {
        while let [byte, behind @ ..] = rest {
            rest = behind;
            if *byte == b'\n' {
                break;
            }
        }
    }
    file.len() - rest.len()
}

/// The first bytes of a file.
pub(crate) const fn start<const LENGTH: usize>(file: &str) -> [u8; LENGTH] {
    match file.as_bytes().first_chunk() {
        Some(start) => *start,
        None => [0; LENGTH],
    }
}

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
