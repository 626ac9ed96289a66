//! A change of facts, and the result of comparing two states of documents.

use tagdown::document::Kind;

use super::fact::{At, Page};

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

    /// What can happen to context, the most important first. What is lost is only called removed.
    pub const OF_CONTEXT: [(Self, &'static str); 4] =
        [(Self::Lost, "removed"), (Self::Changed, "changed"), (Self::Added, "added"), (Self::Moved, "moved")];

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
    /// The old and the new text to be compared, if they are only a part of the facts: the cells of the columns that both
    /// states of a table have.
    pub texts: Option<(String, String)>,
    /// A fact that is not new and is now below this one, or is still there and was below it; and how many there are.
    pub below: Option<((usize, usize), usize)>,
    /// Whether a reader needs the first sentence of its list item to know what it is about.
    pub needs_opening: bool,
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
            texts: None,
            below: None,
            needs_opening: false,
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

/// A fact that cites a block that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// The address of the block that cites.
    pub from: String,
    /// The address of the block that it cites, as far as the new state has it.
    pub to: String,
    /// What happened to facts of that block, the most important first.
    pub changes: Vec<What>,
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
    /// What happened to the sentences of NOTE blocks and of untagged text, in the order of [`What::OF_CONTEXT`].
    pub context: Vec<Change>,
    /// Sections with a new name: the old page, the old titles and the new ones.
    pub renamed: Vec<(usize, Vec<String>, Vec<String>)>,
    /// How many facts of SPEC and BUG stayed as they are.
    pub unchanged: usize,
    /// Who cites a block of which a fact changed.
    pub citations: Vec<Cited>,
    /// Whether the user named two files, whose names do not matter.
    pub is_one_document: bool,
}

/// So many words need no heading to say what they are about.
pub(super) const ALONE: usize = 6;

/// Whether a kind is authoritative.
pub(super) fn counts(kind: Kind) -> bool {
    matches!(kind, Kind::Spec | Kind::Bug)
}
