//! `tagdown completions`: prints shell completions.

use crate::args::{self, CompletionsArgs};
use crate::terminal::{Exit, Problem, output};

pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit, Problem> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "tagdown", &mut script);
    output::write(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Clean)
}
