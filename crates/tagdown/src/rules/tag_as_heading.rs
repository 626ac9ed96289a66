//! A tag written as a heading.
//!
//! ```md bad
//! ### [BUG] Upload stops at 2 GB
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! ```md fixed
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! ```
//!
//! The title of a SPEC, NOTE or `?` remains a heading, and so does the title of an H2.
//!
//! ```md bad
//! ### [SPEC] Limits
//! - Body: 4 KB
//! ```
//!
//! ```md fixed
//! ### Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//! ```
//!
//! The same applies to a tag at the end of a heading.
//!
//! ```md bad
//! ### Retries **[?]**
//! Five, as the log suggests.
//! ```
//!
//! ```md fixed
//! ### Retries
//!
//! **[?]**
//! Five, as the log suggests.
//! ```
//!
//! A heading that describes a tag is fine.
//!
//! ```md good
//! ## [SPEC] — authoritative facts
//! The ground truth of a document.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, bracketed, page_of};
use crate::document::{Block, Kind, Place, TagLine, first_node, keeps_heading, names_tag};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "tag-as-heading",
    group: Group::Tags,
    severity: Severity::Error,
    fix: FixKind::Unsafe,
    why: "a tag is bold text; as a heading, it opens a section instead of a block",
    todo: "write the tag in bold on its own line below the heading",
    source: page_of!("tag_as_heading.rs"),
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.tagged_blocks() {
        if let Place::HeadingEnd(_) = tag.place {
            at_the_end(cx, block, tag);
            continue;
        }
        let Place::Heading(level) = tag.place else { continue };
        let tag_line = format!("**[{}]**", bracketed(cx.document, tag, block.kind));
        let has_number = {
            let words = cx.text(tag.span).trim_start_matches(['#', ' ']);
            words.starts_with(|c: char| c.is_ascii_digit())
        };
        let title = tag.title.map(|title| cx.text(title)).or_else(|| behind(cx.text(tag.span)));
        let text = match title {
            // Without its heading, the text would be in the section above.
            Some(title) if level < 3 && block.kind == Kind::Bug => {
                let eol = cx.eol();
                let tag_line = format!("{} {title}**", tag_line.trim_end_matches('*'));
                format!("{} {title}{eol}{eol}{tag_line}", "#".repeat(usize::from(level)))
            }
            Some(title) if keeps_heading(tag) || tag.title.is_none() && block.kind != Kind::Bug => {
                let eol = cx.eol();
                format!("{} {title}{eol}{eol}{tag_line}", "#".repeat(usize::from(level)))
            }
            Some(title) => format!("{} {title}**", tag_line.trim_end_matches('*')),
            None => tag_line,
        };
        let finding = cx.report(tag.span, format!("tag written as a heading: `{}`", cx.quote(tag.span)));
        // Only a person knows whether the number of a heading is needed, which of two tags is meant, and what a section
        // without words is called.
        let is_clear = title.map_or(level > 2, |title| !names_tag(title));
        if !has_number && is_clear {
            finding.fix(Safety::Unsafe, "write the tag in bold", vec![Edit::replace(tag.span, text)]);
        }
    }
}

/// Reports a tag at the end of a heading. The tag moves below the heading, which keeps its words.
fn at_the_end(cx: &mut Context<'_, '_>, block: &Block, tag: &TagLine) {
    let source = &cx.document.source;
    let line = source.line(source.line_of(tag.span.start));
    let heading = cx.document.sections[block.section].heading;
    let before = source.trim(Span::new(line.start, tag.span.start));
    let below = source.next_line(heading.end.saturating_sub(1));
    let eol = cx.eol();
    let is_parted = source.is_blank(source.line_of(below).min(source.line_count() - 1));
    // The content follows the tag directly.
    let rest = if is_parted && below < block.content.start {
        Span::new(below, block.content.start)
    } else {
        Span::at(below)
    };
    let name = bracketed(cx.document, tag, block.kind);
    let tag_line = match tag.title.filter(|_| block.kind == Kind::Bug) {
        Some(title) => format!("**[{name}] {}**", cx.text(title)),
        None => format!("**[{name}]**"),
    };
    let written = format!("{eol}{tag_line}{eol}{}", cx.gap_below_tag(first_node(cx.document, block)));
    let is_last = below >= source.text().len() && !source.text().ends_with('\n');
    let lead = if is_last { eol } else { "" };
    let mut edits = vec![Edit::delete(Span::new(before.end, tag.span.end))];
    // Where another tag follows at once, that one says what the text is.
    if cx.document.markdown.has_content(source, block.content) {
        edits.push(Edit::replace(rest, format!("{lead}{written}")));
    }
    cx.report(tag.span, format!("tag at the end of a heading: `{}`", cx.quote(line))).fix(
        Safety::Unsafe,
        "move the tag below the heading",
        edits,
    );
}

/// The words of a heading after its tag.
fn behind(heading: &str) -> Option<&str> {
    let (_, rest) = heading.split_once(']')?;
    let rest = rest.trim_start_matches(['*', '_', ':', ' ', '–', '—', '-']).trim_end();
    (!rest.is_empty()).then_some(rest)
}
