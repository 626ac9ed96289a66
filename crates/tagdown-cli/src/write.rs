//! Puts a mended document in place of the old one: all of it or nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::files::reason;

/// Replaces `before` by `after`, provided that the file still holds `before`.
pub(crate) fn replace(path: &Path, before: &str, after: &str) -> Result<(), String> {
    let target = real_path(path)?;
    let meta = fs::metadata(&target).map_err(|error| reason(&error))?;
    if meta.permissions().readonly() {
        return Err("not changed: the file is read-only".to_owned());
    }
    let folder = target.parent().unwrap_or(Path::new("."));
    let fail = |error: std::io::Error| format!("not changed: {}", reason(&error));
    let mut made = tempfile::Builder::new().prefix(".tagdown-").tempfile_in(folder).map_err(fail)?;
    made.write_all(after.as_bytes()).map_err(fail)?;
    made.as_file().set_permissions(meta.permissions()).map_err(fail)?;
    keep_owner(&meta, made.path());
    made.as_file().sync_data().map_err(fail)?;
    if fs::read(&target).map_err(fail)? != before.as_bytes() {
        return Err("not changed: the file changed while it was being worked on; run again".to_owned());
    }
    made.persist(&target).map_err(|error| fail(error.error))?;
    Ok(())
}

/// Where a path leads. A link may be followed only within the folder that the command runs in.
fn real_path(path: &Path) -> Result<PathBuf, String> {
    let real = fs::canonicalize(path).map_err(|error| reason(&error))?;
    let is_link = fs::symlink_metadata(path).map_err(|error| reason(&error))?.is_symlink();
    let here = std::env::current_dir().and_then(fs::canonicalize).map_err(|error| reason(&error))?;
    if is_link && !real.starts_with(&here) {
        return Err(format!("not changed: the link leads out of this folder, to {}", real.display()));
    }
    Ok(real)
}

#[cfg(unix)]
fn keep_owner(meta: &fs::Metadata, path: &Path) {
    use std::os::unix::fs::{MetadataExt, chown};
    // Only root may give a file away; for everybody else the owner is right already.
    let _ = chown(path, Some(meta.uid()), Some(meta.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &fs::Metadata, _: &Path) {}
