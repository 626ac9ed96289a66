//! What changed in the rows of a table: its columns, and the cells of the columns that both states have.

use rustc_hash::FxHashMap;

use super::change::Columns;
use super::fact::{At, Fact, Form, Page};
use super::plain::said;
use super::spacing::tight;
use super::words::words;

/// A table in both states: the pages, and the names of its columns.
type Table<'p> = (usize, usize, Vec<&'p str>, Vec<&'p str>);

/// The columns of tables that have another name.
pub(super) struct Rows<'p> {
    renamed: FxHashMap<Table<'p>, Vec<(String, String)>>,
    /// New columns that no row of the old table fills, with the first row.
    pub(super) empty: Vec<(At, At, Vec<String>)>,
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
        type Continued<'f> = Vec<(At, At, &'f Fact, &'f Fact)>;
        let mut tables: FxHashMap<Table<'p>, Continued<'p>> = FxHashMap::default();
        for (from, to) in pairs {
            let (before, after) = (&old[from.0].facts[from.1], &new[to.0].facts[to.1]);
            let is_row = before.form == Form::Row && after.form == Form::Row;
            if is_row && !before.cells.iter().map(|cell| &cell.0).eq(after.cells.iter().map(|cell| &cell.0)) {
                let table = table((from.0, before), (to.0, after));
                tables.entry(table).or_default().push((*from, *to, before, after));
            }
        }
        let (mut renamed, mut empty) = (FxHashMap::default(), Vec::new());
        for (table, rows) in tables {
            let facts: Vec<(&Fact, &Fact)> = rows.iter().map(|(_, _, old, new)| (*old, *new)).collect();
            let found = renames(&table.2, &table.3, &facts);
            let is_new = |name: &&&str| {
                !table.2.contains(*name) && !found.iter().any(|(_, now)| now == *name) && !name.is_empty()
            };
            let is_filled = |name: &str| {
                facts
                    .iter()
                    .any(|(_, row)| row.cells.iter().any(|cell| *cell.0 == *name && !cell.1.is_empty()))
            };
            let names = table.3.iter().filter(is_new).filter(|name| !is_filled(name));
            let names: Vec<String> = names.map(|name| (*name).to_owned()).collect();
            if let (Some((from, to, ..)), false) = (rows.iter().min_by_key(|row| row.1), names.is_empty()) {
                empty.push((*from, *to, names));
            }
            renamed.insert(table, found);
        }
        empty.sort_unstable();
        Self { renamed, empty }
    }

    /// What changed between two rows.
    pub(super) fn change(&self, (from, old): (usize, &'p Fact), (to, new): (usize, &'p Fact)) -> RowChange {
        let renamed = self.renamed.get(&table((from, old), (to, new))).map_or(&[][..], |all| all);
        let mut out = RowChange::default();
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        let (mut before, mut after): (Vec<Cell<'_>>, Vec<Cell<'_>>) = (Vec::new(), Vec::new());
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
            is_changed |= said_in(other) != said_in(value);
            before.push((name, other));
            after.push((name, value));
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
        let is_sparse = before.iter().chain(&after).any(|(_, cell)| cell.is_empty());
        out.texts = is_changed.then(|| (joined(&before, is_sparse), joined(&after, is_sparse)));
        out
    }
}

/// The words of a cell.
fn said_in(cell: &str) -> Vec<String> {
    tight(&words(&said(cell, &[])), cell)
}

/// A cell with the name of its column.
type Cell<'c> = (&'c str, &'c str);

/// The cells of a row; where some are empty, with the names of the columns.
pub(super) fn shown(row: &Fact, is_sparse: bool) -> String {
    let cells: Vec<Cell<'_>> = row.cells.iter().map(|(name, cell)| (&**name, &**cell)).collect();
    joined(&cells, is_sparse)
}

fn joined(cells: &[Cell<'_>], is_sparse: bool) -> String {
    let is_named = cells.iter().skip(1).all(|(name, _)| !name.is_empty());
    if !is_sparse || !is_named {
        return cells.iter().map(|(_, cell)| *cell).collect::<Vec<_>>().join(" | ");
    }
    let named = |(at, (name, cell)): (usize, &Cell<'_>)| match (at, cell.is_empty()) {
        (_, true) => None,
        (0, _) => Some((*cell).to_owned()),
        _ => Some(format!("{name}: {cell}")),
    };
    cells.iter().enumerate().filter_map(named).collect::<Vec<_>>().join(", ")
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
