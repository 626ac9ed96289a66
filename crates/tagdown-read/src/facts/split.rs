//! Sentences that were reworded and cut into several, or joined: the one that continues them best is changed, not new.

use std::collections::BTreeMap;

use super::alike::Profile;
use super::fact::{At, Fact, Form, Page};

/// So much of a sentence must be in the sentences that it was cut into, all together,
const OF_WHOLE: f64 = 0.6;
/// and of each of them in the sentence.
const OF_PART: f64 = 0.5;
/// and all together must have so much more of it than any one of them.
const OWN: f64 = 0.2;
/// A shorter sentence says too little.
const TELLING: usize = 6;
/// So many sentences at most.
const MOST: usize = 3;

/// More facts of a section are not compared.
const MOST_PAIRS: usize = 10_000;

/// For each sentence of a section that was cut, its best part. `parts` are the facts of the section that may be one.
pub(super) fn cut((wholes, pages): (&[At], &[Page]), (parts, others): (&[At], &[Page])) -> Vec<(At, At)> {
    if wholes.len() * parts.len() > MOST_PAIRS {
        return Vec::new();
    }
    let part = |at: At| &others[at.0].facts[at.1];
    let mut free: BTreeMap<At, Profile<'_>> =
        parts.iter().filter(|at| is_telling(part(**at))).map(|at| (*at, Profile::of(part(*at)))).collect();
    let mut found = Vec::new();
    for &whole in wholes {
        let fact = &pages[whole.0].facts[whole.1];
        if !is_telling(fact) || free.len() < 2 {
            continue;
        }
        let own = Profile::of(fact);
        let fits = |at: &At| {
            free.get(at).is_some_and(|profile| {
                let part = profile.fact;
                part.kind == fact.kind && part.above == fact.above && own.share_of(profile) >= OF_PART
            })
        };
        let run = |start: &At| -> Vec<At> {
            let next = (0..MOST).map(|index| (start.0, start.1 + index));
            next.take_while(|at| fits(at) && part(*at).block == part(*start).block).collect()
        };
        let said = |run: &[At]| -> Vec<&Fact> { run.iter().map(|at| part(*at)).collect() };
        let runs = free.keys().map(run).filter(|run| run.len() > 1);
        let scored = runs.map(|run| (own.share_in(&said(&run)), run));
        // Sentences that say much the same, like those of a template, are no parts.
        let adds = |share: f64, run: &[At]| run.iter().all(|at| share - own.share_in(&[part(*at)]) >= OWN);
        let clear = scored.filter(|(share, run)| *share >= OF_WHOLE && adds(*share, run));
        let best = clear.max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, run)) = best else { continue };
        let alike = |at: &At| free.get(at).map_or(0.0, |profile| own.overlap(profile));
        // The first of those that are equally alike.
        let nearest = run.iter().rev().max_by(|a, b| alike(a).total_cmp(&alike(b)));
        found.extend(nearest.map(|at| (whole, *at)));
        free.retain(|at, _| !run.contains(at));
    }
    found
}

fn is_telling(fact: &Fact) -> bool {
    fact.form == Form::Sentence && fact.label.is_none() && fact.words.len() >= TELLING
}
