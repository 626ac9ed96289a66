//! A BUG field that is bulleted, bold, or not at the start of a line.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! - **Symptom:** the progress bar stays at 100%.
//! - **Cause:** the size is kept in 31 bits.
//! - **Fix:** update to 2.1.
//! ```
//!
//! ```md fixed
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: the size is kept in 31 bits.
//! Fix: update to 2.1.
//! ```
//!
//! tagdown reads all of these forms, and none of them is a fault. The rule is off by default; a project that wants one
//! form turns it on with `bug-field-form = "info"`, and then `tagdown fmt` rewrites the fields too.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the bar stays at 100%. Cause: a 31-bit size. Fix: update.
//! ```
//!
//! ```md fixed
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the bar stays at 100%.
//! Cause: a 31-bit size.
//! Fix: update.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::{Block, Document, Field, Form, Kind, fields};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "bug-field-form",
    group: Group::Bug,
    severity: Severity::Info,
    is_off: true,
    fix: FixKind::Sometimes,
    layout: true,
    why: "one form of fields in all documents is easier to search and compare",
    todo: "write the field as `Name: text` at the start of a line",
    source: page_of!("bug_field_form.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.blocks_of(Kind::Bug) {
        for (index, field) in block.fields.iter().enumerate() {
            let written = cx.text(field.label);
            let message = match field.form {
                Form::Plain => continue,
                // Content on the tag line is a single finding, and its fix separates the fields.
                Form::Joined if tag.inline.is_some() => continue,
                Form::Marked => format!("`{written}` instead of `{}:`", field.spec.name),
                Form::Joined => format!("`{written}` follows other text on the same line"),
            };
            let title = format!("write `{}:` at the start of a line", field.spec.name);
            let edits = edits(cx, block, index);
            let holds_tag = cx.document.tags.iter().any(|tag| field.value.contains(tag.span.start));
            let is_numbered = written.starts_with(|c: char| c.is_ascii_digit());
            let finding = cx.report(field.label, message);
            // A tag in a list item is only text; outside it, the tag would open a block. A number counts as a word.
            if !holds_tag && !is_numbered {
                finding.fix(Safety::Safe, title, edits);
            }
        }
    }
}

fn edits(cx: &Context<'_, '_>, block: &Block, index: usize) -> Vec<Edit> {
    let document = cx.document;
    let source = &document.source;
    let field = &block.fields[index];
    let name = format!("{}:", document.text(field.name));
    let gap =
        if source.text()[field.label.end..].starts_with(|c: char| !c.is_whitespace()) { " " } else { "" };
    let name = format!("{name}{gap}");
    if field.form == Form::Joined {
        // All at once: if only one moved to its own line, the others would look like prose.
        return block
            .fields
            .iter()
            .filter(|field| field.form == Form::Joined)
            .map(|field| part(document, field, false))
            .collect();
    }
    let above = if needs_gap(document, block, index) { source.eol() } else { "" };
    let label = Span::new(source.this_line(field.label.start), field.label.end);
    let on_tag_line = label.start < block.content.start;
    let label = if on_tag_line { field.label } else { label };
    let line = source.line_of(field.label.end.saturating_sub(1));
    let is_bare = document.text(Span::new(field.label.end, source.line(line).end)).trim().is_empty();
    let opens =
        line + 1 < source.line_count() && opens_block(source.slice(source.line(line + 1)).trim_start());
    let below = if is_bare && opens && cx.allows_blank_after_tag() { cx.eol() } else { "" };
    let mut edits = vec![Edit::replace(label, format!("{above}{name}{below}"))];
    edits.extend(dedents(document, block, index));
    edits
}

/// Moves a joined field to its own line, in the plain form or as it is written.
pub(crate) fn part(document: &Document<'_>, field: &Field, as_written: bool) -> Edit {
    let text = document.source.text();
    let before = text[..field.label.start].trim_end().len();
    let gap = if text[field.label.end..].starts_with(|c: char| !c.is_whitespace()) { " " } else { "" };
    let plain = || format!("{}:", document.text(field.name));
    let label = if as_written { document.text(field.label).to_owned() } else { plain() };
    Edit::replace(Span::new(before, field.label.end), format!("{}{label}{gap}", document.source.eol()))
}

/// Removes the item's indent from the lines of a field that was a list item.
fn dedents(document: &Document<'_>, block: &Block, index: usize) -> Vec<Edit> {
    let source = &document.source;
    let field = &block.fields[index];
    let width = field.name.start - field.label.start;
    let marker =
        document.text(Span::new(field.label.start, field.name.start)).trim_end_matches(['*', '_']).len();
    let indent = field.label.start - source.this_line(field.label.start);
    if marker == 0 || width == 0 {
        return Vec::new();
    }
    let end = block.fields.get(index + 1).map_or(block.content.end, |next| next.label.start);
    let lines = source.line_of(field.label.start) + 1..=source.line_of(end.saturating_sub(1));
    lines
        .filter_map(|line| {
            let text = source.slice(source.line(line));
            let spaces = text.len() - text.trim_start_matches(' ').len();
            let start = source.line_start(line);
            let cut = spaces.min(indent + marker);
            (start < end && cut > 0 && spaces < text.len())
                .then(|| Edit::delete(Span::new(start, start + cut)))
        })
        .filter(|edit| {
            block.fields.get(index + 1).is_none_or(|next| edit.span.end <= source.this_line(next.label.start))
        })
        .collect()
}

/// Whether, without a blank line, the line above would pull the field into a list, quote or table.
fn needs_gap(document: &Document<'_>, block: &Block, index: usize) -> bool {
    let source = &document.source;
    let line = source.line_of(block.fields[index].label.start);
    let Some(above) = line.checked_sub(1).filter(|&above| source.line_start(above) >= block.content.start)
    else {
        return false;
    };
    let text = source.slice(source.line(above)).trim_start();
    let is_field = fields::starts_field(source.slice(source.line(above)));
    let previous = index.checked_sub(1).map(|previous| &block.fields[previous]);
    let in_list_of_previous = |field: &Field| {
        let first = source.line_of(field.label.start) + 1;
        (first..=above).any(|line| opens_block(source.slice(source.line(line)).trim_start()))
    };
    !text.is_empty() && !is_field && (opens_block(text) || previous.is_some_and(in_list_of_previous))
}

fn opens_block(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let ordered = digits > 0 && text[digits..].starts_with(['.', ')']);
    ordered
        || (text.starts_with(['-', '*', '+']) && text[1..].starts_with(' '))
        || text.starts_with(['>', '|'])
}
