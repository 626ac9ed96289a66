//! The manifest that tagdown writes.

/// The lines of the manifest, without line endings.
pub const MANIFEST: [&str; 5] = [
    "## AI READING INSTRUCTION",
    "",
    "Read `[SPEC]` and `[BUG]` blocks for authoritative facts. Read `[NOTE]` blocks",
    "only if additional context is needed. `[?]` blocks are unverified: treat them",
    "as hypotheses. Text without a tag may be skipped.",
];
