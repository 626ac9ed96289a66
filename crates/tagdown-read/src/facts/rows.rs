//! What changed in the rows of a table: its columns, and the cells of the columns that both states have.

use rustc_hash::FxHashMap;

use super::change::Columns;
use super::fact::{At, Fact, Form, Page};
use super::plain::said;
use super::words::words;

/// A table in both states: the pages, and the names of its columns.
type Table<'p> = (usize, usize, Vec<&'p str>, Vec<&'p str>);

/// The columns of tables that have another name.
pub(super) struct Rows<'p> {
    renamed: FxHashMap<Table<'p>, Vec<(String, String)>>,
}

/// What changed in a row.
#[derive(Debug, Default)]
pub(super) struct RowChange {
    /// The columns that were renamed, added or removed.
    pub(super) columns: Vec<Columns>,
    /// The cells of the columns that both states have, if they differ.
    pub(super) texts: Option<(String, String)>,
}

impl<'p> Rows<'p> {
    /// Finds the columns with a new name among rows that continue each other.
    pub(super) fn new(old: &'p [Page], new: &'p [Page], pairs: &[(At, At)]) -> Self {
        let mut tables: FxHashMap<Table<'p>, Vec<(&Fact, &Fact)>> = FxHashMap::default();
        for (from, to) in pairs {
            let (before, after) = (&old[from.0].facts[from.1], &new[to.0].facts[to.1]);
            if before.form == Form::Row && after.form == Form::Row && before.key != after.key {
                tables.entry(table((from.0, before), (to.0, after))).or_default().push((before, after));
            }
        }
        let renames = |(table, rows): (Table<'p>, Vec<(&Fact, &Fact)>)| {
            let found = renames(&table.2, &table.3, &rows);
            (table, found)
        };
        Self { renamed: tables.into_iter().map(renames).collect() }
    }

    /// What changed between two rows.
    pub(super) fn change(&self, (from, old): (usize, &'p Fact), (to, new): (usize, &'p Fact)) -> RowChange {
        let renamed = self.renamed.get(&table((from, old), (to, new))).map_or(&[][..], |all| all);
        let mut out = RowChange::default();
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut is_changed = false;
        let cell = |fact: &'p Fact, wanted: &str| {
            fact.cells.iter().find(|(name, _)| **name == *wanted).map(|(_, cell)| &**cell)
        };
        for (name, value) in &new.cells {
            let old_name = renamed.iter().find(|(_, now)| **now == **name).map(|(was, _)| &**was);
            let Some(other) = cell(old, old_name.unwrap_or(name)) else {
                added.extend((!value.is_empty()).then(|| name.to_string()));
                continue;
            };
            if let (Some(was), false) = (old_name, value.is_empty() && other.is_empty()) {
                let (added, removed) = (vec![name.to_string()], vec![was.to_owned()]);
                out.columns.push(Columns { added, removed, is_renamed: true });
            }
            is_changed |= words(&said(other, &[])) != words(&said(value, &[]));
            before.push(other);
            after.push(&**value);
        }
        for (name, value) in &old.cells {
            let is_renamed = renamed.iter().any(|(was, _)| **was == **name);
            if !is_renamed && cell(new, name).is_none() && !value.is_empty() {
                removed.push(name.to_string());
            }
        }
        if !added.is_empty() || !removed.is_empty() {
            out.columns.push(Columns { added, removed, is_renamed: false });
        }
        out.texts = is_changed.then(|| (before.join(" | "), after.join(" | ")));
        out
    }
}

fn table<'p>((from, old): (usize, &'p Fact), (to, new): (usize, &'p Fact)) -> Table<'p> {
    let names = |fact: &'p Fact| fact.cells.iter().map(|(name, _)| &**name).collect();
    (from, to, names(old), names(new))
}

/// The columns with a new name: those with the same cells in most rows, or at the same place.
fn renames(old: &[&str], new: &[&str], rows: &[(&Fact, &Fact)]) -> Vec<(String, String)> {
    let only = |names: &[&str], others: &[&str]| -> Vec<usize> {
        (0..names.len()).filter(|at| !others.contains(&names[*at])).collect()
    };
    let (removed, mut added) = (only(old, new), only(new, old));
    let is_replaced = removed.len() == added.len() && old.len() == new.len();
    let mut out = Vec::new();
    for from in removed {
        let same = |to: usize| {
            let cells = rows.iter().filter_map(|(old, new)| Some((old.cells.get(from)?, new.cells.get(to)?)));
            let cells = cells.filter(|(old, new)| !old.1.is_empty() || !new.1.is_empty());
            let (mut all, mut same) = (0_usize, 0_usize);
            for (old, new) in cells {
                all += 1;
                same += usize::from(old.1 == new.1);
            }
            (same * 2 >= all.max(1)).then_some(same)
        };
        let best = added.iter().filter_map(|&to| Some((same(to)?, to))).max_by_key(|(same, _)| *same);
        let beside = is_replaced.then_some(from).filter(|to| added.contains(to));
        if let Some(to) = best.map(|(_, to)| to).or(beside) {
            added.retain(|other| *other != to);
            out.push((old[from].to_owned(), new[to].to_owned()));
        }
    }
    out
}
