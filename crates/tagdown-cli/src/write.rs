//! Puts a mended document in place of the old one: all of it or nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::configs::normal;
use crate::files::reason;

/// Replaces `before` by `after`, provided that the file still holds `before`.
pub(crate) fn replace(path: &Path, before: &str, after: &str) -> Result<(), String> {
    let target = real_path(path)?;
    let meta = fs::metadata(&target).map_err(|error| reason(&error))?;
    let fail = |error: std::io::Error| format!("not changed: {}", reason(&error));
    if meta.permissions().readonly() {
        return Err("not changed: the file is read-only".to_owned());
    }
    // A folder that may be written to is not enough: the file itself must be the caller's to change.
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
        return Err("not changed: the file changed while it was being worked on; run again".to_owned());
    }
    made.persist(&target).map_err(|error| fail(error.error))?;
    Ok(())
}

/// Makes a file that is not there yet; one that has come in the meantime stays.
pub(crate) fn create(path: &Path, text: &str) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("not written: {}", reason(&error));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut made = new_file(folder.unwrap_or(Path::new("."))).map_err(fail)?;
    made.write_all(text.as_bytes()).map_err(fail)?;
    made.persist_noclobber(path).map_err(|error| fail(error.error))?;
    Ok(())
}

/// A file in a folder, not yet under its name, which may be read by whom other new files may.
pub(crate) fn new_file(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tagdown-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Where a path leads. Links, of the file or of a folder on the way, may be followed only within the folder that
/// the command runs in.
fn real_path(path: &Path) -> Result<PathBuf, String> {
    let real = fs::canonicalize(path).map_err(|error| reason(&error))?;
    let here = std::env::current_dir().and_then(fs::canonicalize).map_err(|error| reason(&error))?;
    let named = normal(&here.join(path));
    if named != real && named.starts_with(&here) && !real.starts_with(&here) {
        return Err(format!("not changed: a link leads out of this folder, to {}", real.display()));
    }
    Ok(real)
}

#[cfg(unix)]
fn keep_owner(meta: &fs::Metadata, made: &Path) -> Result<(), String> {
    use std::os::unix::fs::{MetadataExt, chown};
    let is_kept = |made: &fs::Metadata| made.uid() == meta.uid() && made.gid() == meta.gid();
    let kept = fs::metadata(made).is_ok_and(|made| is_kept(&made));
    if kept || chown(made, Some(meta.uid()), Some(meta.gid())).is_ok() {
        return Ok(());
    }
    // Somebody else's group is only a default; somebody else's file is not.
    let owned = fs::metadata(made).is_ok_and(|made| made.uid() == meta.uid());
    if owned { Ok(()) } else { Err("not changed: the file belongs to somebody else".to_owned()) }
}

#[cfg(not(unix))]
fn keep_owner(_: &fs::Metadata, _: &Path) -> Result<(), String> {
    Ok(())
}
