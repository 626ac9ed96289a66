//! Opens and reads files: regular files only, at most a limit, and without waiting.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::path::Path;

use super::links::{Followed, Within, follow};
use crate::paths::reason;

/// Why a file was not read.
#[derive(Debug)]
pub struct Unread {
    /// Whether there is no such file.
    pub is_missing: bool,
    /// Whether it may not be read.
    pub is_denied: bool,
    /// The reason, for people.
    pub reason: String,
}

impl Unread {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self { is_missing: false, is_denied: false, reason: reason.into() }
    }
}

impl From<std::io::Error> for Unread {
    fn from(error: std::io::Error) -> Self {
        let is = |kind: ErrorKind| error.kind() == kind;
        let is_denied = is(ErrorKind::PermissionDenied);
        Self { is_missing: is(ErrorKind::NotFound), is_denied, reason: reason(&error) }
    }
}

/// Opens a regular file. A pipe or device is refused without waiting for it.
pub fn regular(path: &Path) -> Result<File, Unread> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(Unread::new("not a regular file")) }
}

/// Opens anything, for a path that cannot have come with the documents.
pub(crate) fn stream(path: &Path) -> std::io::Result<File> {
    File::open(path)
}

/// The content of a regular file, which is not larger than the limit whatever its metadata says.
pub fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Unread> {
    let file = regular(path)?;
    let too_large = || Unread::new(format!("larger than {}", size(limit)));
    let length = file.metadata()?.len();
    if length > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0) + 1);
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

/// The same as text.
pub fn text(path: &Path, limit: u64) -> Result<String, Unread> {
    String::from_utf8(bytes(path, limit)?).map_err(|_| Unread::new("not UTF-8"))
}

/// The content of one of a project's own files, which is not read through a link that leads out of the project.
pub fn bytes_within(path: &Path, limit: u64, within: Within<'_>) -> Result<(Vec<u8>, Followed), Unread> {
    let followed = follow(path, within).map_err(Unread::new)?;
    match bytes(&followed.real, limit) {
        Ok(bytes) => Ok((bytes, followed)),
        // A link to nothing is there, but broken.
        Err(unread) if unread.is_missing && path.is_symlink() => Err(Unread::new("a link to a missing file")),
        Err(unread) => Err(unread),
    }
}

/// The same as text.
pub fn text_within(path: &Path, limit: u64, within: Within<'_>) -> Result<(String, Followed), Unread> {
    let (bytes, followed) = bytes_within(path, limit, within)?;
    let text = String::from_utf8(bytes).map_err(|_| Unread::new("not UTF-8"))?;
    Ok((text, followed))
}

/// A limit for people, such as `64 MB`.
pub(crate) fn size(limit: u64) -> String {
    match limit {
        0 => "0 bytes".to_owned(),
        _ if limit.is_multiple_of(1_000_000) => format!("{} MB", limit / 1_000_000),
        _ if limit.is_multiple_of(1_000) => format!("{} kB", limit / 1_000),
        _ => format!("{limit} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_regular_files_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        std::fs::write(&file, "12345").expect("written");
        assert_eq!(text(&file, 5).expect("read"), "12345");
        let refused = |path: &Path, limit: u64| text(path, limit).expect_err("refused").reason;
        assert_eq!(refused(&file, 4), "larger than 4 bytes");
        assert_eq!(refused(folder.path(), 4), "not a regular file");
        assert!(text(&folder.path().join("b"), 4).expect_err("missing").is_missing);
        std::fs::write(&file, [0xff]).expect("written");
        assert_eq!(refused(&file, 4), "not UTF-8");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_and_endless_files_are_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        for path in [pipe.as_path(), Path::new("/dev/zero"), Path::new("/dev/null"), Path::new("/dev/tty")] {
            assert!(bytes(path, 100).is_err(), "{}", path.display());
        }
        // Its length is 0, but it has no end.
        assert!(bytes(Path::new("/proc/self/pagemap"), 10_000).is_err());
    }
}
