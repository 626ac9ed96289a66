//! Joins changes that belong together.

use rustc_hash::{FxHashMap, FxHashSet};
use tagdown::document::Kind;

use super::change::{Change, What};
use super::fact::{At, Fact, Form, Page};
use super::opposite::is_reason;
use super::relinked::relinked;
use super::words::{Part, marked};

/// Joins what changed together: the rows of a table with a new column, the parts of a BUG, facts that moved together,
/// links that were rewritten in the same way, and what the manifests of several documents say.
pub(super) fn group(changes: Vec<Change>, old: &[Page], new: &[Page]) -> Vec<Change> {
    let before = |at: At| &old[at.0].facts[at.1];
    let after = |at: At| &new[at.0].facts[at.1];
    let mut whole: FxHashSet<(bool, usize, usize)> = FxHashSet::default();
    for (is_new, pages) in [(false, old), (true, new)] {
        whole.extend(whole_bugs(&changes, pages, is_new));
    }
    let changes = with_rests(changes, old);
    let mut out: Vec<Change> = Vec::new();
    let mut at: FxHashMap<String, usize> = FxHashMap::default();
    for mut change in changes {
        let key = match (change.what, change.old, change.new) {
            (What::Moved, Some(from), Some(to)) => {
                let (old, new) = (before(from), after(to));
                // In one section, the first sentence before a fact tells what moved together.
                let name = |fact: &Fact| fact.opening.as_ref().map(|opening| opening.name.clone());
                let below = (old.address == new.address).then(|| (name(old), name(new)));
                Some(format!("moved {} {:?} {} {:?} {below:?}", from.0, old.section, to.0, new.section))
            }
            (What::Demoted | What::Promoted, Some(from), Some(to)) if !change.is_reworded => {
                let blocks = (from.0, before(from).block, to.0, after(to).block);
                Some(format!("{} {blocks:?}", change.what.name()))
            }
            (What::Changed, Some(from), Some(to)) if change.is_reworded && change.columns.is_none() => {
                let link = relinked(before(from), after(to));
                change.is_relinked = link.is_some();
                let manifest = (after(to).block == usize::MAX).then(|| (&before(from).text, &after(to).text));
                link.map(|link| format!("links {link:?}"))
                    .or_else(|| signs(before(from), after(to)))
                    .or_else(|| manifest.map(|said| format!("manifest {said:?}")))
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
            (what, None, Some(at)) if after(at).block == usize::MAX => {
                Some(format!("manifest {what:?} {}", after(at).text))
            }
            (what, Some(at), None) if before(at).block == usize::MAX => {
                Some(format!("manifest {what:?} {}", before(at).text))
            }
            _ => None,
        };
        if let Some(&index) = key.as_ref().and_then(|key| at.get(key)) {
            out[index].others.extend(change.all());
        } else {
            at.extend(key.map(|key| (key, out.len())));
            out.push(change);
        }
    }
    out
}

/// The signs that were replaced in code, if nothing else changed: commas that a formatter added are one change.
fn signs(old: &Fact, new: &Fact) -> Option<String> {
    if old.form != Form::Code || new.form != Form::Code {
        return None;
    }
    let mut edits: Vec<String> = Vec::new();
    for part in marked(&old.code().join("\n"), &new.code().join("\n")) {
        match part {
            Part::Old(text) => edits.push(format!("-{}", text.trim())),
            Part::New(text) => edits.push(format!("+{}", text.trim())),
            Part::Both(_) | Part::Between => {}
        }
    }
    edits.sort_unstable();
    edits.dedup();
    let is_sign = |edit: &String| !edit.contains(char::is_alphanumeric);
    edits.iter().all(is_sign).then(|| format!("signs {edits:?}"))
}

/// Joins a sentence of a claim with the claim that was confirmed, refuted or dropped, if it belongs to it.
fn with_rests(changes: Vec<Change>, old: &[Page]) -> Vec<Change> {
    let fact = |at: At| &old[at.0].facts[at.1];
    let is_rest = |change: &Change| change.what == What::Dropped && change.new.is_none();
    let mut settled: FxHashMap<(usize, usize), Vec<usize>> = FxHashMap::default();
    let mut out: Vec<Change> = Vec::new();
    let (rests, claims): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(is_rest);
    for change in claims {
        if let (What::Confirmed | What::Refuted, Some(at)) = (change.what, change.old) {
            settled.entry((at.0, fact(at).block)).or_default().push(out.len());
        }
        out.push(change);
    }
    for change in rests {
        let Some(at) = change.old else { continue };
        let near = settled.entry((at.0, fact(at).block)).or_default();
        let is_own = |index: &&usize| out[**index].old.is_some_and(|other| fact(other).item == fact(at).item);
        let is_reason = is_reason(&fact(at).words);
        let found = near.iter().find(is_own).or_else(|| near.first().filter(|_| is_reason)).copied();
        if let Some(index) = found {
            out[index].rest.push(at);
        } else {
            near.push(out.len());
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
