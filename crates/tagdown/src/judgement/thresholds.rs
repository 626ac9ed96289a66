//! How confident the labeller must be before it decides: the profiles of `convert`, and their thresholds.

/// How confident the labeller must be before it decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// More confident than usual; more pieces need review.
    Cautious,
    /// Facts are right 19 times out of 20 across many projects.
    #[default]
    Balanced,
    /// Always chooses the likelier kind.
    Bold,
}

impl Profile {
    /// The confidence required for a SPEC and for a NOTE, in percent.
    pub fn thresholds(self) -> (u8, u8) {
        match self {
            Self::Cautious => (93, 80),
            Self::Balanced => (85, 65),
            Self::Bold => (50, 50),
        }
    }

    /// The least score of a fact, in thousandths of log odds. A lost fact costs more than context that is kept.
    pub fn least_fact(self) -> i32 {
        match self {
            Self::Cautious => -600,
            Self::Balanced => -100,
            Self::Bold => 200,
        }
    }
}
