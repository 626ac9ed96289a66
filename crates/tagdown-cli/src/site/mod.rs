//! A folder of rendered pages: which source goes where, and how it gets there.

mod folder;
mod plan;

pub(crate) use folder::{Folder, Placed};
pub(crate) use plan::{Asset, INDEX, Page, Plan};
