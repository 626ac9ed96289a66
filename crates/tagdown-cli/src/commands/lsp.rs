//! `tagdown lsp`: serves an editor.

use crate::args::{Global, LspArgs};
use crate::terminal::{Exit, Problem};

pub(crate) fn run(args: &LspArgs, global: &Global) -> Result<Exit, Problem> {
    let _ = args.stdio;
    // A configuration that is not valid is better reported now than in every document.
    global.configs()?;
    tagdown_lsp::serve(&tagdown_lsp::Options { config: global.config.clone(), no_config: global.no_config })?;
    Ok(Exit::Clean)
}
