//! Converts a page by sentence: parts, layout, proof, and a smaller step where the proof fails.

use std::collections::HashSet;

use tagdown::document::{Document, Kind, OwnTags, containers, parse_with};
use tagdown::judgement::Piece;
use tagdown::markdown::Events;
use tagdown::rules::{self, Edit, Finding, Severity, apply};
use tagdown::text::Span;

use super::judged::Judged;
use super::layout::{Arranged, arrange};
use super::parts::{Care, Part, Section, Verdicts, sections};
use super::proof;
use crate::convert::checks::{brought_in, own_errors};
use crate::convert::header;
use crate::convert::outcome::{Counted, Options};
use crate::convert::pages::failures::failures;
use crate::convert::pages::guard::is_settled;
use crate::convert::pages::strip::{restores, with_sources};
use crate::convert::pages::tag_lines::insertion;
use crate::convert::undo::{Undo, Undos};

/// A converted page.
pub(crate) struct Written {
    pub(crate) output: String,
    /// The kind of block that each piece becomes part of; SPEC if any of it does.
    pub(crate) kinds: Vec<Option<Kind>>,
    /// The parts of the page with their kinds, in the order of the source.
    pub(crate) parts: Vec<Part>,
    pub(crate) undo: Vec<Undo>,
    pub(crate) findings: Vec<Finding>,
    /// The errors of the author's own text.
    pub(crate) notices: Vec<String>,
    /// What the header says that the page did not, and the blocks that were added, if no tags of a project matter.
    pub(crate) invented: Option<Vec<String>>,
    pub(crate) counted: Option<Counted>,
    /// Where the source has wording that `check` would not want in a SPEC.
    reported: Vec<usize>,
}

/// How often the conversion is tried with fewer paragraphs cut before none is.
const MOST_TRIES: usize = 20;

/// How often only the paragraph where it failed is cut less. After that, its section is.
const LOCAL_TRIES: usize = 10;

/// Converts a page, or says why it cannot. A sentence that `check` would not want in a SPEC, such as advice, becomes
/// context unless it is clearly a fact.
pub(crate) fn convert(
    document: &Document<'_>,
    pieces: &[Piece],
    judged: &Judged<'_>,
    options: &Options<'_>,
) -> Result<Written, String> {
    let source = Events::new(document.source.text());
    let first = careful(document, &source, pieces, judged, options)?;
    let mut scores = judged.scores.to_vec();
    for at in &first.reported {
        let next = judged.statements.partition_point(|one| one.span.start <= *at);
        if let Some(one) = next.checked_sub(1).filter(|&one| scores[one] < CLEAR_FACT) {
            scores[one] = scores[one].min(CONTEXT);
        }
    }
    if scores == judged.scores {
        return Ok(first);
    }
    // Two results at a time would need much memory, and the second one hardly ever fails.
    drop(first);
    let second = careful(document, &source, pieces, &Judged { scores: &scores, ..*judged }, options);
    second.or_else(|_| careful(document, &source, pieces, judged, options))
}

/// A fact with this score stays one even if `check` reports its wording.
const CLEAR_FACT: i32 = 1000;

/// The score of a sentence that becomes context because of its wording.
const CONTEXT: i32 = -2000;

/// Rules whose findings mean that a sentence belongs elsewhere.
const MISPLACED: [&str; 4] = ["spec-advice", "spec-hedge", "spec-history", "spec-narrated-example"];

/// Converts a page. Where the checks fail, that paragraph is cut less, then those of its section, then all. A SPEC with
/// too much prose is continued under a second tag.
fn careful(
    document: &Document<'_>,
    source: &Events<'_>,
    pieces: &[Piece],
    judged: &Judged<'_>,
    options: &Options<'_>,
) -> Result<Written, String> {
    let mut care = vec![Care::Cut; pieces.len()];
    let containers = containers(document);
    let silent = vec![false; pieces.len()];
    let breaks = HashSet::new();
    let mut page =
        Page { document, source, pieces, judged, options, containers: &containers, rewords: silent, breaks };
    let mut reason = None;
    for attempt in 0..=MOST_TRIES {
        if attempt == MOST_TRIES {
            care.fill(Care::Untouched);
        }
        let failed = match page.attempt(&|piece| care[piece]) {
            Ok(written) => return Ok(page.reworded(written, &|piece| care[piece])),
            Err(failed) => failed,
        };
        let before = page.breaks.len();
        page.breaks.extend(&failed.crowded);
        if page.breaks.len() > before {
            continue;
        }
        let is_new = |piece: &usize| care[*piece] != Care::Untouched;
        let local = if attempt < LOCAL_TRIES { page.pieces_at(&failed.at) } else { Vec::new() };
        let wider = [local, page.pieces_around(&failed.at), (0..pieces.len()).collect()];
        let more = wider.into_iter().find(|some| some.iter().any(is_new)).unwrap_or_default();
        reason.get_or_insert(failed.why);
        if more.is_empty() {
            break;
        }
        for piece in more {
            care[piece] = if care[piece] == Care::Cut { Care::OneBullet } else { Care::Untouched };
        }
    }
    Err(reason.unwrap_or_default())
}

/// Why an attempt failed, and all places in the source where it did.
struct Failed {
    why: String,
    at: Vec<usize>,
    /// Where a SPEC has more prose than it may.
    crowded: Vec<usize>,
}

impl Failed {
    fn new(why: impl Into<String>, at: Vec<usize>) -> Self {
        Self { why: why.into(), at, crowded: Vec::new() }
    }
}

struct Page<'p, 't> {
    document: &'p Document<'t>,
    source: &'p Events<'p>,
    pieces: &'p [Piece],
    judged: &'p Judged<'p>,
    options: &'p Options<'p>,
    containers: &'p [Span],
    /// Whether the accepted wordings of each piece are used.
    rewords: Vec<bool>,
    /// The starts of parts that get a tag of their own.
    breaks: HashSet<usize>,
}

impl Page<'_, '_> {
    /// The same page with the accepted wordings, except where the checks fail with them.
    fn reworded(mut self, plain: Written, care: &dyn Fn(usize) -> Care) -> Written {
        let is_worded =
            |part: &Part| part.piece.is_some_and(|piece| (self.judged.worded)(piece, part.span).is_some());
        if !plain.parts.iter().any(is_worded) {
            return plain;
        }
        self.rewords.fill(true);
        for _ in 0..MOST_TRIES {
            let failed = match self.attempt(care) {
                Ok(written) => return written,
                Err(failed) => failed,
            };
            let around = self.pieces_around(&failed.at);
            if !around.iter().any(|piece| self.rewords[*piece]) {
                break;
            }
            for piece in around {
                self.rewords[piece] = false;
            }
        }
        plain
    }

    /// The wording that is written for a list item.
    fn worded(&self, part: &Part) -> Option<String> {
        let piece = part.piece.filter(|piece| self.rewords[*piece] && part.sentences == 1)?;
        (self.judged.worded)(piece, part.span)
    }

    /// The pieces under the same headings as some bytes of the source.
    fn pieces_around(&self, at: &[usize]) -> Vec<usize> {
        let sections: HashSet<usize> = at.iter().map(|&at| self.document.section_at(at)).collect();
        (0..self.pieces.len()).filter(|&piece| sections.contains(&self.pieces[piece].section)).collect()
    }

    /// The pieces with some bytes of the source.
    fn pieces_at(&self, at: &[usize]) -> Vec<usize> {
        let piece = |at: &usize| self.pieces.partition_point(|piece| piece.span.start <= *at).checked_sub(1);
        at.iter().filter_map(piece).collect()
    }

    fn attempt(&self, care: &dyn Fn(usize) -> Care) -> Result<Written, Failed> {
        let document = self.document;
        let bugs = failures(document, self.pieces);
        let in_bug = |piece: usize| {
            let last = bugs.partition_point(|bug| bug.first <= piece).checked_sub(1);
            last.is_some_and(|last| piece < bugs[last].end)
        };
        let verdicts =
            Verdicts { judged: self.judged, care, is_border: &in_bug, containers: self.containers };
        let sections = sections(document, self.pieces, &verdicts);
        let front = header::edits(document, self.options);
        let mut edits = front.clone();
        for bug in &bugs {
            let tag = format!("**[BUG] {}**", bug.title);
            edits.push(insertion(document, &self.pieces[bug.first], &tag, &front));
        }
        let arranged: Vec<Arranged> = sections
            .iter()
            .map(|section| {
                let worded = |part: &Part| self.worded(part);
                let layout = self.options.layout;
                let mut arranged = arrange(document, self.pieces, section, layout, &self.breaks, &worded);
                // A frame that was removed is in the record of its section.
                arranged.tags = arranged.tags.filter(|_| !self.judged.has_opened(self.lines(section)));
                arranged
            })
            .collect();
        let mut replaced = Vec::new();
        for (section, arranged) in sections.iter().zip(&arranged) {
            if let Some(tags) = &arranged.tags {
                edits.extend(tags.iter().map(|(piece, kind)| {
                    insertion(document, &self.pieces[*piece], &kind.tag_line(), &front)
                }));
            } else {
                let edit = Edit::replace(self.lines(section), arranged.text.clone());
                replaced.push((edit.span, arranged));
                edits.push(edit);
            }
        }
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        if let Some(pair) = edits.windows(2).find(|pair| pair[1].span.start < pair[0].span.end) {
            return Err(Failed::new("two changes overlap", vec![pair[1].span.start]));
        }
        let output = apply(document.source.text(), &edits);
        self.check(output, &edits, &arranged, &replaced)
    }

    /// The lines of a section that are replaced.
    fn lines(&self, section: &Section) -> Span {
        let source = &self.document.source;
        let start = section.parts.first().map_or(0, |part| source.this_line(part.span.start));
        let end = section.parts.last().map_or(start, |part| part.span.end);
        Span::new(start, start + source.slice(Span::new(start, end)).trim_end().len())
    }

    fn check(
        &self,
        output: String,
        edits: &[Edit],
        arranged: &[Arranged],
        replaced: &[(Span, &Arranged)],
    ) -> Result<Written, Failed> {
        let document = self.document;
        let source = document.source.text();
        let fail = |why: &str, at: usize| {
            let line = document.source.position(at).line;
            Failed::new(format!("line {line}: {why}"), vec![at])
        };
        let shifts = Shifts::new(edits);
        let mut placed: Vec<(Part, Span)> = Vec::new();
        let mut undo = Vec::new();
        for arranged in arranged.iter().filter(|arranged| arranged.tags.is_some()) {
            let own = arranged.spans.iter().map(|(part, _)| (part.clone(), shifts.span(part.span)));
            placed.extend(own);
        }
        for (span, arranged) in replaced {
            let start = shifts.at(span.start);
            let own: Vec<(Part, Span)> = arranged
                .spans
                .iter()
                .map(|(part, at)| (part.clone(), Span::new(start + at.start, start + at.end)))
                .collect();
            let mut pairs: Vec<(Span, Span)> =
                arranged.spans.iter().map(|(part, at)| (part.span, *at)).collect();
            pairs.sort();
            let parts: Vec<Span> = pairs.iter().map(|(before, _)| *before).collect();
            if let Some(gap) = proof::dropped(document, *span, &parts) {
                return Err(fail("text would be lost", gap.start));
            }
            for (before, _) in &mut pairs {
                before.end = before.end.min(span.end);
            }
            undo.push(Undo::new(source, *span, &arranged.text, start, &pairs));
            placed.extend(own);
        }
        placed.sort_by_key(|(part, _)| part.span);
        if let Some(span) = proof::lost(document, self.pieces, &placed) {
            return Err(fail("text would be lost; please report this", span.start));
        }
        // The result is parsed as a document later: two parsed texts at a time need much memory.
        let altered = proof::altered(self.source, &output, &placed);
        let after = parse_with(&output, &self.options.settings.own_tags);
        if let Some(span) = altered.or_else(|| proof::regrouped(document, &after, &placed)) {
            return Err(fail("Markdown would read the text differently", span.start));
        }
        for (part, span) in placed.iter().filter(|(part, _)| !part.is_silent) {
            let block = after.block_at(span.start).filter(|block| block.tag.is_some());
            if block.map(|block| block.kind) != Some(part.kind) {
                return Err(fail("the text would be under the wrong tag", part.span.start));
            }
        }
        if let Some((before, now)) = proof::changed_anchor(document, &after) {
            return Err(Failed::new(format!("the anchor #{before} would become #{now}"), Vec::new()));
        }
        let findings = rules::check(&after, self.options.settings);
        let errors = brought_in(document, &after, &findings, self.options.settings);
        if let Some(first) = errors.first() {
            let by_output = by_output(&placed);
            let at = |error: &&Finding| {
                let next = by_output.partition_point(|(_, span)| span.start <= error.span.start);
                next.checked_sub(1).map_or(0, |last| by_output[last].0.span.start)
            };
            let why = fail(&format!("{} ({})", first.message, first.rule), at(first)).why;
            let crowded = errors.iter().filter(|error| error.rule == "spec-prose").map(at).collect();
            return Err(Failed { why, at: errors.iter().map(at).collect(), crowded });
        }
        let notices = own_errors(&after, &findings);
        drop(errors);
        if !is_settled(&after, self.options) {
            return Err(Failed::new("a second conversion would change it again", Vec::new()));
        }
        let is_untouched =
            document.tags.is_empty() && document.manifest.is_none() && document.header.version.is_none();
        let mut undos = Undos::default();
        undo.iter().cloned().for_each(|undo| undos.add(undo));
        // Sections are restored from the records here, so that only one more text is parsed at a time.
        let restored = is_untouched.then(|| with_sources(&after, &undos));
        let is_plain = after.own_tags == OwnTags::default();
        let invented = is_plain.then(|| header::invented_in(document, &after));
        let counted = is_plain.then(|| Counted::new(document, &after));
        drop(after);
        if restored.is_some_and(|restored| !restores(&restored, self.source)) {
            return Err(Failed::new("the record would not restore the source", Vec::new()));
        }
        let mut kinds: Vec<Option<Kind>> = vec![None; self.pieces.len()];
        for (part, _) in placed.iter().filter(|(part, _)| !part.is_silent) {
            if let Some(piece) = part.piece {
                kinds[piece] =
                    if kinds[piece] == Some(Kind::Spec) { Some(Kind::Spec) } else { Some(part.kind) };
            }
        }
        let by_output = by_output(&placed);
        let misplaced = findings
            .iter()
            .filter(|finding| finding.severity > Severity::Info && MISPLACED.contains(&finding.rule));
        let reported = misplaced.filter_map(|finding| {
            let at = finding.span.start;
            let next = by_output.partition_point(|(_, span)| span.start <= at);
            let (part, span) = by_output.get(next.checked_sub(1)?).filter(|(_, span)| at < span.end)?;
            Some((part.span.start + (at - span.start)).min(part.span.end.saturating_sub(1)))
        });
        let reported = reported.collect();
        let parts = placed.into_iter().map(|(part, _)| part).collect();
        Ok(Written { output, kinds, parts, undo, findings, notices, invented, counted, reported })
    }
}

/// Parts in the order of the output.
fn by_output(placed: &[(Part, Span)]) -> Vec<&(Part, Span)> {
    let mut parts: Vec<&(Part, Span)> = placed.iter().collect();
    parts.sort_by_key(|(_, span)| *span);
    parts
}

/// Where the text that no edit changes is in the output.
struct Shifts {
    /// The end of each edit in the source, and how much longer the output is there.
    edits: Vec<(usize, isize)>,
}

impl Shifts {
    /// `edits` are sorted and do not overlap.
    fn new(edits: &[Edit]) -> Self {
        let mut shift = 0;
        let of = |edit: &Edit| {
            shift += edit.text.len().cast_signed() - edit.span.len().cast_signed();
            (edit.span.end, shift)
        };
        Self { edits: edits.iter().map(of).collect() }
    }

    /// Where the text at this byte of the source is; of an insertion there, after it.
    fn at(&self, at: usize) -> usize {
        let before = self.edits.partition_point(|(end, _)| *end <= at).checked_sub(1);
        at.saturating_add_signed(before.map_or(0, |before| self.edits[before].1))
    }

    fn span(&self, span: Span) -> Span {
        let start = self.at(span.start);
        Span::new(start, start + span.len())
    }
}
