//! Reads the documents of the two states.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tagdown::document::{may_be_tagged, parse_with};
use tagdown_project::config::Configs;
use tagdown_project::files::{self, Input, Text};
use tagdown_project::git::{self, State};
use tagdown_read::facts::{Page, facts};

/// The documents of both states.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) old: Vec<Page>,
    pub(super) new: Vec<Page>,
    /// Files with a new name, as git sees it.
    pub(super) renamed: Vec<(String, String)>,
    /// Documents that are the same in both states, by their path.
    pub(super) same: Vec<(String, String)>,
    /// What could not be read.
    pub(super) problems: Vec<String>,
    /// What is not compared.
    pub(super) notices: Vec<String>,
    /// The documents that could not be read, which are in neither state.
    unread: HashSet<String>,
}

/// How many documents are read from git at once.
const BATCH: usize = 1000;

/// The texts of documents by their path.
type Texts = HashMap<String, String>;

impl Gathered {
    /// Reads two files or two folders.
    pub(super) fn of_paths(
        old: &Path,
        new: &Path,
        limit: Option<u64>,
        configs: &mut Configs,
    ) -> Result<Self, String> {
        if old.is_dir() != new.is_dir() {
            return Err(format!("{} and {} are not two files or two folders", old.display(), new.display()));
        }
        let mut gathered = Self::default();
        let before = gathered.read_files(old, &[old.to_owned()], limit, configs)?;
        let after = gathered.read_files(new, &[new.to_owned()], limit, configs)?;
        gathered.add(before, after, !old.is_dir(), configs)?;
        Ok(gathered)
    }

    /// Reads what differs between two states of the repository.
    pub(super) fn of_git(
        (old, new, paths): (&State, &State, &[PathBuf]),
        limit: Option<u64>,
        configs: &mut Configs,
    ) -> Result<Self, String> {
        let mut gathered = Self::default();
        let files = git::differing(old, new, paths)?;
        for path in paths {
            let is_below = |name: &Option<PathBuf>| name.as_ref().is_some_and(|name| name.starts_with(path));
            if path.symlink_metadata().is_err()
                && !files.iter().any(|file| is_below(&file.old) || is_below(&file.new))
            {
                return Err(format!("{}: no such file or folder", path.display()));
            }
        }
        let (submodules, mut files): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.is_submodule);
        for path in submodules.iter().filter_map(|file| file.new.as_ref()) {
            let path = shown(path);
            gathered
                .notices
                .push(format!("{path}: a submodule changed; compare its documents in its own folder"));
        }
        let mut is_document = |path: &Option<PathBuf>| match path {
            Some(path) => files::is_document(path, configs),
            None => Ok(false),
        };
        for file in &mut files {
            if !is_document(&file.old)? {
                file.old = None;
            }
            if !is_document(&file.new)? {
                file.new = None;
            }
        }
        let ids = files.iter().flat_map(|file| {
            let old = file.old.as_ref().and(file.old_id.clone());
            old.into_iter().chain(file.new.as_ref().and(file.new_id.clone()))
        });
        let most = limit.unwrap_or(files::MAX_FILE_SIZE);
        let sizes = git::sizes(&ids.collect::<Vec<_>>())?;
        let wanted = sizes.iter().filter(|(_, size)| **size <= most).map(|(id, _)| id.clone());
        let contents = git::contents(&wanted.collect::<Vec<_>>())?;
        let (mut before, mut after, mut on_disk) = (Texts::new(), Texts::new(), Vec::new());
        for file in &files {
            let text = |id: &String| contents.get(id).cloned().ok_or_else(|| sizes.get(id).copied());
            if let (Some(path), Some(id)) = (&file.old, &file.old_id) {
                gathered.take(path, text(id), &mut before);
            }
            match (&file.new, &file.new_id) {
                (Some(path), None) => on_disk.push(path.clone()),
                (Some(path), Some(id)) => gathered.take(path, text(id), &mut after),
                _ => {}
            }
            if let (Some(old), Some(new)) = (&file.old, &file.new)
                && old != new
            {
                gathered.renamed.push((shown(old), shown(new)));
            }
        }
        if !on_disk.is_empty() {
            after.extend(gathered.read_files(Path::new(""), &on_disk, limit, configs)?);
        }
        gathered.add(before, after, false, configs)?;
        Ok(gathered)
    }

    /// The texts of the documents of a state that were not compared, if they are wanted. What cannot be read did not change
    /// either, so it is no problem.
    pub(super) fn others(
        state: &State,
        compared: &HashSet<String>,
        is_wanted: &dyn Fn(&str) -> bool,
        configs: &mut Configs,
    ) -> Result<Vec<(String, String)>, String> {
        let mut files = Vec::new();
        for (path, id) in git::listed(state)? {
            if !compared.contains(&shown(&path)) && files::is_document(&path, configs)? {
                files.push((path, id));
            }
        }
        let mut out = Vec::new();
        let is_stating = |text: &str| is_tagged(text) && is_wanted(text);
        if *state == State::Work {
            let paths: Vec<PathBuf> =
                files.into_iter().map(|(path, _)| path).filter(|path| path.is_file()).collect();
            if !paths.is_empty() {
                let texts = Self::default().read_files(Path::new(""), &paths, None, configs)?;
                out.extend(texts.into_iter().filter(|(_, text)| is_stating(text)));
            }
            return Ok(out);
        }
        for batch in files.chunks(BATCH) {
            let ids: Vec<String> = batch.iter().filter_map(|(_, id)| id.clone()).collect();
            let sizes = git::sizes(&ids)?;
            let small = sizes.into_iter().filter(|(_, size)| *size <= files::MAX_FILE_SIZE);
            let contents = git::contents(&small.map(|(id, _)| id).collect::<Vec<_>>())?;
            let texts = batch.iter().filter_map(|(path, id)| {
                let text = String::from_utf8(contents.get(id.as_ref()?)?.clone()).ok()?;
                is_stating(&text).then(|| (shown(path), text))
            });
            out.extend(texts);
        }
        Ok(out)
    }

    /// Takes the content of a file, or the size of one that is too large; without a size, git does not have it.
    fn take(&mut self, path: &Path, content: Result<Vec<u8>, Option<u64>>, out: &mut Texts) {
        let problem = match content.map(String::from_utf8) {
            Ok(Ok(text)) => {
                out.insert(shown(path), text);
                return;
            }
            Err(Some(size)) => format!("has {size} bytes, over the limit; raise it with --max-file-size"),
            Err(None) => "its content is not in this clone; fetch it with git".to_owned(),
            Ok(Err(_)) => "not UTF-8 in one of the revisions".to_owned(),
        };
        // The same may hold for both states.
        if self.unread.insert(shown(path)) {
            self.problems.push(format!("{}: {problem}", shown(path)));
        }
    }

    /// The texts of files; a file below `root` is named from there.
    fn read_files(
        &mut self,
        root: &Path,
        paths: &[PathBuf],
        limit: Option<u64>,
        configs: &mut Configs,
    ) -> Result<Texts, String> {
        let input = Input { paths: paths.to_vec(), max_file_size: limit, ..Input::default() };
        let mut found = files::find(&input, configs)?;
        self.problems.extend(found.problems.iter().map(ToString::to_string));
        self.unread.extend(found.problems.iter().map(|problem| problem.path.clone()));
        // A document may have lost its last tag.
        found.targets.iter_mut().for_each(|target| target.named = true);
        let read = |target: &files::Target| (target.path.clone(), files::read(target));
        let mut out = Texts::new();
        for (path, text) in found.targets.par_iter().map(read).collect::<Vec<_>>() {
            let inner = path.strip_prefix(root).ok().filter(|inner| !inner.as_os_str().is_empty());
            let name = shown(inner.unwrap_or(&path));
            match text {
                Text::Read(text) => drop(out.insert(name, text)),
                Text::Untagged => {}
                Text::Failed(problem) => {
                    self.problems.push(format!("{}: {problem}", shown(&path)));
                    self.unread.insert(name);
                }
            }
        }
        Ok(out)
    }

    /// Cuts the documents that differ into facts. Two files that the user named are two states of one document.
    fn add(
        &mut self,
        before: Texts,
        mut after: Texts,
        is_one: bool,
        configs: &mut Configs,
    ) -> Result<(), String> {
        let renamed: HashMap<String, String> = self.renamed.iter().cloned().collect();
        let is_unread = |name: &str| self.unread.contains(name) || is_one && !self.unread.is_empty();
        after.retain(|name, _| !is_unread(name));
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for (path, text) in before {
            let name = renamed.get(&path).unwrap_or(&path).clone();
            if is_unread(&name) {
                continue;
            }
            let name = if is_one { after.keys().next().cloned().unwrap_or(name) } else { name };
            let counterpart = after.get(&name);
            // A renamed document is still named.
            if counterpart == Some(&text) && (name == path || is_one) {
                after.remove(&name);
                self.same.push((name, text));
            } else if is_tagged(&text) || counterpart.is_some_and(|text| is_tagged(text)) {
                new.extend(after.remove_entry(&name));
                old.push((path, text));
            } else {
                after.remove(&name);
            }
        }
        new.extend(after.into_iter().filter(|(_, text)| is_tagged(text)));
        self.old = pages(old, configs)?;
        self.new = pages(new, configs)?;
        Ok(())
    }
}

fn is_tagged(text: &str) -> bool {
    may_be_tagged(text.as_bytes())
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The facts of documents, in the order of their paths, with the tags that the project declares.
pub(super) fn pages(mut texts: Vec<(String, String)>, configs: &mut Configs) -> Result<Vec<Page>, String> {
    texts.sort();
    let mut tags = Vec::new();
    for (path, _) in &texts {
        tags.push(configs.of_file(Path::new(path))?);
    }
    let one =
        |((path, text), config): (&(String, String), &std::sync::Arc<tagdown_project::config::Loaded>)| {
            facts(&parse_with(text, &config.config.tags), path)
        };
    Ok(texts.par_iter().zip(&tags).map(one).collect())
}
