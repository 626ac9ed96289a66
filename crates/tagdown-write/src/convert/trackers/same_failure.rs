//! Detects failures that a document already has: by a reference to the issue, or by the words of both.

use std::hash::{DefaultHasher, Hash, Hasher};

use tagdown::document::{Document, Kind};

use super::issue_failure::Failure;
use super::known_issue::Known;
use super::mentions::Texts;
use super::terms::terms;

/// What identifies a failure: the words of its title, and all words, each as sorted hashes that are quick to compare.
pub(super) struct Signature {
    title: Vec<u64>,
    all: Vec<u64>,
}

impl Signature {
    pub(super) fn of(title: &str, symptom: &str) -> Self {
        let hash = |word: String| {
            let mut hasher = DefaultHasher::new();
            word.hash(&mut hasher);
            hasher.finish()
        };
        let sorted = |mut words: Vec<u64>| {
            words.sort_unstable();
            words.dedup();
            words
        };
        let title: Vec<u64> = terms(title).map(hash).collect();
        let all = title.iter().copied().chain(terms(symptom).map(hash)).collect();
        Self { title: sorted(title), all: sorted(all) }
    }

    /// Whether two describe the same failure: half of the words of either title, and two thirds of all words.
    pub(super) fn is_same(&self, other: &Signature) -> bool {
        let least = self.title.len().min(other.title.len());
        let titles = shared(&self.title, &other.title);
        let smaller = self.all.len().min(other.all.len());
        smaller >= 4 && titles * 2 >= least && titles > 1 && shared(&self.all, &other.all) * 3 >= smaller * 2
    }
}

/// A symptom without the reference to its issue at the end, whose words say nothing.
fn without_reference(symptom: &str) -> &str {
    let bare = symptom.trim_end().trim_end_matches('.');
    let cut = bare.rsplit_once(" ([").or_else(|| bare.rsplit_once(" (#"));
    cut.filter(|_| bare.ends_with(')')).map_or(symptom, |(before, _)| before)
}

/// How many values two sorted lists share.
fn shared(one: &[u64], other: &[u64]) -> usize {
    let (mut at, mut count) = (0, 0);
    for value in one {
        while at < other.len() && other[at] < *value {
            at += 1;
        }
        count += usize::from(other.get(at) == Some(value));
    }
    count
}

/// A failure that a document describes.
struct Failed {
    title: String,
    signature: Signature,
    text: String,
    /// Whether it is a BUG. An unverified failure may be reported again.
    is_bug: bool,
}

/// The failures that a document describes.
#[derive(Default)]
pub(super) struct Failures {
    all: Vec<Failed>,
    texts: Texts,
}

impl Failures {
    /// The failures of a document.
    pub(super) fn of(document: &Document<'_>) -> Self {
        let mut out = Self::default();
        let is_told = |kind: Kind| matches!(kind, Kind::Bug | Kind::Unverified);
        for (block, tag) in document.tagged_blocks().filter(|(block, _)| is_told(block.kind)) {
            let symptom = block.fields.iter().find(|field| field.spec.name == "Symptom");
            let symptom = without_reference(symptom.map_or("", |field| document.text(field.value)));
            let text = document.text(block.content);
            let title =
                tag.title.map_or(text.lines().next().unwrap_or_default(), |title| document.text(title));
            out.add(title.trim_matches('*'), symptom, text, block.kind);
        }
        out
    }

    pub(super) fn add(&mut self, title: &str, symptom: &str, text: &str, kind: Kind) {
        let signature = Signature::of(title, symptom);
        self.texts.add(text);
        let is_bug = kind == Kind::Bug;
        self.all.push(Failed { title: title.to_owned(), signature, text: text.to_owned(), is_bug });
    }

    /// The title of a failure that the issue also describes, by reference or by words.
    pub(super) fn twin(&self, known: &Known, failure: &Failure) -> Option<&str> {
        let own = Signature::of(&failure.title, &failure.symptom);
        // Row numbers are not unique across exports.
        let is_other = |failed: &Failed| known.is_row() && failed.signature.title != own.title;
        let is_told = |failed: &Failed| !is_other(failed) && known.is_told_in(&failed.text);
        let told = self.texts.near(known).into_iter().find(|&index| is_told(&self.all[index]));
        let same = self.all.iter().position(|failed| failed.is_bug && failed.signature.is_same(&own));
        let first = told.into_iter().chain(same).min()?;
        Some(self.all[first].title.as_str())
    }
}
