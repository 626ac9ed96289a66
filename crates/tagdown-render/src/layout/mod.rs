//! Layout: the blank lines, hard breaks and indents that a renderer needs, and where definitions, footnotes and tags
//! go. Each file adds its own changes. This folder does not escape text (`protect`) and does not write callouts
//! (`rendering`).

pub(crate) mod blank_lines;
pub(crate) mod bug_fields;
pub(crate) mod definitions;
pub(crate) mod footnotes;
pub(crate) mod indent;
pub(crate) mod tables;
pub(crate) mod tag_spacing;

pub(crate) use bug_fields::is_item;
