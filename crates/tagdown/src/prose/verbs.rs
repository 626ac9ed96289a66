//! Verbs that mark the predicate of a clause.

/// Auxiliary verbs, and those that technical English uses most in statements of fact.
const AUXILIARY: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "can", "cannot", "may", "must", "will", "do", "does", "should",
];

const STATING: &[&str] = &["requires", "returns", "runs", "uses", "holds", "takes", "defaults"];

/// Whether a word, in lower case, is an auxiliary verb.
pub(crate) fn is_auxiliary(word: &str) -> bool {
    AUXILIARY.contains(&word)
}

/// Whether a word, in lower case, is a verb that states something about its subject.
pub(crate) fn is_stating(word: &str) -> bool {
    is_auxiliary(word) || STATING.contains(&word)
}
