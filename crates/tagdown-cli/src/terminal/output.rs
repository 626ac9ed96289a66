//! Where output goes: standard output, standard error or a file. Also colours, width and closed pipes.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::Path;

use tagdown::print::Style;
use tagdown::text::{is_command, reveal_line, tame_lines, tame_log};
use tagdown_project::writing::NewFile;

use crate::args::{Colour, Global};

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
    Style { colour, terminal: stdout.is_terminal(), links, width, ..Style::PLAIN }
}

/// The maximum width of text for people on standard error.
pub(crate) fn stderr_width(style: Style) -> usize {
    let terminal = terminal_size::terminal_size_of(std::io::stderr());
    terminal.map_or(style.width, |(width, _)| usize::from(width.0).max(40))
}

enum To {
    Stdout,
    Stderr,
    File(NewFile),
}

/// Where output goes, and what to do if it cannot be written.
pub(crate) struct Output {
    to: To,
    /// A run that changes files finishes its work even if nobody reads its output.
    keeps_going: bool,
    broken: Option<std::io::Error>,
}

impl Output {
    /// Standard output; a run that `changes_files` does not stop when it is closed.
    pub(crate) fn stdout(changes_files: bool) -> Self {
        Self { to: To::Stdout, keeps_going: changes_files, broken: None }
    }

    /// Standard error, for messages that accompany a document on standard output.
    pub(crate) fn stderr() -> Self {
        Self { to: To::Stderr, keeps_going: true, broken: None }
    }

    /// A file, which is written completely or not at all.
    pub(crate) fn file(path: &Path) -> Result<Self, String> {
        Ok(Self { to: To::File(NewFile::create(path)?), keeps_going: false, broken: None })
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
            To::File(file) => file.write(text),
        };
        match written {
            Err(error) if self.keeps_going => self.broken = Some(error),
            other => return other,
        }
        Ok(())
    }

    /// Moves a file into place; fails with any earlier error.
    pub(crate) fn finish(self) -> std::io::Result<()> {
        if let To::File(file) = self.to {
            file.finish()?;
        }
        self.broken.map_or(Ok(()), Err)
    }
}

/// Writes to standard output.
pub(crate) fn write(text: &str) -> std::io::Result<()> {
    Output::stdout(false).write(text)
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// A document or other text that is not ours, for standard output: safe for a terminal, otherwise byte for byte.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if is_terminal() { tame_lines(text).into() } else { text.into() }
}

/// A message in which no line controls a terminal or a CI service, or hides a character.
fn message(text: &str) -> String {
    let line = |line: &str| {
        let line = tame_log(&reveal_line(line));
        if is_command(&line) { format!("| {line}") } else { line }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Prints a message on standard error. If even that fails, nothing can be done.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "tagdown: {}", self::message(message));
}
