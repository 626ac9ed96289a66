//! The findings that a project had at the start, so only new ones count. A finding is recognised by its rule, its
//! address and its text, never by its line: edits elsewhere and moved sections do not make it new.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use serde::{Deserialize, Serialize};
use tagdown::document::Document;
use tagdown::rules::{Finding, whole_lines};
use tagdown::text::slug;

/// A known finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The file, relative to the folder of the baseline.
    pub path: String,
    /// The rule that reported it.
    pub rule: String,
    /// Its address in the file.
    pub address: String,
    /// A hash of the block; empty outside blocks.
    pub block: String,
    /// A hash of the finding and of the lines it covers.
    pub lines: String,
}

/// The known findings.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    files: HashMap<String, Vec<Known>>,
    /// The files among them that no longer exist, in order. They may have been renamed.
    gone: Vec<String>,
    /// New files, and their previous names.
    renamed: HashMap<String, String>,
    /// Whether an earlier version of tagdown wrote it, which read some documents in other blocks.
    is_old: bool,
}

/// The version of the file. Since version 2, an unknown tag ends a block, and a tag with a qualifier opens one.
const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: u32,
    findings: Vec<Known>,
}

impl Baseline {
    /// Reads a baseline; `exists` returns whether a file still exists.
    pub fn parse(text: &str, exists: impl Fn(&str) -> bool) -> Result<Self, String> {
        let stored: Stored = serde_json::from_str(text)
            .map_err(|error| format!("line {}, column {}", error.line(), error.column()))?;
        if !(1..=VERSION).contains(&stored.version) {
            return Err(format!(
                "its version is {}; this version of tagdown supports versions 1 and {VERSION}",
                stored.version
            ));
        }
        let mut baseline = Self { is_old: stored.version < VERSION, ..Self::default() };
        for known in stored.findings {
            baseline.files.entry(known.path.clone()).or_default().push(known);
        }
        baseline.gone = baseline.files.keys().filter(|path| !exists(path)).cloned().collect();
        baseline.gone.sort();
        Ok(baseline)
    }

    /// Whether an earlier version of tagdown wrote it.
    pub fn is_old(&self) -> bool {
        self.is_old
    }

    /// The findings of the files that `keep` selects.
    pub fn of_files(&self, keep: impl Fn(&str) -> bool) -> impl Iterator<Item = &Known> {
        self.files.iter().filter(move |(path, _)| keep(path)).flat_map(|(_, known)| known)
    }

    /// Whether some of its files no longer exist, so a file that it does not contain may be a renamed one.
    pub fn misses_files(&self) -> bool {
        !self.gone.is_empty()
    }

    /// Whether it contains a file.
    pub fn names(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Finds renamed files: a new file is an old one if it has the most in common with a file that no longer exists, at
    /// least half of its known findings and one block. Each old file matches only one new file.
    pub fn pair_renamed(&mut self, new: &[(String, Vec<Known>)]) {
        let mut holders: HashMap<Place<'_>, Vec<usize>> = HashMap::new();
        for (index, path) in self.gone.iter().enumerate() {
            for known in self.files[path].iter().filter(|known| !known.block.is_empty()) {
                let holders = holders.entry(place(known)).or_default();
                if holders.last() != Some(&index) {
                    holders.push(index);
                }
            }
        }
        let mut taken = HashSet::new();
        let mut renamed = HashMap::new();
        for (path, found) in new {
            let mut shared: HashMap<usize, usize> = HashMap::new();
            for index in found.iter().filter_map(|one| holders.get(&place(one))).flatten() {
                *shared.entry(*index).or_default() += 1;
            }
            let is_enough = |(index, count): &(usize, usize)| {
                !taken.contains(index) && 2 * count >= self.files[&self.gone[*index]].len()
            };
            let best = shared
                .into_iter()
                .filter(is_enough)
                .max_by_key(|(index, count)| (*count, usize::MAX - index));
            if let Some((index, _)) = best {
                taken.insert(index);
                renamed.insert(path.clone(), self.gone[index].clone());
            }
        }
        self.renamed = renamed;
    }

    /// Which findings of a file are known, in order. Each entry matches one finding: first an identical one, then one
    /// in a block that moved, then one at the same address whose block was edited elsewhere.
    pub fn knows(&self, path: &str, found: &[Known]) -> Vec<bool> {
        let path = self.renamed.get(path).map_or(path, String::as_str);
        self.files
            .get(path)
            .map_or_else(|| vec![false; found.len()], |entries| pair(entries, found, self.is_old))
    }
}

/// What a finding refers to, independent of its position.
type Place<'k> = (&'k str, &'k str, &'k str);

fn place(known: &Known) -> Place<'_> {
    (&known.rule, &known.block, &known.lines)
}

/// Which of the findings match an entry. An entry of an earlier version also matches a finding of its rule on the same
/// lines in another block, since its block may have ended elsewhere.
fn pair(entries: &[Known], found: &[Known], is_old: bool) -> Vec<bool> {
    let mut known = vec![false; found.len()];
    let mut entries: Vec<&Known> = entries.iter().collect();
    take(&mut entries, found, &mut known, |one| (&one.rule, &one.address, &one.block, &one.lines));
    take(&mut entries, found, &mut known, |one| (&one.rule, &one.block, &one.lines));
    take(&mut entries, found, &mut known, |one| (&one.rule, &one.address, &one.lines));
    if is_old {
        take(&mut entries, found, &mut known, |one| (&one.rule, &one.lines));
    }
    known
}

/// Matches findings with entries of the same key, each entry once.
fn take<'k, K: Hash + Eq>(
    entries: &mut Vec<&'k Known>,
    found: &'k [Known],
    known: &mut [bool],
    key: impl Fn(&'k Known) -> K,
) {
    let mut by_key: HashMap<K, Vec<usize>> = HashMap::new();
    for (index, entry) in entries.iter().enumerate().rev() {
        by_key.entry(key(entry)).or_default().push(index);
    }
    let mut used = HashSet::new();
    for (one, known) in found.iter().zip(known).filter(|(_, known)| !**known) {
        if let Some(index) = by_key.get_mut(&key(one)).and_then(Vec::pop) {
            used.insert(index);
            *known = true;
        }
    }
    let mut index = 0;
    entries.retain(|_| {
        index += 1;
        !used.contains(&(index - 1))
    });
}

/// A document's findings in the form that a baseline stores.
pub fn record(path: &str, document: &Document<'_>, findings: &[Finding]) -> Vec<Known> {
    let mut blocks: HashMap<usize, String> = HashMap::new();
    let mut one = |finding: &Finding| {
        let at = finding.span.start;
        let block = document.block_at(at).map_or_else(String::new, |block| {
            blocks.entry(block.span.start).or_insert_with(|| document.content_hash(block)).clone()
        });
        Known {
            path: path.to_owned(),
            rule: finding.rule.to_owned(),
            address: document.address(at),
            block,
            lines: slug::content_hash(&format!(
                "{}\n{}",
                quoted(&finding.message),
                document.text(whole_lines(&document.source, finding.span))
            )),
        }
    };
    findings.iter().map(&mut one).collect()
}

/// The quoted parts of a message, such as the missing field or the word. The rest may change between versions, as may the
/// kind that an unknown tag is read as.
fn quoted(message: &str) -> String {
    message.split('`').skip(1).step_by(2).filter(|part| *part != "?").collect::<Vec<_>>().join(" ")
}

/// A baseline as text: one finding per line, sorted, for readable diffs. With entries of an earlier version, it stays one
/// of that version.
pub fn write(mut findings: Vec<Known>, is_old: bool) -> String {
    findings.sort();
    let lines = findings.iter().map(|known| serde_json::to_string(known).unwrap_or_default());
    let lines = lines.collect::<Vec<_>>().join(",\n");
    let gap = if lines.is_empty() { "" } else { "\n" };
    let version = if is_old { 1 } else { VERSION };
    format!("{{\"version\": {version}, \"findings\": [{gap}{lines}{gap}]}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagdown::document::parse;
    use tagdown::rules::{Settings, check};

    const HEAD: &str =
        "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n";
    const A: &str = "## A\n\n**[SPEC]** one\n\n**[SPEC]**\n\n- two\n\n";
    const B: &str = "## B\n\n**[SPEC]**\n\n- three\n\n**[BUG] b**\nSymptom: it stops with 7\n\n";

    fn found(text: &str) -> Vec<Known> {
        let document = parse(text);
        record("a.md", &document, &check(&document, &Settings::default()))
    }

    fn new_after(edited: &str) -> Vec<(String, String)> {
        let baseline =
            Baseline::parse(&write(found(&format!("{HEAD}{A}{B}")), false), |_| true).expect("valid");
        let now = found(edited);
        let known = baseline.knows("a.md", &now);
        now.into_iter()
            .zip(known)
            .filter(|(_, known)| !known)
            .map(|(one, _)| (one.rule, one.address))
            .collect()
    }

    #[test]
    fn edits_elsewhere_wake_nothing() {
        for edited in [
            format!("{HEAD}{A}{B}"),
            format!("{HEAD}{B}{A}"),
            format!("{HEAD}## New\n\n**[NOTE]**\nWords.\n\n{A}{B}"),
            format!("{HEAD}{}{B}", A.replace("## A", "## Renamed")),
            format!("{HEAD}{}{B}", A.replace("- two", "- two\n- and more")),
            format!("{HEAD}{}{B}", A.replace("## A\n\n", "## A\n\n**[SPEC]**\n- zero\n\n")),
            format!("{HEAD}{A}{B}").replace('\n', "\r\n"),
        ] {
            assert_eq!(new_after(&edited), [], "{edited}");
        }
    }

    #[test]
    fn what_is_new_is_found() {
        let one = |rule: &str, address: &str| vec![(rule.to_owned(), address.to_owned())];
        let spaced = "## A\n\n**[SPEC]**\n\n- zero\n\n";
        assert_eq!(
            new_after(&format!("{HEAD}{}{B}", A.replace("## A\n\n", spaced))),
            one("blank-after-tag", "a/spec-1")
        );
        assert_eq!(new_after(&format!("{HEAD}{A}{B}**[SPEC]** four\n")), one("inline-content", "b/spec-2"));
        let other = B.replace("Symptom: it stops with 7", "Cause: the size");
        assert_eq!(new_after(&format!("{HEAD}{A}{other}")), one("bug-missing-field", "b/bug-1"));
        let copied = format!("{HEAD}{A}{B}{}", B.replace("## B", "## C"));
        assert!(!new_after(&copied).is_empty(), "a copy of an old fault is a new one");
    }

    #[test]
    fn a_file_that_was_renamed_is_known() {
        let text = format!("{HEAD}{A}");
        let mut now = found(&text);
        let stored = write(now.clone(), false);
        for one in &mut now {
            "b.md".clone_into(&mut one.path);
        }
        let mut copy = now.clone();
        for one in &mut copy {
            "c.md".clone_into(&mut one.path);
        }
        let both = [("b.md".to_owned(), now.clone()), ("c.md".to_owned(), copy.clone())];
        let mut there = Baseline::parse(&stored, |_| true).expect("valid");
        there.pair_renamed(&both);
        assert!(there.knows("b.md", &now).iter().all(|known| !known));
        let mut gone = Baseline::parse(&stored, |_| false).expect("valid");
        gone.pair_renamed(&both);
        assert!(gone.knows("b.md", &now).iter().all(|known| *known));
        assert!(gone.knows("c.md", &copy).iter().all(|known| !known), "a copy is new");
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        for text in
            ["", "{}", "[]", "{\"version\": 3, \"findings\": []}", "{\"version\": 1, \"findings\": [{}]}"]
        {
            assert!(Baseline::parse(text, |_| true).is_err(), "{text}");
        }
    }
}
