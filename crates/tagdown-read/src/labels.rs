//! Labels: the shortest name of a block that means no other block of the documents that are read together.

use rustc_hash::FxHashMap;

use crate::reading::{Item, Reading};
use crate::request::Request;

/// How often each id and each address occurs in all documents, including blocks that are not shown. The label of a
/// block is therefore the same on every page and for every budget.
#[derive(Default)]
pub(crate) struct Labels<'l> {
    ids: FxHashMap<&'l str, usize>,
    addresses: FxHashMap<&'l str, usize>,
    /// Whether every label is a complete address.
    is_full: bool,
}

impl<'l> Labels<'l> {
    /// The labels of a view. In a ranked list of several documents, no line above a block names its document.
    pub(super) fn new(readings: &'l [Reading], request: &Request) -> Self {
        let mut labels = Self {
            is_full: request.several && request.ranked && !request.view.is_grouped,
            ..Self::default()
        };
        if !request.view.is_text || labels.is_full {
            return labels;
        }
        for reading in readings {
            for address in &reading.addresses {
                *labels.addresses.entry(address).or_default() += 1;
                *labels.ids.entry(id(address)).or_default() += 1;
            }
            // In an address, `#spec-1` is first of all the anchor of a section.
            for heading in reading.headings.iter().filter(|heading| heading.level > 0) {
                if let Some(count) = labels.ids.get_mut(&*heading.slug) {
                    *count += 1;
                }
            }
        }
        labels
    }

    /// The label of a block.
    pub(super) fn of(&self, reading: &Reading, item: &Item) -> String {
        let is_one = |names: &FxHashMap<&str, usize>, name: &str| names.get(name).is_none_or(|n| *n == 1);
        if self.is_full {
            format!("{}#{}", reading.path, item.address)
        } else if is_one(&self.ids, &item.id) {
            item.id.clone()
        } else if is_one(&self.addresses, &item.address) {
            item.address.clone()
        } else {
            format!("{}#{}", reading.path, item.address)
        }
    }
}

/// The last part of an address.
pub(crate) fn id(address: &str) -> &str {
    address.rsplit('/').next().unwrap_or_default()
}
