//! `tagdown diff --log ADDRESS`: the commits in which a block changed.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use tagdown::document::parse_with;
use tagdown::text::nearest_name;
use tagdown_project::config::Configs;
use tagdown_project::git::{self, Commit};
use tagdown_read::facts::{Logged, Page, facts, log_json, log_text, trace};

use crate::args::{DiffArgs, Global};
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

/// What is said where a shallow clone ends.
const CUT: &str = "older commits are not in this shallow clone; fetch them with `git fetch --unshallow`";

/// What is said where the file is not UTF-8.
const UNREAD: &str = "older commits are not listed: the file was not UTF-8";

pub(super) fn run(named: &str, args: &DiffArgs, global: &Global) -> Result<Exit, Problem> {
    let (path, address) = named
        .rsplit_once('#')
        .filter(|(path, address)| !path.is_empty() && !address.is_empty())
        .ok_or_else(|| format!("`{named}` is no address; write it as `FILE.md#section/spec-1`"))?;
    let revision = match &args.sides[..] {
        [] => "HEAD",
        [revision] if !revision.contains("..") => revision,
        _ => return Err("--log takes one revision, up to which commits are listed".to_owned().into()),
    };
    if !["text", "json"].contains(&&*args.format) {
        return Err(format!("--log has the formats text and json, not `{}`", args.format).into());
    }
    let start = git::commit(revision)?;
    let mut configs = global.configs()?;
    let mut walk = Walk {
        configs: &mut configs,
        shown: path.to_owned(),
        path: git::from_top(Path::new(path)),
        entries: Vec::new(),
        unread: HashSet::new(),
        note: None,
    };
    walk.follow(&start, address)?;
    let mut out = Output::stdout(false);
    out.write(&match &*args.format {
        "json" => log_json(&walk.entries, walk.note),
        _ => log_text(&walk.entries, walk.note, output::style(global)),
    })?;
    out.finish()?;
    Ok(Exit::Clean)
}

struct Walk<'c> {
    configs: &'c mut Configs,
    /// The path as the user named it, or from the top for older names.
    shown: String,
    /// The path from the top of the repository.
    path: PathBuf,
    entries: Vec<Logged>,
    /// The commits in which the file is not UTF-8.
    unread: HashSet<String>,
    note: Option<&'static str>,
}

impl Walk<'_> {
    /// Lists the commits up to `start`, through renames of the file.
    fn follow(&mut self, start: &str, address: &str) -> Result<(), String> {
        let (mut start, mut address) = (start.to_owned(), address.to_owned());
        let mut newer: Option<(Commit, Page)> = None;
        loop {
            let commits = git::commits(&start, &self.path)?;
            let ids: Vec<&str> = commits.iter().map(|commit| &*commit.id).collect();
            let pages = self.pages(&ids)?;
            let Some(first) = commits.first().and_then(|commit| pages.get(&commit.id)) else {
                return Err(format!("{}: no such file in this revision, or not UTF-8", self.shown));
            };
            match newer.take() {
                None => address = known(first, &address)?,
                Some((commit, page)) => match self.step(commit, first.clone(), page, &address) {
                    Some(before) => address = before,
                    None => return Ok(()),
                },
            }
            let Some((commit, address_there)) = self.segment(&commits, &pages, &address) else {
                return Ok(());
            };
            let Some(page) = pages.get(&commit.id).cloned() else { return Ok(()) };
            let before = git::name_before(&commit.id, &self.path)?;
            let (Some(name), Some(parent)) = (before, git::parent(&commit.id)) else {
                if git::is_cut_at(&commit.id) {
                    self.note = Some(CUT);
                } else {
                    self.step(commit, Page::default(), page, &address_there);
                }
                return Ok(());
            };
            self.shown = name.to_string_lossy().into_owned();
            self.path = name;
            start = parent;
            address = address_there;
            newer = Some((commit, page));
        }
    }

    /// Lists the commits of a file under one name. Returns the commit that added the file, if the block was in it, and the
    /// block's address there.
    fn segment(
        &mut self,
        commits: &[Commit],
        pages: &HashMap<String, Page>,
        address: &str,
    ) -> Option<(Commit, String)> {
        let mut at: HashMap<&str, String> = HashMap::new();
        at.insert(&commits.first()?.id, address.to_owned());
        let mut added = None;
        for commit in commits {
            let (Some(address), Some(page)) = (at.get(&*commit.id).cloned(), pages.get(&commit.id)) else {
                continue;
            };
            let parents: Vec<&String> = commit.parents.iter().filter(|id| pages.contains_key(*id)).collect();
            if commit.parents.iter().any(|id| self.unread.contains(id)) {
                self.note = Some(UNREAD);
                continue;
            }
            if parents.is_empty() {
                added = Some((commit.clone(), address));
                continue;
            }
            let mut steps: Vec<_> =
                parents.iter().map(|id| (*id, trace(pages[*id].clone(), page.clone(), &address))).collect();
            for (id, step) in &steps {
                if let Some(before) = &step.before {
                    at.entry(id).or_insert_with(|| before.clone());
                }
            }
            // What a merge has from one of its parents was changed there.
            if steps.iter().all(|(_, step)| !step.comparison.changes.is_empty()) {
                let (_, step) = steps.swap_remove(0);
                self.log(commit.clone(), &address, step.comparison);
            }
        }
        added
    }

    /// Logs what a commit did to the block, and returns the block's address before it.
    fn step(&mut self, commit: Commit, old: Page, new: Page, address: &str) -> Option<String> {
        let step = trace(old, new, address);
        if !step.comparison.changes.is_empty() {
            self.log(commit, address, step.comparison);
        }
        step.before
    }

    fn log(&mut self, commit: Commit, address: &str, mut comparison: tagdown_read::facts::Comparison) {
        comparison.is_one_document = true;
        let Commit { id, author, date, subject, .. } = commit;
        let address = format!("{}#{address}", self.shown);
        self.entries.push(Logged { commit: id, author, date, subject, address, comparison });
    }

    /// The facts of the file in some commits. A version that is not UTF-8 is left out.
    fn pages(&mut self, commits: &[&str]) -> Result<HashMap<String, Page>, String> {
        let config = self.configs.of_file(Path::new(&self.shown))?;
        let texts = git::versions(commits, &self.path)?;
        let mut pages = HashMap::new();
        for (id, bytes) in texts {
            if let Ok(text) = String::from_utf8(bytes) {
                pages.insert(id, facts(&parse_with(&text, &config.config.tags), &self.shown));
            } else {
                self.unread.insert(id);
            }
        }
        Ok(pages)
    }
}

/// The address, if the document has a block with it.
fn known(page: &Page, address: &str) -> Result<String, String> {
    let mut all: Vec<&str> = page.facts.iter().map(|fact| &*fact.address).collect();
    all.dedup();
    if let Some(found) = all.iter().find(|known| known.eq_ignore_ascii_case(address)) {
        return Ok((*found).to_owned());
    }
    let near = nearest_name(address, all.iter().copied());
    let hint =
        near.map_or_else(|| format!("it has {}", all.join(", ")), |near| format!("did you mean `{near}`?"));
    Err(format!("{} has no block `{address}` in this revision; {hint}", page.path))
}
