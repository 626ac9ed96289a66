//! The `tagdown` command: reads arguments, calls one command, turns its outcome into an exit status.

mod args;
mod ask;
mod baselines;
mod cmd;
mod configs;
mod decisions;
mod exit;
mod files;
mod git;
mod lists;
mod llm;
mod news;
mod output;
mod reports;
mod review;
mod setup;
mod shell;
mod site;
mod text;
mod today;
mod version;
mod wanted;
mod write;

use clap::FromArgMatches;
use clap::error::ErrorKind;

use args::{Cli, Command};
use exit::Exit;

fn main() -> std::process::ExitCode {
    let parsed = args::command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayVersion && version::is_verbose() => {
            let written = output::write(&version::details()).map(|()| Exit::Clean);
            return written.unwrap_or_else(|error| Exit::from_problem(&error.into())).into();
        }
        Err(error) => {
            let status = std::process::ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
            return error
                .print()
                .map_or_else(|problem| Exit::from_problem(&problem.into()).into(), |()| status);
        }
    };
    let global = &cli.global;
    let outcome = match &cli.command {
        Command::Check(args) => cmd::check::run(args, global),
        Command::Fmt(args) => cmd::fmt::run(args, global),
        Command::Read(args) => cmd::read::run(args, global),
        Command::Render(args) => cmd::render::run(args, global),
        Command::Mdbook(args) => cmd::mdbook::run(args, global),
        Command::Convert(args) => cmd::convert::run(args, global),
        Command::New(args) => cmd::new::run(args, global),
        Command::Add(args) => cmd::add::run(args, global),
        Command::Promote(args) => cmd::promote::run(args, global),
        Command::Open(args) => cmd::open::run(args, global),
        Command::Explain(args) => cmd::explain::run(args, global),
        Command::Init(args) => cmd::init::run(args, global),
        Command::Completions(args) => cmd::completions::run(args),
        Command::Man(args) => cmd::man::run(args),
        Command::Schema(args) => cmd::schema::run(args),
        Command::Skill(args) => cmd::skill::run(args),
    };
    outcome.unwrap_or_else(|problem| Exit::from_problem(&problem)).into()
}
