//! A change of facts, and the result of comparing two states of documents.

use rustc_hash::{FxHashMap, FxHashSet};
use tagdown::document::Kind;

use super::fact::Page;
use super::pair::At;

/// What happened to a fact, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// It was in SPEC or BUG, and no document states it any more.
    Lost,
    /// It was in SPEC or BUG, and is only context.
    Demoted,
    /// It was in SPEC or BUG, and is a claim.
    Doubted,
    /// It says something else.
    Changed,
    /// It was a claim, and is in SPEC or BUG.
    Confirmed,
    /// It was a claim, and SPEC or BUG states the opposite or another value.
    Refuted,
    /// It was context, and is in SPEC or BUG.
    Promoted,
    /// It is new in SPEC or BUG.
    Added,
    /// It is a new claim.
    Claimed,
    /// It was a claim, and is gone or context.
    Dropped,
    /// It is in another section or another document.
    Moved,
}

impl What {
    /// All of them, the most important first.
    pub const ALL: [Self; 11] = [
        Self::Lost,
        Self::Demoted,
        Self::Doubted,
        Self::Changed,
        Self::Confirmed,
        Self::Refuted,
        Self::Promoted,
        Self::Added,
        Self::Claimed,
        Self::Dropped,
        Self::Moved,
    ];

    /// Its name in every format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Demoted => "demoted",
            Self::Doubted => "doubted",
            Self::Changed => "changed",
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Promoted => "promoted",
            Self::Added => "added",
            Self::Claimed => "claimed",
            Self::Dropped => "dropped",
            Self::Moved => "moved",
        }
    }
}

/// The old and the new fact, each as the indices of its page and of the fact there.
type Sides = (Option<At>, Option<At>);

/// A change of one fact, or of several that changed together.
#[derive(Clone, Debug)]
pub struct Change {
    /// What happened.
    pub what: What,
    /// The old page and fact, as indices.
    pub old: Option<(usize, usize)>,
    /// The new page and fact, as indices.
    pub new: Option<(usize, usize)>,
    /// Whether the words differ too.
    pub is_reworded: bool,
    /// Further facts that it stands for, old and new: the rows of a new column, the fields of a BUG, facts that moved
    /// together, links that were rewritten in the same way.
    pub others: Vec<Sides>,
    /// Further sentences of a claim that went with it, such as why it was uncertain.
    pub rest: Vec<(usize, usize)>,
    /// The columns that a table got or lost, if that is all that changed.
    pub columns: Option<Columns>,
    /// The address in a document that did not change and that also states the fact.
    pub still: Option<String>,
    /// Whether the steps of a numbered list have another order; the fact is the first of them.
    pub is_reordered: bool,
    /// Whether nothing but targets of links changed.
    pub is_relinked: bool,
}

impl Change {
    /// A change of one fact.
    pub(super) fn new(what: What, old: Option<At>, new: Option<At>) -> Self {
        let others = Vec::new();
        Self {
            what,
            old,
            new,
            is_reworded: false,
            others,
            rest: Vec::new(),
            columns: None,
            still: None,
            is_reordered: false,
            is_relinked: false,
        }
    }

    /// How many facts it stands for.
    pub fn count(&self) -> usize {
        1 + self.others.len()
    }

    /// The facts that it stands for, old and new.
    pub fn all(&self) -> impl Iterator<Item = Sides> {
        std::iter::once((self.old, self.new)).chain(self.others.iter().copied())
    }

    /// Whether single words of a text changed.
    pub fn marks_words(&self) -> bool {
        self.is_reworded && self.columns.is_none()
    }
}

/// Columns that were added to a table or removed from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Columns {
    /// Names of new columns.
    pub added: Vec<String>,
    /// Names of removed columns.
    pub removed: Vec<String>,
    /// Whether the new column is the removed one with another name.
    pub is_renamed: bool,
}

/// The result of comparing two states of documents.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The old documents.
    pub old: Vec<Page>,
    /// The new documents.
    pub new: Vec<Page>,
    /// For each old document, the new one.
    pub pages: Vec<Option<usize>>,
    /// The changes, the most important first.
    pub changes: Vec<Change>,
    /// How many sentences of NOTE blocks and untagged text were added, changed and removed.
    pub context: [usize; 3],
    /// Sections with a new name: the old page, the old titles and the new ones.
    pub renamed: Vec<(usize, Vec<String>, Vec<String>)>,
    /// How many facts of SPEC and BUG stayed as they are.
    pub unchanged: usize,
    /// Whether the user named two files, whose names do not matter.
    pub is_one_document: bool,
}

impl Comparison {
    /// The longest word of each fact that was lost: a text without any of them states none of these facts.
    pub fn lost_words(&self) -> FxHashSet<&str> {
        let lost = self.changes.iter().filter(|change| change.what == What::Lost).flat_map(Change::all);
        let longest = |(page, fact): At| {
            let words = self.old[page].facts[fact].words.iter();
            words.flat_map(|word| runs(word)).max_by_key(|run| run.len())
        };
        lost.filter_map(|(old, _)| old).filter_map(longest).collect()
    }

    /// Whether a text has one of the [`lost_words`](Self::lost_words).
    pub fn may_state(text: &str, words: &FxHashSet<&str>) -> bool {
        runs(text).any(|run| words.contains(run))
    }

    /// Looks for lost facts in documents that did not change.
    pub fn find_lost(&mut self, pages: &[Page]) {
        let mut stated: FxHashMap<&[String], String> = FxHashMap::default();
        for page in pages {
            for fact in page.facts.iter().filter(|fact| counts(fact.kind)) {
                stated.entry(&fact.key).or_insert_with(|| format!("{}#{}", page.path, fact.address));
            }
        }
        for change in self.changes.iter_mut().filter(|change| change.what == What::Lost) {
            let fact = change.old.map(|(page, fact)| &self.old[page].facts[fact]);
            let still = fact.filter(|fact| fact.words.len() >= ALONE).and_then(|fact| stated.get(&*fact.key));
            if let Some(address) = still {
                change.what = What::Moved;
                change.still = Some(address.clone());
            }
        }
        self.changes.sort_by_key(|change| (change.what, change.new.or(change.old)));
    }
}

/// So many words need no heading to say what they are about.
pub(super) const ALONE: usize = 6;

/// The longest stretches of letters and digits, which no markup can cut.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty())
}

/// Whether a kind is authoritative.
pub(super) fn counts(kind: Kind) -> bool {
    matches!(kind, Kind::Spec | Kind::Bug)
}
