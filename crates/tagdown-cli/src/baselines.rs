//! The baseline of a run: read before it, compared with each document, written after it.

use std::path::{Path, PathBuf};

use tagdown::baseline::{self, Baseline, Known};
use tagdown::{Document, Finding};

use crate::args::CheckArgs;
use crate::configs::normal;
use crate::files::{Target, reason};
use crate::output::Output;
use crate::wanted::real;

/// A baseline and what is done with it.
pub(crate) struct Store {
    path: PathBuf,
    /// The folder that paths in it are relative to.
    folder: PathBuf,
    baseline: Baseline,
    /// Whether it takes what is found now.
    pub(crate) is_written: bool,
}

impl Store {
    /// The baseline that the arguments name. One that is not there yet is written, except in CI, where nobody would
    /// see that nothing is checked.
    pub(crate) fn open(args: &CheckArgs) -> Result<Option<Self>, String> {
        let Some(path) = &args.baseline else { return Ok(None) };
        let shown = path.display();
        let absolute = std::path::absolute(path).map_err(|error| format!("{shown}: {error}"))?;
        let folder = real(normal(&absolute).parent().unwrap_or(Path::new("/")));
        let mut store = Self {
            path: path.clone(),
            folder,
            baseline: Baseline::default(),
            is_written: args.update_baseline,
        };
        match read(path) {
            Ok(text) => {
                let exists = |path: &str| store.folder.join(path).exists();
                store.baseline = Baseline::parse(&text, exists)
                    .map_err(|error| format!("{shown} is no baseline of tagdown: {error}"))?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let in_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
                if in_ci && !args.update_baseline {
                    return Err(format!(
                        "there is no baseline {shown}; write it with --update-baseline, and commit it"
                    ));
                }
                store.is_written = true;
            }
            Err(error) => return Err(format!("cannot read the baseline {shown}: {}", reason(&error))),
        }
        if store.is_written && args.watch {
            return Err(format!("there is no baseline {shown}; write it first, without --watch"));
        }
        if store.is_written && !args.diff {
            // Before all the work, and not after it.
            Output::file(path)?;
        }
        Ok(Some(store))
    }

    /// The files of a run that may be old ones under another name.
    pub(crate) fn may_be_renamed<'t>(&self, targets: &'t [Target]) -> Vec<&'t Target> {
        let is_new = |target: &&Target| !target.stdin && !self.baseline.names(&self.name(&target.path));
        let is_asked = self.baseline.misses_files() && !self.is_written;
        targets.iter().filter(|target| is_asked && is_new(target)).collect()
    }

    /// Tells it what those files hold, in the order of their paths.
    pub(crate) fn pair_renamed(&mut self, new: Vec<(&Target, Vec<Known>)>) {
        let new: Vec<_> = new.into_iter().map(|(target, found)| (self.name(&target.path), found)).collect();
        self.baseline.pair_renamed(&new);
    }

    /// A document's findings as the baseline keeps them.
    pub(crate) fn record(
        &self,
        target: &Target,
        document: &Document<'_>,
        findings: &[Finding],
    ) -> Vec<Known> {
        baseline::record(&self.name(&target.path), document, findings)
    }

    /// Which of them it knows.
    pub(crate) fn knows(&self, target: &Target, found: &[Known]) -> Vec<bool> {
        self.baseline.knows(&self.name(&target.path), found)
    }

    /// Writes what was found. Files that were not looked at, or could not be read, keep what is known of them; so do
    /// files that are no more, since they may be somewhere else, unless the run looked at all of their folder.
    pub(crate) fn write(
        &self,
        mut found: Vec<Known>,
        looked_at: &[PathBuf],
        roots: &[PathBuf],
        has_run: impl Fn(&str) -> bool,
    ) -> Result<usize, String> {
        let seen: std::collections::HashSet<String> = looked_at.iter().map(|path| self.name(path)).collect();
        let roots = roots.iter().filter_map(|root| std::path::absolute(root).ok());
        let roots: Vec<PathBuf> = roots.map(|root| real(&normal(&root))).collect();
        let was_covered = |path: &Path| roots.iter().any(|root| normal(path).starts_with(root));
        let is_kept = |path: &str| {
            let file = self.folder.join(path);
            !seen.contains(path) && (file.exists() || !was_covered(&file))
        };
        found.extend(self.baseline.of_files(is_kept).cloned());
        // A run of some rules says nothing about the others.
        let unasked =
            self.baseline.of_files(|path| seen.contains(path)).filter(|known| !has_run(&known.rule));
        found.extend(unasked.cloned());
        let count = found.len();
        let fail =
            |error: std::io::Error| format!("cannot write {}: {}", self.path.display(), reason(&error));
        let mut out = Output::file(&self.path)?;
        out.write(&baseline::write(found)).map_err(fail)?;
        out.finish().map_err(fail)?;
        Ok(count)
    }

    /// A file as the baseline names it.
    fn name(&self, path: &Path) -> String {
        let absolute = real(&normal(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned())));
        let relative = {
            let above = self.folder.ancestors().take_while(|folder| !absolute.starts_with(folder)).count();
            let base = self.folder.ancestors().nth(above).unwrap_or(Path::new("/"));
            let up: PathBuf = std::iter::repeat_n("..", above).collect();
            up.join(absolute.strip_prefix(base).unwrap_or(&absolute))
        };
        let name = relative.to_string_lossy();
        if cfg!(windows) { name.replace('\\', "/") } else { name.into_owned() }
    }
}

/// No baseline is larger than this.
const MAX_SIZE: u64 = 256_000_000;

fn read(path: &Path) -> std::io::Result<String> {
    let meta = path.metadata()?;
    if !meta.is_file() || meta.len() > MAX_SIZE {
        return Err(std::io::Error::other("not a regular file, or larger than 256 MB"));
    }
    std::fs::read_to_string(path)
}
