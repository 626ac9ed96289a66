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

/// Verbs in the third person that statements of fact use often. Words that are as often plural nouns (`files`, `logs`,
/// `limits`) are not in the list.
const PRESENT: &[&str] = &[
    "accepts",
    "adds",
    "allows",
    "answers",
    "appears",
    "applies",
    "assigns",
    "becomes",
    "begins",
    "belongs",
    "checks",
    "clears",
    "closes",
    "comes",
    "connects",
    "consists",
    "contains",
    "controls",
    "converts",
    "copies",
    "counts",
    "covers",
    "creates",
    "decides",
    "defines",
    "deletes",
    "depends",
    "describes",
    "disables",
    "drops",
    "enables",
    "ends",
    "enters",
    "exceeds",
    "exists",
    "exits",
    "expects",
    "expires",
    "fails",
    "falls",
    "fetches",
    "fires",
    "gets",
    "gives",
    "goes",
    "handles",
    "happens",
    "ignores",
    "includes",
    "inherits",
    "invokes",
    "keeps",
    "lasts",
    "leaves",
    "lies",
    "listens",
    "lists",
    "lives",
    "loads",
    "loses",
    "maps",
    "matches",
    "means",
    "moves",
    "needs",
    "occurs",
    "omits",
    "opens",
    "overrides",
    "owns",
    "passes",
    "persists",
    "points",
    "polls",
    "prevents",
    "prints",
    "produces",
    "provides",
    "publishes",
    "raises",
    "reads",
    "receives",
    "rejects",
    "relies",
    "reloads",
    "removes",
    "renews",
    "replaces",
    "reports",
    "resets",
    "resolves",
    "responds",
    "restarts",
    "retries",
    "rotates",
    "saves",
    "selects",
    "sends",
    "serves",
    "sets",
    "shows",
    "shuts",
    "skips",
    "sorts",
    "specifies",
    "starts",
    "stays",
    "stops",
    "stores",
    "succeeds",
    "supports",
    "survives",
    "throws",
    "triggers",
    "turns",
    "updates",
    "validates",
    "waits",
    "wins",
    "works",
    "wraps",
    "writes",
    "yields",
];

/// Whether a word, in lower case, is a verb in the third person that is rarely anything else.
pub(crate) fn is_present(word: &str) -> bool {
    PRESENT.binary_search(&word).is_ok()
}

/// Whether a word, in lower case, is one of these verbs after a subject in the plural.
pub(crate) fn is_plural_present(word: &str) -> bool {
    let ends = |ending: &str| is_present(&format!("{word}{ending}"));
    let in_ies = || word.strip_suffix('y').is_some_and(|stem| is_present(&format!("{stem}ies")));
    word.len() > 1 && (ends("s") || ends("es") || in_ies())
}

#[cfg(test)]
mod tests {
    #[test]
    fn verbs_after_a_plural() {
        for verb in ["close", "expire", "stay", "retry", "match"] {
            assert!(super::is_plural_present(verb), "{verb}");
        }
        for word in ["time", "s", "closes", "blue"] {
            assert!(!super::is_plural_present(word), "{word}");
        }
    }

    #[test]
    fn the_verbs_are_sorted() {
        assert!(super::PRESENT.is_sorted());
    }
}
