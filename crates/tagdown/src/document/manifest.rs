//! The manifest that tagdown writes, and the headings that name a manifest.

use crate::markdown::{Markdown, NodeKind};
use crate::text::{Source, Span};

/// What the heading of a manifest starts with, in lower case. At most 31 letters.
pub(super) const HEADINGS: [&str; 2] = ["ai reading instruction", "ai manifest"];

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
    HEADINGS.iter().any(|name| {
        bare.strip_prefix(name).is_some_and(|rest| {
            let rest = rest.strip_prefix('s').unwrap_or(rest).trim_start();
            !rest.starts_with(char::is_alphanumeric) || rest.starts_with("for ")
        })
    })
}

/// From the heading of the manifest to the next section or thematic break.
pub(crate) fn find(source: &Source<'_>, markdown: &Markdown) -> Option<Span> {
    let mut nodes = markdown.top.iter().map(|&index| &markdown.nodes[index]);
    let is_manifest = |kind: NodeKind| match kind {
        NodeKind::Heading { level: 2, text, .. } => names_manifest(&markdown.heading_texts[text]),
        _ => false,
    };
    let start = nodes.find(|node| is_manifest(node.kind))?.span.start;
    let ends = |kind: NodeKind| matches!(kind, NodeKind::Rule | NodeKind::Heading { level: 1 | 2, .. });
    let end = nodes.find(|node| ends(node.kind)).map_or(source.text().len(), |node| node.span.start);
    Some(Span::new(start, end))
}
