//! A tagged document without a manifest: the section that tells a model what to read.
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
//! The heading may also be `AI manifest`, in any case.

use super::{Context, FixKind, Group, Rule};
use crate::finding::{Edit, Safety, Severity};
use crate::manifest::MANIFEST;
use crate::source::Span;

pub(super) const RULE: Rule = Rule {
    name: "missing-manifest",
    group: Group::Document,
    severity: Severity::Error,
    fix: FixKind::Sometimes,
    why: "without it a tagged document is only Markdown with bold labels",
    todo: "add the section `## AI READING INSTRUCTION` below the header",
    source: include_str!("missing_manifest.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    if cx.document.manifest.is_some() {
        return;
    }
    let edit = insertion(cx);
    // One that stands there in another form would then be there twice.
    let lower = cx.document.source.text().to_lowercase();
    let named = ["ai reading instruction", "ai manifest"].iter().any(|name| lower.contains(name));
    let safety = if named { Safety::Unsafe } else { Safety::Safe };
    let has_title = cx.document.header.title.is_some();
    let has_tags = cx.document.tagged_blocks().next().is_some();
    let span = cx.document.header.title.unwrap_or(Span::at(0));
    let finding = cx.report(span, "no manifest: no `AI READING INSTRUCTION` section");
    // It tells a model to skip what has no tag, which would be all of a document without any. Without a title
    // nobody knows where the header ends.
    if has_tags && has_title {
        finding.fix(safety, "add a manifest", vec![edit]);
    }
}

/// Above the first section. Without one, below the header, closed by a thematic break, so that no tag
/// falls into the manifest.
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
    let front =
        document.markdown.nodes.first().filter(|node| node.kind == crate::markdown::NodeKind::FrontMatter);
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
