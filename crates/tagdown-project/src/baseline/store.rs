//! The baseline of a run: read before it, compared with each document, written after it.

use std::path::{Path, PathBuf};

use tagdown::document::Document;
use tagdown::rules::Finding;

use super::known_findings::{self, Baseline, Known};
use crate::files::Target;
use crate::opening::{Within, text_within};
use crate::paths::{normal, real, reason};
use crate::writing::NewFile;

/// A baseline and its use in a run.
pub struct Store {
    path: PathBuf,
    /// The folder that its paths are relative to.
    folder: PathBuf,
    baseline: Baseline,
    /// Whether the current findings are written to it.
    pub is_written: bool,
    /// Whether a configuration names a file that does not exist.
    pub is_missing: bool,
}

impl Store {
    /// Opens a baseline that the user named. A missing one is created, except in CI, where nobody would notice that
    /// nothing is checked. With `update`, the current findings are written to it.
    pub fn open(path: &Path, update: bool) -> Result<Self, String> {
        let mut store = Self::read(path, update, Within::File)?;
        if store.is_missing && !update {
            let in_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
            if in_ci {
                return Err(format!(
                    "the baseline {} does not exist; create it with --update-baseline and commit it",
                    path.display()
                ));
            }
            store.is_written = true;
        }
        store.is_missing = false;
        Ok(store)
    }

    /// Opens a baseline that a configuration in `folder` names. A missing one is empty and is created only with `update`,
    /// since a run of a hook covers only some of the documents.
    pub fn configured(path: &Path, folder: &Path, update: bool) -> Result<Self, String> {
        Self::read(path, update, Within::Below(folder))
    }

    fn read(path: &Path, update: bool, within: Within<'_>) -> Result<Self, String> {
        let shown = path.display();
        let absolute = std::path::absolute(path).map_err(|error| format!("{shown}: {error}"))?;
        let folder = real(normal(&absolute).parent().unwrap_or(Path::new("/")));
        let baseline = Baseline::default();
        let mut store =
            Self { path: path.to_owned(), folder, baseline, is_written: update, is_missing: false };
        match text_within(path, MAX_SIZE, within) {
            Ok((text, followed)) => {
                let exists = |path: &str| store.folder.join(path).exists();
                store.baseline = Baseline::parse(&text, exists)
                    .map_err(|error| if followed.is_linked { "it is a link".to_owned() } else { error })
                    .map_err(|problem| format!("{shown} is not a tagdown baseline: {problem}"))?;
            }
            Err(unread) if unread.is_missing => store.is_missing = true,
            Err(unread) => return Err(format!("cannot read the baseline {shown}: {}", unread.reason)),
        }
        Ok(store)
    }

    /// Fails if the file cannot be written: before all the work, not after it.
    pub fn try_write(&self) -> Result<(), String> {
        NewFile::create(&self.path).map(drop)
    }

    /// Whether an earlier version of tagdown wrote it.
    pub fn is_old(&self) -> bool {
        self.baseline.is_old()
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files of a run that may be renamed old ones.
    pub fn may_be_renamed<'t>(&self, targets: impl Iterator<Item = &'t Target>) -> Vec<&'t Target> {
        let is_new = |target: &&Target| !target.stdin && !self.baseline.names(&self.name(&target.path));
        let is_asked = self.baseline.misses_files() && !self.is_written;
        targets.filter(|target| is_asked && is_new(target)).collect()
    }

    /// Passes in the findings of those files, in path order.
    pub fn pair_renamed(&mut self, new: Vec<(&Target, Vec<Known>)>) {
        let new: Vec<_> = new.into_iter().map(|(target, found)| (self.name(&target.path), found)).collect();
        self.baseline.pair_renamed(&new);
    }

    /// A document's findings in the form that the baseline stores.
    pub fn record(&self, target: &Target, document: &Document<'_>, findings: &[Finding]) -> Vec<Known> {
        known_findings::record(&self.name(&target.path), document, findings)
    }

    /// Which of them are known.
    pub fn knows(&self, target: &Target, found: &[Known]) -> Vec<bool> {
        self.baseline.knows(&self.name(&target.path), found)
    }

    /// Writes the current findings. Files that were not checked or could not be read keep their entries. So do files
    /// that no longer exist, since they may have moved, unless the run covered their complete folder.
    pub fn write(
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
        let all = found.len();
        found.extend(self.baseline.of_files(is_kept).cloned());
        // A run of some rules says nothing about the other rules.
        let unasked =
            self.baseline.of_files(|path| seen.contains(path)).filter(|known| !has_run(&known.rule));
        found.extend(unasked.cloned());
        let count = found.len();
        let is_old = self.baseline.is_old() && count > all;
        let fail =
            |error: std::io::Error| format!("cannot write {}: {}", self.path.display(), reason(&error));
        let mut out = NewFile::create(&self.path)?;
        out.write(&known_findings::write(found, is_old)).map_err(fail)?;
        out.finish().map_err(fail)?;
        Ok(count)
    }

    /// A file name in the form that the baseline uses.
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

/// The maximum size of a baseline.
const MAX_SIZE: u64 = 256_000_000;
