//! Replaces a document with a changed one, completely or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::links::real_path;
use crate::paths::reason;

/// Replaces `before` with `after`, if the file still contains `before`.
pub fn replace(path: &Path, before: &str, after: &str) -> Result<(), String> {
    let target = real_path(path).map_err(|problem| format!("not changed: {problem}"))?;
    let meta = fs::metadata(&target).map_err(|error| reason(&error))?;
    let fail = |error: std::io::Error| format!("not changed: {}", reason(&error));
    if meta.permissions().readonly() {
        return Err("not changed: the file is read-only".to_owned());
    }
    // A writable folder is not enough: the caller must be allowed to change the file itself.
    fs::OpenOptions::new().append(true).open(&target).map_err(fail)?;
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut made = tempfile::Builder::new().prefix(".tagdown-").tempfile_in(folder).map_err(fail)?;
    made.write_all(after.as_bytes()).map_err(fail)?;
    made.as_file().set_permissions(meta.permissions()).map_err(fail)?;
    keep_owner(&meta, made.path())?;
    made.as_file().sync_data().map_err(fail)?;
    let now = fs::read(&target).map_err(fail)?;
    if now == after.as_bytes() {
        return Ok(());
    }
    if now != before.as_bytes() {
        return Err("not changed: the file changed during the run; run tagdown again".to_owned());
    }
    made.persist(&target).map_err(|error| fail(error.error))?;
    Ok(())
}

/// Creates a new file. A file created by somebody else in between is not overwritten.
pub fn create(path: &Path, text: &str) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("not written: {}", reason(&error));
    real_path(path).map_err(|problem| format!("not written: {problem}"))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut made = new_file(folder.unwrap_or(Path::new("."))).map_err(fail)?;
    made.write_all(text.as_bytes()).map_err(fail)?;
    made.persist_noclobber(path).map_err(|error| fail(error.error))?;
    Ok(())
}

/// A temporary file in a folder, with the permissions of other new files.
pub(crate) fn new_file(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tagdown-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

#[cfg(unix)]
fn keep_owner(meta: &fs::Metadata, made: &Path) -> Result<(), String> {
    use std::os::unix::fs::{MetadataExt, chown};
    let is_kept = |made: &fs::Metadata| made.uid() == meta.uid() && made.gid() == meta.gid();
    let kept = fs::metadata(made).is_ok_and(|made| is_kept(&made));
    if kept || chown(made, Some(meta.uid()), Some(meta.gid())).is_ok() {
        return Ok(());
    }
    // Another group is only a default; another owner is not.
    let owned = fs::metadata(made).is_ok_and(|made| made.uid() == meta.uid());
    if owned { Ok(()) } else { Err("not changed: the file belongs to another user".to_owned()) }
}

#[cfg(not(unix))]
fn keep_owner(_: &fs::Metadata, _: &Path) -> Result<(), String> {
    Ok(())
}
