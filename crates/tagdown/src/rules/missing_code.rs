//! A command, a path with placeholders, a format string or a line of syntax that is written as running text.
//!
//! ```md bad
//! **[SPEC]**
//! - Run docker compose up -d to start the service.
//! - An order is at /orders/{id}/lines.
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - Run `docker compose up -d` to start the service.
//! - An order is at `/orders/{id}/lines`.
//! - The service reads and/or writes 24/7.
//! ```
//!
//! Without code formatting, Markdown changes some characters: quotation marks, dashes, `<name>` and `*`. The rule looks
//! at paragraphs and list items and reports the first place in each. The severity is `info` because some text is only
//! named, not meant to be copied.

use std::cell::OnceCell;

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::Kind;
use crate::markdown::InlineKind;
use crate::prose::screen::Screen;
use crate::prose::{Setting, passages, syntax};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "missing-code",
    group: Group::Spec,
    severity: Severity::Info,
    why: "a reader can copy code exactly; in running text, Markdown changes its characters",
    todo: "put it in backticks or in a code block",
    source: page_of!("missing_code.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let screen = Screen::new(document.source.text());
    for passage in cx.wording().passages.iter() {
        let is_spec = cx.document.blocks[passage.block].kind == Kind::Spec;
        let text = cx.text(passage.span);
        let lets = |part: Span| screen.lets(part, &cx.wording().code_words);
        let may_have_code = || {
            lets(passage.span)
                && shown_parts(document.markdown.inlines_in(passage.span), passage.span).any(lets)
                && syntax::is_possible(text)
        };
        if !is_spec || passage.setting == Setting::Row || !may_have_code() {
            continue;
        }
        let opaque = OnceCell::new();
        let place = |span: Span| Span::new(passage.span.start + span.start, passage.span.start + span.end);
        // Markdown reads `<name>` as HTML.
        let inlines = document.markdown.inlines_in(passage.span);
        let is_html = |span: &Span| inlines.contains(&(InlineKind::Html, *span));
        let is_free = |span: &Span| {
            let inside = |other: &&Span| other.overlaps(*span) && !is_html(other);
            opaque.get_or_init(|| passages::opaque(document, passage.span)).iter().filter(inside).count() == 0
        };
        // Most words with signs are code already.
        let mut hidden = inlines.iter().filter(|(kind, _)| *kind != InlineKind::Html).peekable();
        let is_shown = |word: Span| {
            let start = passage.span.start + word.start;
            while hidden.next_if(|(_, span)| span.end <= start).is_some() {}
            hidden.peek().is_none_or(|(_, span)| start < span.start)
        };
        let mut found = syntax::find(text, is_shown).map(place).filter(is_free);
        if let Some(span) = found.next() {
            cx.report(span, format!("`{}` is not written as code", cx.quote(span).replace('`', "")));
        }
    }
}

/// The parts of a passage between its code and links.
fn shown_parts(inlines: &[(InlineKind, Span)], passage: Span) -> impl Iterator<Item = Span> {
    let hidden = inlines.iter().filter(|(kind, _)| *kind != InlineKind::Html).map(|(_, span)| *span);
    let mut start = passage.start;
    hidden.chain([Span::at(passage.end)]).filter_map(move |span| {
        let part = Span::new(start, span.start.min(passage.end));
        start = start.max(span.end);
        (!part.is_empty()).then_some(part)
    })
}
