//! The export formats of trackers, one file each, and the choice between them.

mod adf;
mod bugzilla;
mod entries;
mod format;
mod github;
mod gitlab;
mod jira;
mod linear;
mod mail;
mod people;
mod read;
mod registry;
mod table;
mod values;

pub(crate) use mail::threads;
pub(crate) use read::{Export, read, read_mails};
