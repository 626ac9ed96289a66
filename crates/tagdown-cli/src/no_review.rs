//! Stands in for the review screen in a build without it.

use tagdown::print::Style;
use tagdown_project::files::Found;

use crate::args::ConvertArgs;
use crate::llm::Llm;
use crate::terminal::{Exit, Problem};

pub(crate) fn run(_: &ConvertArgs, _: Style, _: &Found, _: Option<&Llm>) -> Result<Option<Exit>, Problem> {
    Err("this build has no review screen; install tagdown with its default features".to_owned().into())
}
