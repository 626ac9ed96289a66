//! What the author of a broken link may have meant: the nearest file, anchor or label that exists.

use rustc_hash::FxHashMap;

use crate::rules::engine::{Found, Surroundings};
use crate::text::nearest_name;

/// How many names are compared in one document. A broken link of a huge document gets no suggestion.
const MOST: usize = 40_000;

/// Finds the nearest names, as long as there is time.
#[derive(Default)]
pub(crate) struct Meant {
    compared: usize,
    /// What was found for each wrong path.
    paths: FxHashMap<String, Option<String>>,
}

impl Meant {
    /// The nearest of some names.
    pub(crate) fn name<'n>(&mut self, wrong: &str, names: impl ExactSizeIterator<Item = &'n str>) -> Option<&'n str> {
        self.compared += names.len();
        if self.compared > MOST {
            return None;
        }
        let length = wrong.chars().count();
        let limit = (length / 3).max(2).min(length.saturating_sub(1));
        let close = names.filter(|name| name.chars().count().abs_diff(length) <= limit.max(1));
        nearest_name(wrong, close).filter(|near| wrong.len() > 2 || near.len() > 2)
    }

    /// The nearest path that exists.
    pub(crate) fn path(&mut self, around: &dyn Surroundings, wrong: &str) -> Option<String> {
        if let Some(known) = self.paths.get(wrong) {
            return known.clone();
        }
        let found = self.in_folder(around, wrong).or_else(|| {
            let name = wrong.rsplit('/').next().unwrap_or_default();
            around.namesake(name)
        });
        self.paths.insert(wrong.to_owned(), found.clone());
        found
    }

    /// The path with its first wrong part replaced by the nearest one, if the rest exists below that.
    fn in_folder(&mut self, around: &dyn Surroundings, wrong: &str) -> Option<String> {
        let wrong = wrong.trim_end_matches('/');
        let parts: Vec<&str> = wrong.split('/').collect();
        let first = (0..parts.len()).find(|&at| around.look(&parts[..=at].join("/")) == Found::Nothing)?;
        let folder = parts[..first].join("/");
        let names = around.names(&folder);
        let is_same = |name: &&String| name.eq_ignore_ascii_case(parts[first]);
        let near = match names.iter().find(is_same).or_else(|| same_stem(parts[first], &names)) {
            Some(near) => near.as_str(),
            None => self.name(parts[first], names.iter().map(String::as_str))?,
        };
        let mut right: Vec<&str> = parts[..first].to_vec();
        right.push(near);
        right.extend(&parts[first + 1..]);
        let right = right.join("/");
        (around.look(&right) != Found::Nothing && right != around.own_name()).then_some(right)
    }
}

/// The only file whose name differs by its ending.
fn same_stem<'n>(wrong: &str, names: &'n [String]) -> Option<&'n String> {
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
    let wanted = stem(wrong);
    let mut same = names.iter().filter(|name| stem(name) == wanted);
    same.next().filter(|_| same.next().is_none())
}
