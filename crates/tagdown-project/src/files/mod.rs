//! Documents on disk: turns a list of paths into a list of targets with their configuration, and reads their text.

mod address;
mod find;
pub(crate) mod ignored;
mod input;
mod list;
mod problem;
mod read;
mod rows;
mod target;
mod walk;

pub use address::{Wanted, is_named_whole, split};
pub use find::{Assets, MAX_FILE_SIZE, assets, find, is_document};
pub use input::Input;
pub use list::paths;
pub use problem::Problem;
pub use read::{Text, holds_nul, not_markdown, read};
pub use rows::Rows;
pub use target::{Found, Target};
pub(crate) use walk::root;
