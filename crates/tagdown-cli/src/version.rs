//! `tagdown --version --verbose`: what this tagdown is, for a bug report.

use std::env::consts::{ARCH, OS};

use tagdown::print::FORMATS;
use tagdown::tags::FORMAT_VERSION;
use tagdown::tokens::ENCODINGS;
use tagdown::{RULES, rules};

/// Whether the arguments ask for more than the number.
pub(crate) fn is_verbose() -> bool {
    std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == "--verbose")
}

/// The number, what it was built for, and what it knows.
pub(crate) fn details() -> String {
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let binary =
        std::env::current_exe().map_or_else(|_| "unknown".to_owned(), |path| path.display().to_string());
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
