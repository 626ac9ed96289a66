//! What prevents a conversion, and what the rules still report after one.

use std::collections::{BTreeMap, HashMap};

use tagdown::document::{Document, Kind};
use tagdown::rules::{self, Finding, Group, Rule, Settings, Severity};
use tagdown::text::{one_line, plural};

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

/// Rules about the header and the manifest, which a conversion writes.
const FRONT: [&str; 8] = [
    "missing-title",
    "missing-version",
    "version-form",
    "missing-manifest",
    "late-manifest",
    "incomplete-manifest",
    "tag-in-manifest",
    "format-version",
];

/// The errors that a conversion brings in. What is wrong with the author's own text is no reason to refuse it.
pub(crate) fn brought_in<'f>(
    source: &Document<'_>,
    after: &Document<'_>,
    findings: &'f [Finding],
    settings: &Settings,
) -> Vec<&'f Finding> {
    let mut errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .filter_map(|finding| Some((finding, rules::find(finding.rule)?)))
        .filter(|(_, rule)| !is_about_wording(rule))
        .peekable();
    // Most results have no error, so the source need not be checked.
    if errors.peek().is_none() {
        return Vec::new();
    }
    let key =
        |document: &Document<'_>, finding: &Finding| (finding.rule, one_line(document.text(finding.span)));
    let mut known: HashMap<(&str, String), usize> = HashMap::new();
    for finding in rules::check(source, settings) {
        *known.entry(key(source, &finding)).or_default() += 1;
    }
    let mut is_new = |finding: &Finding| match known.get_mut(&key(after, finding)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    errors
        .filter(|(finding, rule)| is_about_tags(rule) || is_new(finding))
        .map(|(finding, _)| finding)
        .collect()
}

/// Whether a rule judges the words of a block. A conversion adds none, and a configuration can make such a finding an
/// error.
fn is_about_wording(rule: &Rule) -> bool {
    let is_of_block =
        matches!(rule.group, Group::Spec | Group::Unverified) && rule.severity < Severity::Error;
    is_of_block || !rule.cues.is_empty() || rule.is_authors_own
}

/// Whether a rule is about tags, the header or the manifest. With such an error, tags cannot be added safely.
fn is_about_tags(rule: &Rule) -> bool {
    rule.severity == Severity::Error && (rule.group == Group::Tags || FRONT.contains(&rule.name))
}

/// The number of errors.
pub(crate) fn count_errors(findings: &[Finding]) -> usize {
    findings.iter().filter(|finding| finding.severity == Severity::Error).count()
}

/// Notices on the errors in an accepted result, which are those of the author's own text.
pub(crate) fn own_errors(after: &Document<'_>, findings: &[Finding]) -> Vec<String> {
    const MOST: usize = 3;
    let errors: Vec<&Finding> =
        findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    let say = |finding: &&Finding| {
        let line = after.source.position(finding.span.start).line;
        format!("line {line}: {} ({}); not caused by the conversion", finding.message, finding.rule)
    };
    let mut out: Vec<String> = errors.iter().take(MOST).map(say).collect();
    if let Some(more) = errors.len().checked_sub(MOST).filter(|more| *more > 0) {
        let more = plural(more, "more error");
        out.push(format!("{more} not caused by the conversion; `tagdown check` lists them"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_about_the_front_exist() {
        for name in FRONT {
            assert!(rules::find(name).is_some_and(|rule| rule.group == Group::Document), "{name}");
        }
    }
}
