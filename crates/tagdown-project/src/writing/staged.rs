//! A temporary file beside its destination. It disappears unless it is moved into place.

use std::path::Path;

use tempfile::NamedTempFile;

use super::leftovers;

/// Creates a temporary file in a folder. If it becomes a new file, it has the permissions of other new files; otherwise
/// only its owner may read it, until it gets those of the file that it replaces.
pub(super) fn stage(folder: &Path, is_new: bool) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(leftovers::PREFIX).suffix(leftovers::SUFFIX).rand_bytes(leftovers::RANDOM);
    #[cfg(unix)]
    if is_new {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = is_new;
    let made = builder.tempfile_in(folder)?;
    leftovers::remove_once(folder, &made);
    Ok(made)
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes sure that a new name in a folder survives a power failure. Not every system can do this.
pub(super) fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}
