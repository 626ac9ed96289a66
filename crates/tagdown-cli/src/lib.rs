//! The `tagdown` command as a library: parses arguments, runs one command, turns its outcome into an exit status.

mod args;
mod commands;
mod interrupt;
#[cfg(feature = "model")]
mod llm;
#[cfg(not(feature = "model"))]
#[path = "no_llm.rs"]
mod llm;
#[cfg(feature = "review")]
mod review;
#[cfg(not(feature = "review"))]
#[path = "no_review.rs"]
mod review;
mod setup;
mod terminal;

use clap::FromArgMatches;
use clap::error::ErrorKind;

use args::{Cli, Command};
use terminal::{Exit, output, version};

/// Runs the command line of this process.
pub fn run() -> std::process::ExitCode {
    let command = args::command();
    let parsed = command.clone().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return explain(&error, &command),
    };
    let global = &cli.global;
    let outcome = match &cli.command {
        Command::Check(args) => commands::check::run(args, global),
        Command::Fmt(args) => commands::fmt::run(args, global),
        Command::Read(args) => commands::read::run(args, global),
        Command::Render(args) => commands::render::run(args, global),
        Command::Diff(args) => commands::diff::run(args, global),
        Command::Lsp(args) => commands::lsp::run(args, global),
        Command::Mcp(args) => commands::mcp::run(args, global),
        Command::Mdbook(args) => commands::mdbook::run(args, global),
        Command::Convert(args) => commands::convert::run(args, global),
        Command::New(args) => commands::new::run(args, global),
        Command::Add(args) => commands::add::run(args, global),
        Command::Promote(args) => commands::promote::run(args, global),
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
fn explain(error: &clap::Error, command: &clap::Command) -> std::process::ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(message) = args::suggest::message(error, command, &words) {
        return Exit::from_problem(&message.into()).into();
    }
    let is_long = words.iter().take_while(|word| *word != "--").any(|word| word == "--version");
    let status = std::process::ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    let printed = if error.kind() == ErrorKind::DisplayVersion && is_long {
        output::write(&version::details())
    } else {
        error.print()
    };
    printed.map_or_else(|problem| Exit::from_problem(&problem.into()).into(), |()| status)
}
