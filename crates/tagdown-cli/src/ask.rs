//! Questions to a person at a terminal.

use std::io::{BufRead, IsTerminal, Write};

use crate::exit::Problem;
use crate::output;

/// Whether there is somebody to ask.
pub(crate) fn is_possible() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Asks for one line; nothing where the person ended the input.
pub(crate) fn line(question: &str) -> Result<Option<String>, Problem> {
    let mut stderr = std::io::stderr().lock();
    write!(stderr, "{}", output::tame(question))?;
    stderr.flush()?;
    let mut line = Vec::new();
    let read = std::io::stdin().lock().read_until(b'\n', &mut line)?;
    if read == 0 {
        writeln!(stderr)?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Asks until something is said; gives up where the person ends the input.
pub(crate) fn answer(question: &str) -> Result<String, Problem> {
    loop {
        match line(question)? {
            Some(said) if !said.is_empty() => return Ok(said),
            Some(_) => {}
            None => return Err("nothing was changed: there was no answer".to_owned().into()),
        }
    }
}

/// Asks for the title or a field of a BUG.
pub(crate) fn field(name: &str) -> Result<String, Problem> {
    let hint = match name {
        "title" => "what is seen, short",
        "Symptom" => "what the user sees",
        "Cause" => "the root cause",
        "Fix" => "what resolves it",
        _ => "required",
    };
    answer(&format!("{name} ({hint}): "))
}

/// Asks a question of yes or no.
pub(crate) fn is_agreed(question: &str) -> Result<bool, Problem> {
    loop {
        match line(&format!("{question} [y]es, [n]o: "))?.as_deref().map(str::to_lowercase).as_deref() {
            Some("y" | "yes") => return Ok(true),
            Some("n" | "no") | None => return Ok(false),
            _ => {}
        }
    }
}
