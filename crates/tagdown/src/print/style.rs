//! The style of output for people: colours, links, width.

use crate::rules::{self, Severity};

/// The style of output for people.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether to use colours.
    pub colour: bool,
    /// Whether the output is shown on a terminal.
    pub terminal: bool,
    /// Whether rule names link to their pages.
    pub links: bool,
    /// Whether to show only findings, without a summary.
    pub quiet: bool,
    /// Whether every finding is shown in full, also where a rule reports many.
    pub full: bool,
    /// The width of the terminal, in columns.
    pub width: usize,
}

impl Style {
    /// For a file or a pipe.
    pub const PLAIN: Style =
        Style { colour: false, terminal: false, links: false, quiet: false, full: false, width: 120 };
}

/// Breaks a text between words into lines of at most `width` columns.
pub fn wrap(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// The name of a rule, as a link to its page if the terminal supports links.
pub(crate) fn linked(style: Style, name: &str) -> String {
    match rules::find(name).filter(|_| style.links) {
        Some(rule) => format!("\x1b]8;;{}\x1b\\{name}\x1b]8;;\x1b\\", rule.url()),
        None => name.to_owned(),
    }
}

pub(crate) fn severity_style(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Info => "1;34",
    }
}

pub(crate) fn paint(style: Style, code: &str, text: &str) -> String {
    if style.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}
