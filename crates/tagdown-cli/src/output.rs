//! Standard output and standard error: colours, width, and a closed pipe that is no failure.

use std::io::{IsTerminal, Write};

use tagdown::print::Style;

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
    let width = terminal.map_or(120, |(width, _)| usize::from(width.0).max(40));
    Style { colour, width }
}

/// Where output goes, and what to do when it cannot.
pub(crate) struct Output {
    to_stderr: bool,
    /// A run that changes files finishes its work even if nobody reads what it says.
    keeps_going: bool,
    broken: Option<std::io::Error>,
}

impl Output {
    /// Standard output; a run that `changes_files` does not stop when it is closed.
    pub(crate) fn stdout(changes_files: bool) -> Self {
        Self { to_stderr: false, keeps_going: changes_files, broken: None }
    }

    /// The same, for what accompanies a document on standard output.
    pub(crate) fn stderr() -> Self {
        Self { to_stderr: true, keeps_going: true, broken: None }
    }

    pub(crate) fn write(&mut self, text: &str) -> std::io::Result<()> {
        if self.broken.is_some() || text.is_empty() {
            return Ok(());
        }
        let written = if self.to_stderr {
            std::io::stderr().lock().write_all(text.as_bytes())
        } else {
            let mut stdout = std::io::stdout().lock();
            stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
        };
        match written {
            Err(error) if self.keeps_going => self.broken = Some(error),
            other => return other,
        }
        Ok(())
    }

    /// What went wrong on the way.
    pub(crate) fn finish(self) -> std::io::Result<()> {
        self.broken.map_or(Ok(()), Err)
    }
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
