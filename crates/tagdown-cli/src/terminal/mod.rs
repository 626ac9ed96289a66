//! The terminal: where output goes and how it looks, questions to a person, exit statuses, the clock.

pub(crate) mod ask;
pub(crate) mod clock;
mod exit;
pub(crate) mod output;
pub(crate) mod shell;
pub(crate) mod version;

pub(crate) use exit::{Exit, Problem};
