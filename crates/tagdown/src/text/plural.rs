//! Numbers with their nouns, for messages.

/// A number and its noun, singular or plural.
pub fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
