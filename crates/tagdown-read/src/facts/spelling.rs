//! The same words in another spelling: `dual licensed`, `dual-licensed`.

use super::fact::{Fact, Form};

/// Whether two sentences differ only in words that are written as one, as two, or with a hyphen. Code has one spelling.
pub(super) fn is_respelled(old: &Fact, new: &Fact) -> bool {
    let is_text = |fact: &Fact| matches!(fact.form, Form::Sentence | Form::Field(_) | Form::Title);
    let code = |fact: &Fact| fact.text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    is_text(old) && is_text(new) && squeezed(&old.words) == squeezed(&new.words) && code(old) == code(new)
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
