//! Small changes to one place that somebody asks for while writing: a tag of its own for a paragraph, `[?]` in place of a
//! tag, a paragraph as a list of facts, the fields that a BUG lacks. Every word stays, in its order; only words in the
//! place itself change their kind.

use tagdown::document::{Block, Document, FIELDS, Kind, TagLine, can_follow_tag, parse_with};
use tagdown::markdown::{Node, NodeKind};
use tagdown::prose::cut::sentences;
use tagdown::rules::{Edit, Settings, apply};
use tagdown::text::{Span, one_line};

/// Gives the paragraph, list, table or code at an offset a tag of its own. What follows it keeps its kind.
pub fn tag(document: &Document<'_>, at: usize, kind: Kind, settings: &Settings) -> Result<String, String> {
    let Place { block, node, span } = place(document, at)?;
    if block.kind == kind && block.tag.is_some() {
        return Err(format!("it is already under `[{}]`", kind.name()));
    }
    let edits = tagged(document, block, (node, span), kind)?;
    guarded(document, edits, settings, &|word, before| if span.contains(word) { kind } else { before })
}

/// Changes the tag of the block at an offset to `[?]`. The title of a BUG becomes the first line below it.
pub fn doubt(document: &Document<'_>, at: usize, settings: &Settings) -> Result<String, String> {
    let block = document.block_at(at).ok_or("there is no block here")?;
    let tag = document.tag_of(block).ok_or("the text has no tag")?;
    if block.kind == Kind::Unverified {
        return Err("it is already a `[?]`".to_owned());
    }
    if !tag.is_well_formed() || tag.own_name().is_some() {
        return Err("its tag is malformed; run `tagdown check --fix` first".to_owned());
    }
    let eol = document.source.eol();
    let title = tag.title.map(|title| format!("{eol}**{}**", document.text(title))).unwrap_or_default();
    let edit = Edit::replace(tag.span, format!("{}{title}", Kind::Unverified.tag_line()));
    guarded(document, vec![edit], settings, &|word, before| {
        if block.span.contains(word) { Kind::Unverified } else { before }
    })
}

/// Cuts the paragraph at an offset into a list with one sentence per item. Outside of a SPEC, the list becomes one.
pub fn cut(document: &Document<'_>, at: usize, settings: &Settings) -> Result<String, String> {
    let Place { block, node, span } = place(document, at)?;
    if node.kind != NodeKind::Paragraph {
        return Err("only a paragraph can be cut".to_owned());
    }
    let found = sentences(document, span);
    if found.len() < 2 {
        return Err("the paragraph has only one sentence".to_owned());
    }
    let eol = document.source.eol();
    let items: Vec<String> =
        found.iter().map(|sentence| format!("- {}", one_line(document.text(*sentence)))).collect();
    let list = Edit::replace(span, items.join(eol));
    let is_spec = block.kind == Kind::Spec && block.tag.is_some();
    let mut edits = if is_spec { Vec::new() } else { tagged(document, block, (node, span), Kind::Spec)? };
    edits.push(list);
    guarded(document, edits, settings, &|word, before| {
        if span.contains(word) { Kind::Spec } else { before }
    })
}

/// Adds the required fields that the BUG at an offset does not have, without a value.
pub fn add_fields(document: &Document<'_>, at: usize, settings: &Settings) -> Result<String, String> {
    let block = document.block_at(at).filter(|block| block.kind == Kind::Bug && block.tag.is_some());
    let block = block.ok_or("there is no BUG here")?;
    let has = |name: &str| block.fields.iter().any(|field| field.spec.name == name);
    let eol = document.source.eol();
    let lacking = FIELDS.iter().filter(|field| field.required && !has(field.name));
    let lines = lacking.map(|field| format!("{eol}{}: ", field.name)).collect::<Vec<_>>().concat();
    if lines.is_empty() {
        return Err("the BUG has all required fields".to_owned());
    }
    let after = apply(
        document.source.text(),
        &[Edit::insert(block.content.end.max(tag_end(document, block)), lines)],
    );
    let made = parse_with(&after, &settings.own_tags);
    let is_whole = made.block_at(block.span.start).is_some_and(|made| {
        FIELDS
            .iter()
            .filter(|field| field.required)
            .all(|field| made.fields.iter().any(|one| one.spec == field))
    });
    if is_whole { Ok(after) } else { Err("the text of the BUG leaves no room for fields".to_owned()) }
}

fn tag_end(document: &Document<'_>, block: &Block) -> usize {
    document.tag_of(block).map_or(block.span.start, |tag| tag.span.end)
}

/// A piece of a block.
struct Place<'d> {
    block: &'d Block,
    node: &'d Node,
    /// The piece without its tag.
    span: Span,
}

/// The paragraph, list, table or code at an offset.
fn place<'d>(document: &'d Document<'_>, at: usize) -> Result<Place<'d>, String> {
    let inside = |block: &&Block| block.content.start <= at && at <= block.content.end;
    let block = document.blocks.iter().find(inside).ok_or("there is no text here")?;
    let node = document.content_nodes(block).find(|node| node.span.start <= at && at <= node.span.end);
    let node = node.filter(|node| node.kind.is_content()).ok_or("there is no paragraph here")?;
    let span = document.source.trim(node.span.clip(block.content));
    if span.is_empty() {
        Err("there is no paragraph here".to_owned())
    } else {
        Ok(Place { block, node, span })
    }
}

/// The edits that give a piece of a block a tag of its own, and what follows it the tag of the block.
fn tagged(
    document: &Document<'_>,
    block: &Block,
    (node, span): (&Node, Span),
    kind: Kind,
) -> Result<Vec<Edit>, String> {
    let tag = document.tag_of(block);
    let is_plain = |tag: &TagLine| tag.is_well_formed() && tag.title.is_none() && tag.own_name().is_none();
    if !tag.is_none_or(is_plain) || block.kind == Kind::Bug {
        return Err("its tag says more than the kind; move the text out of the block first".to_owned());
    }
    let source = &document.source;
    let eol = source.eol();
    let above = |at: usize, kind: Kind, node: &Node| {
        let line = source.line_of(at);
        let lead = if line == 0 || source.is_blank(line - 1) { "" } else { eol };
        let gap = if can_follow_tag(document, node) { "" } else { eol };
        Edit::insert(source.line_start(line), format!("{lead}{}{eol}{gap}", kind.tag_line()))
    };
    let mut edits = vec![match tag {
        Some(tag) if span.start == block.content.start => Edit::replace(tag.span, kind.tag_line()),
        _ => above(span.start, kind, node),
    }];
    let next =
        document.content_nodes(block).find(|other| other.span.start >= span.end && other.kind.is_content());
    edits.extend(next.map(|next| above(next.span.start, block.kind, next)));
    Ok(edits)
}

/// The text after some edits, if every word is still there and has the kind that it should have.
fn guarded(
    document: &Document<'_>,
    mut edits: Vec<Edit>,
    settings: &Settings,
    kind: &dyn Fn(usize, Kind) -> Kind,
) -> Result<String, String> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let text = document.source.text();
    let after = apply(text, &edits);
    let offset = |word: &str| word.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let wanted: Vec<(Kind, &str)> =
        document.reading().into_iter().map(|(before, word)| (kind(offset(word), before), word)).collect();
    let made = parse_with(&after, &settings.own_tags);
    if made.reading() == wanted {
        drop(made);
        return Ok(after);
    }
    Err("other text would be read under a different tag".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagdown::document::parse;

    type Change = fn(&Document<'_>, usize, &Settings) -> Result<String, String>;

    const HEAD: &str = "# T\n\n## A\n\n";

    #[test]
    fn every_change_keeps_the_rest() {
        let spec: Change = |document, at, settings| tag(document, at, Kind::Spec, settings);
        let note: Change = |document, at, settings| tag(document, at, Kind::Note, settings);
        for (change, text, after) in [
            (spec, "a x.\n\nb |y.\n\nc.\n", "a x.\n\n**[SPEC]**\nb y.\n\n**[NOTE]**\nc.\n"),
            (spec, "|a.\n", "**[SPEC]**\na.\n"),
            (spec, "a.|", "**[SPEC]**\na."),
            (note, "**[SPEC]**\n- |a\n\nb.\n", "**[NOTE]**\n- a\n\n**[SPEC]**\nb.\n"),
            (note, "**[SPEC]**\n- a\n\n|b.\n", "**[SPEC]**\n- a\n\n**[NOTE]**\nb.\n"),
            (spec, "a:\n- b|\n- c\n\nd\n", "a:\n\n**[SPEC]**\n- b\n- c\n\n**[NOTE]**\nd\n"),
            (doubt, "**[SPEC]**\n- |a\n\n**[NOTE]**\nb\n", "**[?]**\n- a\n\n**[NOTE]**\nb\n"),
            (doubt, "**[BUG] It |fails**\nSymptom: x\n", "**[?]**\n**It fails**\nSymptom: x\n"),
            (cut, "**[SPEC]**\nOne is |a. Two is b.\n", "**[SPEC]**\n- One is a.\n- Two is b.\n"),
            (
                cut,
                "One is a.\nTwo |is b.\n\nc.\n",
                "**[SPEC]**\n- One is a.\n- Two is b.\n\n**[NOTE]**\nc.\n",
            ),
            (add_fields, "**[BUG] x|**\nCause: y\n", "**[BUG] x**\nCause: y\nSymptom: \nFix: \n"),
        ] {
            for eol in ["\n", "\r\n"] {
                let (text, after) = (text.replace('\n', eol), after.replace('\n', eol));
                let head = HEAD.replace('\n', eol);
                let at = head.len() + text.find('|').expect("a cursor");
                let text = format!("{head}{}", text.replace('|', ""));
                let made = change(&parse(&text), at, &Settings::default());
                assert_eq!(made.as_deref(), Ok(format!("{head}{after}").as_str()), "{text}");
            }
        }
    }

    #[test]
    fn what_cannot_be_done_is_refused() {
        let spec: Change = |document, at, settings| tag(document, at, Kind::Spec, settings);
        for (change, text) in [
            (spec, "**[SPEC]**\n- |a\n"),
            (spec, "**[BUG] x**\nSymptom: |a\n"),
            (spec, "|\n"),
            (doubt, "|a\n"),
            (doubt, "**[?]**\n|a\n"),
            (doubt, "**[SPEC]**\n- |a\n\n### B\n\n- b\n"),
            (cut, "**[SPEC]**\nOnly |one.\n"),
            (cut, "**[SPEC]**\n- One |is a. Two is b.\n"),
            (add_fields, "**[BUG] x**\nSymptom: |a\nCause: b\nFix: c\n"),
            (add_fields, "**[NOTE]**\n|a\n"),
        ] {
            let at = HEAD.len() + text.find('|').expect("a cursor");
            let text = format!("{HEAD}{}", text.replace('|', ""));
            assert!(change(&parse(&text), at, &Settings::default()).is_err(), "{text}");
        }
    }
}
