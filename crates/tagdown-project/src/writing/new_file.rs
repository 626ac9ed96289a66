//! A file that is completed and then moved into place, or a device that is written to directly.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::links::real_path;
use super::replace::new_file;
use crate::paths::reason;

/// A file being written. If it is dropped without [`NewFile::finish`], no file is created.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    to: To,
}

#[derive(Debug)]
enum To {
    /// Moved into place when it is complete.
    File(NamedTempFile),
    /// Not a regular file, for example a pipe.
    Device(File),
}

impl NewFile {
    /// Opens a file for writing. Fails early if it could not be written in the end.
    pub fn create(path: &Path) -> Result<Self, String> {
        let fail = |error: std::io::Error| format!("cannot write {}: {}", path.display(), reason(&error));
        let is_dangling = |path: &Path| path.symlink_metadata().is_ok() && !path.exists();
        if is_dangling(path) {
            return Err(format!("cannot write {}: its link target does not exist", path.display()));
        }
        real_path(path).map_err(|problem| format!("cannot write {}: {problem}", path.display()))?;
        match std::fs::metadata(path) {
            Ok(meta) if meta.is_dir() => Err(format!("cannot write {}: it is a folder", path.display())),
            Ok(meta) if !meta.is_file() => {
                let file = File::options().write(true).open(path).map_err(fail)?;
                Ok(Self { path: path.to_owned(), to: To::Device(file) })
            }
            meta => {
                if meta.is_ok() {
                    // The folder may be writable although the file is not.
                    File::options().append(true).open(path).map_err(fail)?;
                }
                let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let made = new_file(folder.unwrap_or(Path::new("."))).map_err(fail)?;
                if let Ok(old) = meta {
                    made.as_file().set_permissions(old.permissions()).map_err(fail)?;
                }
                Ok(Self { path, to: To::File(made) })
            }
        }
    }

    /// Writes more text.
    pub fn write(&mut self, text: &str) -> std::io::Result<()> {
        let written = match &mut self.to {
            To::File(made) => made.write_all(text.as_bytes()),
            To::Device(file) => file.write_all(text.as_bytes()),
        };
        written.map_err(|error| named(&self.path, &error))
    }

    /// Moves the file into place.
    pub fn finish(self) -> std::io::Result<()> {
        if let To::File(made) = self.to {
            made.persist(&self.path).map_err(|error| named(&self.path, &error.error))?;
        }
        Ok(())
    }
}

/// An error that names its file. A closed pipe is a failure here, since the user named it.
fn named(path: &Path, error: &std::io::Error) -> std::io::Error {
    std::io::Error::other(format!("{}: {}", path.display(), reason(error)))
}
