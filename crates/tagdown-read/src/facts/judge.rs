//! Says what happened to each fact.

use rustc_hash::{FxHashMap, FxHashSet};
use tagdown::document::Kind;

use super::alike::number;
use super::change::{ALONE, Change, Columns, Comparison, What, counts};
use super::earlier::Earlier;
use super::fact::{At, Fact, Form, Page};
use super::group::group;
use super::held::{Holders, is_filler, is_held};
use super::joined::says_the_same;
use super::key::Spots;
use super::openings::{Continued, is_about_another, name_openings};
use super::opposite::contradicts;
use super::pair::{Pairs, pair};
use super::places::{Place, Places};
use super::rows::Rows;
use super::spacing::is_realigned;
use super::spelling::{is_recast, is_respelled};

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
    let mut judge = Judge {
        old: &old,
        new: &new,
        places: &places,
        parents: (&pairs.parents.0, &pairs.parents.1),
        openings: &pairs.openings,
        spots: &pairs.spots,
        came: pairs.pairs.iter().map(|(from, to)| (*to, *from)).collect(),
        continued: pairs.pairs.iter().copied().collect(),
        gone: pairs.gone.iter().copied().collect(),
        added: pairs.added.iter().copied().collect(),
        reworded: reworded(&old, &new, &pairs.pairs),
        rows: Rows::new(&old, &new, &pairs.pairs),
        changes: Vec::new(),
        context: Vec::new(),
        unchanged: 0,
    };
    judge.read(&pairs);
    judge.introductions();
    let Judge { changes, context, unchanged, .. } = judge;
    let [changes, context] = [changes, context].map(|changes| {
        let mut changes = group(changes, &old, &new);
        name_openings(&mut changes, &old, &new);
        changes.sort_by_key(|change| (change.what, change.new.or(change.old)));
        changes
    });
    let (pages, renamed) = (places.pages.clone(), places.renamed(&old, &new));
    Comparison { old, new, pages, changes, context, renamed, unchanged, ..Comparison::default() }
}

struct Judge<'p> {
    old: &'p [Page],
    new: &'p [Page],
    places: &'p Places,
    /// What is above what, in the old and in the new pages.
    parents: (&'p Earlier, &'p Earlier),
    openings: &'p (Earlier, Earlier),
    spots: &'p (Spots, Spots),
    /// What continues what, and the other way round.
    continued: FxHashMap<At, At>,
    came: FxHashMap<At, At>,
    gone: FxHashSet<At>,
    added: FxHashSet<At>,
    /// The old and the new facts whose words changed.
    reworded: (FxHashSet<At>, FxHashSet<At>),
    rows: Rows<'p>,
    changes: Vec<Change>,
    context: Vec<Change>,
    unchanged: usize,
}

impl<'p> Judge<'p> {
    fn read(&mut self, pairs: &Pairs) {
        for &(from, to) in &pairs.pairs {
            self.pair(from, to);
        }
        let is_counted = |at: &&At| counts(self.new[at.0].facts[at.1].kind);
        self.unchanged += pairs.restated.iter().filter(is_counted).count();
        self.reordered(pairs);
        self.empty_columns();
        let (old, new) = (self.old, self.new);
        let gone: FxHashSet<u128> = pairs.gone.iter().map(|at| old[at.0].facts[at.1].key).collect();
        let mut elsewhere: FxHashMap<u128, Vec<At>> = FxHashMap::default();
        for (page, facts) in new.iter().enumerate() {
            for (index, fact) in facts.facts.iter().enumerate().filter(|(_, fact)| gone.contains(&fact.key)) {
                elsewhere.entry(fact.key).or_default().push((page, index));
            }
        }
        let around = self.around(pairs);
        for &at in &pairs.gone {
            let fact = &old[at.0].facts[at.1];
            if is_filler(fact) {
                continue;
            }
            // Two facts may have become one.
            let place = self.places.of(&(at.0, fact.section.clone()));
            let near = place.and_then(|place| around.get(&place));
            if near.is_some_and(|(_, after)| {
                is_held(fact, new, after, |to| self.came.get(&to).map(|at| &old[at.0].facts[at.1]))
            }) {
                continue;
            }
            let still = elsewhere.get(&fact.key).into_iter().flatten();
            let still = still.filter(|to| self.says_as_much(at, **to));
            let still = still.min_by_key(|to| !counts(new[to.0].facts[to.1].kind)).copied();
            if still.is_some_and(|to| self.is_beside(at, to)) {
                continue;
            }
            let what = match (fact.kind, still.map(|to| new[to.0].facts[to.1].kind)) {
                (Kind::Note, Some(_)) => continue,
                (Kind::Note, None) => {
                    self.context.push(Change::new(What::Lost, Some(at), None));
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
            // One fact may have become two.
            let fact = &new[at.0].facts[at.1];
            if is_filler(fact) {
                continue;
            }
            let near = around.get(&(at.0, fact.section.clone()));
            if near.is_some_and(|(before, _)| {
                is_held(fact, old, before, |from| self.continued.get(&from).map(|at| &new[at.0].facts[at.1]))
            }) {
                continue;
            }
            match new[at.0].facts[at.1].kind {
                Kind::Note => self.context.push(Change::new(What::Added, None, Some(at))),
                Kind::Unverified => self.add(What::Claimed, None, Some(at)),
                Kind::Spec | Kind::Bug => self.add(What::Added, None, Some(at)),
            }
        }
    }

    fn add(&mut self, what: What, old: Option<At>, new: Option<At>) {
        self.changes.push(Change::new(what, old, new));
    }

    /// Says of introductions that came or went what is below them.
    fn introductions(&mut self) {
        let [was, is] = self.below();
        for change in self.changes.iter_mut().chain(&mut self.context) {
            change.below = match (change.old, change.new) {
                (Some(at), None) => was.get(&at).copied(),
                (None, Some(at)) => is.get(&at).copied(),
                _ => None,
            };
        }
    }

    fn pair(&mut self, from: At, to: At) {
        let (old, new) = (&self.old[from.0].facts[from.1], &self.new[to.0].facts[to.1]);
        let is_same = is_filler(old) && is_filler(new);
        let is_code = old.form == Form::Code && new.form == Form::Code;
        let is_spelling = || {
            let is_same = is_restated(old, new) || is_respelled(old, new) || is_recast(old, new);
            is_same || is_code && is_realigned(old.code(), new.code())
        };
        let is_reworded = !is_same && old.key != new.key && !is_spelling();
        let what = match (old.kind, new.kind) {
            (Kind::Note, Kind::Note) if is_reworded => What::Changed,
            (Kind::Note, Kind::Note) if self.is_same_spot(from, to) && self.is_below_another(from, to) => {
                What::Moved
            }
            (Kind::Note, Kind::Note) => return,
            (Kind::Note, Kind::Unverified) => What::Claimed,
            (Kind::Unverified, Kind::Note) => What::Dropped,
            (Kind::Note, _) => What::Promoted,
            (Kind::Unverified, Kind::Spec | Kind::Bug) => {
                let is_refuted = is_reworded && contradicts(&old.text, &new.text);
                if is_refuted { What::Refuted } else { What::Confirmed }
            }
            (Kind::Spec | Kind::Bug, Kind::Note) => What::Demoted,
            (Kind::Spec | Kind::Bug, Kind::Unverified) => What::Doubted,
            (before, after) if is_reworded || before != after => What::Changed,
            _ if !is_same && self.is_moved(from, to) => What::Moved,
            _ => {
                self.unchanged += usize::from(counts(new.kind));
                return;
            }
        };
        let change = Change { is_reworded, ..Change::new(what, Some(from), Some(to)) };
        let is_row = old.form == Form::Row && new.form == Form::Row;
        let all = if what == What::Changed && is_row && is_reworded {
            self.row(change, (from.0, old), (to.0, new))
        } else {
            vec![change]
        };
        let is_context = old.kind == Kind::Note && new.kind == Kind::Note;
        if is_context { &mut self.context } else { &mut self.changes }.extend(all);
    }

    /// Columns that only new rows fill.
    fn empty_columns(&mut self) {
        for (from, to, names) in std::mem::take(&mut self.rows.empty) {
            if counts(self.new[to.0].facts[to.1].kind) {
                let columns = Some(Columns { added: names, ..Columns::default() });
                let change = Change::new(What::Changed, Some(from), Some(to));
                self.changes.push(Change { columns, is_reworded: true, ..change });
            }
        }
    }

    /// Columns that came or went are one change, other cells of the row are another one.
    fn row(&mut self, change: Change, old: (usize, &'p Fact), new: (usize, &'p Fact)) -> Vec<Change> {
        let found = self.rows.change(old, new);
        let is_alone = found.columns.is_empty();
        let columns = found.columns.into_iter().map(Some);
        let mut out: Vec<Change> = columns.map(|columns| Change { columns, ..change.clone() }).collect();
        if is_alone || found.texts.is_some() {
            out.push(Change { texts: found.texts.filter(|_| !is_alone), ..change });
        }
        out
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

    /// Whether a fact is about something else because of where it is. An introduction that came or went is a change of its
    /// own.
    fn is_moved(&self, from: At, to: At) -> bool {
        let (old, new) = (&self.old[from.0].facts[from.1], &self.new[to.0].facts[to.1]);
        let (gone, added) = (&self.gone, &self.added);
        let continued = Continued { to: &self.continued, from: &self.came, gone, added };
        !self.is_same_spot(from, to)
            || is_about_another((from, old), (to, new), self.openings, &continued)
            || self.is_below_another(from, to)
    }

    /// Whether a fact is in the section that continues its old one.
    fn is_same_spot(&self, from: At, to: At) -> bool {
        self.spots.0[from.0][from.1] == self.spots.1[to.0][to.1]
    }

    /// Whether a fact is below another item or introduction.
    fn is_below_another(&self, from: At, to: At) -> bool {
        let (old, new) = (&self.old[from.0].facts[from.1], &self.new[to.0].facts[to.1]);
        let (before, is_passed) = self.parents.0.climb(from, &self.gone);
        let (after, is_other) = self.parents.1.climb(to, &self.added);
        match (before, after) {
            (None, None) => !is_passed && !is_other && old.above != new.above,
            // What is new above it says so itself.
            _ if is_other => false,
            // A sentence that became an introduction, or stopped being one, has other words.
            (None, Some(after)) => !self.reworded.1.contains(&after),
            (Some(before), None) => !self.reworded.0.contains(&before),
            (Some(before), Some(after)) => self.continued.get(&before) != Some(&after),
        }
    }

    /// What is not new and is now below new facts, by these; and what is still there and was below facts that are gone.
    fn below(&self) -> [FxHashMap<At, (At, usize)>; 2] {
        let mut out = [FxHashMap::default(), FxHashMap::default()];
        let mut pairs: Vec<(At, At)> = self.continued.iter().map(|(from, to)| (*from, *to)).collect();
        pairs.sort_unstable();
        for (from, to) in pairs {
            let sides = [
                (self.parents.0.get(from).filter(|up| self.gone.contains(up)), from),
                (self.parents.1.get(to).filter(|up| self.added.contains(up)), to),
            ];
            for (found, (up, at)) in out.iter_mut().zip(sides) {
                if let Some(up) = up {
                    found.entry(up).or_insert((at, 0)).1 += 1;
                }
            }
        }
        out
    }
}

/// The old and the new facts whose words changed, or that end with a colon in only one of the two states.
fn reworded(old: &[Page], new: &[Page], pairs: &[(At, At)]) -> (FxHashSet<At>, FxHashSet<At>) {
    let changed = pairs.iter().filter(|(from, to)| {
        let (old, new) = (&old[from.0].facts[from.1], &new[to.0].facts[to.1]);
        old.key != new.key || old.text.ends_with(':') != new.text.ends_with(':')
    });
    changed.copied().unzip()
}

/// Whether a row of a table and a sentence say the same.
fn is_restated(old: &Fact, new: &Fact) -> bool {
    let is_table = (old.form == Form::Row) != (new.form == Form::Row);
    let is_code = (old.form == Form::Code) != (new.form == Form::Code);
    (is_table || is_code) && says_the_same(old, new)
}
