//! The features of the headings above a statement. They are read once per section.

use super::hashed::{Hashed, join};
use super::pieces::headings;
use super::sink::{FEW, Sink, part};
use crate::document::Document;

/// The maximum number of words to read of the nearest heading, and of the headings above it.
const MOST: usize = 40;

/// The words of the headings above a section's text, in lower case and with their hashes.
#[derive(Default)]
pub(super) struct HeadingWords {
    section: Option<usize>,
    last: Vec<(String, u64)>,
    above: Vec<(String, u64)>,
    is_question: bool,
}

impl HeadingWords {
    /// Adds the features of the headings above a section's text.
    pub(super) fn add(&mut self, document: &Document<'_>, section: usize, sink: &mut impl Sink) {
        if self.section != Some(section) {
            *self = Self::read(document, section);
        }
        sink.add(&[const { part("level=") }, FEW[usize::from(document.sections[section].level.min(6))]]);
        for (word, hash) in &self.last {
            sink.add(&[const { part("h:") }, Hashed::known(word, *hash)]);
        }
        for (word, hash) in &self.above {
            sink.add(&[const { part("H:") }, Hashed::known(word, *hash)]);
        }
        if self.is_question {
            sink.add(&[const { part("heading-asks") }]);
        }
    }

    fn read(document: &Document<'_>, section: usize) -> Self {
        let titles = headings(document, section);
        let Some((last, above)) = titles.split_last() else {
            return Self { section: Some(section), ..Self::default() };
        };
        Self {
            section: Some(section),
            last: words(last).take(MOST).collect(),
            above: above.iter().flat_map(|title| words(title)).take(MOST).collect(),
            is_question: last.ends_with('?'),
        }
    }
}

fn words(title: &str) -> impl Iterator<Item = (String, u64)> {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1);
    words.map(str::to_lowercase).map(|word| {
        let hash = join(&[Hashed::new(&word)]);
        (word, hash)
    })
}
