//! Facts that others state as well, and words that state nothing by themselves.

use rustc_hash::FxHashMap;

use super::alike::number;
use super::fact::{At, Fact, Page};
use super::pair::TELLING;
use super::words::has_run;

/// A sentence with fewer words is only found as a whole in another one,
const MANY: usize = 6;
/// and of a longer one, at least so many hundredths must be there one after the other.
const MOST: usize = 60;

/// The facts that have a word, by the word.
pub(super) type Holders = FxHashMap<u64, Vec<At>>;

/// Whether another fact has the words of a fact: one after the other, or most of them so and the others elsewhere.
///
/// `counterpart` is what a fact was before, or became: words that it always had are no trace of another fact.
pub(super) fn is_held<'p>(
    fact: &Fact,
    pages: &[Page],
    holders: &Holders,
    counterpart: impl Fn(At) -> Option<&'p Fact>,
) -> bool {
    // A short item of a list needs the words of the item above it.
    let above = fact.above.last().filter(|_| fact.words.len() < TELLING);
    let having = |word: &String| holders.get(&number(word)).map_or(&[][..], |having| having);
    let words = without_links(fact);
    let fewest = words.iter().map(having).min_by_key(|having| having.len()).unwrap_or_default();
    words.len() + above.map_or(0, Vec::len) >= TELLING
        && fewest.iter().any(|at| {
            let other = &pages[at.0].facts[at.1];
            let said = without_links(other);
            let is_new = |word: &String| {
                said.contains(word) && counterpart(*at).is_none_or(|was| !was.words.contains(word))
            };
            let is_joined = || has_most(&said, &words) && words.iter().any(is_new);
            let is_below = above.is_none_or(|above| has_run(&said, above));
            other.kind == fact.kind && is_below && (has_run(&said, &words) || is_joined())
        })
}

/// The words of a fact without the targets of its links.
fn without_links(fact: &Fact) -> Vec<String> {
    fact.words.iter().filter(|word| !fact.links.contains(word)).cloned().collect()
}

/// Whether a text has most words of another one, one after the other, and the others anywhere: a sentence that was joined
/// with its neighbour lost its subject.
fn has_most(all: &[String], part: &[String]) -> bool {
    let lower = |words: &[String]| words.iter().map(|word| word.to_lowercase()).collect::<Vec<_>>();
    let (all, part) = (lower(all), lower(part));
    if part.len() < MANY || !part.iter().all(|word| all.contains(word)) {
        return false;
    }
    let least = (part.len() * MOST).div_ceil(100);
    part.windows(least).any(|run| all.windows(least).any(|other| other == run))
}

/// Words of an introduction that says nothing by itself.
const FILLERS: [&str; 12] =
    ["then", "example", "examples", "for", "instance", "e.g", "so", "also", "and", "or", "next", "finally"];

/// Names of parts of a page that are set in bold instead of being headings.
const LABELS: [&str; 16] = [
    "problem",
    "solution",
    "usage",
    "example",
    "examples",
    "note",
    "notes",
    "rationale",
    "parameters",
    "options",
    "arguments",
    "returns",
    "syntax",
    "description",
    "details",
    "output",
];

/// Whether a fact only introduces others, like `For example:` or `**Usage**`.
pub(super) fn is_filler(fact: &Fact) -> bool {
    let text = fact.text.trim_end_matches(['*', '_']);
    let is_bold = fact.text.starts_with("**") && fact.text.trim_end_matches(':').ends_with("**");
    let is_any =
        |word: &String, lists: &[&[&str]]| lists.iter().any(|list| list.contains(&&*word.to_lowercase()));
    text.ends_with(':') && fact.words.iter().all(|word| is_any(word, &[&FILLERS]))
        || is_bold && fact.words.iter().all(|word| is_any(word, &[&FILLERS, &LABELS]))
}
