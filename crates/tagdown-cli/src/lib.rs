//! The `tagdown` command as a library: parses arguments, runs one command, turns its outcome into an exit status.

// The small build has less than what the parts of a command line share.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

mod args;
mod commands;
mod interrupt;
#[cfg(feature = "model")]
mod llm;
#[cfg(all(feature = "full", not(feature = "model")))]
#[path = "no_llm.rs"]
mod llm;
#[cfg(feature = "review")]
mod review;
#[cfg(all(feature = "full", not(feature = "review")))]
#[path = "no_review.rs"]
mod review;
mod setup;
mod terminal;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::FromArgMatches;
use clap::error::ErrorKind;

use args::{Cli, Command};
use terminal::{Exit, output, program, version};

/// Runs the command line of this process.
pub fn run() -> std::process::ExitCode {
    run_words(&std::env::args_os().skip(1).collect::<Vec<_>>()).into()
}

/// Runs a command line in a program that is not the binary, such as a script of Python. `program` is what a person or
/// another program starts to run `tagdown`. Returns the exit status.
pub fn run_as(program: PathBuf, words: &[OsString]) -> u8 {
    program::set(program);
    let exit = run_words(words);
    // Only the end of a binary writes what is left.
    let _ = std::io::Write::flush(&mut std::io::stdout());
    exit
}

/// Runs a command, without the name of the program in front of it.
fn run_words(words: &[OsString]) -> u8 {
    let all = std::iter::once("tagdown".into()).chain(words.iter().cloned());
    let parsed =
        args::command().try_get_matches_from(all).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return explain(&error, words),
    };
    let global = &cli.global;
    let outcome = match &cli.command {
        Command::Check(args) => commands::check::run(args, global),
        Command::Fmt(args) => commands::fmt::run(args, global),
        #[cfg(feature = "full")]
        Command::Read(args) => commands::read::run(args, global),
        #[cfg(feature = "full")]
        Command::Render(args) => commands::render::run(args, global),
        Command::Diff(args) => commands::diff::run(args, global),
        #[cfg(feature = "lsp")]
        Command::Lsp(args) => commands::lsp::run(args, global),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => commands::mcp::run(args, global),
        #[cfg(feature = "full")]
        Command::Mdbook(args) => commands::mdbook::run(args, global),
        #[cfg(feature = "full")]
        Command::Convert(args) => commands::convert::run(args, global),
        #[cfg(feature = "full")]
        Command::New(args) => commands::new::run(args, global),
        #[cfg(feature = "full")]
        Command::Add(args) => commands::add::run(args, global),
        #[cfg(feature = "full")]
        Command::Promote(args) => commands::promote::run(args, global),
        #[cfg(feature = "full")]
        Command::Open(args) => commands::open::run(args, global),
        Command::Explain(args) => commands::explain::run(args, global),
        Command::Init(args) => commands::init::run(args, global),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args),
        Command::Schema(args) => commands::schema::run(args),
        Command::Skill(args) => commands::skill::run(args),
    };
    outcome.unwrap_or_else(|problem| Exit::from_problem(&problem)).into()
}

/// Prints help, the version, or what is wrong with the arguments.
fn explain(error: &clap::Error, words: &[OsString]) -> u8 {
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let is_asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let suggest = || args::suggest::message(error, &args::command(), &words);
    if let Some(message) = (!is_asked).then(suggest).flatten() {
        return Exit::from_problem(&message.into()).into();
    }
    let is_long = words.iter().take_while(|word| *word != "--").any(|word| word == "--version");
    let status = u8::try_from(error.exit_code()).unwrap_or(2);
    let printed = if error.kind() == ErrorKind::DisplayVersion && is_long {
        output::write(&version::details())
    } else {
        error.print()
    };
    printed.map_or_else(|problem| Exit::from_problem(&problem.into()).into(), |()| status)
}
