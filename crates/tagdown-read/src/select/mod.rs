//! Selection: which blocks of a document are read, by kind, section, address and affected version. Requested names that
//! do not exist are reported with the nearest existing ones. This folder does not rank blocks, and ignores budgets.

mod affects;
pub(crate) mod selection;
mod versions;

pub use selection::{ALL, AUTHORITATIVE, Selection, kind_named};
pub use versions::Versions;
