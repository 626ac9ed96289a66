//! Conversion by sentence: facts become the SPEC of their section, everything else its NOTE. `parts` cuts a page and
//! judges what it cuts, `layout` arranges the parts, and `proof` compares the result with the source.

mod convert;
mod judged;
mod layout;
mod marks;
mod parts;
mod proof;

pub(crate) use convert::{Written, convert};
pub(crate) use judged::{Judged, lift};
pub(crate) use marks::has_hard_break;
pub(crate) use parts::{Part, Shape};
