//! Findings that a project has accepted: how a known finding is recognised, and the file that stores them.

mod known_findings;
mod store;

pub use known_findings::{Baseline, Known, record, write};
pub use store::Store;
