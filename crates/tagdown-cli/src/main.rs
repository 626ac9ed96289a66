//! The `tagdown` command: reads arguments, calls one command, turns its outcome into an exit status.

mod args;
mod cmd;
mod configs;
mod exit;
mod files;
mod output;
mod shell;
mod wanted;
mod write;

use clap::Parser;

use args::{Cli, Command};
use exit::Exit;

fn main() -> std::process::ExitCode {
    let cli = Cli::parse();
    let outcome = match &cli.command {
        Command::Check(args) => cmd::check::run(args, &cli.global),
        Command::Fmt(args) => cmd::fmt::run(args, &cli.global),
        Command::Read(args) => cmd::read::run(args, &cli.global),
        Command::Explain(args) => cmd::explain::run(args, &cli.global),
    };
    outcome.unwrap_or_else(|problem| Exit::from_problem(&problem)).into()
}
