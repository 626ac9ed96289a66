//! BM25: the weight of a word that a text shares with a query. Search and the placing of tracker issues use it.

/// How quickly repeated occurrences of a word stop adding to the score.
const SATURATION: f64 = 1.2;
/// How much a long block is penalized.
const LENGTH: f64 = 0.75;

/// The weight of a word that `holding` of `all` texts contain. Rare words weigh more.
pub fn rarity(holding: f64, all: f64) -> f64 {
    (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln()
}

/// The weight of `found` occurrences in a text that is `length` times as long as the average.
pub fn saturated(found: f64, length: f64) -> f64 {
    found * (SATURATION + 1.0) / (found + SATURATION * (1.0 - LENGTH + LENGTH * length))
}
