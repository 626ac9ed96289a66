//! Reads the callouts of another renderer as tagged blocks. Only callouts at the margin are read, and only those that can
//! be read with certainty; the others stay, and are named with their lines.

mod again;
mod decide;
mod element;
mod enclosed;
mod find;
mod footnotes;
mod guard;
mod names;
mod nested;
mod opener;
mod options;
mod resume;
mod unescape;
mod write;

pub(crate) use find::closes_fence;
pub(crate) use names::configured;
pub use names::{Kinds, VALUES, readable};

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Conversion, Options, front, guard::by_rule, obstacle};
use crate::dialects::{Dialect, Mapping, Shape};
use crate::document::{Document, parse};
use crate::finding::apply;
use crate::rules;
use crate::source::Span;
use crate::tag_line::Place;
use crate::tags::{Kind, TAGS, Tag};
use find::{Found, Left};
use write::Written;

/// Where callouts come from, and what they stand for.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'o> {
    /// The renderer that they were written for.
    pub dialect: &'static Dialect,
    /// What `render` calls the four kinds.
    pub mapping: &'o Mapping,
    /// What the configuration makes of some names.
    pub kinds: &'o Kinds,
}

/// What became of the callouts of a document.
#[derive(Clone, Debug, Serialize)]
pub struct Callouts {
    /// The renderer that they were written for.
    pub from: &'static str,
    /// What was read, by name and kind.
    pub read: Vec<ReadCallout>,
    /// What stays as it is.
    pub left: Vec<LeftCallout>,
}

/// Callouts of one name that became one kind.
#[derive(Clone, Debug, Serialize)]
pub struct ReadCallout {
    /// What the renderer calls them.
    pub name: String,
    /// What they became.
    pub kind: Kind,
    /// How many.
    pub count: usize,
}

/// A callout that stays as it is.
#[derive(Clone, Debug, Serialize)]
pub struct LeftCallout {
    /// Its first line in the source, from 1.
    pub line: usize,
    /// What the renderer calls it.
    pub name: String,
    /// Why.
    pub reason: String,
}

impl Callouts {
    /// The mapping that was used with its counts, and what is left, on one line.
    pub fn summary(&self) -> String {
        let read =
            self.read.iter().map(|read| format!("{} -> {} {}", read.name, read.kind.name(), read.count));
        let mut parts = vec![read.collect::<Vec<_>>().join(", ")];
        if !self.left.is_empty() {
            let lines: Vec<String> = self.left.iter().map(|left| left.line.to_string()).collect();
            let noun = if lines.len() == 1 { "line" } else { "lines" };
            parts.push(format!("left as they are: {} ({noun} {})", self.left.len(), lines.join(", ")));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("; ")
    }
}

/// Callouts lie in each other; deeper than so many they are left.
const PASSES: usize = 32;

/// Reads the callouts of a document as tagged blocks.
pub fn read_callouts(text: &str, origin: &Origin<'_>, options: &Options<'_>) -> Conversion {
    let mut conversion = Conversion { output: text.to_owned(), ..Conversion::default() };
    let mut read = BTreeMap::new();
    match run(text, origin, options, &mut read) {
        Ok((output, left)) => {
            let count = |((name, kind), count)| ReadCallout { name, kind, count };
            let read: Vec<ReadCallout> = read.into_iter().map(count).collect();
            if read.is_empty() && left.is_empty() {
                conversion.notices.push(format!("no callouts of {} in it", origin.dialect.name));
            }
            if output != text {
                conversion.notices.extend(front::invented(&parse(text), &output));
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

/// Reads a page that `render` wrote: its outermost callouts are blocks, and what stands in them is their text.
fn run_back(
    text: &str,
    origin: &Origin<'_>,
    options: &Options<'_>,
    read: &mut Counts,
) -> Result<(String, Vec<LeftCallout>), String> {
    let page = footnotes::restore(text, origin.dialect);
    let pass = pass(&page, origin, true)?;
    let left = pass.left.into_iter();
    let left =
        left.map(|left| LeftCallout { line: left.line + 1, name: left.name, reason: left.reason }).collect();
    let Some(written) = pass.written else { return Ok((text.to_owned(), left)) };
    pass.read.into_iter().for_each(|name| *read.entry(name).or_default() += 1);
    let restored = again::restore(text, &written.into(), origin);
    Ok((complete(restored, options)?, left))
}

/// Whether a page was written by `render`: it has a manifest, and no tag that stands for itself.
fn is_rendered(document: &Document<'_>) -> bool {
    let is_tag = |tag: &crate::tag_line::TagLine| {
        tag.kind().is_some() && matches!(tag.place, Place::Line | Place::Folded) && tag.is_well_spelt()
    };
    document.manifest.is_some()
        && !document.tags.iter().any(|tag| is_tag(tag) && !document.in_manifest(tag.span.start))
}

/// What one pass through a document comes to.
struct Pass {
    /// The document with its outermost callouts as blocks; none where there is nothing to do.
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
        // The rest is text of the source, or what an alert in it became.
        found.retain(|found| is_own(found, origin));
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
            Err("it holds a heading")
        } else {
            decide::decide(&found, origin, is_ours)
                .and_then(|decided| write::make(&found, decided, level, document.source.eol()))
        };
        match block {
            Ok(block) => {
                // The tag says what the default title did.
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
    let tags = resume::tags(&before, &made);
    let written = write::assemble(&document.source, &before, made, &tags, is_ours);
    let after = parse(&written.text);
    let problem = guard::problem(&before, &after, &written, &kinds);
    if let Some(problem) = problem.or_else(|| guard::lost(text, &written.text, &kept)) {
        return Err(problem);
    }
    let read = kept.into_iter().map(|found| found.name).zip(kinds).collect();
    Ok(Pass { written: Some(written), read, left })
}

/// Whether a callout of a page that `render` wrote stands for a block.
fn is_own(found: &Found, origin: &Origin<'_>) -> bool {
    names_own(&found.name, origin) && (origin.dialect.shape != Shape::Colons || found.marks.is_some())
}

fn names_own(name: &str, origin: &Origin<'_>) -> bool {
    let is_kind =
        |tag: &Tag| origin.mapping.callout(origin.dialect, tag.kind).name.eq_ignore_ascii_case(name);
    origin.kinds.contains_key(name) || TAGS.iter().any(is_kind)
}

/// Whether a callout holds a heading, which would become a section of the document.
fn has_heading(found: &Found) -> bool {
    let text: String = found.body.iter().map(|(_, line)| line.as_str()).collect();
    parse(&text).sections.len() > 1
}

/// The document with a comment in the place of every callout, with the same lines at the same offsets.
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
        // The comment closes on the first line where that is long enough, else on the last one.
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

/// Puts header and manifest in where tags stand without.
fn complete(output: String, options: &Options<'_>) -> Result<String, String> {
    let document = parse(&output);
    if document.manifest.is_some() {
        drop(document);
        return Ok(output);
    }
    let edits = front::edits(&document, options);
    let completed = apply(&output, &edits);
    let after = parse(&completed);
    // Below a title that was put in, a line that names a version becomes the header, or another one takes its place.
    let header_of = |of: &Document<'_>, other: &Document<'_>| {
        let text = of.header.paragraph.map(|span| of.text(span).to_owned())?;
        let is_header = other.header.paragraph.is_some_and(|span| other.text(span) == text);
        let at = other.source.text().find(&text).filter(|_| !is_header)?;
        Some(Span::new(at, at + text.len()))
    };
    let (old, new) = (header_of(&after, &document), header_of(&document, &after));
    if guard::reading(&document, old.as_slice()) != guard::reading(&after, new.as_slice()) {
        return Err("header and manifest would change what is read as what; please report this".to_owned());
    }
    drop(after);
    Ok(completed)
}
