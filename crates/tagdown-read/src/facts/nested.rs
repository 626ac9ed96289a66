//! Rows of a table that became an item with items below it, or the other way round.

use rustc_hash::{FxHashMap, FxHashSet};

use super::earlier::Earlier;
use super::fact::{At, Fact, Form, Page};
use super::words::{is_said_with, words};

/// Finds for rows the items that say the same together with the items below them, among facts of one section.
pub(super) fn nested(
    (rows, row_pages): (&[At], &[Page]),
    (others, pages): (&[At], &[Page]),
    parents: &Earlier,
) -> Vec<(At, Vec<At>)> {
    let fact = |pages: &[Page], at: At| -> Fact { pages[at.0].facts[at.1].clone() };
    let open: FxHashSet<At> = others.iter().copied().collect();
    let mut below: FxHashMap<At, Vec<At>> = FxHashMap::default();
    for &at in others {
        if let Some(up) = parents.get(at).filter(|up| open.contains(up)) {
            below.entry(up).or_default().push(at);
        }
    }
    let mut taken: FxHashSet<At> = FxHashSet::default();
    let mut out = Vec::new();
    for &at in rows {
        let row = &row_pages[at.0].facts[at.1];
        if row.form != Form::Row {
            continue;
        }
        let names: Vec<String> = row.cells.iter().flat_map(|(name, _)| words(name)).collect();
        let says = |group: &Vec<At>, up: At| {
            let mut all = fact(pages, up).words;
            all.extend(group.iter().flat_map(|at| fact(pages, *at).words));
            is_said_with(&row.words, &all, &names)
        };
        let mut ups: Vec<&At> = below.keys().filter(|up| !taken.contains(up)).collect();
        ups.sort_unstable();
        let found = ups.into_iter().find(|up| {
            let is_kind = pages[up.0].facts[up.1].kind == row.kind;
            is_kind && below.get(up).is_some_and(|group| says(group, **up))
        });
        if let Some(up) = found.copied() {
            taken.insert(up);
            let mut group = below.get(&up).cloned().unwrap_or_default();
            group.push(up);
            out.push((at, group));
        }
    }
    out
}
