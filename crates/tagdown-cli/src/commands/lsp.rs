//! `tagdown lsp`: serves an editor.

use crate::args::{Global, LspArgs};
use crate::terminal::{Exit, Problem};

#[cfg(not(feature = "lsp"))]
pub(crate) fn run(args: &LspArgs, _: &Global) -> Result<Exit, Problem> {
    let _ = args.stdio;
    Err("this build has no language server; install tagdown with its default features".to_owned().into())
}

#[cfg(feature = "lsp")]
pub(crate) fn run(args: &LspArgs, global: &Global) -> Result<Exit, Problem> {
    let _ = args.stdio;
    // A configuration that is not valid is better reported now than in every document.
    global.configs()?;
    tagdown_lsp::serve(&tagdown_lsp::Options { config: global.config.clone(), no_config: global.no_config })?;
    Ok(Exit::Clean)
}
