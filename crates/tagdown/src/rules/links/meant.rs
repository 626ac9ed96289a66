//! What the author of a broken link may have meant: the nearest file, anchor or label that exists.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::rules::engine::{Found, Surroundings};
use crate::text::{edit_distance, nearest_name};

/// How many names are compared in one document. A broken link of a huge document gets no suggestion.
const MOST: usize = 40_000;

/// How many folders up a file of the same name may be.
const FARTHEST: usize = 2;

/// Names of files that many folders have.
const COMMON: [&str; 8] =
    ["readme", "changelog", "license", "contributing", "index", "security", "summary", "code_of_conduct"];

/// Finds the nearest names, as long as there is time.
#[derive(Default)]
pub(crate) struct Meant {
    compared: usize,
    /// What was found for each wrong path.
    paths: FxHashMap<String, Option<String>>,
    /// The names in each folder that was looked at.
    folders: FxHashMap<String, Rc<[String]>>,
}

impl Meant {
    /// The nearest of some names.
    pub(crate) fn name<'n>(
        &mut self,
        wrong: &str,
        names: impl ExactSizeIterator<Item = &'n str>,
    ) -> Option<&'n str> {
        self.compared += names.len();
        if self.compared > MOST {
            return None;
        }
        // A third of the letters of a short name is another name.
        let length = wrong.chars().count();
        let limit = if length < 7 { 1 } else { length / 4 };
        let close = names.filter(|name| name.chars().count().abs_diff(length) <= limit);
        nearest_name(wrong, close).filter(|near| length > 2 && edit_distance(near, wrong) <= limit)
    }

    /// The nearest anchor. A number at its start, or another way to join its words, is the likeliest slip.
    pub(crate) fn anchor<'n>(&mut self, wrong: &str, names: &'n [String]) -> Option<&'n str> {
        self.compared += names.len();
        if self.compared > MOST {
            return None;
        }
        let is_number = |c: char| c.is_ascii_digit();
        let words =
            |name: &str| name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let bare = |name: &str| -> String { words(name.trim_start_matches(is_number)) };
        let wanted = bare(wrong);
        let same = names.iter().find(|name| !wanted.is_empty() && bare(name) == wanted);
        same.map(String::as_str).or_else(|| self.name(wrong, names.iter().map(String::as_str)))
    }

    /// The nearest path that exists.
    pub(crate) fn path(&mut self, around: &dyn Surroundings, wrong: &str) -> Option<String> {
        if let Some(known) = self.paths.get(wrong) {
            return known.clone();
        }
        let found = self.in_folder(around, wrong).or_else(|| {
            let name = wrong.rsplit('/').next().unwrap_or_default();
            // Every folder may have its own `README.md`.
            let stem = name.split('.').next().unwrap_or_default().to_lowercase();
            let is_above = |path: &String| path.trim_start_matches("../") == name;
            let near = around.namesake(name).filter(|path| path.matches("../").count() <= FARTHEST);
            near.filter(|path| !COMMON.contains(&stem.as_str()) || is_above(path))
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
        let names = match self.folders.get(&folder) {
            Some(names) => Rc::clone(names),
            None => Rc::clone(self.folders.entry(folder.clone()).or_insert(around.names(&folder).into())),
        };
        let is_same = |name: &&String| name.eq_ignore_ascii_case(parts[first]);
        let near = names.iter().find(is_same).or_else(|| same_stem(parts[first], &names));
        let near = match near {
            Some(near) => near.clone(),
            None => self.similar(parts[first], &names)?,
        };
        let mut right: Vec<&str> = parts[..first].to_vec();
        right.push(&near);
        right.extend(&parts[first + 1..]);
        let right = right.join("/");
        let is_own = right.trim_start_matches("./") == around.own_name();
        (around.look(&right) != Found::Nothing && !is_own).then_some(right)
    }

    /// The name that differs by a few letters. Equal endings say nothing.
    fn similar(&mut self, wrong: &str, names: &[String]) -> Option<String> {
        let Some((stem, ending)) = wrong.rsplit_once('.') else {
            return self.name(wrong, names.iter().map(String::as_str)).map(str::to_owned);
        };
        let stems = names.iter().filter_map(|name| name.strip_suffix(ending)?.strip_suffix('.'));
        let stems: Vec<&str> = stems.collect();
        self.name(stem, stems.iter().copied()).map(|near| format!("{near}.{ending}"))
    }
}

/// A name without its ending.
fn stem(name: &str) -> &str {
    memchr::memrchr(b'.', name.as_bytes()).map_or(name, |at| &name[..at])
}

/// The only file whose name differs by its ending.
fn same_stem<'n>(wrong: &str, names: &'n [String]) -> Option<&'n String> {
    let wanted = stem(wrong);
    let is_same = |name: &str| {
        name.eq_ignore_ascii_case(wanted)
            || !(name.is_ascii() && wanted.is_ascii()) && name.to_lowercase() == wanted.to_lowercase()
    };
    let mut same = names.iter().filter(|name| is_same(stem(name)));
    same.next().filter(|_| same.next().is_none())
}
