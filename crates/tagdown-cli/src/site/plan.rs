//! Which source goes where in the folder of rendered pages, made up before anything is written.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use tagdown::dialects::Shape;

use super::Folder;
use crate::args::{Changed, Paths, RenderArgs};
use crate::configs::Configs;
use crate::files::{self, Problem, Target};
use crate::lists;

/// A document, and where it goes in the folder.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) target: Target,
    /// Where its source would lie in the folder, as links between sources name it.
    pub(crate) below: PathBuf,
    pub(crate) to: PathBuf,
}

/// Another file, and where its copy goes.
#[derive(Debug)]
pub(crate) struct Asset {
    pub(crate) from: PathBuf,
    pub(crate) to: PathBuf,
}

/// Everything that a run is about.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) pages: Vec<Page>,
    pub(crate) assets: Vec<Asset>,
    pub(crate) problems: Vec<Problem>,
}

/// The page of all pages.
pub(crate) const INDEX: &str = "index.html";

/// One argument: where it is, and where what it names lies below.
struct Root {
    named: PathBuf,
    real: PathBuf,
}

impl Plan {
    /// Finds the sources that the arguments name. Two for one place, or a place that is a source, are refused.
    pub(crate) fn make(args: &RenderArgs, folder: &Folder, configs: &mut Configs) -> Result<Self, String> {
        let mut plan = Plan::default();
        for path in lists::paths(&args.input, &mut plan.problems)? {
            let input = Paths { paths: vec![path.clone()], files_from: None, ..args.input.clone() };
            let found = files::find_in(&input.paths, &input, &Changed::default(), configs)?;
            plan.problems.extend(found.problems);
            let root = root(&path, folder)?;
            for target in found.targets {
                let Some(below) = place(&target.path, root.as_ref(), folder) else { continue };
                if below.as_os_str().is_empty() || target.stdin && args.input.stdin_name.is_none() {
                    return Err("standard input has no name; give it one with --stdin-name FILE".to_owned());
                }
                let is_html = args.to.shape == Shape::Page;
                let to = if is_html { below.with_extension("html") } else { below.clone() };
                // A site needs every page, tagged or not.
                plan.pages.push(Page { target: Target { named: true, ..target }, below, to });
            }
            if let Some(root) = root.filter(|_| args.copy_assets && path.is_dir()) {
                for from in files::assets(&path, configs)? {
                    let to = place(&from, Some(&root), folder);
                    plan.assets.extend(to.map(|to| Asset { from, to }));
                }
            }
        }
        plan.settle(args, folder)?;
        Ok(plan)
    }

    /// Refuses what would be lost, and takes out what is named twice.
    fn settle(&mut self, args: &RenderArgs, folder: &Folder) -> Result<(), String> {
        let mut places: BTreeMap<PathBuf, (PathBuf, String)> = BTreeMap::new();
        if args.index {
            places.insert(PathBuf::from(INDEX), (PathBuf::new(), "--index".to_owned()));
        }
        let mut sources = HashSet::new();
        let mut reals = Reals::default();
        let mut is_first = |from: &Path, to: &Path| -> Result<bool, String> {
            let real = reals.of(from);
            sources.insert(real.clone());
            let shown = from.display().to_string();
            match places.get(to) {
                Some((other, _)) if *other == real => Ok(false),
                Some((_, other)) => {
                    let place = folder.shown(to);
                    Err(format!("nothing is written: {other} and {shown} would both go to {place}"))
                }
                None => {
                    places.insert(to.to_owned(), (real, shown));
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
        match places.iter().find(|(to, _)| sources.contains(&folder.real(to))) {
            Some((to, (_, from))) => Err(format!(
                "nothing is written: {} is a source, and {from} would replace it; give another folder with -o",
                folder.shown(to)
            )),
            None => Ok(()),
        }
    }
}

/// Where files really are; of the files in a folder only the first one is followed all the way.
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

/// The folder of an argument. Pages written above it could replace documents.
fn root(path: &Path, folder: &Folder) -> Result<Option<Root>, String> {
    let Some(named) = files::root(path) else { return Ok(None) };
    let Ok(real) = fs::canonicalize(&named) else { return Ok(None) };
    if folder.holds(&real) {
        return Err(format!(
            "nothing is written: {} lies in {}, and its documents could be replaced; give another folder with -o",
            named.display(),
            folder.name()
        ));
    }
    let named = named.strip_prefix("./").or_else(|_| named.strip_prefix(".")).unwrap_or(&named).to_owned();
    Ok(Some(Root { named, real }))
}

/// Where a source goes: by its name, or as it lies below its root. What lies in the folder of rendered pages itself goes
/// nowhere.
fn place(path: &Path, root: Option<&Root>, folder: &Folder) -> Option<PathBuf> {
    let Some(root) = root else {
        return Some(path.file_name().map(PathBuf::from).unwrap_or_default());
    };
    let below = path.strip_prefix(&root.named).unwrap_or(path);
    (!folder.holds(&root.real.join(below))).then(|| below.to_owned())
}
