//! The formats of a comparison, one file each.

mod formats;
mod hanging;
mod html;
mod json;
mod log;
mod markdown;
mod text;

pub use formats::{FORMATS, Format, find};
pub use log::{Logged, log_json, log_text};
