//! Folders, and the files in a folder of rendered pages.

use std::fs::{self, Permissions};
use std::io::Read;
use std::path::Path;

use super::staged::{folder_of, stage};
use crate::opening::{Within, follow};
use crate::paths::reason;

/// Creates a folder and those above it.
pub fn make_folder(path: &Path, within: Within<'_>) -> Result<(), String> {
    let fail = |problem: String| format!("cannot create the folder {}: {problem}", path.display());
    let real = follow(path, within).map_err(fail)?.real;
    fs::create_dir_all(real).map_err(|error| fail(reason(&error)))
}

/// Creates a folder in one that exists. Its path has no links.
pub(crate) fn make_one_folder(real: &Path) -> std::io::Result<()> {
    fs::create_dir(real)
}

/// Writes or overwrites a file, completely or not at all. The path of its folder has no links.
pub(crate) fn put(
    path: &Path,
    from: &mut impl Read,
    permissions: Option<Permissions>,
) -> std::io::Result<()> {
    let mut made = stage(folder_of(path), true)?;
    std::io::copy(from, made.as_file_mut())?;
    if let Some(permissions) = permissions {
        made.as_file().set_permissions(permissions)?;
    }
    made.persist(path).map(drop).map_err(|error| error.error)
}

/// Removes a file. The path of its folder has no links.
pub(crate) fn remove(path: &Path) -> std::io::Result<()> {
    fs::remove_file(path)
}
