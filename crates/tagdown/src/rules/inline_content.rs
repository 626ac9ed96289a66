//! Content on the tag line.
//!
//! ```md bad
//! **[SPEC]** The port is 8080.
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! The port is 8080.
//! ```
//!
//! Formatters that reflow text put the fields of a BUG on its tag line. tagdown still reads these fields, and the
//! fix moves each one to its own line. If a BUG has no title, the text between its tag and its first field becomes
//! the title.
//!
//! ```md bad
//! **[BUG]** Upload stops at 2 GB
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! ```md fixed
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! The fix is unsafe if the moved text would become a list, a heading or a quote.

use super::bug_field_form::part;
use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, canonical_tag, page_of};
use crate::document::{Block, Document, Form, Kind, TagLine, Wrap};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "inline-content",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Sometimes,
    layout: true,
    why: "a tag must be on its own line; other tools miss this tag and its text",
    todo: "move the content to the line below the tag",
    source: page_of!("inline_content.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.blocks_of_format() {
        if tag.slips.outside {
            outside_title(cx, block, tag);
            continue;
        }
        let Some(inline) = tag.inline else { continue };
        if tag.is_in_heading() || tag.wrap == Wrap::Code || (tag.title.is_some() && block.kind != Kind::Bug) {
            continue;
        }
        let words = cx.text(inline);
        let message = format!("content on the tag line: `{}`", cx.quote(inline));
        let safety = if becomes_block(words) { Safety::Unsafe } else { Safety::Safe };
        let gap = if cx.allows_blank_after_tag() && becomes_block(words) { cx.eol() } else { "" };
        let edit = Edit::replace(Span::new(tag.span.end, inline.start), format!("{}{gap}", cx.eol()));
        let edits = [edit].into_iter().chain(joined(cx.document, block, inline.start)).collect();
        cx.report(tag.span, message).fix(safety, "move the content to the next line", edits);
    }
}

/// Reports a title of a BUG that is not part of its tag.
fn outside_title(cx: &mut Context<'_, '_>, block: &Block, tag: &TagLine) {
    let shown = tag.title.map(|title| cx.quote(title)).unwrap_or_default();
    let text = canonical_tag(cx.document, tag, block.kind);
    let (end, rest) = tag.inline.map_or((tag.span.end, ""), |inline| (inline.start, cx.eol()));
    let edit = Edit::replace(Span::new(tag.span.start, end), format!("{text}{rest}"));
    let edits = [edit].into_iter().chain(joined(cx.document, block, end)).collect();
    cx.report(tag.span, format!("content on the tag line: `{shown}`")).fix(
        Safety::Safe,
        "use the text as the title",
        edits,
    );
}

/// Moves the fields after `from` that a formatter joined onto the tag line to separate lines.
fn joined(document: &Document<'_>, block: &Block, from: usize) -> impl Iterator<Item = Edit> {
    let fields =
        block.fields.iter().filter(move |field| field.form == Form::Joined && field.label.start > from);
    fields.map(|field| part(document, field, true))
}

/// Whether text that starts like this becomes more than a paragraph at the start of a line.
fn becomes_block(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let ordered = digits > 0 && text[digits..].starts_with(['.', ')']);
    let bullet = text.starts_with(['-', '+', '*'])
        && text[1..].starts_with([' ', '-', '*'])
        && !text.starts_with("**");
    let tag = ["**[", "__[", "*[", "_[", "["].iter().any(|mark| text.starts_with(mark));
    tag || ordered
        || bullet
        || text.starts_with(['#', '>', '|', '<', '=', '`', '~', ':']) && !is_code_span(text)
}

fn is_code_span(text: &str) -> bool {
    text.starts_with('`') && !text.starts_with("```")
}
