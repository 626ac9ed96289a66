//! Converts the callouts of a document, from the outermost to the innermost.

use std::collections::BTreeMap;

use tagdown::document::TagLine;
use tagdown::document::{Document, Kind, Place, TAGS, Tag, parse};
use tagdown::rules::{self, apply};
use tagdown::text::Span;
use tagdown_render::{Shape, Title};

use super::callout::{Found, Left};
use super::write::{self, Written};
use super::{undo_footnotes, undo_render};
use crate::convert::callouts::origin::Origin;
use crate::convert::callouts::{find, guard, kind, names, next_tag};
use crate::convert::checks::{by_rule, obstacle};
use crate::convert::header;
use crate::convert::outcome::{Callouts, Conversion, LeftCallout, Options, ReadCallout};

/// Callouts can be nested; those nested deeper than this stay unchanged.
const PASSES: usize = 32;

/// Converts the callouts of a document to tagged blocks.
pub fn read_callouts(text: &str, origin: &Origin<'_>, options: &Options<'_>) -> Conversion {
    let mut conversion = Conversion { output: text.to_owned(), ..Conversion::default() };
    let mut read = BTreeMap::new();
    match run(text, origin, options, &mut read) {
        Ok((output, left)) => {
            let count = |((name, kind), count)| ReadCallout { name, kind, count };
            let read: Vec<ReadCallout> = read.into_iter().map(count).collect();
            if read.is_empty() && left.is_empty() {
                conversion.notices.push(format!("no {} callouts found", origin.dialect.name));
            }
            if output != text {
                conversion.notices.extend(header::invented(&parse(text), &output));
                conversion.left = by_rule(&rules::check(&parse(&output), options.settings));
            }
            conversion.callouts = Some(Callouts { from: origin.dialect.name, read, left });
            conversion.output = output;
        }
        Err(reason) => conversion.refused = Some(reason),
    }
    conversion
}

type Counts = BTreeMap<(String, Kind), usize>;

fn run(
    text: &str,
    origin: &Origin<'_>,
    options: &Options<'_>,
    read: &mut Counts,
) -> Result<(String, Vec<LeftCallout>), String> {
    let source = parse(text);
    if is_rendered(&source) {
        return run_back(text, origin, options, read);
    }
    let mut output = text.to_owned();
    let mut lines: Vec<usize> = (0..source.source.line_count()).collect();
    let mut left = Vec::new();
    for _ in 0..PASSES {
        let pass = pass(&output, origin, false)?;
        let line_of = |line: usize| lines.get(line).map_or(0, |line| line + 1);
        left = pass
            .left
            .into_iter()
            .map(|left| LeftCallout { line: line_of(left.line), name: left.name, reason: left.reason })
            .collect();
        let Some(written) = pass.written else { break };
        lines = written.lines.iter().map(|&line| lines.get(line).copied().unwrap_or(0)).collect();
        output = written.text;
        pass.read.into_iter().for_each(|name| *read.entry(name).or_default() += 1);
    }
    if read.is_empty() {
        return Ok((text.to_owned(), left));
    }
    Ok((complete(output, options)?, left))
}

/// Reads a page that `render` wrote: its outermost callouts are blocks, and their content is the text of the blocks.
fn run_back(
    text: &str,
    origin: &Origin<'_>,
    options: &Options<'_>,
    read: &mut Counts,
) -> Result<(String, Vec<LeftCallout>), String> {
    let page = undo_footnotes::restore(text, origin.dialect);
    let pass = pass(&page, origin, true)?;
    let left = pass.left.into_iter();
    let left =
        left.map(|left| LeftCallout { line: left.line + 1, name: left.name, reason: left.reason }).collect();
    let Some(written) = pass.written else { return Ok((text.to_owned(), left)) };
    pass.read.into_iter().for_each(|name| *read.entry(name).or_default() += 1);
    let restored = undo_render::restore(text, &written.into(), origin);
    Ok((complete(restored, options)?, left))
}

/// Whether a page was written by `render`: it has a manifest and no real tag.
fn is_rendered(document: &Document<'_>) -> bool {
    let is_tag = |tag: &TagLine| {
        tag.kind().is_some() && matches!(tag.place, Place::Line | Place::Folded) && tag.is_well_spelt()
    };
    document.manifest.is_some()
        && !document.tags.iter().any(|tag| is_tag(tag) && !document.in_manifest(tag.span.start))
}

/// The result of one pass through a document.
struct Pass {
    /// The document with its outermost callouts as blocks; `None` if there are none.
    written: Option<Written>,
    read: Vec<(String, Kind)>,
    left: Vec<Left>,
}

fn pass(text: &str, origin: &Origin<'_>, is_ours: bool) -> Result<Pass, String> {
    let document = parse(text);
    let is_known = |name: &str| {
        names::known(origin.dialect).contains(&name)
            || origin.kinds.contains_key(name)
            || (0..4).any(|kind| {
                origin.mapping.names[kind].as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name))
            })
    };
    let (mut found, mut left) = find::find(&document, origin.dialect, &is_known);
    if is_ours {
        // Other callouts are source text, or alerts that `render` rewrote.
        found.retain(|found| is_own(&document, found, origin));
        left.retain(|left| names_own(&left.name, origin) && left.reason != find::NESTED);
    }
    if found.is_empty() {
        return Ok(Pass { written: None, read: Vec::new(), left });
    }
    if let Some(reason) = obstacle(&document) {
        return Err(reason);
    }
    let mut kept: Vec<Found> = Vec::new();
    let mut made = Vec::new();
    for mut found in found {
        let at = document.source.line_start(found.lines.start);
        let level = document.sections[document.section_at(at)].level;
        let holds_heading = !is_ours && has_heading(&found);
        let block = if holds_heading {
            Err("it contains a heading")
        } else {
            kind::decide(&found, origin, is_ours)
                .and_then(|decided| write::make(&found, decided, level, document.source.eol()))
        };
        match block {
            Ok(block) => {
                // The tag replaces the default title.
                found
                    .frame
                    .push_str(&format!("\n{}", origin.mapping.callout(origin.dialect, block.kind).title));
                made.push(block);
                kept.push(found);
            }
            Err(reason) => {
                left.push(Left { line: found.lines.start, name: found.name, reason: reason.to_owned() });
            }
        }
    }
    left.sort_by_key(|left| left.line);
    if made.is_empty() {
        return Ok(Pass { written: None, read: Vec::new(), left });
    }
    let kinds = guard::kinds(&made);
    let masked = masked(&document, &kept);
    let before = parse(&masked);
    let tags = next_tag::tags(&before, &made);
    let written = write::assemble(&document.source, &before, made, &tags, is_ours);
    let after = parse(&written.text);
    let problem = guard::problem(&before, &after, &written, &kinds);
    if let Some(problem) = problem.or_else(|| guard::lost(text, &written.text, &kept)) {
        return Err(problem);
    }
    let read = kept.into_iter().map(|found| found.name).zip(kinds).collect();
    Ok(Pass { written: Some(written), read, left })
}

/// Whether a callout in a page that `render` wrote stands for a block.
fn is_own(document: &Document<'_>, found: &Found, origin: &Origin<'_>) -> bool {
    names_own(&found.name, origin)
        && (origin.dialect.shape != Shape::Colons || found.marks.is_some())
        && (origin.kinds.contains_key(&found.name) || !is_alert(document, found, origin))
}

/// Whether a callout in a page that `render` wrote was an alert in the source: `render` writes a title for every block,
/// or, without titles, the name as it is configured.
fn is_alert(document: &Document<'_>, found: &Found, origin: &Origin<'_>) -> bool {
    let callout = |tag: &Tag| origin.mapping.callout(origin.dialect, tag.kind);
    let Some(tag) = TAGS.iter().find(|tag| callout(tag).name.eq_ignore_ascii_case(&found.name)) else {
        return false;
    };
    let (name, title) = (callout(tag).name, callout(tag).title);
    if origin.dialect.title == Title::Bold {
        let opener = document.source.slice(document.source.line(found.lines.start));
        return !opener.contains(name);
    }
    match found.title.as_deref() {
        None => true,
        Some(own) => match tag.kind {
            Kind::Unverified => !own.starts_with(title),
            // A block with this title and all fields is a BUG.
            _ => own != title && ALERTS.contains(&own) && !kind::is_whole(found, Some(own)),
        },
    }
}

/// The titles that `render` writes for alerts.
const ALERTS: [&str; 5] = ["Note", "Tip", "Important", "Warning", "Caution"];

fn names_own(name: &str, origin: &Origin<'_>) -> bool {
    let is_kind =
        |tag: &Tag| origin.mapping.callout(origin.dialect, tag.kind).name.eq_ignore_ascii_case(name);
    origin.kinds.contains_key(name) || TAGS.iter().any(is_kind)
}

/// Whether a callout contains a heading, which would become a section of the document.
fn has_heading(found: &Found) -> bool {
    let text: String = found.body.iter().map(|(_, line)| line.as_str()).collect();
    parse(&text).sections.len() > 1
}

/// The document with every callout replaced by a comment, with the same lines at the same offsets.
fn masked(document: &Document<'_>, found: &[Found]) -> String {
    let source = &document.source;
    let mut out = String::with_capacity(source.text().len());
    let mut at = 0;
    for found in found {
        let start = source.line_start(found.lines.start);
        let end = source.line(found.lines.end - 1).end;
        out.push_str(&source.text()[at..start]);
        let blank = |byte: u8| if byte == b'\n' || byte == b'\r' { char::from(byte) } else { ' ' };
        let blanks: String = source.text()[start..end].bytes().map(blank).collect();
        // The comment closes on the first line if that is long enough, otherwise on the last.
        let first = source.line(found.lines.start).end - start;
        let close = if first >= 7 { first } else { blanks.len() };
        out.push_str("<!--");
        out.push_str(blanks.get(4..close.max(7) - 3).unwrap_or_default());
        out.push_str("-->");
        out.push_str(blanks.get(close..).unwrap_or_default());
        at = end;
    }
    out.push_str(&source.text()[at..]);
    out
}

/// Adds header and manifest to a document with tags that lacks them.
fn complete(output: String, options: &Options<'_>) -> Result<String, String> {
    let document = parse(&output);
    if document.manifest.is_some() {
        drop(document);
        return Ok(output);
    }
    let edits = header::edits(&document, options);
    let completed = apply(&output, &edits);
    let after = parse(&completed);
    // Below an added title, a line with a version becomes the header, or another line takes its place.
    let header_of = |of: &Document<'_>, other: &Document<'_>| {
        let text = of.header.paragraph.map(|span| of.text(span).to_owned())?;
        let is_header = other.header.paragraph.is_some_and(|span| other.text(span) == text);
        let at = other.source.text().find(&text).filter(|_| !is_header)?;
        Some(Span::new(at, at + text.len()))
    };
    let (old, new) = (header_of(&after, &document), header_of(&document, &after));
    if guard::reading(&document, old.as_slice()) != guard::reading(&after, new.as_slice()) {
        return Err("the header and manifest would change how blocks are read; please report this".to_owned());
    }
    drop(after);
    Ok(completed)
}
