//! Converts a page: the steps from labels to tags, header and manifest, and what is reported about them.

use std::collections::HashSet;

use tagdown::document::{Document, Kind, parse};
use tagdown::judgement::{self, Features, Label, Piece, PieceKind};
use tagdown::rules::{apply, spec_cues};
use tagdown::text::{Source, one_line, plural};

use super::label_pieces::{Labelled, Left, labelled};
use super::no_facts::page_without_facts;
use super::strip::strip_with;
use super::tag_lines::{self, Written};
use super::{bullets, buried, failures, faq, guard, questions, sentences};
use crate::convert::callouts::{Opened, unwrap};
use crate::convert::checks::{by_rule, count_errors};
use crate::convert::decisions::By;
use crate::convert::header;
use crate::convert::outcome::{Conversion, Layout, Options, Reported};
use crate::convert::undo::Undos;

/// Converts a document.
pub fn convert(text: &str, options: &Options<'_>) -> Conversion {
    let Some(rewritten) = options.faq.then(|| faq::rewrite(text)).flatten() else {
        return without_frames(text, options);
    };
    let mut conversion = without_frames(&rewritten.text, options);
    if let Some(reason) = conversion.refused {
        let mut conversion = without_frames(text, options);
        conversion.notices.push(format!("FAQ unchanged: {reason}"));
        return conversion;
    }
    let said = plural(rewritten.entries, "answer");
    conversion.notices.push(format!("{said} in the FAQ converted to BUG; field names were added"));
    conversion.map_lines(|line| rewritten.original(line));
    conversion
}

/// Converts a document with the text of its callouts outside their frames, or in them if that does not work.
fn without_frames(text: &str, options: &Options<'_>) -> Conversion {
    let unwrapped = (options.layout != Layout::Whole).then(|| unwrap(text)).flatten();
    let Some(unwrapped) = unwrapped else { return convert_as_it_is(text, options, &[]) };
    let mut conversion = convert_as_it_is(&unwrapped.text, options, &unwrapped.opened);
    conversion.undo.iter_mut().for_each(|undo| *undo = undo.through(&unwrapped.sources));
    let mut undos = Undos::default();
    conversion.undo.iter().cloned().for_each(|undo| undos.add(undo));
    if conversion.refused.is_some() || strip_with(&conversion.output, &undos) != text {
        return convert_as_it_is(text, options, &[]);
    }
    let inner = Source::new(&unwrapped.text);
    conversion.map_lines(|line| unwrapped.sources.line(&inner, line));
    conversion
}

/// Converts a document. `opened` is what was in callouts.
fn convert_as_it_is(text: &str, options: &Options<'_>, opened: &[Opened]) -> Conversion {
    let document = parse(text);
    let mut conversion = Conversion { output: text.to_owned(), ..Conversion::default() };
    let Labelled { pieces, features, mut labels, is_foreign } = match labelled(&document, options) {
        Ok(labelled) => labelled,
        Err(Left::Refused(reason)) => {
            conversion.refused = Some(reason);
            return conversion;
        }
        Err(Left::Done(notice)) => {
            conversion.notices.push(notice);
            return conversion;
        }
    };
    if options.layout != Layout::Whole
        && !document.is_tagged()
        && let Some(what) = page_without_facts(&document, &pieces, options.file_name)
    {
        conversion.notices.push(format!("{what}: left unchanged; --whole tags it all the same"));
        return conversion;
    }
    if options.layout != Layout::Whole && !is_foreign {
        let conversion = by_sentence(&document, &pieces, options, opened);
        let Some(reason) = conversion.refused else { return conversion };
        // What cannot be cut may still get tags.
        let whole = Options { layout: Layout::Whole, ..options.clone() };
        let mut conversion = convert_as_it_is(text, &whole, &[]);
        conversion.notices.push(format!("no paragraph was cut: {reason}"));
        return conversion;
    }
    let mut settled = questions::settle(&document, &pieces, &features, &mut labels, options.decisions);
    if is_foreign {
        let notice = "not in English: lists, tables and code become SPEC, all other text becomes NOTE";
        conversion.notices.push(notice.to_owned());
    } else {
        conversion.proposed = buried::doubts(&document, &pieces);
        conversion.failures = failures::likely(&document, &pieces);
    }
    let written = written(&document, &pieces, &features, &mut labels);
    if !is_foreign {
        conversion.buried = buried::facts(&document, &pieces, &features, &labels);
        // A decided block needs no review.
        let is_decided = |piece: usize| settled.by[piece] != By::Labeller;
        let decided: HashSet<[usize; 2]> = (0..pieces.len())
            .filter(|&piece| is_decided(piece))
            .map(|piece| pieces[piece].lines(&document))
            .collect();
        conversion.buried.retain(|found| !decided.contains(&found.lines));
    }
    if options.bullets && !is_foreign {
        for (index, kinds) in bullets::sure(&document, &features, &written) {
            if settled.by[index] == By::Labeller {
                settled.wanted.insert(index, kinds);
            }
        }
    }
    let cut = bullets::cut(&document, &pieces, &features, &written, &settled.wanted);
    let result = match &cut {
        Some(cut) => {
            let document = parse(&cut.text);
            tag(&document, &judgement::pieces(&document), &cut.written, options)
        }
        None => tag(&document, &pieces, &written, options),
    };
    conversion.blocks = reported(&document, &pieces, &labels, cut.as_ref(), &mut settled);
    conversion.notices.extend(settled.notice());
    if let Some(cut) = &cut {
        let of_piece = |(piece, _): &(usize, Kind)| pieces[*piece].lines(&document);
        let is_cut: HashSet<[usize; 2]> = cut.pieces.iter().map(of_piece).collect();
        conversion.buried.retain(|found| !is_cut.contains(&found.lines));
    }
    match result {
        Ok(guard::Passed { output, left, errors, notices, kinds }) => {
            conversion.errors = errors;
            conversion.notices.extend(notices);
            if cut.is_none() {
                conversion.blocks.iter_mut().zip(kinds).for_each(|(block, kind)| block.written = kind);
            }
            if output == text {
                conversion.notices.push("already fully tagged".to_owned());
            }
            conversion.notices.extend(header::invented(&document, &output));
            conversion.output = output;
            conversion.left = left;
        }
        Err(reason) => conversion.refused = Some(reason),
    }
    conversion
}

/// Converts a document by sentence.
fn by_sentence(
    document: &Document<'_>,
    pieces: &[Piece],
    options: &Options<'_>,
    opened: &[Opened],
) -> Conversion {
    let text = document.source.text();
    let mut conversion = Conversion { output: text.to_owned(), ..Conversion::default() };
    let statements = judgement::statements(document, pieces);
    let least = options.profile.least_fact();
    let mut scores: Vec<i32> = judgement::scores(document, pieces, &statements, spec_cues())
        .into_iter()
        .map(|score| score - least)
        .collect();
    sentences::lift(&statements, &mut scores, opened);
    let decided = |piece: usize| {
        let hash = questions::hash(document, &pieces[piece]);
        options.decisions.get(&hash).map(|decision| decision.labels().to_vec())
    };
    let judged = sentences::Judged { statements: &statements, scores: &scores, decided: &decided, opened };
    let open = || pieces.iter().filter(|piece| piece.tagged.is_none());
    match sentences::convert(document, pieces, &judged, options) {
        Ok(written) => {
            conversion.proposed = buried::doubts(document, pieces);
            conversion.failures = failures::likely(document, pieces);
            conversion.blocks = judged_blocks(document, pieces, &judged, &written);
            for (block, piece) in conversion.blocks.iter_mut().zip(open()) {
                let decision = options.decisions.get(&questions::hash(document, piece));
                block.by = decision.map_or(By::Labeller, |decision| decision.by);
            }
            conversion.buried = (0..pieces.len())
                .filter(|&piece| written.kinds[piece] == Some(Kind::Note))
                .filter_map(|piece| buried::judged(document, &pieces[piece], judged.of(piece)))
                .collect();
            conversion.left = by_rule(&written.findings);
            conversion.errors = count_errors(&written.findings);
            conversion.notices.extend(written.notices);
            if written.output == text {
                conversion.notices.push("already fully tagged".to_owned());
            }
            if !written.kinds.contains(&Some(Kind::Spec)) && !document.is_tagged() {
                conversion.notices.push("no facts found: all of it is context".to_owned());
            }
            conversion.notices.extend(header::invented(document, &written.output));
            conversion.output = written.output;
            conversion.undo = written.undo;
        }
        Err(reason) => conversion.refused = Some(reason),
    }
    conversion
}

/// The report on every piece of a page that was converted by sentence.
fn judged_blocks(
    document: &Document<'_>,
    pieces: &[Piece],
    judged: &sentences::Judged<'_>,
    written: &sentences::Written,
) -> Vec<Reported> {
    let of = |(index, piece): (usize, &Piece)| {
        let least = judged.of(index).min_by_key(|(_, score)| score.abs());
        let confidence = judgement::confidence(i64::from(least.map_or(0, |(_, score)| score.abs())));
        let doubt = least.filter(|_| confidence < SURE).map(|(one, _)| one_line(document.text(one.span)));
        let kind = written.kinds[index];
        Reported {
            lines: piece.lines(document),
            kind: piece.kind,
            label: kind.unwrap_or(Kind::Note),
            confidence: f64::from(confidence) / 100.0,
            decided: confidence >= SURE,
            written: kind,
            reasons: doubt.map(|text| format!("not sure of: {text}")).into_iter().collect(),
            by: By::Labeller,
        }
    };
    pieces.iter().enumerate().filter(|(_, piece)| piece.tagged.is_none()).map(of).collect()
}

/// A block needs review if the judge is less sure than this of one of its statements, in percent.
const SURE: u8 = 60;

/// Adds tags, header and manifest, and makes sure that no other text changes.
fn tag(
    document: &Document<'_>,
    pieces: &[Piece],
    written: &[Written],
    options: &Options<'_>,
) -> Result<guard::Passed, String> {
    let mut edits = header::edits(document, options);
    edits.extend(tag_lines::edits(document, pieces, written, &edits));
    edits.sort_by_key(|edit| edit.span);
    let output = apply(document.source.text(), &edits);
    guard::check(document, &guard::Plan { pieces, written, edits }, output, options)
}

/// What is written for every piece. Adjusts the labels to match.
fn written(
    document: &Document<'_>,
    pieces: &[Piece],
    features: &[Option<Features>],
    labels: &mut [Label],
) -> Vec<Written> {
    let failures = failures::failures(document, pieces);
    let mut out = Vec::with_capacity(pieces.len());
    for index in 0..pieces.len() {
        let sentences = match &features[index] {
            Some(features) if pieces[index].kind == PieceKind::Paragraph => features.sentences.len(),
            Some(_) => 0,
            None => judgement::sentences(document, &pieces[index]).len(),
        };
        out.push(if labels[index].is_silent {
            Written::Along(sentences)
        } else {
            Written::Block(labels[index].written, sentences)
        });
    }
    join_bodies(pieces, labels, &mut out);
    for failure in failures {
        for index in failure.first..failure.end {
            labels[index] = Label::certain(Kind::Bug, 97, "it has a symptom, a cause and a fix");
            out[index] = Written::Along(0);
        }
        out[failure.first] = Written::Bug(failure.title);
    }
    out
}

/// An admonition and its body have one kind: SPEC only if all of it is.
fn join_bodies(pieces: &[Piece], labels: &mut [Label], out: &mut [Written]) {
    let mut first = 0;
    while first < pieces.len() {
        let body = pieces[first + 1..].iter().take_while(|piece| piece.is_glued).count();
        let group = first..first + 1 + body;
        if body > 0 {
            let is_note =
                group.clone().any(|index| !labels[index].is_silent && labels[index].written != Kind::Spec);
            let kind = if is_note { Kind::Note } else { Kind::Spec };
            group.clone().for_each(|index| labels[index].written = kind);
            let sentences = match out[first] {
                Written::Along(sentences) | Written::Block(_, sentences) => sentences,
                Written::Bug(_) => 0,
            };
            out[group.clone()].fill(Written::Along(0));
            out[first] = Written::Block(kind, sentences);
        }
        first = group.end;
    }
}

fn reported(
    document: &Document<'_>,
    pieces: &[Piece],
    labels: &[Label],
    cut: Option<&bullets::Cut>,
    settled: &mut questions::Settled,
) -> Vec<Reported> {
    let pairs = pieces.iter().zip(labels).enumerate().filter(|(_, (piece, _))| piece.tagged.is_none());
    pairs
        .map(|(index, (piece, label))| {
            let mut label = label.clone();
            let found = cut.and_then(|cut| {
                let at = cut.pieces.binary_search_by_key(&index, |(piece, _)| *piece).ok()?;
                Some(cut.pieces[at].1)
            });
            if let Some(kind) = found {
                let reasons = [vec!["split into sentences".to_owned()], label.reasons].concat();
                label = Label { reasons, ..Label::certain(kind, label.confidence, "") };
            } else if settled.wanted.contains_key(&index) && settled.by[index] != By::Labeller {
                settled.by[index] = By::Labeller;
                settled.stale.push(piece.lines(document)[0]);
            }
            Reported {
                lines: piece.lines(document),
                kind: piece.kind,
                label: label.kind,
                confidence: f64::from(label.confidence) / 100.0,
                decided: label.decided,
                written: Some(label.written),
                reasons: label.reasons,
                by: settled.by[index],
            }
        })
        .collect()
}
