//! Judges statements: is this a fact that an answer would need, or context? A linear model over words, form, place and
//! neighbours, in whole numbers, so every machine gives the same answer. `scripts/train-judge` creates the table.

use super::hashed::{Hashed, join};
use super::observe::Observer;
use super::pieces::Piece;
use super::sink::Sink;
use super::statements::Statement;
use super::table::{SLOTS, TABLE, Table};
use super::word_features::Cues;
use crate::document::Document;

/// Judges the statements of a document, all or some of them.
pub struct Judge<'d, 't> {
    observer: Observer<'d, 't>,
    sum: Sum,
}

impl<'d, 't> Judge<'d, 't> {
    /// A judge for these statements.
    pub fn new(
        document: &'d Document<'t>,
        pieces: &'d [Piece],
        statements: &'d [Statement],
        cues: &'d Cues,
    ) -> Self {
        let sum = Sum { table: &TABLE, has: vec![0; SLOTS.div_ceil(64)], slots: Vec::new(), sum: 0 };
        Self { observer: Observer::new(document, pieces, statements, cues), sum }
    }

    /// How likely the statement at `index` is a fact, in thousandths of log odds. A statement that repeats one that was
    /// judged before counts as repeated.
    pub fn score(&mut self, index: usize) -> i32 {
        self.sum.clear();
        let is_plain_value = self.observer.observe(index, &mut self.sum);
        if is_plain_value { self.sum.sum.max(PLAIN_VALUE) } else { self.sum.sum }
    }
}

/// The weight of a feature; 0 if the feature is not in the table.
pub(super) fn weight(name: &str) -> i32 {
    TABLE.find(join(&[Hashed::new(name)])).map_or(0, |(_, weight)| weight)
}

/// The least score of a short sentence that only states a number, such as "The port is 8080." Such sentences are rare in
/// the documents that the table was learned from, and nobody doubts them.
const PLAIN_VALUE: i32 = 400;

/// How likely each statement is a fact, in thousandths of log odds.
pub fn scores(document: &Document<'_>, pieces: &[Piece], statements: &[Statement], cues: &Cues) -> Vec<i32> {
    let mut judge = Judge::new(document, pieces, statements, cues);
    (0..statements.len()).map(|index| judge.score(index)).collect()
}

/// The features of every statement, unique and sorted: the input for training.
pub fn statement_features<'d>(
    document: &'d Document<'_>,
    pieces: &'d [Piece],
    statements: &'d [Statement],
    cues: &'d Cues,
) -> impl Iterator<Item = Vec<String>> + 'd {
    let mut observer = Observer::new(document, pieces, statements, cues);
    (0..statements.len()).map(move |index| {
        let mut names = Names::default();
        observer.observe(index, &mut names);
        names.0.sort_unstable();
        names.0.dedup();
        names.0
    })
}

/// Adds up the weights of features.
struct Sum {
    table: &'static Table,
    /// A bit for each slot of the table: whether its feature was added.
    has: Vec<u64>,
    /// The slots whose bits are set.
    slots: Vec<usize>,
    sum: i32,
}

impl Sum {
    fn clear(&mut self) {
        for slot in self.slots.drain(..) {
            self.has[slot / 64] = 0;
        }
        self.sum = self.table.bias;
    }
}

impl Sink for Sum {
    // Most parts are constant: where their hashes are known to the compiler, little is left to compute.
    #[expect(clippy::inline_always, reason = "measured: a call for each feature is a tenth of a score")]
    #[inline(always)]
    fn add(&mut self, parts: &[Hashed<'_>]) {
        if let Some((slot, weight)) = self.table.find(join(parts))
            && self.has[slot / 64] >> (slot % 64) & 1 == 0
        {
            self.has[slot / 64] |= 1 << (slot % 64);
            self.slots.push(slot);
            self.sum += weight;
        }
    }
}

/// Collects the names of features.
#[derive(Default)]
struct Names(Vec<String>);

impl Sink for Names {
    fn add(&mut self, parts: &[Hashed<'_>]) {
        self.0.push(parts.iter().map(|part| part.text).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;
    use crate::judgement::{pieces, statements};
    use crate::rules::spec_cues;

    fn judge(text: &str) -> Vec<i32> {
        let document = parse(text);
        let pieces = pieces(&document);
        scores(&document, &pieces, &statements(&document, &pieces), spec_cues())
    }

    #[test]
    fn facts_and_context_are_told_apart() {
        let facts = "# T\n\n## Limits\n\nThe port is 8080. The server must be restarted after every change. If the \
                     file does not exist, `open` returns `null`.\n\n| a | b |\n|---|---|\n| `x` | 1 |\n";
        assert!(judge(facts).iter().all(|score| *score > 0), "{:?}", judge(facts));
        let context = "# T\n\n## Thanks\n\nWe hope that you enjoy it. In this chapter, we will look at the history of \
                       the project. Thanks to all contributors!\n";
        assert!(judge(context).iter().all(|score| *score < -100), "{:?}", judge(context));
    }

    /// A page with most features.
    const PAGE: &str = "# Ünits & more\n\nIn this guide, you'll learn how it works.\n\n## What is a `unit`?\n\n\
        The `unit` is **5 MB** (see [the list](a.md)). It's set by `--max-size`; don't change it, e.g. to 7! \
        The limit isn't fixed: it can be raised\nand lowered.  The limit isn't fixed: it can be raised and lowered.\n\n\
        - `a_b`: the first NAME. Note that it may fail.\n- **Bold** text, école and naïveté’s Größe?\n\n\
        1. Run it:\n\n   ```sh\n   run --now\n   ```\n\n> [!WARNING]\n> You must not use port 8080.\n\n\
        | a | b |\n|---|---|\n| `x` | 1 |\n| ![i](i.png) | <b>HTML</b> |\n\n```rust\nlet x = 1;\n```\n\n\
        !!! note\n\n    We recommend 3 retries. https://example.com/x is where.\n\n\u{a0}Nbsp text.\n";

    #[test]
    fn a_score_is_the_sum_of_the_weights_of_the_names() {
        let table: std::collections::HashMap<&str, i32> = include_str!("facts.tsv")
            .lines()
            .filter_map(|row| row.split_once('\t'))
            .map(|(name, weight)| (name, weight.parse().expect("a number")))
            .collect();
        let document = parse(PAGE);
        let pieces = pieces(&document);
        let statements = statements(&document, &pieces);
        let names = statement_features(&document, &pieces, &statements, spec_cues());
        for ((names, score), statement) in names.zip(judge(PAGE)).zip(&statements) {
            let weights = names.iter().filter_map(|name| table.get(name.as_str()));
            let sum = table["@bias"] + weights.sum::<i32>();
            let text = document.text(statement.span);
            assert!(score == sum || score == PLAIN_VALUE && sum < PLAIN_VALUE, "{text}: {score}, {sum}");
        }
    }
}
