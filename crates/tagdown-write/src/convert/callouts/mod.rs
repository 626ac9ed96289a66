//! Converts callouts of another renderer to tagged blocks. Only top-level callouts that can be read with certainty are
//! converted; the others stay unchanged and are reported with their lines.

mod callout;
mod convert;
mod find;
mod guard;
mod inside_html;
mod kind;
mod myst_options;
mod names;
mod next_tag;
mod opener;
mod origin;
mod shortcodes;
mod undo_alerts;
mod undo_elements;
mod undo_escapes;
mod undo_footnotes;
mod undo_links;
mod undo_render;
mod unwrap;
mod write;

pub use crate::convert::outcome::{Callouts, LeftCallout, ReadCallout};
pub use convert::read_callouts;
pub use names::{Kinds, VALUES, readable};
pub use origin::Origin;
pub(crate) use unwrap::{Opened, unwrap};
