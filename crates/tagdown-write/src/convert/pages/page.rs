//! Converts a page: the steps from labels to tags, header and manifest, and what is reported about them.

use std::collections::{BTreeMap, HashSet};

use tagdown::document::{Document, Kind, parse_with};
use tagdown::judgement::{self, Label, Piece, PieceKind, SURE};
use tagdown::rules::{apply, spec_cues};
use tagdown::text::{Source, Span, one_line, plural};

use super::label_pieces::{Labelled, Left, labelled};
use super::no_facts::page_without_facts;
use super::sentences::Judged;
use super::settle::{self, Settled};
use super::strip::strip_with;
use super::tag_lines::{self, Written};
use super::written::{containers_of, written};
use super::{bullets, bullets_worded, buried, doubts, failures, faq, guard, sentences};
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
    let (inner, outer) = (Source::new(&unwrapped.text), Source::new(text));
    conversion.map_lines(|line| unwrapped.sources.line(&inner, &outer, line));
    for doubt in conversion.doubts.iter_mut().chain(&mut conversion.bullets) {
        doubt.span = unwrapped.sources.span(doubt.span);
        doubt.block = unwrapped.sources.span(doubt.block);
    }
    conversion
}

/// Converts a document. `opened` is what was in callouts.
fn convert_as_it_is(text: &str, options: &Options<'_>, opened: &[Opened]) -> Conversion {
    let document = parse_with(text, &options.settings.own_tags);
    let unchanged = || Conversion { output: text.to_owned(), ..Conversion::default() };
    let labelled = match labelled(&document, options) {
        Ok(labelled) => labelled,
        Err(Left::Refused(reason)) => return Conversion { refused: Some(reason), ..unchanged() },
        Err(Left::Done(notice)) => return Conversion { notices: vec![notice], ..unchanged() },
    };
    if options.layout != Layout::Whole
        && !document.is_tagged()
        && let Some(what) = page_without_facts(&document, &labelled.pieces, options.file_name)
    {
        let notice = format!("{what}: left unchanged; --whole tags it all the same");
        return Conversion { notices: vec![notice], ..unchanged() };
    }
    if options.layout == Layout::Whole || labelled.is_foreign {
        return as_a_whole(&document, &labelled, options);
    }
    let conversion = by_sentence(&document, &labelled, options, opened);
    let Some(reason) = conversion.refused else { return conversion };
    // What cannot be cut may still get tags.
    let whole = Options { layout: Layout::Whole, ..options.clone() };
    let mut conversion = as_a_whole(&document, &labelled, &whole);
    conversion.notices.push(format!("no paragraph was cut: {reason}"));
    conversion
}

/// Converts a document without cutting or moving anything, except where a decision or `--bullets` says so.
fn as_a_whole(document: &Document<'_>, labelled: &Labelled, options: &Options<'_>) -> Conversion {
    let Labelled { pieces, statements, scores, is_foreign } = labelled;
    let text = document.source.text();
    let mut conversion = Conversion { output: text.to_owned(), ..Conversion::default() };
    let judged = Judged {
        statements,
        scores,
        decided: &|_| None,
        decided_sentence: &|_, _| None,
        worded: &|_, _| None,
        opened: &[],
    };
    let mut labels = judgement::labels(document, pieces, statements, scores, *is_foreign);
    if !is_foreign {
        explain(document, labelled, &mut labels);
    }
    let guesses = labels.clone();
    let mut settled = settle::settle(document, pieces, &judged, &mut labels, options.decisions);
    if *is_foreign {
        let notice = "not in English: lists, tables and code become SPEC, all other text becomes NOTE";
        conversion.notices.push(notice.to_owned());
    } else {
        conversion.proposed = buried::doubts(document, pieces);
        conversion.failures = failures::likely(document, pieces);
    }
    let open = settle::open(document, pieces, &labels);
    let containers = containers_of(document, pieces);
    let written = written(document, pieces, &containers, &mut labels);
    if !is_foreign {
        // A decided block needs no review.
        let is_buried = |piece: &usize| {
            let kind = pieces[*piece].kind;
            labels[*piece].kind == Kind::Note
                && settled.by[*piece] == By::Labeller
                && (matches!(kind, PieceKind::Paragraph | PieceKind::Quote) || pieces[*piece].is_glued)
        };
        conversion.buried = (0..pieces.len())
            .filter(is_buried)
            .filter_map(|piece| buried::judged(document, &pieces[piece], judged.of(piece)))
            .collect();
    }
    if options.bullets && !is_foreign {
        for (index, kinds) in bullets::sure(document, &judged, &written) {
            if settled.by[index] == By::Labeller {
                settled.wanted.insert(index, kinds);
            }
        }
    }
    // A container is not cut, because nothing is put inside.
    let free = settled.wanted.iter().filter(|(index, _)| containers[**index].is_none());
    let free = free.map(|(index, kinds)| (*index, kinds.clone())).collect();
    let cut = bullets::cut(document, pieces, &judged, &written, &free);
    let result = match &cut {
        Some(cut) => {
            let document = parse_with(&cut.text, &options.settings.own_tags);
            tag(&document, &judgement::pieces(&document), &cut.written, options)
        }
        None => tag(document, pieces, &written, options),
    };
    conversion.blocks = reported(document, pieces, &labels, cut.as_ref(), &mut settled);
    conversion.notices.extend(settled.notice());
    let is_cut = |piece: usize| {
        cut.as_ref().is_some_and(|cut| cut.pieces.binary_search_by_key(&piece, |(piece, _)| *piece).is_ok())
    };
    let cut_lines: HashSet<[usize; 2]> =
        (0..pieces.len()).filter(|&piece| is_cut(piece)).map(|piece| pieces[piece].lines(document)).collect();
    conversion.buried.retain(|found| !cut_lines.contains(&found.lines));
    let is_asked = |index: usize| open[index] && (!is_cut(index) || settled.by[index] != By::Labeller);
    conversion.doubts = doubts::of_pieces(document, pieces, &judged, (&guesses, &labels), &is_asked, options);
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
            conversion.notices.extend(header::invented(document, &output));
            conversion.output = output;
            conversion.left = left;
        }
        Err(reason) => conversion.refused = Some(reason),
    }
    conversion
}

/// Adds the judge's reasons to labels without any.
fn explain(document: &Document<'_>, labelled: &Labelled, labels: &mut [Label]) {
    let Labelled { pieces, statements, scores, .. } = labelled;
    let all = judgement::reasons(document, pieces, statements, scores, spec_cues());
    let mut strongest: Vec<Option<usize>> = vec![None; pieces.len()];
    for (index, one) in statements.iter().enumerate() {
        let is_same = (scores[index] >= 0) == (labels[one.piece].kind == Kind::Spec);
        let best = &mut strongest[one.piece];
        if is_same && best.is_none_or(|best: usize| scores[best].abs() < scores[index].abs()) {
            *best = Some(index);
        }
    }
    for (label, best) in labels.iter_mut().zip(strongest).filter(|(label, _)| label.reasons.is_empty()) {
        label.reasons = best.map(|best| all[best].clone()).unwrap_or_default();
    }
}

/// Converts a document by sentence. The output of a refused conversion is empty.
fn by_sentence(
    document: &Document<'_>,
    labelled: &Labelled,
    options: &Options<'_>,
    opened: &[Opened],
) -> Conversion {
    let Labelled { pieces, statements, scores, .. } = labelled;
    let text = document.source.text();
    let mut conversion = Conversion::default();
    let mut scores = scores.clone();
    sentences::lift(statements, &mut scores, opened);
    let has_decisions = !options.decisions.is_empty();
    let kept = |hash: String| options.decisions.get(&hash);
    let decided = |piece: usize| {
        let decision = has_decisions.then(|| kept(doubts::hash(document, &pieces[piece]))).flatten();
        decision.map(|decision| decision.labels().to_vec())
    };
    let decided_sentence = |piece: usize, span: Span| {
        let hash = || doubts::sentence_hash(document, &pieces[piece], span);
        let labels = has_decisions.then(|| kept(hash())).flatten()?.labels();
        (labels.len() == 1).then(|| labels[0])
    };
    let worded = |piece: usize, span: Span| {
        let hash = || doubts::sentence_hash(document, &pieces[piece], span);
        bullets_worded::accepted(document.text(span), has_decisions.then(|| kept(hash())).flatten()?)
    };
    let judged = Judged {
        statements,
        scores: &scores,
        decided: &decided,
        decided_sentence: &decided_sentence,
        worded: &worded,
        opened,
    };
    let open = || pieces.iter().filter(|piece| piece.tagged.is_none());
    match sentences::convert(document, pieces, &judged, options) {
        Ok(written) => {
            conversion.proposed = buried::doubts(document, pieces);
            conversion.failures = failures::likely(document, pieces);
            conversion.blocks = judged_blocks(document, pieces, &judged, &written);
            conversion.buried = (0..pieces.len())
                .filter(|&piece| written.kinds[piece] == Some(Kind::Note))
                .filter_map(|piece| buried::judged(document, &pieces[piece], judged.of(piece)))
                .collect();
            conversion.doubts = doubts::of_sentences(document, pieces, &judged, &written.parts, options);
            let worded = bullets_worded::bullets(document, pieces, &judged, &written.parts, options);
            conversion.notices.extend(bullets_worded::unused(&worded));
            conversion.bullets = if options.lists_bullets { worded } else { Vec::new() };
            let decided =
                conversion.doubts.iter().filter_map(|doubt| Some((doubt.block, doubt.decision.as_ref()?.by)));
            let decided: BTreeMap<Span, By> = decided.collect();
            for (block, piece) in conversion.blocks.iter_mut().zip(open()) {
                block.by = decided.get(&piece.span).copied().unwrap_or_default();
            }
            conversion.left = by_rule(&written.findings);
            conversion.errors = count_errors(&written.findings);
            conversion.notices.extend(written.notices);
            if written.output == text {
                conversion.notices.push("already fully tagged".to_owned());
            }
            if !written.kinds.contains(&Some(Kind::Spec)) && !document.is_tagged() {
                conversion.notices.push("no facts found: all of it is context".to_owned());
            }
            let invented = written.invented.unwrap_or_else(|| header::invented(document, &written.output));
            conversion.notices.extend(invented);
            conversion.counted = written.counted;
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
    judged: &Judged<'_>,
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

fn reported(
    document: &Document<'_>,
    pieces: &[Piece],
    labels: &[Label],
    cut: Option<&bullets::Cut>,
    settled: &mut Settled,
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
                written: Some(label.kind),
                reasons: label.reasons,
                by: settled.by[index],
            }
        })
        .collect()
}
