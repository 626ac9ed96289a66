//! The Markdown layer: a text as a flat list of nodes with byte spans, front matter, references, and pieces of a
//! document as HTML. Only this folder uses the Markdown parser. It does not find tags; `document` does.

mod bare_addresses;
mod elements;
mod front_matter;
#[cfg(feature = "html")]
mod hidden_signs;
#[cfg(feature = "html")]
pub mod html;
mod html_links;
mod html_tags;
mod link;
mod list_marker;
mod module_code;
mod options;
mod raw;
mod references;
mod same;
mod trap;
mod tree;

pub use bare_addresses::{BareAddress, bare_addresses};
pub use elements::is_void_element;
#[cfg(feature = "html")]
pub use html::{Definitions, Hooks, Piece, Start};
pub use html_links::html_links;
pub(crate) use html_links::html_spans;
pub(crate) use html_tags::html_tags;
pub use link::Link;
pub use list_marker::strip_list_marker;
pub use module_code::is_module_code;
pub(crate) use raw::emphasis_spans;
pub use raw::{closes_fence, plain_text};
pub use references::{Labels, fold_label};
pub use same::{Events, flat_parts, is_put_in, is_same_text, is_same_tree};
pub use trap::Trap;
pub use tree::{InlineKind, Markdown, Node, NodeKind};
