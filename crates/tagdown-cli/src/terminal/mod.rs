//! The terminal: where output goes and how it looks, questions to a person, exit statuses.

pub(crate) mod ask;
mod exit;
pub(crate) mod output;
pub(crate) mod program;
pub(crate) mod version;

pub(crate) use exit::{Exit, Problem};
pub(crate) use tagdown_project::shell;
