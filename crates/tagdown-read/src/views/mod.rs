//! The views: one file per output form of a reading. [`VIEWS`] lists them. To add a view, add one file and one line in
//! each of the two lists below.

mod contents;
mod guard;
mod json;
mod jsonl;
mod markdown;
pub(crate) mod outline;

pub use contents::contents;
pub(crate) use markdown::location;

use crate::asking::Asking;
use crate::request::{Overflow, Remarks, Request, View};
use crate::tokens::Encoding;

/// All views, the default first.
pub const VIEWS: &[&View] = &[&markdown::VIEW, &json::VIEW, &jsonl::VIEW, &outline::VIEW];

/// The view with this name.
pub fn find(name: &str) -> Option<&'static View> {
    VIEWS.iter().find(|view| view.name == name).copied()
}

impl Default for Request {
    fn default() -> Self {
        Self {
            view: VIEWS[0],
            encoding: Encoding::default(),
            budget: None,
            reserved: 0,
            margin: 1000,
            cursor: None,
            on_overflow: Overflow::default(),
            spans: false,
            several: false,
            ranked: false,
            remarks: Remarks::default(),
            command: String::new(),
            asking: Asking::default(),
        }
    }
}
