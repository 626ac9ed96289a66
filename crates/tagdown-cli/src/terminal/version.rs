//! `tagdown --version`: the details of this build, for a bug report. `-V` prints only the version.

use std::env::consts::{ARCH, OS};

use tagdown::document::FORMAT_VERSION;
use tagdown::print::FORMATS;
use tagdown::rules::{self, RULES};
use tagdown_read::ENCODINGS;

use super::program;

/// The version, the build target, and what this build supports.
pub(crate) fn details() -> String {
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let binary = program::path().map_or_else(|_| "unknown".to_owned(), |path| path.display().to_string());
    let list = |names: Vec<&str>| names.join(", ");
    [
        format!("tagdown {}", env!("CARGO_PKG_VERSION")),
        format!("format: HADS {FORMAT_VERSION}"),
        format!("built for: {OS} {ARCH}, {profile}"),
        format!("binary: {binary}"),
        format!("rules: {}", RULES.len()),
        format!("output: {}", list(FORMATS.iter().map(|format| format.name).collect())),
        format!("token counts: {}", list(ENCODINGS.iter().map(|row| row.name).collect())),
        format!("source: {}\n", rules::REPOSITORY),
    ]
    .join("\n")
}
