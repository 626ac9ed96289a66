//! The heart of tagdown: pure, total, no input or output.
//!
//! Text becomes a [`Source`] with spans and lines, the Markdown layer finds its blocks, and [`parse`] makes
//! a [`Document`] of it: header, manifest, sections, tags and tagged blocks. [`check`] runs the [`RULES`]
//! over a document and returns findings with edits; [`fix`] applies edits until nothing is left to mend;
//! [`mod@print`] writes findings in the [`print::FORMATS`].
//!
//! ```
//! let text = "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n## Limits\n\n\
//!             **[SPEC]** The body holds 4 KB.\n";
//! let document = tagdown::parse(text);
//! let findings = tagdown::check(&document, &tagdown::Settings::default());
//! assert_eq!(findings[0].rule, "inline-content");
//! assert_eq!(document.address(findings[0].span.start), "limits/spec-1");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::exit)]

mod source;

mod front_matter;
mod markdown;

mod fields;
mod header;
mod manifest;
mod slug;
mod tag_lex;
mod tag_line;
pub mod tags;
mod traps;

mod assemble;
mod document;
mod suppress;

pub mod dialects;

mod cue;
mod facts;
mod language;
mod lexicon;
mod prose;
mod sentence;
pub mod tokens;
mod units;

mod allow;
pub mod author;
pub mod baseline;
pub mod config;
pub mod convert;
mod finding;
mod fix;
pub mod render_config;
pub mod rules;
mod settings;
mod show;
mod values;

pub mod print;
pub mod schema;
pub mod views;

pub use allow::{Allowed, allow, reason_problem};
pub use config::Config;
pub use cue::Cue;
pub use document::{Block, Document, Manifest, Part, PartKind, Section, may_be_tagged, parse};
pub use fields::{Field, Form, UnknownField};
pub use finding::{Edit, Finding, Fix, Related, Safety, Severity, apply};
pub use fix::{Fixed, fix};
pub use header::{Header, Version, VersionForm, is_semver};
pub use language::Language;
pub use markdown::{InlineKind, Markdown, Node, NodeKind};
pub use rules::{RULES, Rule, check};
pub use settings::{Active, Settings};
pub use source::{Position, Source, Span};
pub use suppress::Suppression;
pub use tag_line::{Name, Place, Slips, TagLine, Wrap};
pub use tags::{Kind, TAGS};
pub use traps::Trap;
