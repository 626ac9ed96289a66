//! The label of a piece: its kind, the confidence and the reasons.

use crate::document::Kind;

/// The label of a piece.
#[derive(Clone, Debug)]
pub struct Label {
    /// The kind of block that the piece becomes part of.
    pub kind: Kind,
    /// How likely it is, in percent.
    pub confidence: u8,
    /// Whether the confidence is sufficient; if not, somebody should review it.
    pub decided: bool,
    /// The strongest reasons for it, at most three.
    pub reasons: Vec<String>,
    /// Whether the piece has no content on its own, so it belongs to the piece above it.
    pub is_silent: bool,
}

impl Label {
    /// A decided label with one reason.
    pub fn certain(kind: Kind, confidence: u8, reason: &str) -> Self {
        let reasons = vec![reason.to_owned()];
        Self { kind, confidence, decided: true, reasons, is_silent: false }
    }
}

/// The confidence that corresponds to a score, in percent.
pub fn confidence(score: i64) -> u8 {
    let steps = LOGITS.partition_point(|&least| least <= score).saturating_sub(1);
    50 + u8::try_from(steps).unwrap_or(49)
}

/// How likely a statement with this score is a fact, in percent.
pub fn chance(score: i32) -> u8 {
    let sure = confidence(i64::from(score.abs()));
    if score < 0 { 100 - sure } else { sure }
}

/// The minimum score, in thousandths, for a confidence of 50, 51, … 99 percent.
pub(crate) const LOGITS: [i64; 50] = [
    0, 40, 80, 120, 160, 201, 241, 282, 323, 364, 405, 447, 490, 532, 575, 619, 663, 708, 754, 800, 847, 895,
    944, 995, 1046, 1099, 1153, 1208, 1266, 1325, 1386, 1450, 1516, 1586, 1658, 1735, 1815, 1901, 1992, 2091,
    2197, 2314, 2442, 2587, 2752, 2944, 3178, 3476, 3892, 4595,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_becomes_a_chance() {
        for (score, percent) in [(0, 50), (39, 50), (40, 51), (1099, 75), (4594, 98), (99_999, 99)] {
            assert_eq!(confidence(score), percent, "{score}");
        }
        assert_eq!([chance(-1099), chance(0), chance(1099)], [25, 50, 75]);
    }
}
