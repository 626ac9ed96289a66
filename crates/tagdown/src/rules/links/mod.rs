//! How `broken-link` decides: what a target is, whether a file can be missing, which references are undefined, and what
//! the author may have meant. What cannot be known is never broken.

mod files;
mod meant;
mod references;
mod target;

pub(crate) use files::{Files, Lookup, is_page};
pub(crate) use meant::Meant;
pub(crate) use references::undefined;
pub(crate) use target::Target;
