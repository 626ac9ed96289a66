//! Whether a statement contradicts a claim: it denies what the claim says, or gives another value.

use super::words::words;

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

/// Whether a statement contradicts a claim, by their texts.
///
/// A number that only the statement has is a detail; one that replaces another is a contradiction. What one of them says in a
/// clause that has nothing to do with the other, such as why a claim is uncertain, contradicts nothing.
pub(super) fn contradicts(claim: &str, statement: &str) -> bool {
    let (claim, statement) = (clauses(claim), clauses(statement));
    let (claim, statement) = (related(&claim, &statement), related(&statement, &claim));
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

/// The words of each clause of a text, in lower case.
fn clauses(text: &str) -> Vec<Vec<String>> {
    let mut out: Vec<Vec<String>> = vec![Vec::new()];
    for raw in text.split_whitespace() {
        let bare: String = raw.chars().filter(|c| !"*_`~".contains(*c)).collect();
        let is_dash = ["-", "–", "—"].contains(&&*bare);
        if is_dash || bare.starts_with('(') {
            out.push(Vec::new());
        }
        out.last_mut().into_iter().for_each(|clause| clause.extend(words(&bare.to_lowercase())));
        if bare.ends_with([',', ';', '.', ')', '!', '?']) {
            out.push(Vec::new());
        }
    }
    out.retain(|clause| !clause.is_empty());
    out
}

/// Words that say nothing about what a clause is about.
const SMALL: [&str; 34] = [
    "the", "and", "are", "was", "were", "been", "has", "have", "had", "but", "for", "with", "this", "that",
    "does", "did", "can", "could", "may", "might", "will", "would", "must", "only", "from", "they", "its",
    "our", "you", "any", "all", "yet", "than", "then",
];

/// The words of the clauses that have something to do with another text.
fn related(own: &[Vec<String>], other: &[Vec<String>]) -> Vec<String> {
    let tells = |word: &str| {
        let is_value = word.contains(|c: char| c.is_ascii_digit());
        is_value || word.len() > 2 && !SMALL.contains(&word) && !DENYING.contains(&word)
    };
    let stems: Vec<&str> = other.iter().flatten().filter(|word| tells(word)).map(|word| stem(word)).collect();
    let is_related = |clause: &&Vec<String>| {
        own.len() == 1 || clause.iter().any(|word| tells(word) && stems.contains(&stem(word)))
    };
    own.iter().filter(is_related).flatten().cloned().collect()
}

/// A word without the ending of a plural or a verb.
fn stem(word: &str) -> &str {
    let ends = ["ing", "ed", "es", "s"].iter().filter_map(|end| word.strip_suffix(end));
    ends.filter(|stem| stem.len() > 2).min_by_key(|stem| stem.len()).unwrap_or(word).trim_end_matches('e')
}

/// Words that make a statement a claim.
const HEDGES: [&str; 20] = [
    "probably",
    "likely",
    "maybe",
    "perhaps",
    "possibly",
    "presumably",
    "apparently",
    "seems",
    "seem",
    "seemingly",
    "appears",
    "appear",
    "might",
    "may",
    "could",
    "supposedly",
    "reportedly",
    "allegedly",
    "believed",
    "guess",
];

/// Words for those who know or do not.
const PERSONS: [&str; 5] = ["we", "i", "nobody", "someone", "anyone"];

/// What a claim states, without the words and clauses that say how sure its author is.
pub(super) fn core(text: &str) -> Vec<String> {
    let is_doubt = |clause: &Vec<String>| {
        let has = |list: &[&str]| clause.iter().any(|word| list.contains(&&**word));
        let is_denied = (0..clause.len()).any(|at| denies(clause, at));
        let is_done = clause.iter().any(|word| word.ends_with("ed"));
        HEDGES.contains(&&*clause[0]) || is_reason(clause) || has(&PERSONS) || is_denied && is_done
    };
    let all = clauses(text);
    let kept = all.iter().enumerate().filter(|(at, clause)| *at == 0 || !is_doubt(clause));
    kept.flat_map(|(_, clause)| clause).filter(|word| !HEDGES.contains(&&***word)).cloned().collect()
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
            ("It probably holds 8 jobs; never traced in the code", "It holds 8 jobs", false),
            ("It probably holds 8 jobs, which nobody counted", "It holds 9 jobs", true),
            ("It probably does not hold 8 jobs; nobody counted", "It holds 8 jobs", true),
            ("Jobs seem to run twice - no log was kept", "Jobs run twice", false),
            ("Jobs seem to run twice", "Jobs run twice (there is no way to stop that)", false),
        ] {
            assert_eq!(contradicts(claim, statement), expected, "{claim} / {statement}");
        }
    }

    #[test]
    fn a_claim_without_its_doubts() {
        for (claim, expected) in [
            ("The queue probably holds 8 jobs; we have not tested it.", "the queue holds 8 jobs"),
            (
                "The unit may stop after 3 days, maybe by an overflow (not reproduced)",
                "the unit stop after 3 days",
            ),
            ("Jobs are not counted.", "jobs are not counted"),
        ] {
            assert_eq!(core(claim).join(" "), expected, "{claim}");
        }
    }
}
