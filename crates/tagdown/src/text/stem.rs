//! The stems of English words, for comparing words of the same family.

use rust_stemmers::{Algorithm, Stemmer};

thread_local! {
    static STEMMER: Stemmer = Stemmer::create(Algorithm::English);
}

/// The stem of a lower-case word.
pub fn stem(word: &str) -> String {
    STEMMER.with(|stemmer| stemmer.stem(word).into_owned())
}
