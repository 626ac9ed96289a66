//! What changed since an earlier table: blocks are the same if they have the same address and the same hash.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::row::Row;

/// The blocks of an earlier table.
#[derive(Debug, Default)]
pub struct Earlier {
    /// The hash of each block by its address, by the path of its document.
    documents: BTreeMap<String, HashMap<String, String>>,
}

impl Earlier {
    pub(crate) fn add(&mut self, [path, address, hash]: [&str; 3]) {
        // A document that could not be read has no address, and a row without a hash is a block that was deleted.
        if !address.is_empty() && !hash.is_empty() {
            let blocks = self.documents.entry(path.to_owned()).or_default();
            blocks.insert(address.to_owned(), hash.to_owned());
        }
    }

    /// The rows of a document that are new or changed, and those that are gone from it. A document that could not be read
    /// has changed in no way that is known.
    pub fn changed(&mut self, path: &str, rows: Vec<Row>) -> Vec<Row> {
        let before = self.documents.remove(path).unwrap_or_default();
        if rows.iter().any(|row| row.error.is_some()) {
            return rows;
        }
        let now: HashSet<String> = rows.iter().filter_map(|row| row.address.clone()).collect();
        let with_change = |row: Row| {
            let change = match row.address.as_ref().and_then(|address| before.get(address)) {
                None => "new",
                Some(hash) if Some(hash) != row.hash.as_ref() => "changed",
                Some(_) => return None,
            };
            Some(Row { change: Some(change), ..row })
        };
        let mut out: Vec<Row> = rows.into_iter().filter_map(with_change).collect();
        let mut gone: Vec<&String> = before.keys().filter(|address| !now.contains(*address)).collect();
        gone.sort();
        out.extend(gone.into_iter().map(|address| deleted(path, address)));
        out
    }

    /// The blocks of documents that were not part of the run and of which `is_gone` holds.
    pub fn rest(&mut self, is_gone: impl Fn(&str) -> bool) -> Vec<Row> {
        let documents = std::mem::take(&mut self.documents);
        let mut out = Vec::new();
        for (path, blocks) in documents.into_iter().filter(|(path, _)| is_gone(path)) {
            let mut addresses: Vec<&String> = blocks.keys().collect();
            addresses.sort();
            out.extend(addresses.into_iter().map(|address| deleted(&path, address)));
        }
        out
    }
}

/// A block that is gone.
fn deleted(path: &str, address: &str) -> Row {
    Row {
        path: path.to_owned(),
        address: Some(address.to_owned()),
        change: Some("deleted"),
        ..Row::default()
    }
}
