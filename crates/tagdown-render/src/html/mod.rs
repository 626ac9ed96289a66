//! Self-contained HTML pages, and the list of the pages of a site. This folder decides what may reach a page, and
//! sanitizes it. It does not read or write files.

mod article;
mod colours;
mod escape;
mod footnotes;
#[cfg(feature = "highlight")]
mod highlight;
#[cfg(not(feature = "highlight"))]
#[path = "no_highlight.rs"]
mod highlight;
mod links;
mod page;
mod page_info;
mod page_list;
mod raw_html;
mod sanitize;
mod template;
#[cfg(test)]
mod tests;
mod toolbar;

pub use page::{entry, index, page};
pub use page_info::{Entry, Page};
