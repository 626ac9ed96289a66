//! What somebody should decide about a page: sentences and blocks that the judge is not sure of, and facts that stay
//! inside a NOTE because their paragraph cannot be cut.

use tagdown::document::{Document, Kind, parse};
use tagdown::judgement::{
    self, Label, Piece, PieceKind, Statement, best_quarter, chance, headings, is_foreign, reasons,
};
use tagdown::rules::spec_cues;
use tagdown::text::{Span, one_line};

use super::bullets;
use super::sentences::{Judged, Part, Shape, has_hard_break};
use crate::convert::decisions::block_hash;
use crate::convert::doubt::Doubt;
use crate::convert::outcome::Options;

/// Whether a page is not in English, so nearly all of its prose is in doubt.
pub fn is_foreign_page(text: &str, options: &Options<'_>) -> bool {
    is_foreign(&parse(text), options.settings.language)
}

/// The strongest reasons why each of these doubts about a page is taken for a fact or for context.
pub fn reasons_for(text: &str, doubts: &[Doubt]) -> Vec<Vec<String>> {
    let document = parse(text);
    let pieces = judgement::pieces(&document);
    let statements = judgement::statements(&document, &pieces);
    let scores = judgement::scores(&document, &pieces, &statements, spec_cues());
    let all = reasons(&document, &pieces, &statements, &scores, spec_cues());
    let of = |doubt: &Doubt| {
        let first = statements.partition_point(|one| one.span.start < doubt.span.start);
        let inside = (first..statements.len()).take_while(|&at| statements[at].span.start < doubt.span.end);
        let best = inside.max_by_key(|&at| scores[at]);
        best.map(|at| all[at].clone()).unwrap_or_default()
    };
    doubts.iter().map(of).collect()
}

/// A sentence that becomes context is in doubt if its score is less than this below that of a fact.
const NEAR_FACT: i32 = 900;

/// A fact is in doubt if its score is less than this above the least score of a fact.
const NEAR_CONTEXT: i32 = 400;

/// The key for decisions on a piece.
pub(super) fn hash(document: &Document<'_>, piece: &Piece) -> String {
    let heading = &document.sections[piece.section].title;
    block_hash(heading, document.text(piece.span))
}

/// The key for decisions on a sentence. For a paragraph of one sentence on one line, it is that of the piece.
pub(super) fn sentence_hash(document: &Document<'_>, piece: &Piece, sentence: Span) -> String {
    let heading = &document.sections[piece.section].title;
    block_hash(heading, &one_line(document.text(sentence)))
}

/// Collects the doubts of a page.
pub(super) struct Collector<'d, 't> {
    document: &'d Document<'t>,
    options: &'d Options<'d>,
    pub(super) out: Vec<Doubt>,
}

/// What the judge and the conversion say about a sentence or block.
pub(super) struct Verdict {
    pub(super) span: Span,
    pub(super) hash: String,
    pub(super) label: Kind,
    pub(super) written: Kind,
    /// The score, less the least score of a fact.
    pub(super) score: i32,
    pub(super) is_buried: bool,
}

impl<'d, 't> Collector<'d, 't> {
    pub(super) fn new(document: &'d Document<'t>, options: &'d Options<'d>) -> Self {
        Self { document, options, out: Vec::new() }
    }

    pub(super) fn add(&mut self, piece: &Piece, verdict: Verdict) {
        let (document, least) = (self.document, self.options.profile.least_fact());
        let Verdict { span, hash, label, written, score, is_buried } = verdict;
        let line = |at: usize| document.source.position(at).line;
        let chance = chance(score.saturating_add(least));
        let text = document.text(span);
        let share = if label == Kind::Spec { 100 - chance } else { chance };
        self.out.push(Doubt {
            decision: self.options.decisions.get(&hash).cloned(),
            hash,
            lines: [line(span.start), line(span.end.saturating_sub(1).max(span.start))],
            span,
            text: text.to_owned(),
            block: piece.span,
            kind: piece.kind,
            headings: headings(document, piece.section).into_iter().map(str::to_owned).collect(),
            label,
            written,
            chance,
            is_buried,
            wording: None,
            value: usize::from(share) * weight(text),
        });
    }

    fn finish(mut self) -> Vec<Doubt> {
        self.out.sort_by_key(|doubt| (doubt.rank(), doubt.span));
        self.out
    }
}

/// How much a text says: its words, and more for numbers and code.
fn weight(text: &str) -> usize {
    const MOST_WORDS: usize = 30;
    const MOST_EXACT: usize = 5;
    let is_exact = |word: &&str| word.contains(|c: char| c.is_ascii_digit() || c == '`');
    let exact = text.split_whitespace().filter(is_exact).count();
    text.split_whitespace().count().min(MOST_WORDS) + 4 * exact.min(MOST_EXACT)
}

/// The doubts of a page that was converted by sentence. `parts` is what was written, in the order of the source.
pub(super) fn of_sentences(
    document: &Document<'_>,
    pieces: &[Piece],
    judged: &Judged<'_>,
    parts: &[Part],
    options: &Options<'_>,
) -> Vec<Doubt> {
    let mut out = Collector::new(document, options);
    for (index, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.tagged.is_none()) {
        let own: Vec<(&Statement, i32)> = judged.of(index).collect();
        let part_at = |at: usize| {
            let last = parts.partition_point(|part| part.span.start <= at).checked_sub(1);
            last.map(|last| &parts[last]).filter(|part| part.piece == Some(index) && at < part.span.end)
        };
        let Some(first) = part_at(piece.span.start) else { continue };
        let is_open = !piece.is_glued && first.span.end <= piece.span.end && !first.is_silent;
        if !is_open || matches!(piece.kind, PieceKind::Code | PieceKind::Table) {
            continue;
        }
        let is_paragraph = piece.kind == PieceKind::Paragraph;
        let is_whole = first.shape == Shape::Whole && !first.is_tied;
        if !is_paragraph || is_whole || has_hard_break(document.text(piece.span)) {
            let score = match piece.kind {
                PieceKind::List => of_list(&own),
                _ => own.iter().map(|(_, score)| *score).max().unwrap_or(-1),
            };
            let is_buried = is_paragraph && first.kind == Kind::Note && score >= 0;
            let hash = hash(document, piece);
            let verdict =
                Verdict { span: piece.span, hash, label: first.kind, written: first.kind, score, is_buried };
            out.consider(piece, verdict);
            continue;
        }
        for (one, score) in own {
            let Some(part) = part_at(one.span.start).filter(|part| !part.is_tied && !part.is_silent) else {
                continue;
            };
            let hash = sentence_hash(document, piece, one.span);
            let kind = part.kind;
            out.consider(
                piece,
                Verdict { span: one.span, hash, label: kind, written: kind, score, is_buried: false },
            );
        }
    }
    out.finish()
}

impl Collector<'_, '_> {
    /// Adds what is decided or in doubt.
    fn consider(&mut self, piece: &Piece, verdict: Verdict) {
        let is_decided = self.options.decisions.get(&verdict.hash).is_some();
        let is_near = match verdict.written {
            Kind::Spec => verdict.score < NEAR_CONTEXT,
            _ => verdict.score > -NEAR_FACT,
        };
        // Without the decision, the score would have decided.
        let label = match is_decided {
            true if verdict.score >= 0 => Kind::Spec,
            true => Kind::Note,
            false => verdict.label,
        };
        if is_decided || is_near {
            self.add(piece, Verdict { label, ..verdict });
        }
    }
}

fn of_list(own: &[(&Statement, i32)]) -> i32 {
    let (statements, scores): (Vec<Statement>, Vec<i32>) =
        own.iter().map(|(one, score)| (**one, *score)).unzip();
    best_quarter(&statements, &scores)
}

/// The doubts of a page whose blocks are labelled as a whole. `is_open` says which pieces a decision may label.
pub(super) fn of_pieces(
    document: &Document<'_>,
    pieces: &[Piece],
    judged: &Judged<'_>,
    (guesses, labels): (&[Label], &[Label]),
    is_open: &dyn Fn(usize) -> bool,
    options: &Options<'_>,
) -> Vec<Doubt> {
    let mut out = Collector::new(document, options);
    for (index, piece) in pieces.iter().enumerate().filter(|(index, _)| is_open(*index)) {
        let guess = &guesses[index];
        let hash = hash(document, piece);
        let most = judged.of(index).map(|(_, score)| score).max().unwrap_or(-1);
        let can_cut = || bullets::can_cut(document, pieces, index, &bullets::sentences(judged, index));
        let is_buried =
            guess.decided && guess.kind == Kind::Note && piece.kind == PieceKind::Paragraph && most >= 0;
        let is_buried = is_buried && can_cut();
        if guess.decided && !is_buried && options.decisions.get(&hash).is_none() {
            continue;
        }
        let score = match (is_buried, guess.kind) {
            (true, _) => most,
            (_, Kind::Spec) => logit(guess.confidence),
            _ => -logit(guess.confidence),
        };
        let (label, written) = (guess.kind, labels[index].kind);
        out.add(piece, Verdict { span: piece.span, hash, label, written, score, is_buried });
    }
    out.finish()
}

/// The least score with this confidence.
fn logit(confidence: u8) -> i32 {
    (0..5000).step_by(20).find(|score| judgement::confidence(i64::from(*score)) >= confidence).unwrap_or(5000)
}
