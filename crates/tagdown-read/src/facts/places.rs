//! Which file and which section of the new pages continues a file and a section of the old ones.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::alike::Bag;
use super::fact::Page;
use super::words::{is_icon, words};

/// A file with less in common than this share of its facts is another file.
const SAME_FILE: f64 = 0.5;
/// A section with less in common than this share of its words is another section.
const SAME_SECTION: f64 = 0.5;

/// A section of a page: the index of the page, and the titles of the sections.
pub(super) type Place = (usize, Arc<[String]>);

/// The old places in terms of the new ones.
pub(super) struct Places {
    /// For each old page, the new one.
    pub(super) pages: Vec<Option<usize>>,
    sections: FxHashMap<Place, Place>,
}

impl Places {
    /// Finds the pages and sections that have a new name. `renamed` are the renames that git knows.
    pub(super) fn new(old: &[Page], new: &[Page], renamed: &[(String, String)]) -> Self {
        let pages = pages(old, new, renamed);
        let mut sections = FxHashMap::default();
        for (index, page) in old.iter().enumerate() {
            if let Some(to) = pages[index] {
                rename_sections((index, page), (to, &new[to]), &mut sections);
            }
        }
        Self { pages, sections }
    }

    /// The place in the new pages that continues a place in the old ones.
    pub(super) fn of(&self, place: &Place) -> Option<Place> {
        if let Some(renamed) = self.sections.get(place) {
            return Some(renamed.clone());
        }
        Some((self.pages[place.0]?, place.1.clone()))
    }

    /// The sections with a new name: the page, the old titles and the new ones.
    pub(super) fn renamed(&self, old: &[Page], new: &[Page]) -> Vec<(usize, Vec<String>, Vec<String>)> {
        let mut out: Vec<_> = self
            .sections
            .iter()
            .filter_map(|(from, to)| renamed((from, &old[from.0]), (to, &new[to.0])))
            .collect();
        out.sort();
        out.dedup();
        out
    }
}

/// The outermost section above two places, or themselves, that has another title. A section that moved below another one
/// keeps its title, and so does one whose text is now below a heading of its own.
fn renamed(
    (from, old): (&Place, &Page),
    (to, new): (&Place, &Page),
) -> Option<(usize, Vec<String>, Vec<String>)> {
    let same = from.1.iter().rev().zip(to.1.iter().rev()).take_while(|(from, to)| from == to).count();
    let before = &from.1[..from.1.len() - same];
    let after = &to.1[..to.1.len() - same];
    let is_both = !before.is_empty() && !after.is_empty() && !has_same_words(before, after);
    let is_new = !old.sections.iter().any(|titles| **titles == *after);
    let is_gone = !new.sections.iter().any(|titles| **titles == *before);
    (is_both && is_new && is_gone).then(|| (from.0, before.to_vec(), after.to_vec()))
}

/// Whether titles differ in nothing but punctuation, white space and icons.
fn has_same_words(before: &[String], after: &[String]) -> bool {
    let said = |title: &String| words(title).into_iter().filter(|word| !is_icon(word)).collect::<String>();
    before.len() == after.len() && before.iter().zip(after).all(|(old, new)| said(old) == said(new))
}

fn pages(old: &[Page], new: &[Page], renamed: &[(String, String)]) -> Vec<Option<usize>> {
    let at: FxHashMap<&str, usize> =
        new.iter().enumerate().map(|(index, page)| (&*page.path, index)).collect();
    let known: FxHashMap<&str, &str> = renamed.iter().map(|(old, new)| (&**old, &**new)).collect();
    let mut out: Vec<Option<usize>> = old
        .iter()
        .map(|page| at.get(known.get(&*page.path).copied().unwrap_or(&page.path)).copied())
        .collect();
    // A single file on each side is the same document, whatever its name.
    if let ([_], [_]) = (old, new) {
        out[0] = Some(0);
    }
    let mut taken: FxHashSet<usize> = out.iter().flatten().copied().collect();
    let keys = |page: &Page| -> FxHashSet<u128> { page.facts.iter().map(|fact| fact.key).collect() };
    let lone: Vec<usize> = (0..old.len()).filter(|index| out[*index].is_none()).collect();
    let stated: Vec<FxHashSet<u128>> =
        if lone.is_empty() { Vec::new() } else { new.iter().map(keys).collect() };
    for index in lone {
        let page = &old[index];
        let own: Vec<u128> = page.facts.iter().map(|fact| fact.key).collect();
        let common = |to: usize| {
            let count = own.iter().filter(|key| stated[to].contains(key)).count();
            count as f64 / own.len().max(new[to].facts.len()).max(1) as f64
        };
        let free = new.iter().enumerate().filter(|(to, _)| !taken.contains(to));
        let best = free.map(|(to, _)| (to, common(to))).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((to, _)) = best.filter(|(_, common)| *common >= SAME_FILE) {
            taken.insert(to);
            out[index] = Some(to);
        }
    }
    out
}

/// Pairs the sections that only one of two pages has.
fn rename_sections(
    (from, old): (usize, &Page),
    (to, new): (usize, &Page),
    sections: &mut FxHashMap<Place, Place>,
) {
    let titles = |page: &'_ Page| -> FxHashSet<Arc<[String]>> {
        page.facts.iter().map(|fact| Arc::clone(&fact.section)).collect()
    };
    let (olds, news) = (titles(old), titles(new));
    let before = by_section(old, &news);
    let mut free = by_section(new, &olds);
    for (titles, words) in before {
        let common = |(other, theirs): &(Arc<[String]>, Bag)| {
            // A section that moved as a whole keeps its own title.
            let is_same = other.last() == titles.last();
            words.similarity(theirs) + if is_same { SAME_SECTION } else { 0.0 }
        };
        let best = free.iter().enumerate().map(|(at, section)| (at, common(section)));
        let best = best.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, common)| *common >= SAME_SECTION);
        if let Some((at, _)) = best {
            let (other, _) = free.remove(at);
            sections.insert((from, titles), (to, other));
        }
    }
}

/// The sections of a page with the words of their facts, except for those that the other page has.
fn by_section(page: &Page, others: &FxHashSet<Arc<[String]>>) -> Vec<(Arc<[String]>, Bag)> {
    type Words<'p> = Vec<&'p [String]>;
    let mut out: Vec<(Arc<[String]>, Words<'_>)> = Vec::new();
    let mut at: FxHashMap<&[String], usize> = FxHashMap::default();
    for fact in page.facts.iter().filter(|fact| !others.contains(&fact.section)) {
        let index = *at.entry(&fact.section).or_insert_with(|| {
            out.push((Arc::clone(&fact.section), Vec::new()));
            out.len() - 1
        });
        out[index].1.push(&fact.words);
    }
    out.into_iter().map(|(titles, words)| (titles, Bag::of(words.into_iter().flatten()))).collect()
}
