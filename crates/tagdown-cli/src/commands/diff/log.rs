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
    let (shown, path) = (path.to_owned(), git::from_top(Path::new(path)));
    let first = Strand { start, path, shown, address: address.to_owned() };
    let mut walk = Walk { configs: &mut configs, entries: Vec::new(), unread: HashSet::new(), note: None };
    walk.follow(first)?;
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
    entries: Vec<Logged>,
    /// The commits in which the file is not UTF-8.
    unread: HashSet<String>,
    note: Option<&'static str>,
}

/// A block in a commit, and what comes before.
struct Strand {
    /// The commit up to which others are listed.
    start: String,
    /// The path from the top of the repository.
    path: PathBuf,
    /// The path as the user named it, or from the top for older names.
    shown: String,
    /// The address of the block.
    address: String,
}

impl Walk<'_> {
    /// Lists the commits up to a block, through renames of its file and on both sides of a merge.
    fn follow(&mut self, first: Strand) -> Result<(), String> {
        let start = first.start.clone();
        let mut seen: HashSet<(String, PathBuf)> = HashSet::new();
        let mut open = vec![first];
        while let Some(mut strand) = open.pop() {
            let is_first = seen.is_empty();
            if !seen.insert((strand.start.clone(), strand.path.clone())) {
                continue;
            }
            let commits = git::commits(&strand.start, &strand.path)?;
            let ids: Vec<&str> = commits.iter().map(|commit| &*commit.id).collect();
            let pages = self.pages(&ids, &strand)?;
            let Some(page) = commits.first().and_then(|commit| pages.get(&commit.id)) else {
                if is_first {
                    return Err(format!("{}: no such file in this revision, or not UTF-8", strand.shown));
                }
                continue;
            };
            if is_first {
                strand.address = known(page, &strand.address)?;
            }
            open.extend(self.segment(&strand, &commits, &pages)?);
        }
        if seen.len() > 2 {
            let order: HashMap<String, usize> =
                git::order(&start)?.into_iter().enumerate().map(|(at, id)| (id, at)).collect();
            self.entries.sort_by_key(|entry| order.get(&entry.commit).copied());
            self.entries.dedup_by(|one, other| one.commit == other.commit);
        }
        Ok(())
    }

    /// Lists the commits of a file under one name. Returns where the block was under other names.
    fn segment(
        &mut self,
        strand: &Strand,
        commits: &[Commit],
        pages: &HashMap<String, Page>,
    ) -> Result<Vec<Strand>, String> {
        let ids: Vec<&str> = commits.iter().map(|commit| &*commit.id).collect();
        let parents = git::parents(&ids)?;
        let mut at: HashMap<String, String> = HashMap::new();
        at.extend(ids.first().map(|id| ((*id).to_owned(), strand.address.clone())));
        let mut strands = Vec::new();
        for commit in commits {
            let (Some(address), Some(page)) = (at.get(&commit.id).cloned(), pages.get(&commit.id)) else {
                continue;
            };
            if commit.parents.iter().any(|id| self.unread.contains(id)) {
                self.note = Some(UNREAD);
                continue;
            }
            let mut steps = Vec::new();
            for id in commit.parents.iter().filter(|id| pages.contains_key(*id)) {
                let step = trace(pages[id].clone(), page.clone(), &address);
                if let Some(before) = &step.before {
                    at.entry(id.clone()).or_insert_with(|| before.clone());
                }
                steps.push(step);
            }
            let all = parents.get(&commit.id).map_or(&[][..], |all| all);
            // In the other parents, the file may have another name.
            if all.len() > 1 || steps.is_empty() {
                for earlier in renamed(strand, &commit.id, all)? {
                    let Some(old) = self.pages(&[&earlier.start], &earlier)?.remove(&earlier.start) else {
                        continue;
                    };
                    let step = trace(old, page.clone(), &address);
                    strands.extend(step.before.clone().map(|address| Strand { address, ..earlier }));
                    steps.push(step);
                }
            }
            if steps.is_empty() && all.is_empty() && git::is_cut() {
                self.note = Some(CUT);
                continue;
            }
            // What a merge has from one of its parents was changed there.
            if steps.iter().all(|step| !step.comparison.changes.is_empty()) {
                let first = steps.into_iter().next();
                let step = first.unwrap_or_else(|| trace(Page::default(), page.clone(), &address));
                self.log(commit.clone(), format!("{}#{address}", strand.shown), step.comparison);
            }
        }
        Ok(strands)
    }

    fn log(&mut self, commit: Commit, address: String, mut comparison: tagdown_read::facts::Comparison) {
        if comparison.changes.is_empty() {
            return;
        }
        comparison.is_one_document = true;
        let Commit { id, author, date, subject, .. } = commit;
        self.entries.push(Logged { commit: id, author, date, subject, address, comparison });
    }

    /// The facts of the file in some commits. A version that is not UTF-8 is left out.
    fn pages(&mut self, commits: &[&str], strand: &Strand) -> Result<HashMap<String, Page>, String> {
        let config = self.configs.of_file(Path::new(&strand.shown))?;
        let texts = git::versions(commits, &strand.path)?;
        let mut pages = HashMap::new();
        for (id, bytes) in texts {
            if let Ok(text) = String::from_utf8(bytes) {
                pages.insert(id, facts(&parse_with(&text, &config.config.tags), &strand.shown));
            } else {
                self.unread.insert(id);
            }
        }
        Ok(pages)
    }
}

/// The parents of a commit in which the file has another name, without the address of the block.
fn renamed(strand: &Strand, commit: &str, parents: &[String]) -> Result<Vec<Strand>, String> {
    let ids: Vec<&str> = parents.iter().map(|id| &**id).collect();
    let having = git::versions(&ids, &strand.path)?;
    let mut out = Vec::new();
    for parent in parents.iter().filter(|id| !having.contains_key(*id)) {
        if let Some(path) = git::name_before(parent, commit, &strand.path)? {
            let shown = path.to_string_lossy().into_owned();
            out.push(Strand { start: parent.clone(), path, shown, address: String::new() });
        }
    }
    Ok(out)
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
