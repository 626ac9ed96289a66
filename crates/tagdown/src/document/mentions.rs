//! Sentences and legends about tags. A tag that opens one is only mentioned.

/// Words that follow a tag in a sentence that only mentions it.
const GOES_ON: &[&str] = &[
    "and", "are", "as", "block", "blocks", "but", "for", "from", "in", "is", "means", "must", "or", "should",
    "tag", "tags", "that", "to", "which", "with",
];

/// Verbs and other words after a tag that is the subject of the sentence. No text of a block starts so in lower case.
const SAYS: &[&str] = &[
    "and",
    "appears",
    "applies",
    "are",
    "becomes",
    "begins",
    "belongs",
    "can",
    "cannot",
    "carries",
    "comes",
    "contains",
    "counts",
    "covers",
    "denotes",
    "describes",
    "does",
    "ends",
    "gets",
    "goes",
    "has",
    "here",
    "holds",
    "indicates",
    "introduces",
    "is",
    "itself",
    "labels",
    "lists",
    "marks",
    "may",
    "means",
    "must",
    "needs",
    "opens",
    "or",
    "precedes",
    "refers",
    "says",
    "should",
    "shows",
    "signals",
    "stands",
    "starts",
    "states",
    "tells",
    "vs",
    "was",
    "were",
    "will",
];

/// Words in the explanation of a tag, in lower case.
const EXPLAINS: &[&str] = &[
    "authoritative",
    "background",
    "block",
    "blocks",
    "claim",
    "claims",
    "confirmed",
    "context",
    "fact",
    "facts",
    "failure",
    "failures",
    "ground",
    "hypotheses",
    "hypothesis",
    "ignore",
    "narrative",
    "optional",
    "rationale",
    "read",
    "skip",
    "skipped",
    "tag",
    "tags",
    "truth",
    "unconfirmed",
    "unverified",
    "verified",
];

/// Whether the words after a tag belong to a sentence about it: `[SPEC] is a tag`, `[SPEC], [NOTE] or [?]`.
pub(crate) fn is_about(rest: &str) -> bool {
    let word = first_word(rest);
    GOES_ON.contains(&word)
        || SAYS.contains(&word)
        || rest.starts_with([',', '.', ';', ')', '—', '–', '=', '/', '|'])
}

/// Whether a sentence certainly talks about the tag that it starts with: `**[SPEC]** blocks are short`,
/// `**[SPEC]** holds the facts`.
pub(crate) fn is_subject(rest: &str) -> bool {
    let word = first_word(rest);
    let names_tag = matches!(word, "block" | "blocks" | "tag" | "tags");
    // The start of a very long line is enough.
    let rest = rest.get(..rest.floor_char_boundary(400)).unwrap_or(rest);
    names_tag
        || SAYS.contains(&word) && (explains(rest) || rest.contains("[SPEC]") || rest.contains("[NOTE]"))
}

/// Whether words explain a tag.
pub(crate) fn explains(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.map(str::to_lowercase).any(|word| EXPLAINS.contains(&word.as_str()))
}

/// Whether words next to another tag are its entry in a legend: `[SPEC] Facts.`
pub(crate) fn is_entry(text: &str) -> bool {
    let is_short = text.split_whitespace().count() <= 3;
    (is_short || explains(text)) && !text.contains(|c: char| c.is_ascii_digit())
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default()
}
