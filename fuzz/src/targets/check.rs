//! Checking: findings and their edits are sound, every format can print them, and line ends make no difference.

use tagdown::document::{Document, parse};
use tagdown::print::{FORMATS, FileReport, Status, Style, Summary};
use tagdown::rules::{Finding, RULES, Settings, allow, check};

use super::Target;
use crate::document;
use crate::input::Input;
use crate::invariants::{edits, keeps_words, same, span, words};

pub(super) const TARGET: Target = Target {
    name: "check",
    about: "findings are in the text, edits are disjoint, formats are valid, LF and CRLF give the same findings, \
            suppressions silence what they should",
    make: document::document,
    piece: document::piece,
    test,
};

/// The default settings, or those with every rule.
pub(super) fn settings(is_all: bool) -> Settings {
    let mut settings = Settings::default();
    if is_all {
        RULES.iter().copied().for_each(|rule| settings.enable(rule));
    }
    settings
}

fn test(input: &Input<'_>) {
    let settings = settings(input.is_set(0));
    let document = parse(&input.text);
    let findings = check(&document, &settings);
    for finding in &findings {
        span(&input.text, finding.span);
        finding.related.iter().for_each(|related| span(&input.text, related.span));
        finding.fix.iter().for_each(|fix| edits(&input.text, fix.edits()));
    }
    print(&document, &findings);
    if !input.text.contains('\r') {
        line_ends(&input.text, &settings);
    }
    if let Some(allowed) = allow(&input.text, &settings, "adopted") {
        keeps_words(words(&input.text), &allowed.text, "allow");
        let before: Vec<_> = document.reading();
        let after = parse(&allowed.text);
        assert_eq!(before, after.reading(), "allow changed what a reader reads in {:?}", allowed.text);
    }
}

/// Every format writes something that is valid as far as it is JSON.
fn print(document: &Document<'_>, findings: &[Finding]) {
    let report = FileReport {
        path: "docs/a.md",
        status: Status::Checked,
        document: Some(document),
        findings,
        error: None,
    };
    let mut summary = Summary::default();
    summary.add(&report);
    for format in FORMATS {
        let text =
            (format.head)() + &(format.file)(&report, Style::PLAIN) + &(format.tail)(&summary, Style::PLAIN);
        let is_json = matches!(format.name, "json" | "sarif" | "gitlab");
        if is_json {
            assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{}: {text}", format.name);
        }
        if format.name == "jsonl" {
            let is_valid = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
            assert!(text.lines().all(is_valid), "{text}");
        }
    }
}

fn line_ends(text: &str, settings: &Settings) {
    let places = |text: &str| {
        let document = parse(text);
        let mut out = String::new();
        for finding in check(&document, settings) {
            let at = document.source.position(finding.span.start);
            let address = document.address(finding.span.start);
            out.push_str(&format!("{} {}:{} {address}\n", finding.rule, at.line, at.column));
        }
        out
    };
    same(&places(text), &places(&text.replace('\n', "\r\n")), "LF and CRLF differ");
}
