//! Finds the section for an issue by shared words, with rare words counting more, and detects issues that a document
//! already has.

use std::collections::{BTreeMap, BTreeSet};

use tagdown::document::{Kind, Section, parse};
use tagdown::text::Span;
use tagdown_read::bm25::{rarity, saturated};

use super::issue_failure::Failure;
use super::known_issue::{Known, is_foreign};
use super::mentions::Names;
use super::same_failure::Signature;
use super::terms::terms;

/// A document that issues may be added to.
pub struct Page<'p> {
    /// Its text.
    pub text: &'p str,
}

/// A section of one of the pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the page.
    pub page: usize,
    /// The anchor of the section.
    pub slug: String,
}

/// A section and its words.
struct Words {
    place: Place,
    heading: BTreeSet<String>,
    all: BTreeMap<String, usize>,
    length: usize,
    is_for_problems: bool,
    is_foreign: bool,
}

/// The section for each issue, or the reason why there is none.
pub fn assign(issues: &[Known], pages: &[Page<'_>]) -> Vec<Result<Place, String>> {
    let sections: Vec<Words> =
        pages.iter().enumerate().flat_map(|(index, page)| sections(page, index, issues)).collect();
    let mut found_in: BTreeMap<&str, usize> = BTreeMap::new();
    for section in &sections {
        section.all.keys().for_each(|word| *found_in.entry(word).or_default() += 1);
    }
    let weigh = |word: &str| {
        let count = found_in.get(word).copied().unwrap_or(0) as f64;
        rarity(count, sections.len() as f64)
    };
    // The best-known issues come first, so a second report of the same failure is left out.
    let mut order: Vec<usize> = (0..issues.len()).collect();
    order.sort_by_key(|&index| !issues[index].failure().is_some_and(Failure::is_whole));
    let mut taken: Vec<(&str, Signature)> = Vec::new();
    let mut out: Vec<Result<Place, String>> = vec![Err(String::new()); issues.len()];
    for index in order {
        let known = &issues[index];
        out[index] = known.failure().ok_or_else(|| known.left_out().unwrap_or_default().to_owned()).and_then(
            |failure| {
                let own = Signature::of(&failure.title, &failure.symptom);
                if let Some((other, _)) = taken.iter().find(|(_, other)| other.is_same(&own)) {
                    return Err(format!("describes the same failure as {other}"));
                }
                let place = best(known, failure, &sections, weigh)?;
                taken.push((&known.id, own));
                Ok(place)
            },
        );
    }
    out
}

fn best(
    known: &Known,
    failure: &Failure,
    sections: &[Words],
    weigh: impl Fn(&str) -> f64,
) -> Result<Place, String> {
    let query = query(failure);
    let mean =
        sections.iter().map(|section| section.length).sum::<usize>() as f64 / sections.len().max(1) as f64;
    let open = sections.iter().filter(|section| section.is_foreign == known.is_foreign);
    if open.clone().next().is_none() && !sections.is_empty() {
        return Err("not in the same language as the documents".to_owned());
    }
    let own: BTreeSet<String> = terms(&failure.title).collect();
    let score = |section: &Words| {
        let mut sum = 0.0;
        for (word, times) in &query {
            let count = section.all.get(word).copied().unwrap_or(0) as f64;
            if count == 0.0 {
                continue;
            }
            let damped = saturated(count, section.length as f64 / mean.max(1.0));
            let named = if section.heading.contains(word) { 2.0 } else { 1.0 };
            sum += weigh(word) * damped * named * (*times as f64).sqrt();
        }
        sum
    };
    let top = open.clone().map(|section| (score(section), section)).max_by(|(a, _), (b, _)| a.total_cmp(b));
    let (sum, top) = top.ok_or("the documents have no sections")?;
    // A word that most sections have tells nothing of one of them.
    let common = weigh_of_common(sections.len());
    let is_telling = |word: &str| weigh(word) > common;
    if is_about(top, &query, &own, is_telling) {
        return Ok(top.place.clone());
    }
    // The failures that fit nowhere stand together, in the document that is nearest.
    let pages: BTreeSet<usize> = open.clone().map(|section| section.place.page).collect();
    let nearest = if pages.len() == 1 || sum > 0.0 { Some(top.place.page) } else { None };
    let kept =
        |section: &&Words| section.is_for_problems && nearest.is_none_or(|page| page == section.place.page);
    let known = open.clone().filter(kept).max_by_key(|section| section.place.slug == KNOWN_ISSUES);
    match (known, nearest) {
        (Some(section), _) => Ok(section.place.clone()),
        (None, Some(page)) if !top.is_foreign => Ok(Place { page, slug: KNOWN_ISSUES.to_owned() }),
        _ => Err("no section has enough words in common with it".to_owned()),
    }
}

/// The anchor of the section for failures that fit no other section. It is created where it does not exist.
pub(crate) const KNOWN_ISSUES: &str = "known-issues";

/// The weight of a word that half of the sections have. In a few sections no word is common.
fn weigh_of_common(sections: usize) -> f64 {
    if sections < 4 { 0.0 } else { rarity(sections as f64 / 2.0, sections as f64) }
}

/// Whether a section is about what fails: it has a good part of the title's words, and more than one word in common.
fn is_about(
    section: &Words,
    query: &BTreeMap<String, usize>,
    title: &BTreeSet<String>,
    is_telling: impl Fn(&str) -> bool,
) -> bool {
    let telling = |word: &&String| is_telling(word);
    let shared = title.iter().filter(|word| section.all.contains_key(*word)).filter(telling).count();
    let words = query.keys().filter(|word| section.all.contains_key(*word)).count();
    let is_named = title.iter().filter(telling).any(|word| section.heading.contains(word));
    words >= LEAST_SHARED && (shared * 3 >= title.len().max(2) || is_named && shared * 5 >= title.len())
}

/// Fewer shared words mean nothing.
const LEAST_SHARED: usize = 2;

fn sections(page: &Page<'_>, index: usize, issues: &[Known]) -> Vec<Words> {
    let text = without_issues(page.text, issues);
    let document = parse(&text);
    let is_foreign = is_foreign(&document);
    let is_open = |(number, section): &(usize, &Section)| {
        section.level > 1 && document.manifest.is_none_or(|manifest| manifest.section != *number)
    };
    let of = |(number, section): (usize, &Section)| {
        let end = document.sections.get(number + 1).map_or(text.len(), |next| next.heading.start);
        let text = &text[section.heading.start..end.max(section.heading.start)];
        let mut all = BTreeMap::new();
        terms(text).for_each(|word| *all.entry(word).or_default() += 1);
        let title = section.title.to_lowercase();
        Words {
            place: Place { page: index, slug: section.slug.clone() },
            heading: terms(&section.title).collect(),
            length: all.values().sum(),
            all,
            is_for_problems: PROBLEMS.iter().any(|name| title.contains(name)),
            is_foreign,
        }
    };
    // A section that an earlier run made for these issues is no place of its own, so a second run finds what the first
    // one found.
    let is_made = |words: &Words| {
        words.place.slug == KNOWN_ISSUES && words.all.keys().all(|word| words.heading.contains(word))
    };
    document.sections.iter().enumerate().filter(is_open).map(of).filter(|words| !is_made(words)).collect()
}

/// A page without its tags and without the blocks that these issues became, so a second run finds the sections that the
/// first one found.
fn without_issues(text: &str, issues: &[Known]) -> String {
    let document = parse(text);
    let names = Names::of(issues);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut blank = |span: Span| {
        if span.start >= at {
            out.push_str(&text[at..span.start]);
            // Lines stay, so that nothing else moves together.
            out.extend(
                text[span.start..span.end].chars().map(|c| if matches!(c, '\n' | '\r') { c } else { ' ' }),
            );
            at = span.end;
        }
    };
    for (block, tag) in document.tagged_blocks() {
        let content = document.text(block.content);
        let is_told = matches!(block.kind, Kind::Bug | Kind::Unverified);
        if is_told && names.is_told_in(content) {
            blank(block.span);
        } else if tag.title.is_none() && tag.inline.is_none() {
            blank(tag.span);
        }
    }
    out.push_str(&text[at..]);
    out
}

/// Headings of sections about failures of all kinds.
const PROBLEMS: [&str; 5] = ["known issue", "troubleshoot", "known problem", "common problem", "known bug"];

/// The words of a failure with their weights; title words count twice.
fn query(failure: &Failure) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    let parts = [Some(&failure.symptom), failure.cause.as_ref(), failure.fix.as_ref()];
    for text in [&failure.title, &failure.title].into_iter().chain(parts.into_iter().flatten()) {
        terms(text).for_each(|word| *words.entry(word).or_default() += 1);
    }
    words
}
