//! Words that a text may use where a question uses others. The table is read where it lies, line by line: nothing is
//! loaded at start.

use tagdown::text::stem;

/// One entry per line, in order: `word: word, word`, or a phrase of two or three words before the colon. The nearest
/// words come first.
const TABLE: &str = include_str!("related-words.txt");

/// The words that are related to the first word, or to a phrase of the first words, with the length of the phrase.
/// Words are compared by their stems.
pub(super) fn related(stems: &[String]) -> Vec<(usize, &'static str)> {
    let Some(first) = stems.first() else { return Vec::new() };
    // A stem may end in another letter than its word, as in `try`, but it keeps the first two.
    let start = &first[..first.floor_char_boundary(2)];
    let mut found = Vec::new();
    let mut at = first_line(start);
    while at < TABLE.len() {
        let line = TABLE[at..].lines().next().unwrap_or_default();
        let Some((head, words)) = line.split_once(": ").filter(|_| line.starts_with(start)) else { break };
        let mut length = 0;
        let is_it = head.split(' ').all(|word| {
            length += 1;
            stems.get(length - 1).is_some_and(|stemmed| *stemmed == stem(word))
        });
        if is_it {
            found.extend(words.split(", ").map(|word| (length, word)));
        }
        at += line.len() + 1;
    }
    found
}

/// Where the first line that does not come before `start` begins.
fn first_line(start: &str) -> usize {
    let line_start = |at: usize| TABLE[..at].rfind('\n').map_or(0, |end| end + 1);
    let (mut low, mut high) = (0, TABLE.len());
    while low < high {
        let middle = line_start(TABLE.floor_char_boundary(low + (high - low) / 2));
        let line = TABLE[middle..].lines().next().unwrap_or_default();
        if line < start {
            low = middle + line.len() + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_found_and_the_table_is_in_order() {
        let mut last = "";
        for line in TABLE.lines() {
            assert!(line > last, "`{line}` is out of order");
            last = line;
            let (head, words) = line.split_once(": ").expect("a head and its words");
            assert_eq!(line.to_lowercase(), line);
            let stems: Vec<String> = head.split(' ').map(stem).collect();
            let found = related(&stems);
            for word in words.split(", ") {
                assert!(!word.is_empty() && !word.contains(' '), "{line}");
                assert!(found.contains(&(stems.len(), word)), "{line}");
            }
        }
        assert!(related(&[stem("zzz")]).is_empty());
        assert!(related(&[]).is_empty());
    }
}
