//! Links between documents: where each leads, where in the text its target is written, and what it finds there.

use std::path::{Path, PathBuf};

use tagdown::document::Document;
use tagdown::markdown::{Link, html_links};
use tagdown::text::{Span, percent_decoded};
use tagdown_project::paths::normal;

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Goal {
    /// The file.
    pub(crate) path: PathBuf,
    /// The anchor or the address of a block, in lower case; empty for the whole document.
    pub(crate) anchor: String,
}

impl Goal {
    /// Whether it is the address of a block, and not that of a heading.
    pub(crate) fn is_block(&self) -> bool {
        let number = self.anchor.rsplit_once('/').map(|(_, id)| id.rsplit('-').next().unwrap_or_default());
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    }
}

/// The target of a link as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// The path; empty for the document itself.
    pub(crate) path: Span,
    /// The anchor, without its sign.
    pub(crate) anchor: Option<Span>,
}

/// All links of a document with a relative target, in no particular order.
pub(crate) fn all(document: &Document<'_>) -> Vec<Link> {
    let mut links = document.markdown.links.clone();
    links.extend(html_links(&document.source, &document.markdown));
    links
}

/// The link at an offset; the innermost if an image is inside a link.
pub(crate) fn at(document: &Document<'_>, offset: usize) -> Option<Link> {
    let is_here = |link: &Link| link.span.start <= offset && offset <= link.span.end;
    all(document).into_iter().filter(is_here).min_by_key(|link| link.span.len())
}

/// Where a target leads from a document.
pub(crate) fn goal_from(document: &Path, target: &str) -> Option<Goal> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = percent_decoded(path.split('?').next().unwrap_or_default())?;
    // An address from the root of a site says nothing about files.
    if path.starts_with('/') || path.contains('\0') {
        return None;
    }
    let path = if path.is_empty() { document.to_owned() } else { normal(&document.parent()?.join(path)) };
    Some(Goal { path, anchor: percent_decoded(anchor)?.to_lowercase() })
}

/// What a goal is in a document: a block with its tag, a heading, or the start of the text.
pub(crate) fn find(document: &Document<'_>, goal: &Goal) -> Option<Span> {
    if goal.anchor.is_empty() {
        return Some(Span::at(0));
    }
    let is_block = |anchor: &str| goal.is_block() && anchor.to_lowercase() == goal.anchor;
    if let Some(block) = document.blocks.iter().find(|block| is_block(&document.block_address(block))) {
        return Some(document.tag_of(block).map_or(block.span, |tag| tag.span));
    }
    let is_it = |slug: &str| slug.to_lowercase() == goal.anchor;
    document.sections.iter().find(|section| section.level > 0 && is_it(&section.slug)).map(|one| one.heading)
}

/// Where the target of a link is written. `None` if it is written with escapes, which nobody can rewrite safely.
pub(crate) fn written(document: &Document<'_>, link: &Link) -> Option<Written> {
    let markdown = &document.markdown;
    let definition = markdown.references.binary_search_by_key(&link.span.start, |(at, _)| *at).ok();
    let text = document.text(link.span);
    let span = if text.starts_with('<') {
        in_html(text).map(|span| Span::new(link.span.start + span.start, link.span.start + span.end))
    } else if let Some(index) = definition {
        let definition = markdown.references[index].1;
        let text = document.text(definition);
        let start = text.find("]:")? + 2;
        Some(destination(document, Span::new(definition.start + start, definition.end)))
    } else {
        let at = markdown.targets.partition_point(|target| target.end < link.span.end);
        let target = markdown.targets.get(at).filter(|target| target.end == link.span.end)?;
        let start = document.text(*target).find('(')? + 1;
        Some(destination(document, Span::new(target.start + start, target.end - 1)))
    }?;
    let raw = document.text(span);
    if raw != &*link.target {
        return None;
    }
    let (path, anchor) = match raw.find('#') {
        Some(at) => (Span::new(span.start, span.start + at), Some(Span::new(span.start + at + 1, span.end))),
        None => (span, None),
    };
    let end = document.text(path).find('?').map_or(path.end, |at| path.start + at);
    Some(Written { path: Span::new(path.start, end), anchor })
}

/// The destination at the start of a stretch: up to white space, or between angle brackets.
fn destination(document: &Document<'_>, stretch: Span) -> Span {
    let text = document.text(stretch);
    let start = text.len() - text.trim_start().len();
    let rest = &text[start..];
    let (start, length) = match rest.strip_prefix('<') {
        Some(inner) => (start + 1, inner.find('>').unwrap_or(inner.len())),
        None => (start, rest.find(char::is_whitespace).unwrap_or(rest.len())),
    };
    Span::new(stretch.start + start, stretch.start + start + length)
}

/// The value of `href` or `src` in a tag of HTML.
fn in_html(tag: &str) -> Option<Span> {
    let lower = tag.to_ascii_lowercase();
    let name = ["href", "src"].iter().filter_map(|name| Some((lower.find(name)?, name.len()))).min()?;
    let after = name.0 + name.1;
    let equals = after + tag[after..].find('=')? + 1;
    let value = equals + (tag[equals..].len() - tag[equals..].trim_start().len());
    let quote = tag[value..].chars().next().filter(|c| matches!(c, '"' | '\''));
    let start = value + quote.map_or(0, char::len_utf8);
    let ends = |c: char| quote.map_or(c.is_whitespace() || c == '>', |quote| c == quote);
    let end = start + tag[start..].find(ends)?;
    Some(Span::new(start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagdown::document::parse;

    #[test]
    fn the_target_of_every_link_is_found_where_it_is_written() {
        for (text, path, anchor) in [
            ("[a](b.md#c)", "b.md", Some("c")),
            ("[a [x] b](b.md)", "b.md", None),
            ("[a](<b c.md#d> \"title\")", "b c.md", Some("d")),
            ("[a](#c 'x')", "", Some("c")),
            ("![a](b.png)", "b.png", None),
            ("[a][b]\n\n[b]: c.md#d \"t\"", "c.md", Some("d")),
            ("[a]\n\n[a]: <c d.md>", "c d.md", None),
            ("x <a class=y href=\"b.md#c\">d</a>", "b.md", Some("c")),
            ("[a](b(c).md?x=1#d)", "b(c).md", Some("d")),
        ] {
            let document = parse(text);
            let link = all(&document).remove(0);
            let found = written(&document, &link).unwrap_or_else(|| panic!("{text}"));
            let anchored = found.anchor.map(|span| document.text(span));
            assert_eq!((document.text(found.path), anchored), (path, anchor), "{text}");
        }
        for text in ["[a](b\\_c.md)", "[a](b&amp;c.md)"] {
            let document = parse(text);
            assert_eq!(written(&document, &all(&document)[0]), None, "{text}");
        }
    }

    #[test]
    fn a_target_leads_to_a_file_and_a_place() {
        let from = Path::new("/docs/a/b.md");
        for (target, path, anchor) in [
            ("c.md#D", Some("/docs/a/c.md"), "d"),
            ("../c%20d.md", Some("/docs/c d.md"), ""),
            ("#x/spec-1", Some("/docs/a/b.md"), "x/spec-1"),
            ("c.md?plain=1#y", Some("/docs/a/c.md"), "y"),
            ("/c.md", None, ""),
            ("%ff.md", None, ""),
        ] {
            let goal = goal_from(from, target);
            assert_eq!(goal.as_ref().map(|goal| goal.path.as_path()), path.map(Path::new), "{target}");
            assert_eq!(goal.map(|goal| goal.anchor).unwrap_or_default(), anchor);
        }
        assert!(goal_from(from, "#x/spec-1").is_some_and(|goal| goal.is_block()));
        assert!(!goal_from(from, "#x-1").is_some_and(|goal| goal.is_block()));
    }
}
