//! The baselines of a run: the one on the command line, or those that the configurations of the documents name.

use std::path::PathBuf;

use tagdown_project::baseline::Store;
use tagdown_project::files::Target;

use crate::args::CheckArgs;

/// The baselines of a run.
pub(crate) struct Baselines {
    /// Whether one baseline holds for all documents.
    is_fixed: bool,
    pub(super) stores: Vec<Store>,
}

impl Baselines {
    /// Opens the baselines that apply to the documents.
    pub(super) fn open(args: &CheckArgs, targets: &[Target]) -> Result<Self, String> {
        let mut stores = Vec::new();
        if let Some(path) = &args.baseline {
            stores.push(Store::open(path, args.update_baseline)?);
        } else if is_configured(args) {
            for (path, folder) in targets.iter().filter_map(|target| target.config.baseline()) {
                if !stores.iter().any(|store: &Store| store.path() == path) {
                    stores.push(Store::configured(&path, folder, args.update_baseline)?);
                }
            }
        }
        if args.update_baseline && stores.is_empty() {
            return Err("--update-baseline needs --baseline FILE, or `baseline` in tagdown.toml".to_owned());
        }
        for store in stores.iter().filter(|store| store.is_written) {
            if args.watch {
                return Err(format!(
                    "the baseline {} does not exist; to create it, run once without --watch",
                    store.path().display()
                ));
            }
            if !args.diff {
                store.try_write()?;
            }
        }
        Ok(Self { is_fixed: args.baseline.is_some(), stores })
    }

    /// The baseline that applies to a document.
    pub(super) fn of(&self, target: &Target) -> Option<&Store> {
        self.stores.get(self.index(target)?)
    }

    /// Its index.
    pub(super) fn index(&self, target: &Target) -> Option<usize> {
        if self.is_fixed || self.stores.is_empty() {
            return (!self.stores.is_empty()).then_some(0);
        }
        let (path, _) = target.config.baseline()?;
        self.stores.iter().position(|store| store.path() == path)
    }

    /// Whether one of them is written.
    pub(super) fn are_written(&self) -> bool {
        self.stores.iter().any(|store| store.is_written)
    }
}

/// Whether the baselines of the configurations apply. A run that adds suppressions replaces them.
fn is_configured(args: &CheckArgs) -> bool {
    !args.no_baseline && args.add_suppressions.is_none()
}

/// The files of the baselines that apply to the documents.
pub(super) fn paths(args: &CheckArgs, targets: &[Target]) -> Vec<PathBuf> {
    if args.baseline.is_some() || !is_configured(args) {
        return args.baseline.iter().cloned().collect();
    }
    let mut paths: Vec<PathBuf> =
        targets.iter().filter_map(|target| target.config.baseline()).map(|(path, _)| path).collect();
    paths.sort();
    paths.dedup();
    paths
}
