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

/// Writes to standard output.
pub(crate) fn write(text: &str) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Says on standard error what went wrong. Nothing can be done where even that fails.
pub(crate) fn complain(message: &str) {
    let lines = message.lines().map(tagdown::print::tame).collect::<Vec<_>>().join("\n");
    let _ = writeln!(std::io::stderr(), "tagdown: {lines}");
}
