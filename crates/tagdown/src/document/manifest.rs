//! The manifest that tagdown writes, and the headings that name a manifest.

/// The lines of the manifest, without line endings.
pub const MANIFEST: [&str; 5] = [
    "## AI READING INSTRUCTION",
    "",
    "Read `[SPEC]` and `[BUG]` blocks for authoritative facts. Read `[NOTE]` blocks",
    "only if additional context is needed. `[?]` blocks are unverified: treat them",
    "as hypotheses. Text without a tag may be skipped.",
];

/// Whether a heading names the manifest, regardless of its case, number or decoration.
pub(crate) fn names_manifest(title: &str) -> bool {
    let title = title.to_lowercase().replace(['-', '_'], " ");
    let roman = title.trim_start_matches(['i', 'v', 'x']);
    let numbered = if roman.len() < title.len() && roman.starts_with(['.', ')']) { roman } else { &title };
    let bare = numbered.trim_start_matches(|c: char| !c.is_alphabetic());
    ["ai reading instruction", "ai manifest"].iter().any(|name| {
        bare.strip_prefix(name).is_some_and(|rest| {
            let rest = rest.strip_prefix('s').unwrap_or(rest).trim_start();
            !rest.starts_with(char::is_alphanumeric) || rest.starts_with("for ")
        })
    })
}
