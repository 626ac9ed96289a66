//! `text`: for people. Shows what is wrong, where, why it matters, and the fix as a diff with its safety.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::closing::summary_lines;
use super::excerpt::Excerpt;
use super::format::Format;
use super::patch;
use super::report::FileReport;
use super::style::{Style, linked, paint, severity_style, wrap};
use super::summary::Summary;
use crate::document::Document;
use crate::rules::{self, Finding, Fix, Related, Severity};
use crate::text::{Span, tame_log, tame_path};

pub(crate) const FORMAT: Format = Format {
    name: "text",
    help: "source excerpt, reason and fix, for people",
    head: String::new,
    separator: "",
    file,
    tail: |summary: &Summary, style: Style| summary_lines(summary, style),
};

/// How many findings of a rule in a file are shown in full, and how many related places of a finding. The lines of the
/// others are listed.
const SHOWN: usize = 3;
/// One more finding takes no more room than the line that would stand for it.
const LEAST_FOLDED: usize = 2;
/// How many lines of folded findings are listed.
const LISTED: usize = 24;
/// Lines of context around each place.
const CONTEXT: usize = 1;
/// A related place more lines away than this gets its own excerpt.
const NEAR: usize = 14;

fn file(report: &FileReport<'_, '_>, style: Style) -> String {
    let Some(document) = report.document else { return String::new() };
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(style.width).decor_style(DecorStyle::Ascii);
    let path = tame_path(report.path);
    let mut out = String::new();
    let folds = fold(report.findings, style.full);
    for (index, finding) in report.findings.iter().enumerate() {
        let folded = folds.get(finding.rule);
        match folded.and_then(|places| places.first()).map_or(Ordering::Less, |first| index.cmp(first)) {
            Ordering::Less => out.push_str(&one(&renderer, style, &path, document, finding)),
            Ordering::Equal => {
                out.push_str(&more(style, &path, document, report.findings, &folds[finding.rule]));
            }
            Ordering::Greater => continue,
        }
        out.push_str("\n\n");
    }
    out
}

/// The findings of each rule that are folded into one line, by their indexes.
fn fold(findings: &[Finding], full: bool) -> BTreeMap<&'static str, Vec<usize>> {
    let mut by_rule: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (index, finding) in findings.iter().enumerate().filter(|_| !full) {
        by_rule.entry(finding.rule).or_default().push(index);
    }
    by_rule.retain(|_, places| {
        let rest = places.split_off(SHOWN.min(places.len()));
        *places = rest;
        places.len() >= LEAST_FOLDED
    });
    by_rule
}

/// The line that stands for the other findings of a rule in a file.
fn more(style: Style, path: &str, document: &Document<'_>, findings: &[Finding], places: &[usize]) -> String {
    let finding = &findings[places[0]];
    let worst = places.iter().map(|&place| findings[place].severity).max().unwrap_or(finding.severity);
    let mut lines: Vec<usize> =
        places.iter().map(|&place| document.source.position(findings[place].span.start).line).collect();
    lines.dedup();
    let rest = if lines.len() > LISTED { " …" } else { "" };
    let lines: Vec<String> = lines.iter().take(LISTED).map(usize::to_string).collect();
    let name =
        format!("{}[{}]", paint(style, severity_style(worst), worst.name()), linked(style, finding.rule));
    let plain = format!("and {} more places in {path}: lines {}{rest}", places.len(), lines.join(", "));
    let lead = worst.name().len() + finding.rule.len() + 4;
    let text = wrap(&plain, style.width.saturating_sub(lead).max(30)).replace('\n', "\n  ");
    format!("{name}: {text}\n  (--full shows them)")
}

fn one(renderer: &Renderer, style: Style, path: &str, document: &Document<'_>, finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let message = tame_log(&finding.message);
    let (shown, listed) = finding.related.split_at(finding.related.len().min(SHOWN));
    let near = |span: Span| lines_apart(document, finding.span, span) <= NEAR;
    let (beside, away): (Vec<_>, Vec<_>) = shown.iter().partition(|related| near(related.span));
    let primary = one_line(document, finding.span);
    let places: Vec<Span> = beside.iter().map(|related| related.span).chain([primary]).collect();
    let excerpt = window(document, &places);
    let mut snippet = Snippet::source(excerpt.text.as_str())
        .line_start(excerpt.first_line)
        .path(path)
        .annotation(AnnotationKind::Primary.span(excerpt.range(primary)));
    for related in &beside {
        let range = excerpt.range(one_line(document, related.span));
        snippet = snippet.annotation(AnnotationKind::Context.span(range).label(related.message.as_str()));
    }
    let far: Vec<_> = away.iter().map(|related| (window(document, &[related.span]), related)).collect();
    let mut title = level.primary_title(message).id(finding.rule);
    if let Some(rule) = rules::find(finding.rule).filter(|_| style.links) {
        title = title.id_url(rule.url());
    }
    let mut group = title.element(snippet);
    for (excerpt, related) in &far {
        let range = excerpt.range(one_line(document, related.span));
        group = group.element(
            Snippet::source(excerpt.text.as_str())
                .line_start(excerpt.first_line)
                .path(path)
                .annotation(AnnotationKind::Context.span(range).label(related.message.as_str())),
        );
    }
    let more = more_places(document, listed);
    if !listed.is_empty() {
        group = group.element(Level::NOTE.message(wrap(&more, style.width.saturating_sub(16))));
    }
    let why = rules::find(finding.rule).map_or("", |rule| rule.why);
    group = group.element(Level::NOTE.message(wrap(why, style.width.saturating_sub(16))));
    let mut out = renderer.render(&[group]).clone();
    let advice = || rules::todo(finding).map(|todo| patch::advice(todo, style));
    let show = |fix: &Fix| {
        if listed.is_empty() { patch::render(document, fix, style) } else { patch::advice(&fix.title, style) }
    };
    let help = finding.fix.as_ref().map(show).or_else(advice);
    out.extend(help.map(|help| format!("\n{help}")));
    out
}

/// The lines of places without an excerpt.
fn more_places(document: &Document<'_>, places: &[Related]) -> String {
    const MOST: usize = 12;
    let lines =
        places.iter().take(MOST).map(|place| document.source.position(place.span.start).line.to_string());
    let lines = lines.collect::<Vec<_>>().join(", ");
    let dots = if places.len() > MOST { ", …" } else { "" };
    let (noun, at) = if places.len() == 1 { ("place", "line") } else { ("places", "lines") };
    format!("and {} more {noun}: {at} {lines}{dots}", places.len())
}

fn window(document: &Document<'_>, places: &[Span]) -> Excerpt {
    let source = &document.source;
    let first = places.iter().map(|span| source.line_of(span.start)).min().unwrap_or(0);
    let last = places
        .iter()
        .map(|span| source.line_of(span.end.saturating_sub(1).max(span.start)))
        .max()
        .unwrap_or(0);
    Excerpt::new(source, first.saturating_sub(CONTEXT), last + CONTEXT, places)
}

/// The longest underline, in bytes: a longer one does not fit on a narrow terminal.
const MOST_MARKED: usize = 48;

/// The part of a span on its first line; a long span is cut, so only its start is underlined.
fn one_line(document: &Document<'_>, span: Span) -> Span {
    let line = document.source.line(document.source.line_of(span.start));
    let mut end = span.end.min(line.end).max(span.start);
    if end - span.start > MOST_MARKED {
        end = document.source.text().floor_char_boundary(span.start + MOST_MARKED);
    }
    Span::new(span.start, end)
}

fn lines_apart(document: &Document<'_>, a: Span, b: Span) -> usize {
    document.source.line_of(a.start).abs_diff(document.source.line_of(b.start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;
    use crate::print::Status;
    use crate::rules::{Settings, check};

    fn printed(items: usize, full: bool) -> String {
        let body: String = (0..items).map(|_| "- Limit: TODO\n").collect();
        let text = format!("# T\n\n## S\n\n**[SPEC]**\n{body}");
        let document = parse(&text);
        let rule = rules::find("placeholder").expect("a rule");
        let findings = check(&document, &Settings::single(rule));
        assert_eq!(findings.len(), items);
        let report = FileReport {
            path: "a.md",
            status: Status::Checked,
            document: Some(&document),
            findings: &findings,
            error: None,
        };
        file(&report, Style { full, width: 60, ..Style::PLAIN })
    }

    #[test]
    fn repeated_findings_are_folded() {
        let excerpts = |text: &str| text.matches(" --> a.md:").count();
        assert_eq!(excerpts(&printed(4, false)), 4);
        let folded = printed(6, false);
        assert_eq!(excerpts(&folded), 3);
        assert!(
            folded.contains("error[placeholder]: and 3 more places in a.md: lines 9, 10,\n  11\n"),
            "{folded}"
        );
        assert_eq!(excerpts(&printed(6, true)), 6);
        let many = printed(40, false);
        assert!(many.contains("and 37 more places") && many.contains(" …\n"), "{many}");
        assert!(many.lines().all(|line| line.chars().count() <= 100), "{many}");
    }
}
