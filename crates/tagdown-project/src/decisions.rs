//! The file in a project that stores decisions on blocks, for the next run and for colleagues.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use tagdown_write::convert::UNDECIDED;
use tagdown_write::convert::{Decision, Decisions};

use crate::files::Target;
use crate::opening::{Within, text_within, top_of};
use crate::paths::normal;
use crate::writing;

/// The name of the file.
pub const NAME: &str = "tagdown-decisions.jsonl";

/// The maximum size of a decisions file.
const MAX_SIZE: u64 = 64_000_000;

/// The file for a document: the nearest one in its folder or above, otherwise next to its configuration, otherwise in
/// the current folder.
pub fn place(target: &Target) -> PathBuf {
    place_of(target, NAME)
}

/// The same for a file of another name.
pub(crate) fn place_of(target: &Target, name: &str) -> PathBuf {
    let here = || std::env::current_dir().unwrap_or_default();
    let path = std::path::absolute(&target.path).unwrap_or_else(|_| target.path.clone());
    let path = if target.stdin { here().join("-") } else { normal(&path) };
    // A file above the repository belongs to something else.
    let top = path.parent().and_then(top_of);
    let above = path.ancestors().skip(1).take_while(|folder| top.is_none_or(|top| folder.starts_with(top)));
    let known = above.map(|folder| folder.join(name)).find(|file| file.symlink_metadata().is_ok());
    let beside = || target.config.file.as_ref().and_then(|file| file.parent()).map(Path::to_owned);
    known.unwrap_or_else(|| beside().unwrap_or_else(here).join(name))
}

/// How often saving is tried if somebody else writes at the same time.
const TRIES: usize = 3;

/// A block and its new decision; `None` removes the decision.
pub type Change = (String, Option<Decision>);

/// The decisions of one file.
#[derive(Debug)]
pub struct Kept {
    /// The file.
    pub file: PathBuf,
    /// The decisions.
    pub decisions: Decisions,
    /// The content of the file when it was last read.
    text: Option<String>,
    /// The content at the start. If the file has this content again, an old file was restored and no colleague decided.
    first: Option<String>,
    /// All decisions that this run made or removed, by block, for writing them again if the file lost them.
    own: BTreeMap<String, Option<Decision>>,
}

impl Kept {
    /// Reads the file. A missing file is empty.
    pub fn load(file: PathBuf) -> Result<Self, String> {
        let fail = |problem: String| format!("cannot read the decisions in {}: {problem}", file.display());
        let (text, is_linked) = match text_within(&file, MAX_SIZE, Within::File) {
            Ok((text, followed)) => (Some(text), followed.is_linked),
            Err(unread) if unread.is_missing => (None, false),
            Err(unread) => return Err(fail(unread.reason)),
        };
        let decisions = Decisions::parse(text.as_deref().unwrap_or_default()).map_err(|problem| {
            fail(if is_linked { "it is a link to another file".to_owned() } else { problem })
        })?;
        Ok(Self { file, decisions, first: text.clone(), text, own: BTreeMap::new() })
    }

    /// Makes or removes decisions and saves them at once, with all earlier changes of this run. Blocks that somebody
    /// else decided in the meantime are not changed, and are returned.
    pub fn set(&mut self, changes: &[Change]) -> Result<Vec<String>, String> {
        let known = self.decisions.clone();
        let done = self.try_set(changes, &known);
        if done.is_err() {
            // Nobody has seen the decisions read on the way yet.
            self.decisions = known;
        }
        done
    }

    fn try_set(&mut self, changes: &[Change], known: &Decisions) -> Result<Vec<String>, String> {
        for is_last in (1..=TRIES).map(|attempt| attempt == TRIES) {
            self.refresh()?;
            let is_news = |hash: &str| self.decisions.get(hash) != known.get(hash);
            let (news, free): (Vec<_>, Vec<_>) = changes.iter().partition(|(hash, _)| is_news(hash));
            let mut after = self.decisions.clone();
            for (hash, decision) in &free {
                put(&mut after, hash, decision.clone());
            }
            match self.write(&after) {
                Err(problem) if is_last => return Err(problem),
                // A colleague or a second run just wrote the file; their decisions are read again.
                Err(_) => {}
                Ok(()) => {
                    self.own.extend(free.into_iter().cloned());
                    self.decisions = after;
                    return Ok(news.into_iter().map(|(hash, _)| hash.clone()).collect());
                }
            }
        }
        Ok(Vec::new())
    }

    /// Writes back decisions that the file lost.
    pub fn restore(&mut self) -> Result<(), String> {
        if self.own.is_empty() { Ok(()) } else { self.set(&[]).map(drop) }
    }

    /// Checks that a decision could be saved.
    fn try_write(&self) -> Result<(), String> {
        let tried = if let Some(text) = &self.text {
            // Writing the same text goes through all steps of a change, and changes nothing.
            writing::replace(&self.file, text, text)
        } else {
            writing::may_create(&self.file)
        };
        tried.map_err(|problem| format!("cannot save decisions in {}: {problem}", self.file.display()))
    }

    /// Reads the changes of others and applies the changes of this run. A decision made after that of this run wins.
    fn refresh(&mut self) -> Result<(), String> {
        let Self { mut decisions, text, .. } = Self::load(self.file.clone())?;
        let is_old = text == self.first;
        self.own.retain(|hash, own| {
            let there = decisions.get(hash);
            let is_theirs = !is_old && there.is_some() && there != own.as_ref();
            if !is_theirs {
                put(&mut decisions, hash, own.clone());
            }
            !is_theirs
        });
        (self.decisions, self.text) = (decisions, text);
        Ok(())
    }

    fn write(&mut self, decisions: &Decisions) -> Result<(), String> {
        let after = decisions.to_text();
        let written = match &self.text {
            Some(before) => writing::replace(&self.file, before, &after),
            None => writing::create(&self.file, &after),
        };
        written.map_err(|problem| format!("{}: {problem}", self.file.display()))?;
        self.text = Some(after);
        Ok(())
    }
}

fn put(decisions: &mut Decisions, hash: &str, decision: Option<Decision>) {
    match decision {
        Some(decision) => decisions.insert(hash, decision),
        None => decisions.remove(hash),
    };
}

/// The decisions for all documents of a run, each file read once.
#[derive(Debug, Default)]
pub struct AllKept {
    files: BTreeMap<PathBuf, Kept>,
    /// The file for each document. Resolved once: without its file, a document would find another.
    places: HashMap<PathBuf, PathBuf>,
}

impl AllKept {
    /// Reads the files for these documents.
    pub fn load(targets: &[Target]) -> Result<Self, String> {
        let mut all = Self::default();
        for target in targets {
            let file = place(target);
            if !all.files.contains_key(&file) {
                all.files.insert(file.clone(), Kept::load(file.clone())?);
            }
            all.places.insert(target.path.clone(), file);
        }
        Ok(all)
    }

    /// The file for a document, if it was read.
    pub fn place(&self, target: &Target) -> Option<&Path> {
        self.places.get(&target.path).map(PathBuf::as_path)
    }

    /// Whether nothing is decided.
    pub fn is_empty(&self) -> bool {
        self.files.values().all(|kept| kept.decisions.is_empty())
    }

    /// The decisions on the texts of a document.
    pub fn of(&self, target: &Target) -> &Decisions {
        let kept = self.place(target).and_then(|file| self.files.get(file));
        kept.map_or(&UNDECIDED, |kept| &kept.decisions)
    }

    /// The file for a document, for new decisions on its blocks.
    pub fn kept(&mut self, target: &Target) -> Option<&mut Kept> {
        let file = self.places.get(&target.path)?;
        self.files.get_mut(file)
    }

    /// Checks that decisions on these documents could be saved.
    pub fn try_write(&self, targets: &[&Target]) -> Result<(), String> {
        let files: BTreeSet<&Path> = targets.iter().filter_map(|target| self.place(target)).collect();
        files.into_iter().filter_map(|file| self.files.get(file)).try_for_each(Kept::try_write)
    }

    /// Writes back decisions that files lost since this run wrote them.
    pub fn restore(&mut self) -> Result<(), String> {
        self.files.values_mut().try_for_each(Kept::restore)
    }
}

#[cfg(test)]
mod tests {
    use tagdown::document::Kind;
    use tagdown_write::convert::By;

    use super::*;

    fn decision(kind: Kind) -> Option<Decision> {
        Decision::new(&[kind], By::Person, "a block")
    }

    /// Two runs on one file.
    fn two(test: impl FnOnce(&mut Kept, &mut Kept, &Path)) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(NAME);
        let open = || Kept::load(file.clone()).expect("read");
        test(&mut open(), &mut open(), &file);
    }

    fn set(kept: &mut Kept, hash: &str, kind: Option<Kind>) -> usize {
        kept.set(&[(hash.to_owned(), kind.and_then(decision))]).expect("written").len()
    }

    fn on_disk(file: &Path, hash: &str) -> Option<Kind> {
        let kept = Kept::load(file.to_owned()).expect("read");
        kept.decisions.get(hash).map(|decision| decision.labels()[0])
    }

    #[test]
    fn what_the_file_lost_is_written_back() {
        two(|mine, _, file| {
            set(mine, "a", Some(Kind::Spec));
            std::fs::remove_file(file).expect("removed");
            set(mine, "b", Some(Kind::Note));
            assert_eq!((on_disk(file, "a"), on_disk(file, "b")), (Some(Kind::Spec), Some(Kind::Note)));
            std::fs::remove_file(file).expect("removed");
            mine.restore().expect("written");
            assert_eq!(on_disk(file, "b"), Some(Kind::Note));
        });
    }

    #[test]
    fn an_old_file_does_not_take_back_what_was_decided_since() {
        two(|theirs, _, file| {
            set(theirs, "a", Some(Kind::Spec));
            set(theirs, "b", Some(Kind::Spec));
            let old = std::fs::read_to_string(file).expect("read");
            let mut mine = Kept::load(file.to_owned()).expect("read");
            set(&mut mine, "a", None);
            set(&mut mine, "b", Some(Kind::Note));
            std::fs::write(file, old).expect("written");
            mine.restore().expect("written");
            assert_eq!((on_disk(file, "a"), on_disk(file, "b")), (None, Some(Kind::Note)));
            // A colleague's decision on a block whose decision was removed is theirs, even if it is the same again.
            let mut theirs = Kept::load(file.to_owned()).expect("read");
            set(&mut theirs, "a", Some(Kind::Spec));
            set(&mut mine, "c", Some(Kind::Spec));
            assert_eq!(on_disk(file, "a"), Some(Kind::Spec));
        });
    }

    #[test]
    fn what_a_colleague_decided_meanwhile_is_changed_only_knowingly() {
        two(|mine, theirs, file| {
            assert_eq!(set(theirs, "a", Some(Kind::Note)), 0);
            assert_eq!(set(mine, "a", Some(Kind::Spec)), 1);
            assert_eq!(on_disk(file, "a"), Some(Kind::Note));
            assert_eq!(set(mine, "a", Some(Kind::Spec)), 0);
            assert_eq!(on_disk(file, "a"), Some(Kind::Spec));
            // They change it again, on purpose; a decision on another block does not affect that.
            assert_eq!(set(theirs, "a", Some(Kind::Unverified)), 1);
            assert_eq!(set(theirs, "a", Some(Kind::Unverified)), 0);
            assert_eq!(set(mine, "b", Some(Kind::Spec)), 0);
            assert_eq!(on_disk(file, "a"), Some(Kind::Unverified));
            assert_eq!(mine.decisions.get("a"), decision(Kind::Unverified).as_ref());
        });
    }
}
