//! A folder of rendered pages: the place of each source in it, and how files are written there.

mod folder;
mod plan;

pub use folder::{Folder, Placed};
pub use plan::{Asset, Page, Plan, Request, index_name};
