//! Safe writing: a file is replaced completely or not at all, only if it still has the content that was read, and never
//! through a link that points outside the folder.

mod links;
mod new_file;
mod replace;

pub(crate) use links::real_path;
pub use new_file::NewFile;
pub(crate) use replace::new_file;
pub use replace::{create, replace};
