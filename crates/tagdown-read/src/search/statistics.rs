//! How rare the words of a query are.

/// How often words occur in all documents.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub(super) units: f64,
    /// The mean number of words in a unit.
    pub(super) mean: f64,
    /// How many units contain each alternative.
    pub(super) holding: Vec<f64>,
}
