//! The linear model that computes the labels. It uses two integer sums, so every machine gives the same answer: one
//! for the words of a piece, and one for its words, form and neighbours together. `scripts/train-labeller` creates the
//! table.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::features::Features;
use super::pieces::{Piece, PieceKind};

/// Feature names and their weights in thousandths; a positive weight is evidence for SPEC.
static TABLE: LazyLock<FxHashMap<&'static str, i64>> = LazyLock::new(|| {
    let rows = include_str!("weights.tsv").lines().filter_map(|line| line.split_once('\t'));
    rows.filter_map(|(name, weight)| Some((name, weight.parse().ok()?))).collect()
});

/// The weight of a feature; 0 if the feature is not in the table.
pub(crate) fn weight(name: &str) -> i64 {
    TABLE.get(name).copied().unwrap_or(0)
}

/// The word scores of a piece and of its sentences or items.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Words {
    own: i64,
    least: i64,
    mean: i64,
    most: i64,
}

/// The word score of a stretch of text.
pub fn words_score(names: &[String]) -> i64 {
    (weight("@words") + names.iter().map(|name| weight(name)).sum::<i64>()).clamp(-FAR, FAR)
}

/// The limit of a word score in either direction.
const FAR: i64 = 4000;

impl Words {
    pub(super) fn of(features: &Features) -> Self {
        let own = words_score(&features.words);
        let parts: Vec<i64> = features.parts.iter().map(|(_, names)| words_score(names)).collect();
        let (Some(least), Some(most)) = (parts.iter().min(), parts.iter().max()) else {
            return Self { own, least: own, mean: own, most: own };
        };
        let count = i64::try_from(parts.len()).unwrap_or(1);
        Self { own, least: *least, mean: parts.iter().sum::<i64>() / count, most: *most }
    }
}

/// One term of a score: a feature or a quantity, and what it adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(super) name: String,
    pub(super) value: i64,
}

/// The evidence for and against SPEC in every piece. A piece without features has none.
pub(crate) fn scores(pieces: &[Piece], features: &[Option<Features>]) -> Vec<Vec<Term>> {
    let words: Vec<Option<Words>> = pieces
        .iter()
        .zip(features)
        .map(|(piece, features)| features.as_ref().filter(|_| piece.is_text()).map(Words::of))
        .collect();
    let around = Around::new(pieces, &words);
    let of = |index: usize| match &features[index] {
        None => Vec::new(),
        Some(_) if !pieces[index].is_text() => code_terms(pieces[index].kind, &around.at(index)),
        Some(features) => {
            text_terms(pieces[index].kind, features, words[index].unwrap_or_default(), &around.at(index))
        }
    };
    (0..pieces.len()).map(of).collect()
}

fn text_terms(kind: PieceKind, features: &Features, words: Words, around: &Neighbours) -> Vec<Term> {
    let is_list = i64::from(kind == PieceKind::List);
    let has = |suffix: &str| i64::from(features.names.iter().any(|name| name.ends_with(suffix)));
    let sentences = features.sentences.len();
    let mut terms = vec![Term { name: "@form".to_owned(), value: weight("@form") }];
    terms.extend(features.names.iter().map(|name| Term { name: name.clone(), value: weight(name) }));
    let quantities = [
        ("@own", words.own),
        ("@least", words.least),
        ("@mean", words.mean),
        ("@most", words.most),
        ("@last", around.last),
        ("@next", around.next),
        ("@section", around.section),
        ("@document", around.document),
        ("@least-of-two", if sentences == 2 { words.least } else { 0 }),
        ("@introduced", has("/lead-in") * around.next),
        ("@introduction", has("/below-lead-in") * around.last),
        ("@items", is_list * words.mean),
        ("@best-item", is_list * words.most),
        ("@single", if sentences == 1 { words.own } else { 0 }),
    ];
    terms.extend(quantities.iter().map(|(name, value)| quantity(name, *value)));
    terms.retain(|term| term.value != 0);
    terms
}

fn code_terms(kind: PieceKind, around: &Neighbours) -> Vec<Term> {
    let bias = if kind == PieceKind::Table { "@table" } else { "@code" };
    let mut terms = vec![Term { name: bias.to_owned(), value: weight(bias) }];
    let quantities = [
        ("@code-last", around.last),
        ("@code-next", around.next),
        ("@code-section", around.section),
        ("@code-document", around.document),
    ];
    terms.extend(quantities.iter().map(|(name, value)| quantity(name, *value)));
    terms
}

fn quantity(name: &str, value: i64) -> Term {
    Term { name: name.to_owned(), value: weight(name) * value / 1000 }
}

/// The word scores of the text around a piece.
#[derive(Clone, Copy, Debug, Default)]
struct Neighbours {
    last: i64,
    next: i64,
    section: i64,
    document: i64,
}

/// The word scores around all pieces, computed in one pass.
struct Around {
    own: Vec<Option<i64>>,
    last: Vec<i64>,
    next: Vec<i64>,
    sections: FxHashMap<usize, (i64, i64)>,
    section_of: Vec<usize>,
    document: (i64, i64),
}

impl Around {
    fn new(pieces: &[Piece], words: &[Option<Words>]) -> Self {
        let own: Vec<Option<i64>> = words.iter().map(|words| words.map(|words| words.own)).collect();
        let mut sections: FxHashMap<usize, (i64, i64)> = FxHashMap::default();
        let mut document = (0, 0);
        for (piece, score) in pieces.iter().zip(&own) {
            let Some(score) = score else { continue };
            for sum in [sections.entry(piece.section).or_default(), &mut document] {
                *sum = (sum.0 + score, sum.1 + 1);
            }
        }
        let running = |scores: &mut dyn Iterator<Item = Option<i64>>| {
            let mut seen = 0;
            let step = |score: Option<i64>| {
                let before = seen;
                seen = score.unwrap_or(seen);
                before
            };
            scores.map(step).collect::<Vec<i64>>()
        };
        let last = running(&mut own.iter().copied());
        let mut next = running(&mut own.iter().rev().copied());
        next.reverse();
        let section_of = pieces.iter().map(|piece| piece.section).collect();
        Self { own, last, next, sections, section_of, document }
    }

    fn at(&self, index: usize) -> Neighbours {
        let mean = |(sum, count): (i64, i64)| {
            let own = self.own[index];
            let (sum, count) = (sum - own.unwrap_or(0), count - i64::from(own.is_some()));
            if count == 0 { 0 } else { sum / count }
        };
        Neighbours {
            last: self.last[index],
            next: self.next[index],
            section: mean(self.sections.get(&self.section_of[index]).copied().unwrap_or_default()),
            document: mean(self.document),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_read() {
        let rows: Vec<&str> = include_str!("weights.tsv").lines().collect();
        assert_eq!(rows.len(), TABLE.len());
        for name in ["@words", "@form", "@code", "@own", "@least", "@mean", "@next", "@section", "@code-last"]
        {
            assert_ne!(weight(name), 0, "{name}");
        }
    }

    #[test]
    fn labels_are_the_same_everywhere() {
        // With floating point, rounding could give different sums on different machines.
        let text = "# T\n\n## Limits\n\nA body holds 4 KB.\n\n## Why\n\nWe liked it because it was easy.\n";
        let scores: Vec<i64> = crate::judgement::describe(text, crate::rules::spec_cues())
            .into_iter()
            .map(|(_, _, score)| score)
            .collect();
        assert!(scores[0] > 500 && scores[1] < -500, "{scores:?}");
    }
}
