//! The texts of documents that were used recently, up to a limit in bytes.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::opening::Stamp;

/// The texts that were used last.
#[derive(Debug, Default)]
pub(super) struct Recent {
    texts: HashMap<PathBuf, Kept>,
    /// The paths by their last use.
    uses: BTreeMap<u64, PathBuf>,
    bytes: usize,
    clock: u64,
}

#[derive(Debug)]
struct Kept {
    stamp: Stamp,
    text: Arc<str>,
    used: u64,
}

impl Recent {
    /// How many bytes of text are kept.
    const MOST: usize = 16_000_000;

    /// The text of a file that is still what it was.
    pub(super) fn get(&mut self, path: &Path, stamp: &Stamp) -> Option<Arc<str>> {
        let kept = self.texts.get_mut(path)?;
        if !stamp.is_same(&kept.stamp) {
            self.remove(path);
            return None;
        }
        self.clock += 1;
        self.uses.remove(&kept.used);
        kept.used = self.clock;
        self.uses.insert(self.clock, path.to_owned());
        Some(Arc::clone(&kept.text))
    }

    /// Keeps a text, and drops those that were used longest ago.
    pub(super) fn put(&mut self, path: &Path, stamp: Stamp, text: &Arc<str>) {
        self.remove(path);
        if text.len() > Self::MOST / 2 || !stamp.is_settled {
            return;
        }
        self.clock += 1;
        self.bytes += text.len();
        self.uses.insert(self.clock, path.to_owned());
        self.texts.insert(path.to_owned(), Kept { stamp, text: Arc::clone(text), used: self.clock });
        while self.bytes > Self::MOST {
            let Some((_, oldest)) = self.uses.pop_first() else { break };
            self.bytes -= self.texts.remove(&oldest).map_or(0, |kept| kept.text.len());
        }
    }

    fn remove(&mut self, path: &Path) {
        if let Some(kept) = self.texts.remove(path) {
            self.bytes -= kept.text.len();
            self.uses.remove(&kept.used);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_texts_are_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        std::fs::write(&file, "x").expect("written");
        let mut stamp = Stamp::of(&file).expect("a stamp");
        stamp.is_settled = true;
        let text: Arc<str> = "x".repeat(Recent::MOST / 4).into();
        let mut recent = Recent::default();
        let name = |at: usize| PathBuf::from(at.to_string());
        for at in 0..4 {
            recent.put(&name(at), stamp, &text);
        }
        assert!(recent.get(&name(0), &stamp).is_some());
        recent.put(&name(4), stamp, &text);
        assert!(recent.get(&name(1), &stamp).is_none(), "it was used longest ago");
        assert!(recent.get(&name(0), &stamp).is_some());
        assert!(recent.bytes <= Recent::MOST);
        recent.put(&name(0), stamp, &"y".into());
        assert_eq!(recent.get(&name(0), &stamp).as_deref(), Some("y"));
        let large: Arc<str> = "x".repeat(Recent::MOST).into();
        recent.put(&name(5), stamp, &large);
        assert!(recent.get(&name(5), &stamp).is_none());
        assert_eq!(recent.uses.len(), recent.texts.len());
    }
}
