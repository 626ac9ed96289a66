//! Semantic tokens: tags by their kind, the field names of a BUG, and the rules that a comment allows.

use serde_json::{Value, json};
use tagdown::document::Kind;
use tagdown::text::Span;

use crate::ask::{Ask, Reply};
use crate::world::View;

/// The types of tokens, by the names that the themes of editors know.
const TYPES: [&str; 6] = ["keyword", "comment", "macro", "variable", "property", "decorator"];
const FIELD: u32 = 4;
const RULE: u32 = 5;

/// The only modifier: nobody has confirmed the block.
const UNVERIFIED: u32 = 1;

/// What the editor must know to read tokens.
pub(crate) fn offer() -> Value {
    json!({"legend": {"tokenTypes": TYPES, "tokenModifiers": ["unverified"]}, "full": true, "range": true})
}

/// `textDocument/semanticTokens/full`, and `range` where the parameters have one.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let within = ask.params.get("range").and_then(|_| ask.span().ok());
    let mut found: Vec<(Span, u32, u32)> = Vec::new();
    for (block, tag) in view.document.tagged_blocks() {
        let kind = match block.kind {
            Kind::Spec => 0,
            Kind::Note => 1,
            Kind::Bug => 2,
            Kind::Unverified => 3,
        };
        found.push((tag.span, kind, if block.kind == Kind::Unverified { UNVERIFIED } else { 0 }));
        found.extend(block.fields.iter().map(|field| (field.name, FIELD, 0)));
    }
    found.extend(view.document.suppressions.iter().map(|comment| (comment.names, RULE, 0)));
    found.sort_by_key(|(span, ..)| *span);
    found.retain(|(span, ..)| within.is_none_or(|within| within.overlaps(*span)));
    Ok(json!({"data": encoded(view, &found)}))
}

/// Five numbers per token: lines and columns since the one before, its length, its type and modifiers.
fn encoded(view: &View<'_>, found: &[(Span, u32, u32)]) -> Vec<u32> {
    let (source, places) = (&view.document.source, view.places());
    let mut data = Vec::with_capacity(found.len() * 5);
    let (mut line, mut column, mut end) = (0, 0, 0);
    for (span, kind, modifiers) in found {
        // A token is on one line, and no two overlap. White space may come first, also a line ending.
        let span = source.trim(*span);
        let span = source.trim(span.clip(source.line(source.line_of(span.start))));
        if span.is_empty() || span.start < end {
            continue;
        }
        end = span.end;
        let range = places.range(span);
        let start = range.start;
        let behind = if start.line == line { start.character - column } else { start.character };
        data.extend([start.line - line, behind, range.end.character - start.character, *kind, *modifiers]);
        (line, column) = (start.line, start.character);
    }
    data
}
