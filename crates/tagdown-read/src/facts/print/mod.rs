//! The formats of a comparison, one file each.

mod formats;
mod html;
mod json;
mod markdown;
mod text;

pub use formats::{FORMATS, Format, find};
