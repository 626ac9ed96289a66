//! The base of every tool: finding and reading documents, `tagdown.toml`, git, safe writing, baselines, decisions
//! and the records that undo a conversion.
//! All file input and output happens here; the other crates decide what a document means.

pub mod baseline;
pub mod claims;
pub mod clock;
pub mod config;
pub mod decisions;
pub mod files;
pub mod git;
pub mod lookup;
pub mod opening;
pub mod paths;
pub mod schema;
pub mod shell;
pub mod site;
pub mod sources;
pub mod surroundings;
pub mod undo;
pub mod watch;
pub mod workspace;
pub mod writing;
