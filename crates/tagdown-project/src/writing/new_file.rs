//! A file that is completed and then moved into place, or a device that is written to directly.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::attributes::keep;
use super::staged::{folder_of, stage};
use crate::opening::{Within, follow, regular};
use crate::paths::reason;

/// A file being written. If it is dropped without [`NewFile::finish`], no file is created.
#[derive(Debug)]
pub struct NewFile {
    /// As it was named.
    named: PathBuf,
    to: To,
}

#[derive(Debug)]
enum To {
    /// Moved to this path, which has no links, when it is complete.
    File(NamedTempFile, PathBuf),
    /// Not a regular file, for example a pipe.
    Device(File),
}

impl NewFile {
    /// Opens a file for writing. Fails early if it could not be written in the end.
    pub fn create(path: &Path) -> Result<Self, String> {
        Self::open(path).map_err(|problem| format!("cannot write {}: {problem}", path.display()))
    }

    fn open(path: &Path) -> Result<Self, String> {
        let said = |error: std::io::Error| reason(&error);
        let real = follow(path, Within::File)?.real;
        match path.metadata() {
            Ok(meta) if meta.is_dir() => Err("it is a folder".to_owned()),
            Ok(meta) if !meta.is_file() => {
                Ok(Self { named: path.to_owned(), to: To::Device(device(path).map_err(said)?) })
            }
            Ok(_) => {
                // The folder may be writable although the file is not.
                OpenOptions::new().append(true).open(&real).map_err(said)?;
                let old = regular(&real).ok();
                let made = stage(folder_of(&real), old.is_none()).map_err(said)?;
                if let Some(old) = old
                    && keep(&old, made.as_file()).is_err()
                {
                    // Somebody who may write to a file of another person becomes the owner of the new one.
                    let meta = old.metadata().map_err(said)?;
                    made.as_file().set_permissions(meta.permissions()).map_err(said)?;
                }
                Ok(Self { named: path.to_owned(), to: To::File(made, real) })
            }
            Err(_) if path.is_symlink() => Err("its link target does not exist".to_owned()),
            Err(_) => {
                let made = stage(folder_of(&real), true).map_err(said)?;
                Ok(Self { named: path.to_owned(), to: To::File(made, real) })
            }
        }
    }

    /// Writes more text.
    pub fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.put(text.as_bytes())
    }

    fn put(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let written = match &mut self.to {
            To::File(made, _) => made.write_all(bytes),
            To::Device(file) => file.write_all(bytes),
        };
        written.map_err(|error| named(&self.named, &error))
    }

    /// Moves the file into place.
    pub fn finish(self) -> std::io::Result<()> {
        if let To::File(made, real) = self.to {
            made.as_file().sync_data().map_err(|error| named(&self.named, &error))?;
            made.persist(real).map_err(|error| named(&self.named, &error.error))?;
        }
        Ok(())
    }
}

/// For formats that are no text.
impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.put(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Opens a pipe or device. A pipe that nobody reads is refused without waiting.
#[cfg(unix)]
fn device(path: &Path) -> std::io::Result<File> {
    use rustix::fs::{OFlags, fcntl_setfl};
    use std::os::unix::fs::OpenOptionsExt;
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    let file = OpenOptions::new().write(true).custom_flags(flags).open(path).map_err(|error| {
        let is_unread = error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error());
        if is_unread { std::io::Error::other("no program reads this pipe") } else { error }
    })?;
    // A slow reader is waited for.
    fcntl_setfl(&file, OFlags::empty())?;
    Ok(file)
}

#[cfg(not(unix))]
fn device(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// An error that names its file. A closed pipe is a failure here, since the user named it.
fn named(path: &Path, error: &std::io::Error) -> std::io::Error {
    std::io::Error::other(format!("{}: {}", path.display(), reason(error)))
}
