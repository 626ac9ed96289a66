//! Protection: rewrites what a renderer would misread in running text, HTML, code, headings, addresses and lines of
//! colons. Each file adds its own changes. This folder does not set blank lines (`layout`) and does not write callouts
//! (`rendering`).

mod addresses;
mod around_headings;
mod cells;
mod closed;
pub(crate) mod code;
pub(crate) mod colons;
pub(crate) mod crossing;
pub(crate) mod divider;
pub(crate) mod element_links;
mod end_tags;
pub(crate) mod headings;
pub(crate) mod helpers;
mod html_blocks;
mod html_links;
pub(crate) mod html_tags;
mod images;
mod jsx;
mod own_lines;
pub(crate) mod pairs;
mod paths;
mod plain_images;
mod preformatted;
pub(crate) mod raw_html;
pub(crate) mod running_text;
