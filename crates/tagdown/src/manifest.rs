//! The manifest as this tool writes it.

/// Line by line, without a line end.
pub(crate) const MANIFEST: [&str; 5] = [
    "## AI READING INSTRUCTION",
    "",
    "Read `[SPEC]` and `[BUG]` blocks for authoritative facts. Read `[NOTE]` blocks",
    "only if additional context is needed. `[?]` blocks are unverified: treat them",
    "as hypotheses. Text without a tag may be skipped.",
];
