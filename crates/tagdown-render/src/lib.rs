//! Tagged documents for other renderers: one callout per block, or an HTML page.
//!
//! [`render`] writes a document in one of the [`DIALECTS`], which are plain data. `rendering` walks through a document,
//! `layout` adds the blank lines and indents that a renderer needs, `protect` keeps a renderer from misreading text,
//! and [`html`] writes pages.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::exit)]

mod change;
pub mod dialects;
mod fence;
mod folder_links;
#[cfg(feature = "html")]
pub mod html;
mod layout;
mod options;
mod protect;
mod rendering;
mod settings;

pub use dialects::{
    Addresses, Callout, Code, DIALECTS, DefaultCallout, Dialect, Escape, Fold, Frame, Html, Images, Layout,
    Mapping, Place, Places, ReadBack, Shape, Title, dialect, of_chapter,
};
pub use folder_links::{add_title_links, folder_links, is_index, lost_folders, title_anchor};
pub use options::{ManifestMode, Options, Rendered};
pub use protect::helpers::keep_helpers;
pub use rendering::render;
pub use settings::{KIND_KEYS, RENDER_KEYS, RenderSettings, kind_named, kind_names};
