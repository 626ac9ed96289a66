//! The program that this process is: the binary, or what was set by a program that runs the command line as a library.

use std::path::PathBuf;
use std::sync::OnceLock;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Sets the program. The first one stays.
pub(crate) fn set(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// What a person or another program starts to run `tagdown`.
pub(crate) fn path() -> std::io::Result<PathBuf> {
    PROGRAM.get().map_or_else(std::env::current_exe, |path| Ok(path.clone()))
}
