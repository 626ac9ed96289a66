//! Tells main clauses from those that depend on another: `if the lock was taken`, `a file that was moved`.

/// Words that start a clause which depends on another.
const SUBORDINATORS: &[&str] = &[
    "if", "when", "whenever", "once", "until", "unless", "whether", "where", "while", "which", "who",
    "whose", "that", "after", "as",
];

/// Whether the text before a verb belongs to a clause that depends on another.
pub(crate) fn is_subordinate(before: &str) -> bool {
    const REACH: usize = 200;
    let near = &before[before.floor_char_boundary(before.len().saturating_sub(REACH))..];
    let clause = near.rsplit(['.', ';', ':', '|', ',', '—']).next().unwrap_or_default();
    let mut words = clause.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default().to_lowercase();
    let is_sub = |word: &str| SUBORDINATORS.contains(&word);
    // `That limit was raised`: here it points at the limit.
    (first != "that" && is_sub(&first)) || words.any(|word| is_sub(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::is_subordinate;

    #[test]
    fn clauses() {
        for before in [
            "If the lock ",
            "A file that ",
            "Kept until the row ",
            "Rows which ",
            "When it is off, rows that ",
        ] {
            assert!(is_subordinate(before), "{before}");
        }
        for before in
            ["The lock ", "That limit ", "", "If it is off, nothing changes; the lock ", "It stays. The cap "]
        {
            assert!(!is_subordinate(before), "{before}");
        }
    }
}
