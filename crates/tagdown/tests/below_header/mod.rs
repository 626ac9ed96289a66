//! A valid header for the bodies that tests check.

use tagdown::document::parse;
use tagdown::rules::{Settings, check};

pub(crate) const HEADER: &str = "# Title\n**Version 1.0.0** · Team · 2026-01-01 · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\n\
                                 Read `[SPEC]` and `[BUG]` first; `[NOTE]` may be skipped.\n\n## Part\n\n";
const FIRST_LINE: usize = 10;

/// The findings in `body` as `line rule` pairs; lines count from 1 in the body.
pub(crate) fn found(body: &str, settings: &Settings) -> Vec<String> {
    let text = format!("{HEADER}{body}");
    let document = parse(&text);
    let findings = check(&document, settings);
    let line = |at: usize| document.source.position(at).line.cast_signed() - FIRST_LINE.cast_signed() + 1;
    findings.iter().map(|finding| format!("{} {}", line(finding.span.start), finding.rule)).collect()
}
