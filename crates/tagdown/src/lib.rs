//! The core library of tagdown: pure functions that never fail and do no I/O.
//!
//! A text becomes a [`Source`] with spans and lines. The Markdown layer finds its blocks, and [`parse()`] builds
//! a [`Document`]: header, manifest, sections, tags and tagged blocks. [`check`] runs the [`RULES`] on a
//! document and returns findings with edits. [`fix`] applies edits until nothing is left to fix.
//! [`mod@print`] formats findings in one of the [`print::FORMATS`].
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

pub mod document;
pub mod judgement;
pub mod markdown;
pub mod print;
pub mod prose;
pub mod rules;
pub mod text;

pub use document::{Block, Document, Header, Kind, TAGS, TagLine, may_be_tagged, parse};
pub use rules::{Finding, RULES, Rule, Safety, Settings, Severity, check, fix};
pub use text::{Position, Source, Span};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
