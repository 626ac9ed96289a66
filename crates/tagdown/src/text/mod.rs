//! Text below the level of Markdown: byte spans, lines, columns and UTF-16 positions, slugs, word stems, similar names,
//! changes, plurals, entities, paths in links, and text that is safe to print on a terminal. Only this folder converts between
//! bytes, lines and columns. It does not parse Markdown or tags.

mod bits;
#[cfg(feature = "changes")]
mod changes;
mod escape;
mod find;
mod invisible;
mod nearest;
mod one_line;
mod plain;
mod plural;
mod reveal;
mod runs;
pub mod slug;
mod source;
mod stem;
mod terminal;
mod url;

pub(crate) use bits::{Bits, bits_of, is_one_of};
#[cfg(feature = "changes")]
pub use changes::changes;
pub use escape::markup_entity;
pub(crate) use find::{find_pair, lower_case};
pub(crate) use invisible::{
    invisible_runs, is_blank_sign, is_invisible, is_right_to_left, is_selector, is_tag, is_turn,
    is_unseen_sign, spelt_by_tags,
};
pub use nearest::{OFFERED, edit_distance, fold, nearest, nearest_name, unnumbered};
pub use one_line::one_line;
pub(crate) use plain::Plain;
pub use plural::plural;
pub use reveal::{hidden, is_hidden, reveal, reveal_line, reveal_path, unescape, without_hidden};
pub(crate) use runs::runs;
pub use slug::{Slugs, content_hash, is_added_mark, slug};
pub use source::{BLANKS, Position, Source, Span, Units};
pub use stem::stem;
pub use terminal::{drives_terminal, is_command, tame, tame_json, tame_lines, tame_log, tame_path};
pub use url::{is_relative_link, join_path, percent_decoded};
