//! Adds comments that allow the findings in a document, each with a reason, so an old document can be checked from now
//! on. A comment that would change the kind of a word is not added.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::allowances::{read_names, rule_names};
use super::check::check;
use super::finding::{Edit, Finding, apply};
use super::settings::{Registry, Settings};
use crate::document::{Document, Place, parse_with};
use crate::markdown::NodeKind;
use crate::text::Span;

/// The rule that checks these comments; no comment allows it.
const UNUSED: &str = "unused-suppression";

/// A document with comments that allow its findings.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// The text with the comments.
    pub text: String,
    /// The number of comments that were added.
    pub comments: usize,
}

/// Why `reason` cannot be used in a comment.
pub(crate) fn reason_problem(reason: &str, registry: &Registry) -> Option<&'static str> {
    if reason.trim().is_empty() {
        Some("it is empty")
    } else if reason.contains("--") || reason.contains(['\n', '\r', '<', '>']) {
        Some("a comment cannot contain `--`, `<`, `>` or a line break")
    } else if is_another_rule(reason, registry) {
        Some("it starts with what looks like a rule name, so that rule would be allowed too")
    } else {
        None
    }
}

/// Whether a reason starts with what looks like another rule name.
fn is_another_rule(reason: &str, registry: &Registry) -> bool {
    read_names(&format!("{UNUSED}: {reason}"), 0, |name| registry.find(name).is_some()).len() > 1
}

/// Allows all findings in `text`. Returns `None` if comments cannot do that without changing the kind of a word.
pub fn allow(text: &str, settings: &Settings, reason: &str) -> Option<Allowed> {
    let document = parse_with(text, &settings.own_tags);
    let mut findings = check(&document, settings);
    findings.retain(|finding| finding.rule != UNUSED);
    let own: HashSet<&str> =
        document.suppressions.iter().map(|comment| document.text(comment.span)).collect();
    let mut for_file: BTreeSet<&'static str> = BTreeSet::new();
    // A comment is placed at the finding. If that does not work, the rule is allowed in the complete file.
    for _ in 0..=2 * settings.registry.rules.len() {
        let edits = comments(&document, &findings, &for_file, reason);
        let made = apply(text, &edits);
        let after = parse_with(&made, &settings.own_tags);
        if after.reading() != document.reading() {
            let all: BTreeSet<_> = findings.iter().map(|finding| finding.rule).collect();
            if for_file == all {
                return None;
            }
            for_file = all;
            continue;
        }
        let (unused, left): (Vec<_>, Vec<_>) =
            check(&after, settings).into_iter().partition(|finding| finding.rule == UNUSED);
        // If a comment allows nothing, its finding is now elsewhere or has disappeared.
        let idle: BTreeSet<_> = unused
            .iter()
            .flat_map(|finding| rules_in(&after, finding.span, &own, settings.registry))
            .collect();
        let (gone, misplaced): (Vec<_>, Vec<_>) = idle.into_iter().partition(|rule| for_file.contains(rule));
        let before = (findings.len(), for_file.len());
        findings.retain(|finding| !gone.contains(&finding.rule));
        let is_found = |rule: &&'static str| findings.iter().any(|finding| finding.rule == *rule);
        for_file
            .extend(misplaced.into_iter().chain(left.iter().map(|finding| finding.rule)).filter(is_found));
        for_file.retain(|rule| !gone.contains(rule));
        let changed = before != (findings.len(), for_file.len());
        if !changed {
            return left.is_empty().then_some(Allowed { text: made, comments: edits.len() });
        }
    }
    None
}

/// The edits that allow one finding with a comment above it, and change nothing else that is found. `None` if a comment
/// cannot do that, or would change the kind of a word.
pub fn allow_one(
    document: &Document<'_>,
    settings: &Settings,
    finding: &Finding,
    reason: &str,
) -> Option<Vec<Edit>> {
    let edits = comments(document, std::slice::from_ref(finding), &BTreeSet::new(), reason);
    let made = apply(document.source.text(), &edits);
    let after = parse_with(&made, &settings.own_tags);
    let only = settings.clone().only(|rule| rule.name == finding.rule);
    let count = |document: &Document<'_>| check(document, &only).len();
    (after.reading() == document.reading() && count(&after) < count(document)).then_some(edits)
}

/// The rules that the comment around a span names; none for a comment that already existed.
fn rules_in(
    document: &Document<'_>,
    span: Span,
    own: &HashSet<&str>,
    registry: &'static Registry,
) -> Vec<&'static str> {
    let after = document.suppressions.partition_point(|comment| comment.span.start <= span.start);
    let comment = after.checked_sub(1).map(|index| &document.suppressions[index]);
    let comment = comment.filter(|comment| !own.contains(document.text(comment.span)));
    let is_rule = |name: &str| registry.find(name).is_some();
    let names = comment.into_iter().flat_map(|comment| rule_names(document, comment, is_rule));
    let names = names.filter(|name| name.overlaps(span));
    names.filter_map(|name| registry.find(document.text(name)).map(|rule| rule.name)).collect()
}

fn comments(
    document: &Document<'_>,
    findings: &[Finding],
    for_file: &BTreeSet<&'static str>,
    reason: &str,
) -> Vec<Edit> {
    let eol = document.source.eol();
    let mut places: BTreeMap<usize, BTreeSet<&'static str>> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| !for_file.contains(finding.rule)) {
        places.entry(place(document, finding)).or_default().insert(finding.rule);
    }
    let comment = |what: &str, rules: &BTreeSet<&'static str>| {
        let names = rules.iter().copied().collect::<Vec<_>>().join(", ");
        format!("<!-- tagdown: {what} {names}: {} -->{eol}", reason.trim())
    };
    let mut edits: Vec<Edit> =
        places.iter().map(|(at, rules)| Edit::insert(*at, comment("allow", rules))).collect();
    if !for_file.is_empty() {
        let text = document.source.text();
        let at = below_header(document);
        let lead = if at == text.len() && !text.is_empty() && !text.ends_with('\n') { eol } else { "" };
        let gap = if at == text.len() { eol } else { "" };
        let made = format!(
            "{lead}{gap}{}{}",
            comment("allow-file", for_file),
            if gap.is_empty() { eol } else { "" }
        );
        let index = edits.partition_point(|edit| edit.span.start <= at);
        match edits.get_mut(index.wrapping_sub(1)).filter(|edit| edit.span.start == at) {
            Some(same) => same.text = made + &same.text,
            None => edits.insert(index, Edit::insert(at, made)),
        }
    }
    edits
}

/// Where to add the comment for a finding: above the tag of its block, otherwise above the Markdown that contains it.
fn place(document: &Document<'_>, finding: &Finding) -> usize {
    let at = finding.span.start;
    let tag = document.block_at(at).and_then(|block| document.tag_of(block));
    let start = match tag.filter(|tag| tag.place == Place::Line) {
        Some(tag) => tag.span.start,
        None => document.markdown.top_at(at).map_or(at, |node| node.span.start.min(at)),
    };
    document.source.this_line(start)
}

/// Above the second heading, otherwise at the end of the text.
fn below_header(document: &Document<'_>) -> usize {
    let headings = document.sections.iter().filter(|section| section.level > 0);
    let second = headings.map(|section| section.heading).find(|heading| {
        let title = document.markdown.nodes.iter().find(|node| matches!(node.kind, NodeKind::Heading { .. }));
        title.is_none_or(|title| title.span.start < heading.start)
    });
    second.map_or(document.source.text().len(), |heading| document.source.this_line(heading.start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn allowed(text: &str) -> String {
        let settings = Settings::default();
        let made = allow(text, &settings, "from before 2026").expect("comments can allow it");
        let after = parse(&made.text);
        assert_eq!(check(&after, &settings).len(), 0, "{}", made.text);
        assert_eq!(after.reading(), parse(text).reading(), "{}", made.text);
        let without: Vec<&str> =
            made.text.lines().filter(|line| !line.starts_with("<!-- tagdown:")).collect();
        let trim = |text: &str| text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        assert_eq!(trim(&without.join("\n")), trim(text), "only comments are added");
        made.text
    }

    #[test]
    fn what_is_found_is_allowed_where_it_stands() {
        let head = "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n";
        let text = allowed(&format!("{head}## A\n\n**[SPEC]** one\n\n- b\n\n**[BUG] b**\nFix: c\n"));
        assert!(
            text.contains("<!-- tagdown: allow inline-content: from before 2026 -->\n**[SPEC]** one"),
            "{text}"
        );
        assert!(text.contains("<!-- tagdown: allow bug-missing-field"), "{text}");
        for body in [
            "## A\n\ntext\n**[SPEC]** one\n",
            "## A\n\n- list\n**[SPEC]**\n- one\n",
            "## A\n\n- **[SPEC]** one\n- two\n",
            "## A\n\n| a |\n|---|\n| b |\n**[NOTE]**\nc\n",
            "## A\n\n**[SPEC]**\n### B\n- a\n\n### C\n- b\n",
            "## A\n\n**[SPEC]**\none two.\n---\n",
            "## A\n\n    code\n\n[SPEC]\n- a\n",
            "## A\n\n```sh\na\n```\n",
        ] {
            allowed(&format!("{head}{body}"));
            allowed(&format!("{head}{body}").replace('\n', "\r\n"));
        }
        let idle = format!("{head}<!-- tagdown: allow inline-content old -->\n\n## A\n\n**[SPEC]** one\n");
        let made = allow(&idle, &Settings::default(), "kept").expect("an unused comment does no harm");
        assert!(
            made.text.contains("<!-- tagdown: allow inline-content: kept -->\n**[SPEC]** one"),
            "{}",
            made.text
        );
        for text in ["", "text", "- a", "# T\n\n## A\n\n- a\n", "---\na: b\n---\ntext\n", "**[SPEC]**"] {
            allowed(text);
        }
    }

    #[test]
    fn a_reason_is_words() {
        for reason in
            ["", "  ", "a --> b", "spec-prose is old", "spec-prose,old", ", old-wiki text", "two\nlines"]
        {
            assert!(reason_problem(reason, Settings::default().registry).is_some(), "{reason:?}");
        }
        assert_eq!(reason_problem("from the old wiki, see issue 12", Settings::default().registry), None);
    }
}
