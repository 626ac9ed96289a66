//! Runs git: its folder, its environment, and its error messages.

use std::path::Path;
use std::process::{Command, Output};

use super::harden::harden;
use super::problem::Problem;
use super::wait;

pub(super) fn git(folder: &Path, arguments: &[&str]) -> Result<String, Problem> {
    run(folder, arguments).map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
}

pub(super) fn run(folder: &Path, arguments: &[&str]) -> Result<Output, Problem> {
    run_with(folder, arguments, Vec::new())
}

/// Runs git with input.
pub(super) fn run_with(folder: &Path, arguments: &[&str], input: Vec<u8>) -> Result<Output, Problem> {
    let mut command = Command::new("git");
    // In a hook, git may give the repository relative to the folder that the hook runs in.
    let is_told = ["GIT_DIR", "GIT_INDEX_FILE"].iter().any(|name| std::env::var_os(name).is_some());
    if folder != Path::new(".") && !is_told {
        command.arg("-C").arg(folder);
    }
    finish(command, arguments, input)
}

/// Lets git find the repository by its folder. In a hook, git names the repository of the hook, which may not be that of
/// a file.
pub(super) fn without_repository(command: &mut Command) {
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_COMMON_DIR"] {
        command.env_remove(name);
    }
}

/// Starts the command, passes it input and waits for the result.
pub(super) fn finish(mut command: Command, arguments: &[&str], input: Vec<u8>) -> Result<Output, Problem> {
    harden(&mut command)?;
    let output = wait::output(command.args(arguments), input).map_err(Problem::of)?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Problem::Refused(said.lines().next().unwrap_or("it failed").trim_start_matches("fatal: ").to_owned()))
}

/// Whether the clone around a folder is shallow.
pub fn is_shallow(folder: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    git(folder, &["rev-parse", "--is-shallow-repository"]).is_ok_and(|said| said.trim() == "true")
}
