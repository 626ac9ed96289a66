//! Asks the user questions on a terminal.

use std::io::{BufRead, IsTerminal, Write};

use crate::terminal::exit::Problem;

/// Whether a user can be asked.
pub(crate) fn is_possible() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Asks for one line; `None` if the user ended the input.
pub(crate) fn line(question: &str) -> Result<Option<String>, Problem> {
    let mut stderr = std::io::stderr().lock();
    write!(stderr, "{}", tagdown::text::tame_lines(question))?;
    stderr.flush()?;
    let mut line = Vec::new();
    let read = std::io::stdin().lock().read_until(b'\n', &mut line)?;
    if read == 0 {
        writeln!(stderr)?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Asks until there is an answer; fails if the user ends the input.
pub(crate) fn answer(question: &str) -> Result<String, Problem> {
    loop {
        match line(question)? {
            Some(said) if !said.is_empty() => return Ok(said),
            Some(_) => {}
            None => return Err("no answer; nothing was changed".to_owned().into()),
        }
    }
}

/// Asks for the title or a field of a BUG.
pub(crate) fn field(name: &str) -> Result<String, Problem> {
    let hint = match name {
        "title" => "a short description of the symptom",
        "Symptom" => "what the user sees",
        "Cause" => "the root cause",
        "Fix" => "the action that resolves the problem",
        _ => "required",
    };
    answer(&format!("{name} ({hint}): "))
}

/// Asks a yes-or-no question.
pub(crate) fn is_agreed(question: &str) -> Result<bool, Problem> {
    loop {
        match line(&format!("{question} [y]es, [n]o: "))?.as_deref().map(str::to_lowercase).as_deref() {
            Some("y" | "yes") => return Ok(true),
            Some("n" | "no") | None => return Ok(false),
            _ => {}
        }
    }
}
