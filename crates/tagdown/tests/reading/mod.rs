//! Reads and fixes a body below a valid header.
#![allow(dead_code, reason = "each test file uses some of these functions")]

use tagdown::document::{OwnTags, parse, parse_with};
use tagdown::rules::{Safety, Settings, check, fix};

pub(crate) const HEADER: &str = "# Title\n**Version 1.0.0** · Team · 2026-01-01 · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\n\
                      Read SPEC and BUG first; NOTE may be skipped.\n\n";

/// The blocks as `KIND (title): text`, with `-` for untagged text.
pub(crate) fn blocks(body: &str, own: &OwnTags) -> Vec<String> {
    let text = format!("{HEADER}{body}");
    let document = parse_with(&text, own);
    let show = |block: &tagdown::document::Block| {
        let kind = if block.tag.is_some() { block.kind.name() } else { "-" };
        let title = document.block_title(block).map(|title| format!(" ({title})")).unwrap_or_default();
        format!("{kind}{title}: {}", document.text(block.content).replace('\n', "|"))
    };
    document.blocks.iter().filter(|block| block.section > 1).map(show).collect()
}

pub(crate) fn rules(body: &str) -> Vec<&'static str> {
    let text = format!("{HEADER}{body}");
    check(&parse(&text), &Settings::default()).iter().map(|finding| finding.rule).collect()
}

#[track_caller]
pub(crate) fn reads(body: &str, expected: &[&str], found: &[&str]) {
    assert_eq!(blocks(body, &OwnTags::default()), expected, "in\n{body}");
    let rules = rules(body);
    for rule in found {
        assert!(rules.contains(rule), "{rule} is not in {rules:?} for\n{body}");
    }
    assert_eq!(found.is_empty(), rules.is_empty(), "{rules:?} for\n{body}");
}

#[track_caller]
pub(crate) fn unsafely_fixed(body: &str, expected: &str) {
    let text = format!("{HEADER}{body}");
    let fixed = fix(&text, &Settings::default(), Safety::Unsafe);
    assert_eq!(fixed.text.strip_prefix(HEADER), Some(expected));
}

#[track_caller]
pub(crate) fn safely_fixed(body: &str, expected: &str) {
    let text = format!("{HEADER}{body}");
    let fixed = fix(&text, &Settings::default(), Safety::Safe);
    assert_eq!(fixed.text.strip_prefix(HEADER), Some(expected));
}
