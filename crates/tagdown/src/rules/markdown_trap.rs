//! Markdown that renders differently from how it looks.
//!
//! Dashes directly under a paragraph turn it into a heading, even if it is a tag or a version line.
//!
//! ```md bad
//! **[SPEC]**
//! The port is 8080.
//! ---
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! The port is 8080.
//!
//! ---
//! ```
//!
//! An ordered list that does not start at 1, or indented code, merges with the tag directly above it.
//!
//! ```md bad
//! **[SPEC]**
//! 3. Restart the service.
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//!
//! 3. Restart the service.
//! ```
//!
//! Inside a bullet, such a list merges with the line above it.
//!
//! ```md bad
//! **[SPEC]**
//! - Remaining steps:
//!   3. Restart the service.
//!   4. Open the port.
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - Remaining steps:
//!
//!   3. Restart the service.
//!   4. Open the port.
//! ```
//!
//! A few words above a row of dashes count as an intended heading.
//!
//! ```md good
//! Limits
//! ------
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of, whole_lines};
use crate::document::Place;
use crate::prose::Setting;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "markdown-trap",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Sometimes,
    layout: true,
    why: "renderers show this differently from how it looks in the source",
    todo: "add a blank line between the two lines",
    source: page_of!("markdown_trap.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    let source = &cx.document.source;
    for trap in &cx.document.traps {
        let at = source.this_line(trap.underline.start);
        let eol = cx.eol();
        if trap.is_decoration {
            let line = whole_lines(source, trap.underline);
            cx.report(trap.paragraph, "the line below makes this a heading")
                .related(trap.underline, "this line")
                .fix(Safety::Safe, "remove the line below", vec![Edit::delete(line)]);
            continue;
        }
        let dashes = cx.text(trap.underline).starts_with('-');
        let marks = if dashes { "dashes" } else { "equal signs" };
        cx.report(trap.paragraph, format!("the {marks} below make this a heading"))
            .related(trap.underline, "this underline")
            .fix(Safety::Safe, format!("add a blank line above the {marks}"), vec![Edit::insert(at, eol)]);
    }
    below_tags(cx);
    inside_items(cx);
}

/// Reports a list that does not start at 1 under a line of the same item.
fn inside_items(cx: &mut Context<'_, '_>) {
    let source = &cx.document.source;
    let is_candidate = |line: &str| matches!(joins_tag(line.trim_start()), Some(Joins::List));
    // Most lines do not start with a digit.
    let starts_with_digit = |start: usize| {
        let mut bytes = source.text().as_bytes()[start..].iter();
        let first = bytes.find(|byte| !matches!(byte, b' ' | b'\t'));
        first.is_some_and(|byte| byte.is_ascii_digit() || !byte.is_ascii() || matches!(byte, 0x0b | 0x0c))
    };
    let mut lines = (0..source.line_count()).filter(|&line| starts_with_digit(source.line_start(line)));
    if !lines.any(|line| is_candidate(source.slice(source.line(line)))) {
        return;
    }
    for passage in cx.passages().iter() {
        let first = source.line_of(passage.span.start);
        let lines = first + 1..=source.line_of(passage.span.end.saturating_sub(1));
        if passage.setting != Setting::Item {
            continue;
        }
        // The lines below join the list.
        let Some(line) = lines.into_iter().find(|&line| is_candidate(source.slice(source.line(line)))) else {
            continue;
        };
        let above = source.line(line - 1).clip(passage.span);
        if is_wrapped(cx.text(above)) {
            continue;
        }
        let (span, at, eol) = (source.trim(source.line(line)), source.line_start(line), cx.eol());
        cx.report(span, "a list that does not start at 1 merges with the line above it").fix(
            Safety::Safe,
            "add a blank line above the list",
            vec![Edit::insert(at, eol)],
        );
    }
}

/// Whether a line ends in the middle of a sentence: then the number below it belongs to the sentence.
fn is_wrapped(line: &str) -> bool {
    const TITLE: usize = 5;
    let line = line.trim_end().trim_end_matches(['*', '_', '`', '"', ')']);
    !line.ends_with([':', '.', ';', '!', '?']) && line.split_whitespace().count() > TITLE
}

fn below_tags(cx: &mut Context<'_, '_>) {
    let source = &cx.document.source;
    for (block, tag) in cx.document.tagged_blocks() {
        let next = source.next_line(tag.span.end.saturating_sub(1));
        let below = block.content.start;
        if tag.inline.is_some() || tag.is_in_heading() || source.this_line(below) != next {
            continue;
        }
        let line = source.line(source.line_of(next));
        let Some(joins) = joins_tag(cx.text(line)) else { continue };
        let span = source.trim(line);
        let eol = cx.eol();
        match joins {
            Joins::List => {
                cx.report(span, "a list that does not start at 1 merges with the tag above it").fix(
                    Safety::Safe,
                    "add a blank line below the tag",
                    vec![Edit::insert(next, eol)],
                );
            }
            Joins::Code => {
                let finding = cx.report(span, "indented code merges with the tag above it");
                // Below a tag that is folded into a list, the indent would make the text part of an item.
                let is_folded = tag.place == Place::Folded;
                if !is_folded && !looks_like_list(source.slice(Span::new(span.start, line.end))) {
                    finding.fix(
                        Safety::Safe,
                        "add a blank line below the tag",
                        vec![Edit::insert(next, eol)],
                    );
                }
            }
        }
    }
}

enum Joins {
    List,
    Code,
}

fn joins_tag(line: &str) -> Option<Joins> {
    let body = line.trim_start_matches(' ');
    let indent = line.len() - body.len();
    if indent > 3 || body.starts_with('\t') {
        return Some(Joins::Code);
    }
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let marker = (1..=9).contains(&digits) && body[digits..].starts_with(['.', ')']);
    let spaced = body.get(digits + 1..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
    // A year at the start of a line is prose, which is meant to join the tag.
    let number: u64 = body[..digits].parse().unwrap_or(1);
    (marker && spaced && number != 1 && number < 1000).then_some(Joins::List)
}

fn looks_like_list(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.starts_with(['-', '*', '+', '|']) || (digits > 0 && text[digits..].starts_with(['.', ')']))
}
