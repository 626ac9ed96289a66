//! The findings that a project has when it is set up: `init` offers to accept them as a baseline.

use std::path::{Path, PathBuf};

use tagdown::document::Document;
use tagdown::rules::{Finding, check};
use tagdown_project::baseline::Store;
use tagdown_project::files::{self, Input, Target, Text};

use crate::args::Global;
use crate::setup::BASELINE;

/// The number of findings below a folder that no baseline covers, and of the documents that have them.
pub(super) fn count(folder: &Path, global: &Global) -> Result<(usize, usize), String> {
    let (mut findings, mut documents) = (0, 0);
    each(folder, global, |target, _, found| {
        if target.config.baseline().is_none() && !found.is_empty() {
            findings += found.len();
            documents += 1;
        }
    })?;
    Ok((findings, documents))
}

/// Writes the findings of the documents whose configuration names the new baseline.
pub(super) fn write(folder: &Path, global: &Global) -> Result<usize, String> {
    let path = folder.join(BASELINE);
    let store = Store::configured(&path, folder, true)?;
    let (mut known, mut seen): (Vec<_>, Vec<PathBuf>) = (Vec::new(), Vec::new());
    let place = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    each(folder, global, |target, document, found| {
        if target.config.baseline().is_some_and(|(own, _)| place(&own) == place(&path)) {
            known.extend(store.record(target, document, &found));
            seen.push(target.path.clone());
        }
    })?;
    store.write(known, &seen, &[], |_| true)
}

/// Checks the tagged documents below a folder. Files that cannot be read are for `check` to report.
fn each(
    folder: &Path,
    global: &Global,
    mut take: impl FnMut(&Target, &Document<'_>, Vec<Finding>),
) -> Result<(), String> {
    let input = Input { paths: vec![folder.to_owned()], ..Input::default() };
    for target in &files::find(&input, &mut global.configs()?)?.targets {
        let Text::Read(text) = files::read(target) else { continue };
        let document = target.parse(&text);
        if document.is_tagged() || target.is_required() {
            take(target, &document, check(&document, &target.settings()));
        }
    }
    Ok(())
}
