//! The same words in another spelling: `dual licensed`, `dual-licensed`.

use super::fact::{Fact, Form};

/// Whether two sentences differ only in words that are written as one, as two, or with a hyphen. Code has one spelling.
pub(super) fn is_respelled(old: &Fact, new: &Fact) -> bool {
    let is_text = |fact: &Fact| matches!(fact.form, Form::Sentence | Form::Field(_) | Form::Title);
    let code = |fact: &Fact| fact.text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    is_text(old) && is_text(new) && squeezed(&old.words) == squeezed(&new.words) && code(old) == code(new)
}

/// Words that join a sentence with the one before it and state nothing.
const JOINING: [&str; 9] =
    ["and", "also", "but", "so", "however", "moreover", "furthermore", "additionally", "therefore"];

/// The words of a sentence as they would be inside another one.
pub(super) fn inner_words(fact: &Fact) -> Vec<String> {
    let is_joining = |word: &String| JOINING.contains(&&*word.to_lowercase());
    let start = usize::from(fact.words.first().is_some_and(is_joining));
    let mut words = fact.words[start..].to_vec();
    if let Some(first) = words.first_mut().filter(|_| !fact.text.starts_with('`')) {
        let is_name = first.chars().skip(1).any(char::is_uppercase);
        if !is_name {
            *first = first.to_lowercase();
        }
    }
    words
}

/// Whether two sentences differ only in how they begin: `And output is`, `Output is`.
pub(super) fn is_recast(old: &Fact, new: &Fact) -> bool {
    let is_sentence = |fact: &Fact| fact.form == Form::Sentence && fact.words.len() > 1;
    is_sentence(old) && is_sentence(new) && inner_words(old) == inner_words(new)
}

/// The letters of words without spaces and hyphens between them. What is not made of letters is kept apart.
fn squeezed(words: &[String]) -> String {
    let mut out = String::new();
    for word in words {
        let is_plain = word.starts_with(char::is_alphabetic)
            && word.ends_with(char::is_alphabetic)
            && word.chars().all(|c| c.is_alphabetic() || c == '-' || c == '\'');
        if is_plain {
            out.extend(word.chars().filter(|c| *c != '-'));
        } else {
            out.push(' ');
            out.push_str(word);
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::words::words;

    #[test]
    fn only_hyphens_and_spaces_between_letters_are_spelling() {
        for (old, new, expected) in [
            ("It is dual licensed", "It is dual-licensed", true),
            ("It will fallback to a", "It will fall back to a", true),
            ("Ports 1 2", "Ports 12", false),
            ("Use -x", "Use x", false),
            ("A file", "B file", false),
            ("Run a-1", "Run a1", false),
        ] {
            assert_eq!(squeezed(&words(old)) == squeezed(&words(new)), expected, "{old} / {new}");
        }
    }
}
