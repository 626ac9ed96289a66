//! `text`: for people. What is wrong, where, why it matters, and the fix as a diff with its safety.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::excerpt::Excerpt;
use super::{FileReport, Format, Style, Summary, patch, plural, tame};
use crate::document::Document;
use crate::finding::{Finding, Severity};
use crate::rules;
use crate::source::Span;

pub(super) const FORMAT: Format = Format {
    name: "text",
    help: "source excerpt, reason and fix, for people",
    head: String::new,
    separator: "",
    file,
    tail: |summary: &Summary, style: Style| summary_lines(summary, style),
};

/// Lines of context around what is shown.
const CONTEXT: usize = 1;
/// A second place further away than this gets an excerpt of its own.
const NEAR: usize = 14;

fn file(report: &FileReport<'_, '_>, style: Style) -> String {
    let Some(document) = report.document else { return String::new() };
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(style.width).decor_style(DecorStyle::Ascii);
    let path = tame(report.path);
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
    let message = tame(&finding.message);
    let near = |span: Span| lines_apart(document, finding.span, span) <= NEAR;
    let (beside, away): (Vec<_>, Vec<_>) = finding.related.iter().partition(|related| near(related.span));
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
    let why = rules::find(finding.rule).map_or("", |rule| rule.why);
    group = group.element(Level::NOTE.message(wrap(why, style.width.saturating_sub(16))));
    let mut out = renderer.render(&[group]).clone();
    let advice = || rules::todo(finding).map(|todo| patch::advice(todo, style));
    let help = finding.fix.as_ref().map(|fix| patch::render(document, fix, style)).or_else(advice);
    out.extend(help.map(|help| format!("\n{help}")));
    out
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

/// Breaks a text into lines of at most `width` columns, between words.
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

/// The longest mark below a line, in bytes: with more, the line does not fit on a narrow terminal.
const MOST_MARKED: usize = 48;

/// The part of a span on its first line; a long paragraph is marked where it starts.
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

/// What the run came to, and what to run next.
pub(super) fn summary_lines(summary: &Summary, style: Style) -> String {
    if style.quiet {
        return String::new();
    }
    let mut out = String::new();
    for (count, one, many) in [(summary.fixed, "fix", "fixes"), (summary.allowed, "comment", "comments")] {
        if count > 0 {
            out.push_str(&format!("{count} {} made\n", if count == 1 { one } else { many }));
        }
    }
    if summary.checked + summary.skipped == 0 && !summary.failures.is_empty() {
        let unread = format!("{} not read", plural(summary.failures.len(), "file"));
        out.push_str(&format!("{}\n", paint(style, "33", &unread)));
        return out;
    }
    let code = match summary.findings() {
        0 if summary.checked == 0 || !summary.failures.is_empty() => "33",
        0 => "32",
        _ => "1",
    };
    out.push_str(&format!("{}: {}\n", paint(style, code, &summary.in_words()), summary.files_in_words()));
    if summary.findings() == 0 {
        return out;
    }
    let advice = match (summary.fixable, summary.fixable_unsafe) {
        (0, 0) => "`tagdown explain RULE` tells more about a rule".to_owned(),
        (0, unsafe_ones) => {
            format!("{unsafe_ones} can be fixed with `--fix --unsafe-fixes`, to be looked over")
        }
        (safe, 0) => format!("{safe} can be fixed with `--fix`"),
        (safe, unsafe_ones) => {
            format!("{safe} can be fixed with `--fix`, {unsafe_ones} more with `--fix --unsafe-fixes`")
        }
    };
    out + &advice + "\n"
}

/// The name of a rule, which leads to its page where the terminal can.
pub(super) fn linked(style: Style, name: &str) -> String {
    match rules::find(name).filter(|_| style.links) {
        Some(rule) => format!("\x1b]8;;{}\x1b\\{name}\x1b]8;;\x1b\\", rule.url()),
        None => name.to_owned(),
    }
}

pub(super) fn severity_style(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Info => "1;34",
    }
}

pub(super) fn paint(style: Style, code: &str, text: &str) -> String {
    if style.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}
