//! What a change does to the facts of documents.

use rustc_hash::{FxHashMap, FxHashSet};
use tagdown::document::Kind;

use super::fact::{Fact, Form, Page};
use super::pair::{At, Pairs, TELLING, pair, says_the_same};
use super::places::Places;

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
    pub const ALL: [Self; 10] = [
        Self::Lost,
        Self::Demoted,
        Self::Doubted,
        Self::Changed,
        Self::Confirmed,
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
            Self::Promoted => "promoted",
            Self::Added => "added",
            Self::Claimed => "claimed",
            Self::Dropped => "dropped",
            Self::Moved => "moved",
        }
    }
}

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
    /// How many facts it stands for: the rows of a new column, the fields of a BUG, facts that moved together.
    pub count: usize,
    /// The columns that a table got or lost, if that is all that changed.
    pub columns: Option<Columns>,
    /// The address in a document that did not change and that also states the fact.
    pub still: Option<String>,
}

impl Change {
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

/// Compares two states of documents. `renamed` are the files with a new name, where that is known.
///
/// ```
/// use tagdown_read::facts::{What, compare, facts};
/// let page = |text: &str| facts(&tagdown::parse(text), "a.md");
/// let old = page("# T\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n- Retries: 3\n");
/// let new = page("# T\n\n## Limits\n\n**[SPEC]**\n- Retries:\n  3\n- Body: 8 KB\n");
/// let comparison = compare(vec![old], vec![new], &[]);
/// assert_eq!(comparison.changes.iter().map(|change| change.what).collect::<Vec<_>>(), [What::Changed]);
/// ```
pub fn compare(old: Vec<Page>, new: Vec<Page>, renamed: &[(String, String)]) -> Comparison {
    let places = Places::new(&old, &new, renamed);
    let pairs = pair(&old, &new, &places);
    let mut judge =
        Judge { old: &old, new: &new, places: &places, changes: Vec::new(), context: [0; 3], unchanged: 0 };
    judge.read(&pairs);
    let Judge { changes, context, unchanged, .. } = judge;
    let mut changes = group(changes, &old, &new);
    changes.sort_by_key(|change| (change.what, change.new.or(change.old)));
    let (pages, renamed) = (places.pages.clone(), places.renamed());
    Comparison { old, new, pages, changes, context, renamed, unchanged, is_one_document: false }
}

impl Comparison {
    /// Whether a text may state a fact that was lost.
    pub fn may_state_lost(&self, text: &str) -> bool {
        let lost =
            self.changes.iter().filter(|change| change.what == What::Lost).filter_map(|change| change.old);
        let longest =
            |(page, fact): At| self.old[page].facts[fact].words.iter().max_by_key(|word| word.len());
        lost.filter_map(longest).any(|word| text.contains(&**word))
    }

    /// Looks for lost facts in documents that did not change.
    pub fn find_lost(&mut self, pages: &[Page]) {
        let mut stated: FxHashMap<&[String], String> = FxHashMap::default();
        for page in pages {
            for fact in page.facts.iter().filter(|fact| counts(fact.kind)) {
                stated.entry(&fact.words).or_insert_with(|| format!("{}#{}", page.path, fact.address));
            }
        }
        for change in self.changes.iter_mut().filter(|change| change.what == What::Lost) {
            let words = change.old.map(|(page, fact)| &*self.old[page].facts[fact].words);
            let still = words.filter(|words| words.len() >= TELLING).and_then(|words| stated.get(words));
            if let Some(address) = still {
                change.what = What::Moved;
                change.still = Some(address.clone());
            }
        }
        self.changes.sort_by_key(|change| (change.what, change.new.or(change.old)));
    }
}

struct Judge<'p> {
    old: &'p [Page],
    new: &'p [Page],
    places: &'p Places,
    changes: Vec<Change>,
    context: [usize; 3],
    unchanged: usize,
}

fn counts(kind: Kind) -> bool {
    matches!(kind, Kind::Spec | Kind::Bug)
}

impl Judge<'_> {
    fn read(&mut self, pairs: &Pairs) {
        let continued: FxHashMap<At, At> = pairs.pairs.iter().copied().collect();
        for &(from, to) in &pairs.pairs {
            self.pair(from, to, &continued);
        }
        let (old, new) = (self.old, self.new);
        let mut elsewhere: FxHashMap<&[String], Vec<At>> = FxHashMap::default();
        for (page, facts) in new.iter().enumerate() {
            for (index, fact) in facts.facts.iter().enumerate() {
                elsewhere.entry(&fact.words).or_default().push((page, index));
            }
        }
        for &at in &pairs.gone {
            let fact = &old[at.0].facts[at.1];
            let still = elsewhere.get(&*fact.words).into_iter().flatten();
            let still = still.min_by_key(|to| !counts(new[to.0].facts[to.1].kind)).copied();
            let what = match (fact.kind, still.map(|to| new[to.0].facts[to.1].kind)) {
                (Kind::Note, _) => {
                    self.context[2] += usize::from(still.is_none());
                    continue;
                }
                (Kind::Unverified, _) => What::Dropped,
                (_, Some(kind)) if counts(kind) => What::Moved,
                (_, Some(Kind::Unverified)) => What::Doubted,
                (_, Some(_)) => What::Demoted,
                (_, None) => What::Lost,
            };
            self.add(what, Some(at), still);
        }
        for &at in &pairs.added {
            match new[at.0].facts[at.1].kind {
                Kind::Note => self.context[0] += 1,
                Kind::Unverified => self.add(What::Claimed, None, Some(at)),
                Kind::Spec | Kind::Bug => self.add(What::Added, None, Some(at)),
            }
        }
    }

    fn add(&mut self, what: What, old: Option<At>, new: Option<At>) {
        self.changes.push(Change {
            what,
            old,
            new,
            is_reworded: false,
            count: 1,
            columns: None,
            still: None,
        });
    }

    fn pair(&mut self, from: At, to: At, continued: &FxHashMap<At, At>) {
        let (old, new) = (&self.old[from.0].facts[from.1], &self.new[to.0].facts[to.1]);
        let is_reworded = old.words != new.words && !is_restated(old, new);
        let what = match (old.kind, new.kind) {
            (Kind::Note, Kind::Note) => {
                self.context[1] += usize::from(is_reworded);
                return;
            }
            (Kind::Note, Kind::Unverified) => What::Claimed,
            (Kind::Unverified, Kind::Note) => What::Dropped,
            (Kind::Note, _) => What::Promoted,
            (Kind::Unverified, Kind::Spec | Kind::Bug) => What::Confirmed,
            (Kind::Spec | Kind::Bug, Kind::Note) => What::Demoted,
            (Kind::Spec | Kind::Bug, Kind::Unverified) => What::Doubted,
            (before, after) if is_reworded || before != after => What::Changed,
            _ if self.is_moved(from, to, continued) => What::Moved,
            _ => {
                self.unchanged += usize::from(counts(new.kind));
                return;
            }
        };
        let columns = columns(old, new).filter(|_| what == What::Changed);
        self.changes.push(Change {
            what,
            old: Some(from),
            new: Some(to),
            is_reworded,
            count: 1,
            columns,
            still: None,
        });
    }

    /// Whether a fact is about something else because of where it is.
    fn is_moved(&self, from: At, to: At, continued: &FxHashMap<At, At>) -> bool {
        let (old, new) = (&self.old[from.0].facts[from.1], &self.new[to.0].facts[to.1]);
        let place = self.places.of(&(from.0, old.section.clone()));
        if place.as_ref() != Some(&(to.0, new.section.clone())) {
            return true;
        }
        // The item above may have changed itself.
        let parent = |facts: &[Fact], at: usize| {
            let above = facts[at].above.last()?;
            (0..at).rev().find(|&index| facts[index].label.as_ref().unwrap_or(&facts[index].words) == above)
        };
        let parents = (parent(&self.old[from.0].facts, from.1), parent(&self.new[to.0].facts, to.1));
        match parents {
            (Some(before), Some(after)) => continued.get(&(from.0, before)) != Some(&(to.0, after)),
            (None, None) => old.above != new.above,
            _ => true,
        }
    }
}

/// Whether a row of a table and a sentence say the same.
fn is_restated(old: &Fact, new: &Fact) -> bool {
    let forms = [old.form == Form::Row, new.form == Form::Row];
    forms[0] != forms[1] && says_the_same(old, new)
}

/// The columns that were added or removed, if the other cells of a row are the same.
fn columns(old: &Fact, new: &Fact) -> Option<Columns> {
    let has = |fact: &Fact, name: &str| fact.cells.iter().any(|(other, _)| other == name);
    let missing = |fact: &Fact, other: &Fact| -> Vec<String> {
        fact.cells.iter().map(|(name, _)| name.clone()).filter(|name| !has(other, name)).collect()
    };
    let columns = Columns { added: missing(new, old), removed: missing(old, new) };
    let common = |fact: &Fact, other: &Fact| -> Vec<(String, String)> {
        let mut cells: Vec<_> = fact.cells.iter().filter(|(name, _)| has(other, name)).cloned().collect();
        cells.sort();
        cells
    };
    let is_only =
        columns != Columns::default() && !old.cells.is_empty() && common(old, new) == common(new, old);
    is_only.then_some(columns)
}

/// Joins what changed together: the rows of a table with a new column, the parts of a BUG, and facts that moved together.
fn group(changes: Vec<Change>, old: &[Page], new: &[Page]) -> Vec<Change> {
    let before = |at: At| &old[at.0].facts[at.1];
    let after = |at: At| &new[at.0].facts[at.1];
    let mut whole: FxHashSet<(bool, usize, usize)> = FxHashSet::default();
    for (is_new, pages) in [(false, old), (true, new)] {
        whole.extend(whole_bugs(&changes, pages, is_new));
    }
    let mut out: Vec<Change> = Vec::new();
    let mut at: FxHashMap<String, usize> = FxHashMap::default();
    for change in changes {
        let key = match (change.what, change.old, change.new) {
            (What::Moved, Some(from), Some(to)) => {
                Some(format!("moved {} {:?} {} {:?}", from.0, before(from).section, to.0, after(to).section))
            }
            (_, Some(from), Some(to)) if change.columns.is_some() => {
                Some(format!("columns {} {} {} {:?}", from.0, to.0, after(to).block, change.columns))
            }
            (What::Lost, Some(from), _) if whole.contains(&(false, from.0, before(from).block)) => {
                Some(format!("lost {} {}", from.0, before(from).block))
            }
            (What::Added, _, Some(to)) if whole.contains(&(true, to.0, after(to).block)) => {
                Some(format!("added {} {}", to.0, after(to).block))
            }
            _ => None,
        };
        if let Some(&index) = key.as_ref().and_then(|key| at.get(key)) {
            out[index].count += 1;
        } else {
            at.extend(key.map(|key| (key, out.len())));
            out.push(change);
        }
    }
    out
}

/// The BUG blocks all of whose facts were lost, or added.
fn whole_bugs(changes: &[Change], pages: &[Page], is_new: bool) -> Vec<(bool, usize, usize)> {
    let mut touched: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for change in changes {
        let at = match (change.what, is_new) {
            (What::Lost, false) => change.old,
            (What::Added, true) => change.new,
            _ => None,
        };
        if let Some(at) = at {
            *touched.entry((at.0, pages[at.0].facts[at.1].block)).or_default() += 1;
        }
    }
    let is_whole = |((page, block), count): &(&(usize, usize), &usize)| {
        let mut facts = pages[*page].facts.iter().filter(|fact| fact.block == *block);
        let first = facts.next();
        first.is_some_and(|fact| fact.kind == Kind::Bug) && facts.count() + 1 == **count
    };
    touched.iter().filter(is_whole).map(|((page, block), _)| (is_new, *page, *block)).collect()
}
