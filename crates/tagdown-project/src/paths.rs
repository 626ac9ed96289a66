//! Paths: normalised, with or without links resolved, as globs; and readable system errors.

use std::path::{Path, PathBuf};

/// Removes `.` and `..` from an absolute path.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            std::path::Component::ParentDir => {
                out.pop();
            }
            std::path::Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// The path of a file with links resolved.
pub fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Whether an argument is a glob, and not an existing file with a name that looks like one.
pub fn is_glob(path: &Path) -> bool {
    path.symlink_metadata().is_err() && path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// The text of a system error, without its number.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// A path that may not be UTF-8.
#[cfg(unix)]
pub(crate) fn from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
pub(crate) fn from_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}
