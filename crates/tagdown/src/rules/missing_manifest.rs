//! A tagged document without a manifest, the section that tells a model what to read.
//!
//! ```md bad
//! # Upload service
//! **Version 1.2.0**
//!
//! ## Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//! ```
//!
//! ```md fixed
//! # Upload service
//! **Version 1.2.0**
//!
//! ## AI READING INSTRUCTION
//!
//! Read `[SPEC]` and `[BUG]` blocks for authoritative facts. Read `[NOTE]` blocks
//! only if additional context is needed. `[?]` blocks are unverified: treat them
//! as hypotheses. Text without a tag may be skipped.
//!
//! ## Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//! ```
//!
//! The heading can also be `AI manifest`. Its case does not matter.

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::MANIFEST;
use crate::markdown::NodeKind;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "missing-manifest",
    group: Group::Document,
    severity: Severity::Error,
    fix: FixKind::Sometimes,
    why: "without a manifest, a tagged document is only Markdown with bold labels",
    todo: "add the section `## AI READING INSTRUCTION` below the header",
    source: page_of!("missing_manifest.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    if cx.document.manifest.is_some() {
        return;
    }
    let edit = insertion(cx);
    // A manifest in another form would then appear twice.
    let safety = if names_manifest(cx.document.source.text()) { Safety::Unsafe } else { Safety::Safe };
    let has_title = cx.document.header.has_title();
    let has_tags = cx.document.blocks_of_format().next().is_some();
    let span = cx.document.header.title.unwrap_or(Span::at(0));
    let finding = cx.report(span, "no manifest: no `AI READING INSTRUCTION` section");
    // The manifest tells a model to skip untagged text, which is everything in a document without tags. Without
    // a title, nobody knows where the header ends.
    if has_tags && has_title {
        finding.fix(safety, "add a manifest", vec![edit]);
    }
}

/// Whether a text has the name of a manifest, in any case.
fn names_manifest(text: &str) -> bool {
    const NAMES: [&str; 2] = ["ai reading instruction", "ai manifest"];
    let bytes = text.as_bytes();
    let is_name = |at: usize| {
        let is_here = |name: &&str| {
            bytes.get(at..at + name.len()).is_some_and(|here| here.eq_ignore_ascii_case(name.as_bytes()))
        };
        NAMES.iter().any(is_here)
    };
    // The second letter is less frequent than the first.
    let seconds = memchr::memchr2_iter(b'i', b'I', bytes).filter(|at| bytes.get(at + 1) == Some(&b' '));
    seconds.filter_map(|at| at.checked_sub(1)).any(is_name)
}

/// Inserts the manifest above the first section. Without sections, inserts it below the header and ends it
/// with a thematic break, which keeps tags out of it.
fn insertion(cx: &Context<'_, '_>) -> Edit {
    let document = cx.document;
    let source = &document.source;
    let eol = cx.eol();
    let text = MANIFEST.join(eol);
    let gap = |at: usize| match source.line_of(at) {
        _ if at == source.line_start(0) => "",
        _ if at == source.text().len() && !source.text().ends_with(['\n', '\r']) => "\n\n",
        line if at < source.text().len() && source.is_blank(line.saturating_sub(1)) => "",
        _ => "\n",
    };
    let first = document.sections.iter().find(|section| section.level == 2);
    if let Some(section) = first {
        let at = source.this_line(section.heading.start);
        return Edit::insert(at, format!("{}{text}{eol}{eol}", gap(at).replace('\n', eol)));
    }
    let header = document.header.paragraph.or(document.header.title);
    let front = document.markdown.nodes.first().filter(|node| node.kind == NodeKind::FrontMatter);
    let above = header.or(front.map(|node| node.span));
    let at = above.map_or(source.line_start(0), |span| source.next_line(span.end.saturating_sub(1)));
    let rest = source.trim(Span::new(at, source.text().len()));
    let tail = if rest.is_empty() {
        String::new()
    } else {
        format!("{eol}---{eol}{}", if source.is_blank(source.line_of(at)) { "" } else { eol })
    };
    let is_top = at == source.line_start(0);
    let end_gap = if is_top { String::new() } else { gap(at).replace('\n', eol) };
    let lead = if !is_top && end_gap.is_empty() { eol.to_owned() } else { end_gap };
    Edit::insert(at, format!("{lead}{text}{eol}{tail}"))
}
