//! `tagdown lsp`: serves an editor.

use crate::args::LspArgs;
use crate::terminal::{Exit, Problem};

#[cfg(not(feature = "lsp"))]
pub(crate) fn run(args: &LspArgs) -> Result<Exit, Problem> {
    let _ = args.stdio;
    Err("this build has no language server; install tagdown with its default features".to_owned().into())
}

#[cfg(feature = "lsp")]
pub(crate) fn run(args: &LspArgs) -> Result<Exit, Problem> {
    let _ = args.stdio;
    tagdown_lsp::serve()?;
    Ok(Exit::Clean)
}
