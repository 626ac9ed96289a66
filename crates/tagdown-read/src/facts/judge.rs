//! Says what happened to each fact.

use rustc_hash::{FxHashMap, FxHashSet};
use tagdown::document::Kind;

use super::alike::number;
use super::change::{ALONE, Change, Columns, Comparison, What, counts};
use super::fact::{Fact, Form, Page};
use super::group::group;
use super::opposite::contradicts;
use super::pair::{At, Pairs, TELLING, pair, says_the_same};
use super::places::{Place, Places};
use super::words::has_all;

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
    let parents = (old.iter().map(parents).collect(), new.iter().map(parents).collect());
    let (changes, context) = (Vec::new(), [0; 3]);
    let mut judge = Judge { old: &old, new: &new, places: &places, parents, changes, context, unchanged: 0 };
    judge.read(&pairs);
    let Judge { changes, context, unchanged, .. } = judge;
    let mut changes = group(changes, &old, &new);
    changes.sort_by_key(|change| (change.what, change.new.or(change.old)));
    let (pages, renamed) = (places.pages.clone(), places.renamed(&old, &new));
    Comparison { old, new, pages, changes, context, renamed, unchanged, ..Comparison::default() }
}

struct Judge<'p> {
    old: &'p [Page],
    new: &'p [Page],
    places: &'p Places,
    /// For each fact of the old and of the new pages, the item above it.
    parents: (Vec<Parents>, Vec<Parents>),
    changes: Vec<Change>,
    context: [usize; 3],
    unchanged: usize,
}

/// For each fact of a page, the fact that is the item above it or that introduces it.
type Parents = Vec<Option<usize>>;

fn parents(page: &Page) -> Parents {
    let mut last: FxHashMap<&[String], usize> = FxHashMap::default();
    let mut out = Vec::with_capacity(page.facts.len());
    for (index, fact) in page.facts.iter().enumerate() {
        out.push(fact.above.last().and_then(|above| last.get(&**above).copied()));
        last.insert(fact.label.as_ref().unwrap_or(&fact.words), index);
    }
    out
}

impl Judge<'_> {
    fn read(&mut self, pairs: &Pairs) {
        let continued: FxHashMap<At, At> = pairs.pairs.iter().copied().collect();
        for &(from, to) in &pairs.pairs {
            self.pair(from, to, &continued);
        }
        let is_counted = |at: &&At| counts(self.new[at.0].facts[at.1].kind);
        self.unchanged += pairs.restated.iter().filter(is_counted).count();
        self.reordered(pairs);
        let (old, new) = (self.old, self.new);
        let mut elsewhere: FxHashMap<&[String], Vec<At>> = FxHashMap::default();
        for (page, facts) in new.iter().enumerate() {
            for (index, fact) in facts.facts.iter().enumerate() {
                elsewhere.entry(&fact.key).or_default().push((page, index));
            }
        }
        let around = self.around(pairs);
        for &at in &pairs.gone {
            let fact = &old[at.0].facts[at.1];
            // Two facts may have become one.
            let place = self.places.of(&(at.0, fact.section.clone()));
            let near = place.and_then(|place| around.get(&place));
            if near.is_some_and(|(_, after)| is_held(fact, new, after)) {
                continue;
            }
            let still = elsewhere.get(&*fact.key).into_iter().flatten();
            let still = still.filter(|to| self.says_as_much(at, **to));
            let still = still.min_by_key(|to| !counts(new[to.0].facts[to.1].kind)).copied();
            if still.is_some_and(|to| self.is_beside(at, to)) {
                continue;
            }
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
        let introduced = self.introduced(&continued);
        for &at in &pairs.added {
            // What a new introduction does to a fact is said of that fact.
            if introduced.contains(&at) {
                continue;
            }
            // One fact may have become two.
            let fact = &new[at.0].facts[at.1];
            let near = around.get(&(at.0, fact.section.clone()));
            if near.is_some_and(|(before, _)| is_held(fact, old, before)) {
                continue;
            }
            match new[at.0].facts[at.1].kind {
                Kind::Note => self.context[0] += 1,
                Kind::Unverified => self.add(What::Claimed, None, Some(at)),
                Kind::Spec | Kind::Bug => self.add(What::Added, None, Some(at)),
            }
        }
    }

    fn add(&mut self, what: What, old: Option<At>, new: Option<At>) {
        self.changes.push(Change::new(what, old, new));
    }

    fn pair(&mut self, from: At, to: At, continued: &FxHashMap<At, At>) {
        let (old, new) = (&self.old[from.0].facts[from.1], &self.new[to.0].facts[to.1]);
        let is_reworded = old.key != new.key && !is_restated(old, new);
        let what = match (old.kind, new.kind) {
            (Kind::Note, Kind::Note) => {
                self.context[1] += usize::from(is_reworded);
                return;
            }
            (Kind::Note, Kind::Unverified) => What::Claimed,
            (Kind::Unverified, Kind::Note) => What::Dropped,
            (Kind::Note, _) => What::Promoted,
            (Kind::Unverified, Kind::Spec | Kind::Bug) => {
                let is_refuted = is_reworded && contradicts(&old.words, &new.words);
                if is_refuted { What::Refuted } else { What::Confirmed }
            }
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
        let change = Change::new(what, Some(from), Some(to));
        self.changes.push(Change { is_reworded, columns, ..change });
    }

    /// New introductions such as `Limits:` of facts that are not new.
    fn introduced(&self, continued: &FxHashMap<At, At>) -> FxHashSet<At> {
        let parent = |&(page, index): &At| {
            let facts = &self.new[page].facts;
            let parent = self.parents.1[page][index]?;
            (Some(&facts[parent].words) == facts[index].above.last()).then_some((page, parent))
        };
        continued.values().filter_map(parent).collect()
    }

    /// Whether another place that states the same words states the same fact: words that need their heading do not.
    fn says_as_much(&self, at: At, to: At) -> bool {
        let (old, new) = (&self.old[at.0].facts[at.1], &self.new[to.0].facts[to.1]);
        old.section.last() == new.section.last()
            || !counts(new.kind)
            || (at.0 != to.0 && old.words.len() >= ALONE)
    }

    /// Whether a fact was stated twice in one place, and is stated once.
    fn is_beside(&self, at: At, to: At) -> bool {
        let (old, new) = (&self.old[at.0].facts[at.1], &self.new[to.0].facts[to.1]);
        let place = self.places.of(&(at.0, old.section.clone()));
        old.kind == new.kind && old.above == new.above && place == Some((to.0, new.section.clone()))
    }

    /// What changed, came or went, by its place in the new pages: the old and the new facts.
    fn around(&self, pairs: &Pairs) -> FxHashMap<Place, (Holders, Holders)> {
        let mut out: FxHashMap<Place, (Holders, Holders)> = FxHashMap::default();
        let is_changed =
            |(from, to): &&(At, At)| self.old[from.0].facts[from.1].key != self.new[to.0].facts[to.1].key;
        let changed: Vec<&(At, At)> = pairs.pairs.iter().filter(is_changed).collect();
        let add = |holders: &mut Holders, fact: &Fact, at: At| {
            fact.words.iter().for_each(|word| holders.entry(number(word)).or_default().push(at));
        };
        for &from in changed.iter().map(|(from, _)| from).chain(&pairs.gone) {
            let fact = &self.old[from.0].facts[from.1];
            if let Some(place) = self.places.of(&(from.0, fact.section.clone())) {
                add(&mut out.entry(place).or_default().0, fact, from);
            }
        }
        for &to in changed.iter().map(|(_, to)| to).chain(&pairs.added) {
            let fact = &self.new[to.0].facts[to.1];
            add(&mut out.entry((to.0, fact.section.clone())).or_default().1, fact, to);
        }
        out
    }

    /// Finds numbered lists whose steps have another order.
    fn reordered(&mut self, pairs: &Pairs) {
        let mut lists: FxHashMap<(usize, usize), Vec<(At, At)>> = FxHashMap::default();
        for &(from, to) in &pairs.pairs {
            let (old, new) = (&self.old[from.0].facts[from.1], &self.new[to.0].facts[to.1]);
            if let (Some(list), Some(_), true) = (old.step, new.step, counts(new.kind)) {
                lists.entry((from.0, list)).or_default().push((from, to));
            }
        }
        let mut found: Vec<Change> = Vec::new();
        for steps in lists.values_mut() {
            steps.sort_unstable();
            if let Some(pair) = steps.windows(2).find(|pair| pair[0].1 > pair[1].1) {
                let change = Change::new(What::Changed, Some(pair[0].0), Some(pair[0].1));
                found.push(Change { is_reordered: true, ..change });
            }
        }
        self.changes.extend(found);
    }

    /// Whether a fact is about something else because of where it is.
    fn is_moved(&self, from: At, to: At, continued: &FxHashMap<At, At>) -> bool {
        let (old, new) = (&self.old[from.0].facts[from.1], &self.new[to.0].facts[to.1]);
        let place = self.places.of(&(from.0, old.section.clone()));
        if place.as_ref() != Some(&(to.0, new.section.clone())) {
            return true;
        }
        // The item above may have changed itself.
        let parents = (self.parents.0[from.0][from.1], self.parents.1[to.0][to.1]);
        match parents {
            (Some(before), Some(after)) => continued.get(&(from.0, before)) != Some(&(to.0, after)),
            (None, None) => old.above != new.above,
            _ => true,
        }
    }
}

/// The facts that have a word, by the word.
type Holders = FxHashMap<u64, Vec<At>>;

/// Whether another fact has all words of a fact.
fn is_held(fact: &Fact, pages: &[Page], holders: &Holders) -> bool {
    // A short item of a list needs the words of the item above it.
    let above = fact.above.last().filter(|_| fact.words.len() < TELLING);
    let words: Vec<String> = fact.words.iter().chain(above.into_iter().flatten()).cloned().collect();
    let having = |word: &String| holders.get(&number(word)).map_or(&[][..], |having| having);
    let fewest = words.iter().map(having).min_by_key(|having| having.len()).unwrap_or_default();
    words.len() >= TELLING
        && fewest.iter().any(|at| {
            let other = &pages[at.0].facts[at.1];
            other.kind == fact.kind && has_all(&other.words, &words)
        })
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
    let mut columns = Columns { added: missing(new, old), removed: missing(old, new), is_renamed: false };
    let cell = |fact: &Fact, names: &[String]| {
        fact.cells.iter().find(|(name, _)| names.contains(name)).map(|(_, cell)| cell.clone())
    };
    columns.is_renamed = columns.added.len() == 1
        && columns.removed.len() == 1
        && cell(new, &columns.added) == cell(old, &columns.removed);
    let common = |fact: &Fact, other: &Fact| -> Vec<(String, String)> {
        let mut cells: Vec<_> = fact.cells.iter().filter(|(name, _)| has(other, name)).cloned().collect();
        cells.sort();
        cells
    };
    let is_only =
        columns != Columns::default() && !common(old, new).is_empty() && common(old, new) == common(new, old);
    is_only.then_some(columns)
}
