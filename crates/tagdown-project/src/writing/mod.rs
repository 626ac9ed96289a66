//! Safe writing, and the only place that changes the disk: a file is replaced completely or not at all, only if it still
//! has the content that was read, and never through a link that leads out of the project.

mod append;
mod attributes;
mod folder;
mod leftovers;
mod new_file;
mod replace;
mod staged;

pub use append::append;
pub use folder::make_folder;
pub(crate) use folder::{make_one_folder, put, remove};
pub use new_file::NewFile;
pub(crate) use replace::may_create;
pub use replace::{create, create_below, replace, replace_below};
