//! Whether a statement contradicts a claim: it denies what the claim says, or gives another value.

/// Words that deny.
const DENYING: [&str; 12] = [
    "not", "no", "never", "cannot", "without", "neither", "nor", "none", "nothing", "false", "wrong",
    "nobody",
];
/// Words after a denial that only say how sure the author is: "not verified".
const SURE: [&str; 16] = [
    "verified",
    "confirmed",
    "tested",
    "sure",
    "certain",
    "known",
    "checked",
    "measured",
    "documented",
    "clear",
    "proven",
    "reproduced",
    "know",
    "yet",
    "official",
    "guaranteed",
];
/// Words that exclude each other.
const OPPOSITES: [(&str, &str); 16] = [
    ("enabled", "disabled"),
    ("on", "off"),
    ("true", "false"),
    ("always", "never"),
    ("supported", "unsupported"),
    ("allowed", "forbidden"),
    ("required", "optional"),
    ("synchronous", "asynchronous"),
    ("sync", "async"),
    ("before", "after"),
    ("public", "private"),
    ("mutable", "immutable"),
    ("sorted", "unsorted"),
    ("encrypted", "unencrypted"),
    ("least", "most"),
    ("yes", "no"),
];

/// Whether the words of a statement contradict those of a claim.
///
/// A number that only the statement has is a detail; one that replaces another is a contradiction.
pub(super) fn contradicts(claim: &[String], statement: &[String]) -> bool {
    let lower = |words: &[String]| words.iter().map(|word| word.to_lowercase()).collect::<Vec<_>>();
    let (claim, statement) = (lower(claim), lower(statement));
    let denials = |words: &[String]| (0..words.len()).filter(|&at| denies(words, at)).count() % 2;
    let has = |words: &[String], word: &str| words.iter().any(|other| other == word);
    let is_turned = |one: &str, other: &str| {
        has(&claim, one) && !has(&claim, other) && has(&statement, other) && !has(&statement, one)
    };
    let only = |words: &[String], others: &[String]| {
        words.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()) && !others.contains(word))
    };
    denials(&claim) != denials(&statement)
        || OPPOSITES.iter().any(|(one, other)| is_turned(one, other) || is_turned(other, one))
        || only(&claim, &statement) && only(&statement, &claim)
}

/// Words that say why a claim is uncertain.
const REASONS: [&str; 16] = [
    "unverified",
    "unconfirmed",
    "untested",
    "undocumented",
    "unknown",
    "unclear",
    "unsure",
    "because",
    "assumed",
    "inferred",
    "guess",
    "guessed",
    "estimated",
    "reason",
    "why",
    "evidence",
];

/// Whether a sentence of a claim only says why the claim is uncertain.
pub(super) fn is_reason(words: &[String]) -> bool {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let has_sure = |at: usize| lower[at + 1..].iter().take(2).any(|next| SURE.contains(&&**next));
    (0..lower.len()).any(|at| {
        let word = &*lower[at];
        REASONS.contains(&word) || (DENYING.contains(&word) || word.ends_with("n't")) && has_sure(at)
    })
}

fn denies(words: &[String], at: usize) -> bool {
    let word = &*words[at];
    let is_denial = DENYING.contains(&word) || word.ends_with("n't");
    is_denial && !words[at + 1..].iter().take(2).any(|next| SURE.contains(&&**next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::words::words;

    #[test]
    fn denials_opposites_and_other_values_contradict() {
        for (claim, statement, expected) in [
            ("The cache holds 500 entries", "The cache holds 500 entries", false),
            ("The cache holds 500 entries", "The cache does not hold 500 entries", true),
            ("The cache holds 500 entries", "The cache holds 512 entries", true),
            ("The cache holds entries", "The cache holds entries for 5 minutes", false),
            ("Retries are enabled (not verified)", "Retries are enabled", false),
            ("Retries are enabled", "Retries are disabled", true),
            ("It probably isn't cached", "It isn't cached", false),
            ("It probably isn't cached", "It is cached", true),
        ] {
            assert_eq!(contradicts(&words(claim), &words(statement)), expected, "{claim} / {statement}");
        }
    }
}
