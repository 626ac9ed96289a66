//! `text`: for people. Shows what is wrong, where, why it matters, and the fix as a diff with its safety.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::closing::summary_lines;
use super::excerpt::Excerpt;
use super::format::Format;
use super::patch;
use super::report::FileReport;
use super::style::{Style, wrap};
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

/// Lines of context around each place.
const CONTEXT: usize = 1;
/// How many related places get an excerpt; the lines of the others are listed.
const SHOWN: usize = 3;
/// A related place more lines away than this gets its own excerpt.
const NEAR: usize = 14;

fn file(report: &FileReport<'_, '_>, style: Style) -> String {
    let Some(document) = report.document else { return String::new() };
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(style.width).decor_style(DecorStyle::Ascii);
    let path = tame_path(report.path);
    let mut out = String::new();
    for finding in report.findings {
        out.push_str(&one(&renderer, style, &path, document, finding));
        out.push_str("\n\n");
    }
    out
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
