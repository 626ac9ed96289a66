//! What prevents a conversion, and what the rules still report after one.

use std::collections::BTreeMap;

use tagdown::document::{Document, Kind};
use tagdown::rules::Finding;

/// The reason why a document cannot be converted at all.
pub(crate) fn obstacle(document: &Document<'_>) -> Option<String> {
    if has_lone_return(document.source.text()) {
        return Some("some lines end with a lone CR; save the file with LF or CRLF".to_owned());
    }
    if let Some(trap) = document.traps.first() {
        let line = document.source.position(trap.paragraph.start).line;
        let way = "separate the two with a blank line, or write the heading with `#`";
        return Some(format!(
            "line {line}: the next line turns this one into a heading (markdown-trap); {way}"
        ));
    }
    let is_link = |kind: &&Kind| document.markdown.defines(kind.name());
    if let Some(kind) = [Kind::Spec, Kind::Note, Kind::Bug].iter().find(is_link) {
        let name = kind.name();
        return Some(format!("it defines a link named `{name}`, so the tag would become that link"));
    }
    let manifest = document.manifest.filter(|_| document.tags.is_empty())?;
    let is_about_tags = document.text(manifest.span).contains("SPEC");
    let section = &document.sections[manifest.section];
    let line = document.source.position(section.heading.start).line;
    (!is_about_tags).then(|| {
        format!("line {line}: the section `{}` would be read as the manifest; rename it", section.title)
    })
}

/// Whether a line ends with a lone carriage return, which Markdown parsers read differently.
pub(crate) fn has_lone_return(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// The rules that report something, with the number of findings.
pub(crate) fn by_rule(findings: &[Finding]) -> Vec<(&'static str, usize)> {
    let mut left: BTreeMap<&'static str, usize> = BTreeMap::new();
    for finding in findings {
        *left.entry(finding.rule).or_default() += 1;
    }
    left.into_iter().collect()
}
