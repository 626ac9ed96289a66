//! Where output goes: standard output, standard error or a file; colours, width, and a closed pipe that is no failure.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use tagdown::print::Style;
use tempfile::NamedTempFile;

use crate::args::{Colour, Global};
use crate::files::reason;

/// How output for people looks on standard output.
pub(crate) fn style(global: &Global) -> Style {
    let stdout = std::io::stdout();
    let colour = match global.color {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never,
    };
    let terminal = stdout.is_terminal().then(terminal_size::terminal_size).flatten();
    let width = terminal.map_or(Style::PLAIN.width, |(width, _)| usize::from(width.0).max(40));
    let links = colour && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout);
    Style { colour, links, width, ..Style::PLAIN }
}

/// How wide a text for people on standard error may be.
pub(crate) fn stderr_width(style: Style) -> usize {
    let terminal = terminal_size::terminal_size_of(std::io::stderr());
    terminal.map_or(style.width, |(width, _)| usize::from(width.0).max(40))
}

enum To {
    Stdout,
    Stderr,
    /// A file, which is put in place when all of it is written.
    File {
        made: NamedTempFile,
        path: PathBuf,
    },
    /// Something that is no regular file, such as a pipe.
    Device {
        file: File,
        path: PathBuf,
    },
}

/// Where output goes, and what to do when it cannot.
pub(crate) struct Output {
    to: To,
    /// A run that changes files finishes its work even if nobody reads what it says.
    keeps_going: bool,
    broken: Option<std::io::Error>,
}

impl Output {
    /// Standard output; a run that `changes_files` does not stop when it is closed.
    pub(crate) fn stdout(changes_files: bool) -> Self {
        Self { to: To::Stdout, keeps_going: changes_files, broken: None }
    }

    /// The same, for what accompanies a document on standard output.
    pub(crate) fn stderr() -> Self {
        Self { to: To::Stderr, keeps_going: true, broken: None }
    }

    /// A file, which is there whole at the end or not at all.
    pub(crate) fn file(path: &Path) -> Result<Self, String> {
        let fail = |error: std::io::Error| format!("cannot write {}: {}", path.display(), reason(&error));
        let is_dangling = |path: &Path| path.symlink_metadata().is_ok() && !path.exists();
        let to = match std::fs::metadata(path) {
            Err(_) if is_dangling(path) => {
                return Err(format!("cannot write {}: it is a link to what does not exist", path.display()));
            }
            Ok(meta) if meta.is_dir() => {
                return Err(format!("cannot write {}: it is a folder", path.display()));
            }
            Ok(meta) if !meta.is_file() => {
                let file = File::options().write(true).open(path).map_err(fail)?;
                To::Device { file, path: path.to_owned() }
            }
            meta => {
                if meta.is_ok() {
                    // The folder may be the caller's and the file not.
                    File::options().append(true).open(path).map_err(fail)?;
                }
                let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new("."));
                let made = crate::write::new_file(folder).map_err(fail)?;
                if let Ok(old) = meta {
                    made.as_file().set_permissions(old.permissions()).map_err(fail)?;
                }
                To::File { made, path }
            }
        };
        Ok(Self { to, keeps_going: false, broken: None })
    }

    pub(crate) fn write(&mut self, text: &str) -> std::io::Result<()> {
        if self.broken.is_some() || text.is_empty() {
            return Ok(());
        }
        let bytes = text.as_bytes();
        let written = match &mut self.to {
            To::Stdout => {
                let mut stdout = std::io::stdout().lock();
                stdout.write_all(bytes).and_then(|()| stdout.flush())
            }
            To::Stderr => std::io::stderr().lock().write_all(bytes),
            To::File { made, path } => made.write_all(bytes).map_err(|error| named(path, &error)),
            To::Device { file, path } => file.write_all(bytes).map_err(|error| named(path, &error)),
        };
        match written {
            Err(error) if self.keeps_going => self.broken = Some(error),
            other => return other,
        }
        Ok(())
    }

    /// What went wrong on the way; a file is put in place.
    pub(crate) fn finish(self) -> std::io::Result<()> {
        if let To::File { made, path } = self.to {
            let name = path.clone();
            made.persist(path).map_err(|error| named(&name, &error.error))?;
        }
        self.broken.map_or(Ok(()), Err)
    }
}

/// An error that says which file it is about. A pipe that nobody reads is a failure here: it was asked for by name.
fn named(path: &Path, error: &std::io::Error) -> std::io::Error {
    std::io::Error::other(format!("{}: {}", path.display(), reason(error)))
}

/// Writes to standard output.
pub(crate) fn write(text: &str) -> std::io::Result<()> {
    Output::stdout(false).write(text)
}

/// Whether a person looks at standard output.
pub(crate) fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// A text of several lines, with nothing in it that could drive a terminal.
pub(crate) fn tame(text: &str) -> String {
    let end = if text.ends_with('\n') { "\n" } else { "" };
    text.lines().map(tagdown::print::tame).collect::<Vec<_>>().join("\n") + end
}

/// Says on standard error what went wrong. Nothing can be done where even that fails.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "tagdown: {}", tame(message));
}
