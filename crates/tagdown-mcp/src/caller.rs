//! Who calls a tool, and what the server has told callers so far.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tagdown::document::Document;
use tagdown::text::content_hash;

/// What a server may do, and how long a call may take.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Whether there are tools that add claims and propose changes.
    pub can_write: bool,
    /// How long a call may take.
    pub time_limit: Duration,
    /// Today's date, as `2026-11-17`, for the records of what agents write.
    pub today: fn() -> String,
}

/// How long a call may take by default.
const TIME_LIMIT: Duration = Duration::from_mins(1);

impl Default for Rules {
    fn default() -> Self {
        Self { can_write: false, time_limit: TIME_LIMIT, today: || "1970-01-01".to_owned() }
    }
}

/// Who calls a tool.
pub(crate) struct Caller<'c> {
    /// The name of the client, as it calls itself.
    pub(crate) name: &'c str,
    /// What the server may do.
    pub(crate) rules: Rules,
    /// What the server has shown.
    pub(crate) shown: &'c Shown,
    /// Takes how many documents are done, of how many.
    pub(crate) progress: &'c (dyn Fn(usize, usize) + Sync),
}

impl Caller<'_> {
    /// The hash of a document that is shown, as a line for the caller; `None` if nothing can be done with it.
    pub(crate) fn hash_line(&self, path: &Path, document: &Document<'_>) -> Option<String> {
        self.rules.can_write.then(|| {
            let hash = content_hash(document.source.text());
            self.shown.remember(path, &hash, document);
            format!("hash {hash} of {}", path.display())
        })
    }
}

/// How many documents are remembered.
const REMEMBERED: usize = 64;

/// The documents that were shown, by their hash: what changes in one can then be named.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    documents: Mutex<VecDeque<Known>>,
}

/// A document as it was shown: the addresses and hashes of its blocks.
#[derive(Debug)]
struct Known {
    path: PathBuf,
    hash: String,
    blocks: Vec<(String, String)>,
}

impl Shown {
    fn remember(&self, path: &Path, hash: &str, document: &Document<'_>) {
        let mut documents = self.lock();
        documents.retain(|known| known.path != path || known.hash != hash);
        if documents.len() >= REMEMBERED {
            documents.pop_front();
        }
        documents.push_back(Known { path: path.to_owned(), hash: hash.to_owned(), blocks: blocks(document) });
    }

    /// The addresses of the blocks that changed since a document had this hash; `None` if it was never shown so.
    pub(crate) fn changes(&self, path: &Path, hash: &str, document: &Document<'_>) -> Option<Vec<String>> {
        let documents = self.lock();
        let known = documents.iter().find(|known| known.path == path && known.hash == hash)?;
        let now = blocks(document);
        let is_other = |one: &&(String, String), others: &[(String, String)]| !others.contains(one);
        let gone = known.blocks.iter().filter(|one| is_other(one, &now));
        let new = now.iter().filter(|one| is_other(one, &known.blocks));
        let mut changed: Vec<String> = gone.chain(new).map(|(address, _)| address.clone()).collect();
        changed.sort();
        changed.dedup();
        Some(changed)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Known>> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn blocks(document: &Document<'_>) -> Vec<(String, String)> {
    let one = |block| (document.block_address(block), document.content_hash(block));
    document.blocks.iter().map(one).collect()
}
