//! Self-contained HTML pages, and the list of the pages of a site. This folder decides what may reach a page, and
//! sanitizes it. It does not read or write files.

mod article;
#[cfg(feature = "highlight")]
mod code_lengths;
#[cfg(feature = "highlight")]
mod coloured_text;
mod colours;
mod escape;
mod footnotes;
#[cfg(feature = "highlight")]
mod highlight;
#[cfg(not(feature = "highlight"))]
#[path = "no_highlight.rs"]
mod highlight;
#[cfg(all(test, feature = "highlight"))]
mod highlight_tests;
#[cfg(feature = "highlight")]
mod languages;
mod links;
mod page;
mod page_info;
mod page_list;
mod raw_html;
mod sanitize;
mod simple_html;
mod template;
#[cfg(test)]
mod tests;
mod toolbar;

pub use page::{entry, index, page};
pub use page_info::{Entry, Page};
