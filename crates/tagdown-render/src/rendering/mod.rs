//! Rendering: turns a document into the text of a dialect, with one callout per tagged block. This folder collects the
//! changes from `layout` and `protect`, and writes titles, callouts and alerts. It does not describe renderers: the
//! differences between them are data in `dialects`.

mod alerts;
mod callout;
mod page_title;
mod render;
mod title;
mod toml;
mod without_tags;

pub use render::render;
