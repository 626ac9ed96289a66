//! Writes tagged documents: converts untagged pages, reads callouts of other renderers and issue tracker exports, and
//! helps people write by hand. Every result passes a guard before anyone sees it.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::exit)]

pub mod author;
pub mod convert;
