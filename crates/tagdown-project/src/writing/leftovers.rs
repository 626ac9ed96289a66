//! Temporary files that a killed run left behind. The next run that writes in the same folder removes them.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use tempfile::NamedTempFile;

pub(super) const PREFIX: &str = ".tagdown-";
pub(super) const SUFFIX: &str = ".tmp";
pub(super) const RANDOM: usize = 12;

/// A younger file may belong to a run that is still at work.
const AGE: Duration = Duration::from_hours(1);

/// The folders that this run has looked at.
static SEEN: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// Removes old temporary files in a folder, the first time a run writes there. `own` is a new file of this run.
pub(super) fn remove_once(folder: &Path, own: &NamedTempFile) {
    let is_new = SEEN.lock().is_ok_and(|mut seen| seen.insert(folder.to_owned()));
    if let Some(own) = own.as_file().metadata().ok().filter(|_| is_new) {
        remove_in(folder, &own);
    }
}

/// Only regular files with a name that no person chooses, of the same owner, are removed.
fn remove_in(folder: &Path, own: &fs::Metadata) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_ours) {
            continue;
        }
        let Ok(meta) = entry.path().symlink_metadata() else { continue };
        let age = own.modified().ok().and_then(|now| now.duration_since(meta.modified().ok()?).ok());
        if meta.is_file() && has_same_owner(&meta, own) && age.is_some_and(|age| age > AGE) {
            // Another run may have been faster.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_ours(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(unix)]
fn has_same_owner(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.uid() == other.uid()
}

#[cfg(not(unix))]
fn has_same_owner(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::super::staged::stage;
    use super::*;

    #[test]
    fn only_old_temporary_files_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let old = [".tagdown-0123456789ab.tmp", ".tagdown-config", ".tagdown-notes-of-mine.tmp", "a.tmp"];
        for name in old.iter().chain(&[".tagdown-young6789ab.tmp"]) {
            fs::write(at(name), "text").expect("written");
        }
        for name in old {
            let two_hours_ago = SystemTime::now() - Duration::from_hours(2);
            let file = fs::File::options().append(true).open(at(name)).expect("opened");
            file.set_modified(two_hours_ago).expect("set");
        }
        fs::create_dir(at(".tagdown-folder789abc.tmp")).expect("a folder");
        stage(folder.path(), true).expect("a file");
        let mut left: Vec<String> = fs::read_dir(folder.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        left.sort();
        assert_eq!(
            left,
            [
                ".tagdown-config",
                ".tagdown-folder789abc.tmp",
                ".tagdown-notes-of-mine.tmp",
                ".tagdown-young6789ab.tmp",
                "a.tmp"
            ]
        );
    }
}
