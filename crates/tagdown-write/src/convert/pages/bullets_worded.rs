//! Sentences that became list items of a SPEC, and the shorter wordings that people accepted for them.

use tagdown::document::{Document, Kind};
use tagdown::judgement::Piece;
use tagdown::prose::cut::leans;

use super::doubts::{Collector, Verdict, sentence_hash};
use super::sentences::{Judged, Part, Shape};
use crate::convert::decisions::Decision;
use crate::convert::doubt::Doubt;
use crate::convert::outcome::Options;
use crate::convert::wording::{compare, is_rewordable};

/// The wording that a decision gives a sentence: only for exactly the sentence that the person saw, and only if it still
/// passes the comparison.
pub(super) fn accepted(sentence: &str, decision: &Decision) -> Option<String> {
    let wording = decision.wording().filter(|wording| !wording.is_kept() && wording.source == sentence)?;
    compare(sentence, &wording.text).is_ok().then(|| wording.text.clone())
}

/// The sentences that became list items, in the order of the source: those with a wording, and, if the options ask for
/// them, all that may get one.
pub(super) fn bullets(
    document: &Document<'_>,
    pieces: &[Piece],
    judged: &Judged<'_>,
    parts: &[Part],
    options: &Options<'_>,
) -> Vec<Doubt> {
    let mut out = Collector::new(document, options);
    let is_one = |part: &&Part| part.shape == Shape::Bullet && part.kind == Kind::Spec && part.sentences == 1;
    for part in parts.iter().filter(is_one) {
        let Some(index) = part.piece else { continue };
        let hash = sentence_hash(document, &pieces[index], part.span);
        let is_worded = options.decisions.get(&hash).is_some_and(|decision| decision.wording().is_some());
        let text = document.text(part.span);
        let inside = judged
            .of(index)
            .filter(|(one, _)| one.span.start >= part.span.start && one.span.start < part.span.end);
        let score = inside.map(|(_, score)| score).max().unwrap_or(0);
        // A sentence that is a list item only because of its neighbours would become part of one if somebody decided on it.
        let is_own = score >= 0 && !leans(text);
        if !(is_worded || options.lists_bullets && is_own && is_rewordable(text)) {
            continue;
        }
        let (label, written) = (Kind::Spec, Kind::Spec);
        out.add(&pieces[index], Verdict { span: part.span, hash, label, written, score, is_buried: false });
        if let Some(last) = out.out.last_mut() {
            last.wording.clone_from(&part.wording);
            // Other questions are more important than wordings.
            last.value = 0;
        }
    }
    out.out
}

/// A notice about accepted wordings that are not written: their sentence or its surroundings have changed.
pub(super) fn unused(bullets: &[Doubt]) -> Option<String> {
    let is_unused = |one: &&Doubt| {
        let wording = one.decision.as_ref().and_then(Decision::wording);
        one.wording.is_none() && wording.is_some_and(|wording| !wording.is_kept())
    };
    let lines: Vec<String> = bullets.iter().filter(is_unused).map(|one| one.lines[0].to_string()).collect();
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    let why =
        "accepted wording not used, because the sentence has changed or the wording does not pass the checks";
    (!lines.is_empty()).then(|| format!("{noun} {}: {why}", lines.join(", ")))
}
