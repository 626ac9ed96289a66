//! Heading anchors in the form that GitHub uses, and the short hash of a block's content.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Makes unique anchors: the second heading with the same name gets `-1`, the third `-2`.
#[derive(Default)]
pub struct Slugs {
    /// How often each anchor was wanted after the first time, by its hash.
    seen: FxHashMap<u64, usize>,
}

impl Slugs {
    /// The anchor of the next heading with this text.
    pub fn next(&mut self, heading: &str) -> String {
        let base = slug(heading);
        let hash = xxh3_64(base.as_bytes());
        let Some(mut count) = self.seen.get(&hash).copied() else {
            self.seen.insert(hash, 0);
            return base;
        };
        let made = loop {
            count += 1;
            let made = format!("{base}-{count}");
            if let Entry::Vacant(free) = self.seen.entry(xxh3_64(made.as_bytes())) {
                free.insert(0);
                break made;
            }
        };
        self.seen.insert(hash, count);
        made
    }
}

/// The anchor of the first heading with this text.
pub fn slug(heading: &str) -> String {
    let heading = heading.trim();
    if heading.is_ascii() {
        let kept = heading.bytes().filter(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b' '));
        let mut slug = Vec::with_capacity(heading.len());
        slug.extend(kept.map(|b| if b == b' ' { b'-' } else { b.to_ascii_lowercase() }));
        return String::from_utf8(slug).unwrap_or_default();
    }
    let mut slug = String::with_capacity(heading.len());
    for c in heading.chars() {
        match c {
            ' ' => slug.push('-'),
            '-' | '_' => slug.push(c),
            _ if c.is_ascii_alphanumeric() => slug.push(c.to_ascii_lowercase()),
            _ if c.is_ascii() => {}
            _ if is_in_words(c) => slug.extend(c.to_lowercase()),
            _ => {}
        }
    }
    slug
}

/// Whether GitHub keeps a character in anchors: letters, marks and numbers of any script.
fn is_in_words(c: char) -> bool {
    use GeneralCategoryGroup::{Letter, Mark, Number};
    matches!(c.general_category_group(), Letter | Mark | Number)
}

/// Whether a character only changes the one before it: an accent, a vowel sign, the selector of an emoji.
pub fn is_added_mark(c: char) -> bool {
    !c.is_ascii() && c.general_category_group() == GeneralCategoryGroup::Mark
}

/// A hash of `text` that ignores the type of line ending and trailing white space.
pub fn content_hash(text: &str) -> String {
    let text = text.trim();
    let bytes = text.as_bytes();
    let is_bare = |end: usize| bytes[end - 1] == b'\n' || bytes[end - 1].is_ascii_graphic();
    let mut lines = String::with_capacity(text.len() + 1);
    if memchr::memchr_iter(b'\n', bytes).all(is_bare) {
        lines.extend([text, "\n"].into_iter().filter(|_| !text.is_empty()));
    } else {
        for line in text.lines() {
            lines.push_str(line.trim_end());
            lines.push('\n');
        }
    }
    format!("{:016x}", xxh3_64(lines.as_bytes()))
}

/// A short hash of what a text says: wrapping, list markers and the layout of tables do not count.
pub fn wording_hash(text: &str) -> String {
    let mut hasher = Xxh3::new();
    let is_layout = |word: &str| word.chars().all(|c| "|-:*+".contains(c));
    for word in text.split_whitespace().filter(|word| !is_layout(word)) {
        hasher.update(word.as_bytes());
        hasher.update(b" ");
    }
    format!("{:08x}", hasher.digest() >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_githubs() {
        let mut slugs = Slugs::default();
        for (heading, anchor) in [
            ("3.1 Rate limits & quotas", "31-rate-limits--quotas"),
            ("`POST /items/{id}`", "post-itemsid"),
            ("Über_uns", "über_uns"),
            ("Über_uns", "über_uns-1"),
            ("Über_uns", "über_uns-2"),
            ("⚠️ Warning", "\u{fe0f}-warning"),
        ] {
            assert_eq!(slugs.next(heading), anchor);
        }
    }

    #[test]
    fn line_ends_do_not_change_the_hash() {
        assert_eq!(content_hash("- a\r\n- b  \r\n"), content_hash("- a\n- b"));
        assert_eq!(content_hash("a\u{a0}\n\n- b \n"), content_hash("a\n\n- b"));
        assert_ne!(content_hash("- a\n- b"), content_hash("- a\n- c"));
        assert_eq!(content_hash(" \n"), content_hash(""));
    }

    #[test]
    fn layout_does_not_change_what_is_said() {
        let same = ["- a is 5\n- b", "* a\n  is 5\n* b\n", "| a | is 5 |\n|---|:--|\n| b |"];
        assert_eq!(same.map(wording_hash).iter().collect::<rustc_hash::FxHashSet<_>>().len(), 1);
        assert_ne!(wording_hash("a is 5"), wording_hash("a is 6"));
        assert_ne!(wording_hash("a < 5"), wording_hash("a > 5"));
    }
}
