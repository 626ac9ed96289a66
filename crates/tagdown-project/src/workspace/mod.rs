//! The workspace of a tool that answers many questions: the documents below its roots, kept fresh between calls.
//!
//! The words of every document stay in memory in a compact form, texts only of documents that were used recently. At each
//! call, every file is checked by its size, times and number on the disk, and by its content where these could lie.
//! Nothing outside the roots, and nothing that the configuration or an ignore file leaves out, is ever read for a caller.

mod addresses;
mod desk;
mod listing;
mod pick;
mod recent;

pub use desk::Workspace;
pub use listing::Roots;
pub use pick::{Picked, pick};
