//! Changes that only concern where links lead.

use super::fact::Fact;

/// What was replaced in the links of a fact, and by what, if nothing else changed and it is the same in all of them.
pub(super) fn relinked(old: &Fact, new: &Fact) -> Option<(String, String)> {
    let rest = |fact: &Fact| -> Vec<String> {
        fact.words.iter().filter(|word| !fact.links.contains(word)).cloned().collect()
    };
    if old.links.len() != new.links.len() || old.links == new.links || rest(old) != rest(new) {
        return None;
    }
    let moved = old.links.iter().zip(&new.links).filter(|(old, new)| old != new);
    let mut all = moved.map(|(old, new)| replaced(old, new));
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// What differs between two targets, in whole parts of a path.
fn replaced(old: &str, new: &str) -> (String, String) {
    let (old, new) = (parts(old), parts(new));
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    (old[start..].concat(), new[start..].concat())
}

/// The parts of a target, each with the sign that ends it.
fn parts(target: &str) -> Vec<&str> {
    target.split_inclusive(['/', '.', '#', '?', ':']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_replaced_is_a_part_of_the_path() {
        for (old, new, expected) in [
            ("https://a.example.org/x/y.md", "https://b.example.org/x/y.md", ("a.", "b.")),
            ("../guide/x.md", "../../guide/x.md", ("", "../")),
            ("x.md", "x.html", ("md", "html")),
            ("old/x.md#y", "new/deep/x.md#y", ("old/", "new/deep/")),
        ] {
            assert_eq!(replaced(old, new), (expected.0.to_owned(), expected.1.to_owned()), "{old} {new}");
        }
    }
}
