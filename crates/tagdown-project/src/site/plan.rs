//! Plans which source goes where in the folder of rendered pages, before anything is written.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use tagdown_render::Shape;
use unicode_normalization::UnicodeNormalization;

use super::folder::Folder;
use crate::config::Configs;
use crate::files::{self, Input, Problem, Target};

/// The contents of a folder of pages.
#[derive(Debug)]
pub struct Request<'r> {
    /// The sources.
    pub input: &'r Input,
    /// How pages are written.
    pub shape: Shape,
    /// Whether other files in the folders are copied.
    pub copies_assets: bool,
    /// Whether an index of all pages is written.
    pub has_index: bool,
}

/// A document, and its place in the folder.
#[derive(Debug)]
pub struct Page {
    /// The document.
    pub target: Target,
    /// Where its source would be in the folder, for links between sources.
    pub below: PathBuf,
    /// Where its page goes in the folder.
    pub to: PathBuf,
}

/// Another file, and where its copy goes.
#[derive(Debug)]
pub struct Asset {
    /// The file.
    pub from: PathBuf,
    /// Where its copy goes in the folder.
    pub to: PathBuf,
}

/// Everything that a run writes.
#[derive(Debug, Default)]
pub struct Plan {
    /// The documents.
    pub pages: Vec<Page>,
    /// The files that are copied.
    pub assets: Vec<Asset>,
    /// Links and hidden files, which are not copied.
    pub passed: Vec<PathBuf>,
    /// Paths that could not be read.
    pub problems: Vec<Problem>,
}

/// The index of all pages.
const INDEX: &str = "index.html";

/// The index of all pages, where a document is the first page.
const PAGES: &str = "pages.html";

/// The name of the index, given the documents, relative to the folder: a document `index.md` keeps its name.
pub fn index_name<'p>(mut documents: impl Iterator<Item = &'p Path>) -> &'static str {
    let is_first = |path: &Path| path.with_extension("html").as_os_str().eq_ignore_ascii_case(INDEX);
    if documents.any(is_first) { PAGES } else { INDEX }
}

/// One argument: its path, and the folder that its files are relative to.
struct Root {
    named: PathBuf,
    real: PathBuf,
}

impl Plan {
    /// Finds the sources that the arguments name. Refuses two sources for one place, and a place that is a source.
    pub fn make(request: &Request<'_>, folder: &Folder, configs: &mut Configs) -> Result<Self, String> {
        let mut plan = Plan::default();
        for path in files::paths(request.input, &mut plan.problems)? {
            let found = files::find(&request.input.of_paths(vec![path.clone()]), configs)?;
            plan.problems.extend(found.problems);
            let root = root(&path, folder)?;
            for target in found.targets {
                let Some(below) = place(&target.path, root.as_ref(), folder) else { continue };
                if below.as_os_str().is_empty() || target.stdin && request.input.stdin_name.is_none() {
                    return Err("standard input has no name; set one with --stdin-name FILE".to_owned());
                }
                let is_html = request.shape == Shape::Page;
                let to = if is_html { below.with_extension("html") } else { below.clone() };
                // A site needs every page, tagged or not.
                plan.pages.push(Page { target: Target { named: true, ..target }, below, to });
            }
            if let Some(root) = root.filter(|_| request.copies_assets && path.is_dir()) {
                let assets = files::assets(&path, configs)?;
                plan.passed.extend(assets.passed);
                for from in assets.files {
                    let to = place(&from, Some(&root), folder);
                    plan.assets.extend(to.map(|to| Asset { from, to }));
                }
            }
        }
        plan.settle(request, folder)?;
        Ok(plan)
    }

    /// Refuses to overwrite sources, and removes duplicates.
    fn settle(&mut self, request: &Request<'_>, folder: &Folder) -> Result<(), String> {
        let mut places: BTreeMap<PathBuf, Taken> = BTreeMap::new();
        if request.has_index {
            let name = index_name(self.pages.iter().map(|page| page.below.as_path()));
            let index = Taken { to: name.into(), real: PathBuf::new(), shown: "--index".to_owned() };
            places.insert(folded(&index.to), index);
        }
        let mut sources = HashSet::new();
        let mut reals = Reals::default();
        let mut is_first = |from: &Path, to: &Path| -> Result<bool, String> {
            let real = reals.of(from);
            sources.insert(real.clone());
            let shown = from.display().to_string();
            let place = folder.shown(to);
            match places.get(&folded(to)) {
                Some(other) if other.real == real && other.to == to => Ok(false),
                Some(Taken { to: same, shown: other, .. }) if same == to => {
                    Err(format!("nothing written: {other} and {shown} would both be written to {place}"))
                }
                // On some disks, these are the same name.
                Some(Taken { to: similar, shown: other, .. }) => Err(format!(
                    "nothing written: {other} and {shown} would be written to {} and {place}, which differ only in case or \
                     Unicode form; rename one",
                    folder.shown(similar)
                )),
                None => {
                    places.insert(folded(to), Taken { to: to.to_owned(), real, shown });
                    Ok(true)
                }
            }
        };
        let mut pages = Vec::new();
        for page in std::mem::take(&mut self.pages) {
            if is_first(&page.target.path, &page.to)? {
                pages.push(page);
            }
        }
        let mut assets = Vec::new();
        for asset in std::mem::take(&mut self.assets) {
            if is_first(&asset.from, &asset.to)? {
                assets.push(asset);
            }
        }
        (self.pages, self.assets) = (pages, assets);
        match places.values().find(|taken| sources.contains(&folder.real(&taken.to))) {
            Some(Taken { to, shown: from, .. }) => Err(format!(
                "nothing written: {} is a source that {from} would overwrite; choose another folder with -o",
                folder.shown(to)
            )),
            None => Ok(()),
        }
    }
}

/// A place in the folder that is taken by a source.
struct Taken {
    to: PathBuf,
    /// The source, with links resolved.
    real: PathBuf,
    /// The source, as shown to people.
    shown: String,
}

/// A path in a form that is the same for names that some disks take for one: `A.md` and `a.md`, and an accent as part of
/// its letter or after it.
fn folded(path: &Path) -> PathBuf {
    match path.to_str() {
        Some(text) => text.nfd().flat_map(char::to_lowercase).nfd().collect::<String>().into(),
        None => path.to_owned(),
    }
}

/// Resolved file paths. In each folder, only the first file is fully resolved.
#[derive(Default)]
struct Reals(HashMap<PathBuf, PathBuf>);

impl Reals {
    fn of(&mut self, path: &Path) -> PathBuf {
        let whole = || fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return whole() };
        if path.symlink_metadata().is_ok_and(|meta| meta.is_symlink()) {
            return whole();
        }
        if let Some(real) = self.0.get(folder) {
            return real.join(name);
        }
        let Ok(real) = fs::canonicalize(path) else { return path.to_owned() };
        if let Some(above) = real.parent() {
            self.0.insert(folder.to_owned(), above.to_owned());
        }
        real
    }
}

/// The folder of an argument. Refused if the output folder contains it, because documents could be overwritten.
fn root(path: &Path, folder: &Folder) -> Result<Option<Root>, String> {
    let Some(named) = files::root(path) else { return Ok(None) };
    let Ok(real) = fs::canonicalize(&named) else { return Ok(None) };
    if folder.holds(&real) {
        return Err(format!(
            "nothing written: {} is inside {}, so its documents could be overwritten; choose another folder with -o",
            named.display(),
            folder.name()
        ));
    }
    let named = named.strip_prefix("./").or_else(|_| named.strip_prefix(".")).unwrap_or(&named).to_owned();
    Ok(Some(Root { named, real }))
}

/// The place of a source: its name, or its path below its root. `None` for files inside the folder of rendered pages.
fn place(path: &Path, root: Option<&Root>, folder: &Folder) -> Option<PathBuf> {
    let Some(root) = root else {
        return Some(path.file_name().map(PathBuf::from).unwrap_or_default());
    };
    let below = path.strip_prefix(&root.named).unwrap_or(path);
    (!folder.holds(&root.real.join(below))).then(|| below.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_some_disks_take_for_one_are_the_same() {
        let is_same = |one: &str, other: &str| folded(Path::new(one)) == folded(Path::new(other));
        for (one, other) in [
            ("A.md", "a.md"),
            ("caf\u{e9}.md", "cafe\u{301}.md"),
            ("CAF\u{c9}/x", "cafe\u{301}/X"),
            ("\u{212b}", "\u{e5}"),
        ] {
            assert!(is_same(one, other), "{one} {other}");
        }
        for (one, other) in
            [("a.md", "b.md"), ("cafe.md", "caf\u{e9}.md"), ("stra\u{df}e", "strasse"), ("a/b", "ab")]
        {
            assert!(!is_same(one, other), "{one} {other}");
        }
    }
}
