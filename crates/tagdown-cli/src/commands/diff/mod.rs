//! `tagdown diff`: which facts a change adds, changes, confirms or loses.

mod gather;
mod log;
mod run;
mod sides;

pub(crate) use run::run;
