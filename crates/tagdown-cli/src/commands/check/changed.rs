//! With `--since` and `--staged`: which findings are about something that changed.

use tagdown::document::Document;
use tagdown::rules::{Finding, broken_target};
use tagdown::text::Span;
use tagdown_project::git::Lines;

/// Removes the findings about text that did not change, and returns their number. A finding stays if one of its lines
/// changed, or a line of its block. A finding outside of all blocks stays if its section changed; one in the header, if the
/// header or the manifest changed. A broken link stays if `had` says that its target was there before.
pub(super) fn keep_changed(
    document: &Document<'_>,
    findings: &mut Vec<Finding>,
    lines: &Lines,
    had: impl Fn(&str, Option<&str>) -> bool,
) -> usize {
    let all = findings.len();
    let touches = |span: Span| {
        let last = span.end.saturating_sub(1).max(span.start);
        lines.touch(document.source.line_of(span.start) + 1, document.source.line_of(last) + 1)
    };
    findings.retain(|finding| {
        touches(finding.span)
            || finding.related.iter().any(|related| touches(related.span))
            || touches(document.source.trim(region(document, finding.span.start)))
            || broken_target(document, finding).is_some_and(|(path, anchor)| had(&path, anchor.as_deref()))
    });
    all - findings.len()
}

/// The part of a document that a finding at this place is about.
fn region(document: &Document<'_>, at: usize) -> Span {
    let front = Span::new(0, front_end(document));
    match document.block_at(at) {
        _ if front.contains(at) => front,
        Some(block) => block.span,
        None => document.sections[document.section_at(at)].span,
    }
}

/// The end of title, header and manifest. Without a manifest, the heading of the first section is where one was removed.
fn front_end(document: &Document<'_>) -> usize {
    let first = document.blocks.first().map_or(document.source.text().len(), |block| block.span.start);
    let header = document.header.paragraph.or(document.header.title).map_or(0, |span| span.end);
    let section =
        document.sections.iter().find(|section| section.level == 2).map_or(header, |one| one.heading.end);
    document.manifest.map_or(section.max(header), |manifest| manifest.span.end.min(first).max(header))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagdown::document::parse;
    use tagdown::rules::{Settings, check};

    const TEXT: &str = "# T\n**Version 1.0.0**\n\n## A\n\n**[SPEC]** one\n\n**[BUG] It stops**\nSymptom: E7\n\nCause: x\n\n\
                        ## Changelog\n\n**[NOTE]**\n- 1.1.0: more\n";

    fn kept(changes: &[[usize; 2]]) -> Vec<&'static str> {
        let document = parse(TEXT);
        let mut findings = check(&document, &Settings::default());
        let all = findings.len();
        let hidden = keep_changed(&document, &mut findings, &Lines::Some(changes.to_vec()), |_, _| false);
        assert_eq!(all, findings.len() + hidden);
        findings.iter().map(|finding| finding.rule).collect()
    }

    #[test]
    fn only_findings_about_changes_stay() {
        assert_eq!(kept(&[]), [""; 0]);
        assert_eq!(kept(&[[6, 6]]), ["inline-content"]);
        assert_eq!(kept(&[[11, 11]]), ["bug-missing-field"]);
        assert!(kept(&[[2, 2]]).contains(&"missing-manifest"));
        assert_eq!(kept(&[[16, 16]]), ["stale-version"]);
    }
}
