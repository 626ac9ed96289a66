//! How likely a fact must be: the profiles of `convert`, and their thresholds.

/// How likely a statement must be a fact to be kept as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Keeps more facts, and more context with them.
    Cautious,
    /// Keeps most facts.
    #[default]
    Balanced,
    /// Keeps less context, and fewer facts.
    Bold,
}

impl Profile {
    /// The least score of a fact, in thousandths of log odds. A lost fact costs more than context that is kept.
    pub fn least_fact(self) -> i32 {
        match self {
            Self::Cautious => -600,
            Self::Balanced => -100,
            Self::Bold => 200,
        }
    }
}
