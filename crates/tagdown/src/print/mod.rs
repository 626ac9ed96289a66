//! Output formats for findings, one file per format. Each writes a head, one part per document and a tail, so a run
//! over many files needs no more memory than its largest file. Formats return strings; they do not print or write
//! files.

mod agent;
mod checkstyle;
mod closing;
mod concise;
#[cfg(feature = "excerpts")]
mod diff;
#[cfg(feature = "excerpts")]
mod excerpt;
mod fingerprint;
mod format;
mod github;
mod gitlab;
mod json;
mod jsonl;
mod junit;
#[cfg(feature = "excerpts")]
mod line_matches;
mod markdown;
#[cfg(feature = "excerpts")]
mod patch;
mod rdjson;
mod report;
mod sarif;
mod statistics;
mod style;
mod summary;
#[cfg(feature = "excerpts")]
mod text;
mod xml;

#[cfg(feature = "excerpts")]
pub use diff::{unified, unified_around};
pub use format::Format;
pub use report::{FileReport, Status};
pub use style::{Style, wrap};
pub use summary::{Summary, Tally};

/// All formats, the default first.
pub const FORMATS: &[&Format] = &[
    #[cfg(feature = "excerpts")]
    &text::FORMAT,
    &concise::FORMAT,
    &agent::FORMAT,
    &json::FORMAT,
    &jsonl::FORMAT,
    &sarif::FORMAT,
    &github::FORMAT,
    &gitlab::FORMAT,
    &junit::FORMAT,
    &checkstyle::FORMAT,
    &rdjson::FORMAT,
    &markdown::FORMAT,
    &statistics::FORMAT,
];

/// The format with this name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name).copied()
}
