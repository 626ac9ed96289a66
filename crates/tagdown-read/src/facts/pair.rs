//! Finds for each fact of the old pages the fact of the new ones that continues it: first what is said in the same words
//! in the same place, then what is about the same, then what moved, then what is similar.

use rustc_hash::{FxHashMap, FxHashSet};

use super::alike::{Crowd, Frequencies, Profile};
use super::earlier::Earlier;
use super::fact::{At, Fact, Form, Page};
use super::in_place::in_place;
use super::joined::{Parts, parts_of, says_the_same};
use super::key::{Key, Spot, Spots, spots};
use super::nested::nested;
use super::openings::by_opening;
use super::parents::by_children;
use super::places::Places;
use super::spelling::inner_words;
use super::split::cut;
use super::twins::beside;

/// How similar two facts must be, by where they are.
const IN_SECTION: f64 = 0.5;
/// A statement that is less similar to a claim is about something else.
const OF_ANOTHER_KIND: f64 = 0.6;
const IN_FILE: f64 = 0.6;
/// Two sentences of a file that begin with the same name.
const OF_ONE_SUBJECT: f64 = 0.45;
const ANYWHERE: f64 = 0.75;
/// A shorter fact says too little to be recognised in another place.
pub(super) const TELLING: usize = 3;
const TELLING_CHANGED: usize = 5;

/// The pairs, in the order of the old facts, and the facts that have no counterpart.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    pub(super) pairs: Vec<(At, At)>,
    pub(super) gone: Vec<At>,
    pub(super) added: Vec<At>,
    /// New facts that several old ones, or a part of an old one, say in the same words.
    pub(super) restated: Vec<At>,
    /// What is above what, in the old and in the new pages.
    pub(super) parents: (Earlier, Earlier),
    /// The first sentences before others, in the old and in the new pages.
    pub(super) openings: (Earlier, Earlier),
    /// Where each old fact would be in the new pages, and where each new one is.
    pub(super) spots: (Spots, Spots),
}

pub(super) fn pair(old: &[Page], new: &[Page], places: &Places) -> Pairs {
    let mut matcher = Matcher {
        old,
        new,
        places,
        old_spots: spots(old, |page, fact| places.of(&(page, fact.section.clone()))),
        new_spots: spots(new, |page, fact| Some((page, fact.section.clone()))),
        pairs: Vec::new(),
        gone: all(old),
        added: all(new),
        restated: Vec::new(),
    };
    for is_same_kind in [true, false] {
        matcher.by_key(is_same_kind, |spot, fact| Some(after(Key::at(spot).saying(fact.key), fact)));
    }
    for is_same_kind in [true, false] {
        let key = |spot: Spot, fact: &Fact| Some(Key::at(spot).saying(fact.key).with_all(&fact.above));
        let is_fit = |old: &Fact, new: &Fact| old.opening.is_none() || new.opening.is_none();
        matcher.by_key_if(is_same_kind, key, is_fit);
    }
    matcher.by_parts();
    let parents = (Earlier::parents(old), Earlier::parents(new));
    matcher.by_nesting(&parents);
    for names in [usize::MAX, 1, 0] {
        for is_same_kind in [true, false] {
            let key = |spot: Spot, fact: &Fact| Some(after(Key::at(spot).with(&topic(fact, names)?), fact));
            let is_fit = |old: &Fact, new: &Fact| Profile::of(old).is_comparable(&Profile::of(new));
            matcher.by_key_if(is_same_kind, key, is_fit);
        }
    }
    let openings = (Earlier::openings(old), Earlier::openings(new));
    let found = by_opening((old, new), &matcher.pairs, (&matcher.gone, &matcher.added), &openings);
    matcher.take(found);
    let restated = |old: &Profile<'_>, new: &Profile<'_>, _: &Frequencies| {
        f64::from(u8::from(says_the_same(old.fact, new.fact)))
    };
    matcher.by_likeness(restated, 0.5, Reach::Section);
    for is_same_kind in [true, false] {
        matcher.by_key(is_same_kind, |spot, fact| Some(Key::at(spot).saying(fact.key)));
    }
    for is_same_kind in [true, false] {
        let is_telling = |fact: &Fact| fact.words.len() >= TELLING || fact.form == Form::Code;
        matcher.by_key(is_same_kind, |_, fact| is_telling(fact).then(|| Key::default().saying(fact.key)));
    }
    for is_same_kind in [true, false] {
        let is_telling = |fact: &Fact| fact.words.len() >= TELLING && fact.form == Form::Sentence;
        let key = |fact: &Fact| Key::default().with(&inner_words(fact));
        matcher.by_key(is_same_kind, |_, fact| is_telling(fact).then(|| key(fact)));
    }
    // What says little is recognised under a heading with the same name.
    for is_same_kind in [true, false] {
        matcher.by_key(is_same_kind, |_, fact| {
            let title = fact.section.last()?;
            Some(Key::default().with(std::slice::from_ref(title)).saying(fact.key).with_all(&fact.above))
        });
    }
    matcher.by_likeness(Profile::likeness, IN_SECTION, Reach::Section);
    let found = in_place((old, new), &matcher.pairs, (&matcher.gone, &matcher.added));
    matcher.take(found);
    matcher.by_cutting();
    matcher.by_likeness(Profile::likeness, IN_FILE, Reach::File);
    matcher.by_likeness(Profile::likeness, ANYWHERE, Reach::Anywhere);
    let loose = (matcher.gone.iter().copied().collect(), matcher.added.iter().copied().collect());
    let found = by_children(&matcher.pairs, (&parents.0, &parents.1), (&loose.0, &loose.1));
    matcher.take(found);
    matcher.pairs.sort_unstable();
    let Matcher { pairs, gone, added, restated, old_spots, new_spots, .. } = matcher;
    Pairs { pairs, gone, added, restated, parents, openings, spots: (old_spots, new_spots) }
}

fn all(pages: &[Page]) -> Vec<At> {
    let of_page = |(index, page): (usize, &Page)| {
        (0..page.facts.len()).map(move |fact| (index, fact)).collect::<Vec<_>>()
    };
    pages.iter().enumerate().flat_map(of_page).collect()
}

/// Below the same, and after the same first sentence.
fn after(key: Key, fact: &Fact) -> Key {
    let key = key.with_all(&fact.above);
    fact.opening.iter().fold(key, |key, opening| key.with(&opening.name))
}

/// What a fact is about, if it says so. For a row, the first names of columns may belong to it.
fn topic(fact: &Fact, names: usize) -> Option<Vec<String>> {
    let form = match fact.form {
        Form::Row => "row",
        Form::Sentence => "sentence",
        // The fields of a BUG belong to its title.
        Form::Field(name) => return Some(vec![name.to_owned(), fact.title.clone().unwrap_or_default()]),
        Form::Code | Form::Title | Form::Heading => return None,
    };
    let mut topic = fact.label.clone()?;
    topic.push(form.to_owned());
    topic.extend(fact.cells.iter().take(names).map(|(name, _)| name.to_string()));
    Some(topic)
}

/// How far a counterpart may be.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    Section,
    File,
    Anywhere,
}

struct Matcher<'p> {
    old: &'p [Page],
    new: &'p [Page],
    places: &'p Places,
    /// Where each old fact would be in the new pages, and where each new one is.
    old_spots: Spots,
    new_spots: Spots,
    pairs: Vec<(At, At)>,
    gone: Vec<At>,
    added: Vec<At>,
    restated: Vec<At>,
}

impl<'p> Matcher<'p> {
    fn before(&self, at: At) -> &Fact {
        &self.old[at.0].facts[at.1]
    }

    fn after(&self, at: At) -> &Fact {
        &self.new[at.0].facts[at.1]
    }

    /// Where an old fact would be in the new pages.
    fn old_spot(&self, at: At) -> Option<Spot> {
        self.old_spots[at.0][at.1]
    }

    /// Where a new fact is.
    fn new_spot(&self, at: At) -> Spot {
        self.new_spots[at.0][at.1].unwrap_or(Spot::NOWHERE)
    }

    /// Pairs facts with the same key, those of the same page first.
    fn by_key(&mut self, is_same_kind: bool, key: impl Fn(Spot, &Fact) -> Option<Key>) {
        self.by_key_if(is_same_kind, key, |_, _| true);
    }

    /// Pairs facts with the same key that fit each other.
    fn by_key_if(
        &mut self,
        is_same_kind: bool,
        key: impl Fn(Spot, &Fact) -> Option<Key>,
        is_fit: impl Fn(&Fact, &Fact) -> bool,
    ) {
        let mut waiting: FxHashMap<u128, Vec<At>> = FxHashMap::default();
        for &at in self.added.iter().rev() {
            if let Some(key) = key(self.new_spot(at), self.after(at)) {
                waiting.entry(key.digest()).or_default().push(at);
            }
        }
        let mut found = Vec::new();
        for &at in &self.gone {
            let fact = self.before(at);
            // What has no place in the new pages can only be found without one.
            let spot = self.old_spot(at).unwrap_or(Spot::NOWHERE);
            let Some(candidates) = key(spot, fact).and_then(|key| waiting.get_mut(&key.digest())) else {
                continue;
            };
            let fits = |to: &At| {
                let other = self.after(*to);
                let is_kind = !is_same_kind || (other.kind == fact.kind && other.is_tagged == fact.is_tagged);
                is_kind && is_fit(fact, other)
            };
            let near = beside((self.old, self.new), at, candidates, fits)
                .or_else(|| candidates.iter().rposition(|to| to.0 == spot.page && fits(to)));
            if let Some(index) = near.or_else(|| candidates.iter().rposition(fits)) {
                found.push((at, candidates.remove(index)));
            }
        }
        self.take(found);
    }

    /// What is gone and what is new, by where it is.
    fn near(&self) -> FxHashMap<Spot, (Vec<At>, Vec<At>)> {
        let mut near: FxHashMap<Spot, (Vec<At>, Vec<At>)> = FxHashMap::default();
        for &at in &self.gone {
            if let Some(spot) = self.old_spot(at) {
                near.entry(spot).or_default().0.push(at);
            }
        }
        for &at in &self.added {
            near.entry(self.new_spot(at)).or_default().1.push(at);
        }
        near.retain(|_, (olds, news)| !olds.is_empty() && !news.is_empty());
        near
    }

    /// Takes out rows that became nested items, and nested items that became rows.
    fn by_nesting(&mut self, parents: &(Earlier, Earlier)) {
        let (mut gone, mut added) = (FxHashSet::default(), FxHashSet::default());
        for (olds, news) in self.near().values() {
            for (row, group) in nested((olds, self.old), (news, self.new), &parents.1) {
                gone.insert(row);
                added.extend(group);
            }
            for (row, group) in nested((news, self.new), (olds, self.old), &parents.0) {
                added.insert(row);
                gone.extend(group);
            }
        }
        self.restate(&gone, added);
    }

    fn restate(&mut self, gone: &FxHashSet<At>, added: FxHashSet<At>) {
        self.gone.retain(|at| !gone.contains(at));
        self.added.retain(|at| !added.contains(at));
        self.restated.extend(added);
    }

    /// Takes out facts that were joined into one sentence, and those that one sentence was cut into.
    fn by_parts(&mut self) {
        let near = self.near();
        let (mut gone, mut added) = (FxHashSet::default(), FxHashSet::default());
        for (olds, news) in near.values() {
            let before: Vec<&Fact> = olds.iter().map(|&at| self.before(at)).collect();
            let after: Vec<&Fact> = news.iter().map(|&at| self.after(at)).collect();
            for (wholes, whole_facts, parts, part_facts, is_joined) in
                [(news, &after, olds, &before, true), (olds, &before, news, &after, false)]
            {
                let known = Parts::new(part_facts.clone());
                for (at, whole) in wholes.iter().zip(whole_facts.iter()) {
                    let (whole_set, part_set) =
                        if is_joined { (&mut added, &mut gone) } else { (&mut gone, &mut added) };
                    let Some(found) = parts_of(whole, &known) else { continue };
                    let is_free =
                        !whole_set.contains(at) && found.iter().all(|&part| !part_set.contains(&parts[part]));
                    if is_free {
                        whole_set.insert(*at);
                        part_set.extend(found.iter().map(|&part| parts[part]));
                    }
                }
            }
        }
        self.restate(&gone, added);
    }

    /// Pairs a sentence that was reworded and cut with its best part, and one that was joined with the best of them.
    fn by_cutting(&mut self) {
        for is_joined in [false, true] {
            let mut found = Vec::new();
            for (olds, news) in self.near().values() {
                let (before, after) = ((&olds[..], self.old), (&news[..], self.new));
                let pairs = if is_joined { cut(after, before) } else { cut(before, after) };
                found.extend(pairs.into_iter().map(|(at, to)| if is_joined { (to, at) } else { (at, to) }));
            }
            self.take(found);
        }
    }

    /// Pairs similar facts, the most similar first.
    fn by_likeness(
        &mut self,
        likeness: impl Fn(&Profile<'p>, &Profile<'p>, &Frequencies) -> f64,
        least: f64,
        reach: Reach,
    ) {
        let (old, new) = (self.old, self.new);
        let mut near: FxHashMap<Option<Spot>, Vec<At>> = FxHashMap::default();
        for &at in &self.added {
            let spot = match reach {
                Reach::Section => Some(self.new_spot(at)),
                Reach::File => Some(Spot::of_page(at.0)),
                Reach::Anywhere => None,
            };
            near.entry(spot).or_default().push(at);
        }
        let spot_of = |at: At| match reach {
            Reach::Section => self.old_spot(at),
            Reach::File => self.places.pages[at.0].map(Spot::of_page),
            Reach::Anywhere => None,
        };
        let mut leaving: FxHashMap<Option<Spot>, Vec<&Fact>> = FxHashMap::default();
        for &at in &self.gone {
            leaving.entry(spot_of(at)).or_default().push(&old[at.0].facts[at.1]);
        }
        // In a section, what did not change tells too which words say little.
        let mut staying: FxHashMap<Option<Spot>, Vec<&Fact>> = FxHashMap::default();
        if reach == Reach::Section {
            for &(_, to) in &self.pairs {
                let spot = Some(self.new_spot(to));
                if near.contains_key(&spot) && leaving.contains_key(&spot) {
                    staying.entry(spot).or_default().push(&new[to.0].facts[to.1]);
                }
            }
        }
        let crowd = |(spot, all): (Option<Spot>, Vec<At>)| {
            let of = |facts: &FxHashMap<Option<Spot>, Vec<&'p Fact>>| {
                facts.get(&spot).cloned().unwrap_or_default()
            };
            let stays = of(&staying);
            let gone = of(&leaving).into_iter().chain(stays.iter().copied());
            let added = all.iter().map(|at| &new[at.0].facts[at.1]).chain(stays.iter().copied());
            let frequencies = Frequencies::of(gone, added);
            let crowd = Crowd::new(all.into_iter().map(|at| (at, &new[at.0].facts[at.1])));
            (spot, (crowd, frequencies))
        };
        let is_near = |(spot, _): &(Option<Spot>, Vec<At>)| leaving.contains_key(spot);
        let near: FxHashMap<Option<Spot>, (Crowd<'_, At>, Frequencies)> =
            near.into_iter().filter(is_near).map(crowd).collect();
        let mut scored: Vec<(f64, At, At)> = Vec::new();
        for &at in &self.gone {
            let fact = &old[at.0].facts[at.1];
            if reach != Reach::Section && fact.words.len() < TELLING_CHANGED {
                continue;
            }
            let spot = spot_of(at);
            if spot.is_none() && reach != Reach::Anywhere {
                continue;
            }
            let Some((crowd, frequencies)) = near.get(&spot) else { continue };
            let own = Profile::of(fact);
            for (to, other) in crowd.candidates(&own) {
                // Where several are alike, the same kind and the same order win.
                let same = if other.fact.kind == fact.kind { 0.01 } else { 0.0 };
                let mut score = likeness(&own, other, frequencies);
                let mut least = if same > 0.0 { least } else { least.max(OF_ANOTHER_KIND) };
                if reach == Reach::File && same > 0.0 && own.has_subject_of(other) {
                    score = score.max(own.overlap(other));
                    least = OF_ONE_SUBJECT;
                }
                if score >= least {
                    scored.push((score + same, at, *to));
                }
            }
        }
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let mut taken = (FxHashSet::default(), FxHashSet::default());
        let mut found = Vec::new();
        for (_, at, to) in scored {
            if !taken.0.contains(&at) && !taken.1.contains(&to) {
                taken.0.insert(at);
                taken.1.insert(to);
                found.push((at, to));
            }
        }
        self.take(found);
    }

    fn take(&mut self, found: Vec<(At, At)>) {
        let olds: FxHashSet<At> = found.iter().map(|(at, _)| *at).collect();
        let news: FxHashSet<At> = found.iter().map(|(_, to)| *to).collect();
        self.gone.retain(|at| !olds.contains(at));
        self.added.retain(|at| !news.contains(at));
        self.pairs.extend(found);
    }
}
