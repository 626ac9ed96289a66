//! How `broken-link` decides: what a target is, whether a file can be missing, which references are undefined, whether
//! a cited block still says the same, and what the author may have meant. What cannot be known is never broken.

mod citation;
mod files;
mod meant;
mod references;
mod target;

pub(crate) use citation::{Citation, Stale};
pub(crate) use files::{Files, Lookup, is_page};
pub(crate) use meant::Meant;
pub(crate) use references::undefined;
pub(crate) use target::Target;
