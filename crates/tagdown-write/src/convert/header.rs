//! The header and the manifest that a converted document gets.

use tagdown::document::{Document, FORMAT_VERSION, MANIFEST, Section, is_semver, parse};
use tagdown::judgement::{has_version, last_node_before};
use tagdown::markdown::NodeKind;
use tagdown::rules::Edit;
use tagdown::text::{Slugs, Span, slug};
use tagdown_read::facts::MADE_TITLE;

use super::outcome::Options;
use crate::author::title_of;

/// The version of a document that has none.
const FIRST_VERSION: &str = "0.1.0";

/// The edits that complete the header and add a manifest.
pub(crate) fn edits(document: &Document<'_>, options: &Options<'_>) -> Vec<Edit> {
    let eol = document.source.eol();
    let version = version_line(document, options.version);
    let header = match (document.header.title, version) {
        (Some(_), None) => None,
        (None, None) if document.header.front_title.is_some() => None,
        (Some(title), Some(version)) => Some(below_title(document, title, &version)),
        (None, Some(version)) if document.header.front_title.is_some() => {
            Some(Edit::insert(first_line(document, 0), format!("{version}{eol}{eol}")))
        }
        (None, version) => {
            let version = version.unwrap_or_else(|| version_text(FIRST_VERSION));
            let version = format!("{version} · {MADE_TITLE}");
            let title = made_title(document, options.file_name);
            Some(Edit::insert(first_line(document, 0), format!("# {title}{eol}{version}{eol}{eol}")))
        }
    };
    let manifest = document.manifest.is_none().then(|| manifest(document));
    // The header comes first if both are inserted at the same place; the sort keeps that order.
    let mut edits: Vec<Edit> = header.into_iter().chain(manifest).collect();
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// Notices about header values that were added.
pub(crate) fn invented(document: &Document<'_>, output: &str) -> Vec<String> {
    invented_in(document, &parse(output))
}

/// The same for an output that was parsed.
pub(crate) fn invented_in(document: &Document<'_>, after: &Document<'_>) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(title) = after.header.title.filter(|_| document.header.title.is_none()) {
        let title = after.text(title).trim_start_matches('#').trim();
        out.push(format!("added the title `{title}`: the page does not start with an H1"));
    }
    if let Some(version) = after.header.version.as_ref().filter(|_| document.header.version.is_none()) {
        out.push(format!("added version {}: the page has none", after.text(version.value)));
    }
    out
}

/// The manifest, above the first section or the second title. A document without either has its facts directly under
/// its title, so the manifest is at the end.
fn manifest(document: &Document<'_>) -> Edit {
    let eol = document.source.eol();
    let text = format!("{}{eol}{eol}", MANIFEST.join(eol));
    if let Some(section) = first_section(document) {
        return Edit::insert(start_with_anchors(document, section.heading.start), text);
    }
    let end = document.source.text();
    let above = if end.is_empty() || end.ends_with('\n') { eol.to_owned() } else { eol.repeat(2) };
    let below = if end.ends_with('\n') { eol } else { "" };
    Edit::insert(end.len(), format!("{above}{}{below}", MANIFEST.join(eol)))
}

/// Where a heading starts, including the anchors directly above it.
fn start_with_anchors(document: &Document<'_>, heading: usize) -> usize {
    let source = &document.source;
    let mut at = source.this_line(heading);
    while let Some(node) = last_node_before(document, at) {
        let text = document.text(node.span);
        let is_anchor =
            text.starts_with("<a ") && text.ends_with("</a>") && text.matches("</a>").count() == 1;
        let is_close = source.next_line(node.span.end.saturating_sub(1)) == at;
        if !is_anchor || !is_close || node.kind != NodeKind::Paragraph {
            break;
        }
        at = source.this_line(node.span.start);
    }
    at
}

/// The section that the manifest goes above, if there is one.
pub(crate) fn first_section<'d>(document: &'d Document<'_>) -> Option<&'d Section> {
    let manifest = document.manifest.map(|manifest| manifest.section);
    let is_other = |(index, section): &(usize, &Section)| {
        section.level > 0 && Some(section.heading) != document.header.title && Some(*index) != manifest
    };
    let of_level = |level: u8| {
        let mut others = document.sections.iter().enumerate().filter(is_other).map(|(_, section)| section);
        others.find(|section| section.level == level)
    };
    of_level(2).or_else(|| of_level(1))
}

/// The version line below a title, separated from text that follows directly.
fn below_title(document: &Document<'_>, title: Span, version: &str) -> Edit {
    let source = &document.source;
    let eol = source.eol();
    let line = source.line_of(title.end.saturating_sub(1)) + 1;
    let at = source.line_start(line);
    let is_crowded = at < source.text().len() && !source.is_blank(line);
    Edit::insert(at, if is_crowded { format!("{eol}{version}{eol}{eol}") } else { format!("{version}{eol}") })
}

/// The version line to add; `None` if the document has a valid version.
fn version_line(document: &Document<'_>, given: Option<&str>) -> Option<String> {
    if has_version(document) {
        return None;
    }
    let written = document.header.version.as_ref().map(|version| document.text(version.value));
    let number = written.and_then(|written| complete(written.trim_start_matches(['v', 'V'])));
    Some(version_text(number.as_deref().or(given).unwrap_or(FIRST_VERSION)))
}

/// A version with as many numbers as semver requires.
fn complete(number: &str) -> Option<String> {
    ["", ".0", ".0.0"].iter().map(|rest| format!("{number}{rest}")).find(|full| is_semver(full))
}

fn version_text(number: &str) -> String {
    format!("**Version {number}** · HADS {FORMAT_VERSION}")
}

/// Whether a line was added below a title, and whether the title was added too.
pub(crate) fn is_header_line(line: &str) -> Option<bool> {
    let (line, is_made) = match line.strip_suffix(MADE_TITLE) {
        Some(line) => (line.strip_suffix(" · ")?, true),
        None => (line, false),
    };
    let number = line.strip_prefix("**Version ")?.split("**").next()?;
    (is_semver(number) && line == version_text(number)).then_some(is_made)
}

/// The start of the first line after the front matter and byte `from` that is not blank.
fn first_line(document: &Document<'_>, from: usize) -> usize {
    let source = &document.source;
    let mut nodes = document.markdown.top.iter().map(|&index| &document.markdown.nodes[index]);
    let first = nodes.find(|node| node.kind != NodeKind::FrontMatter && node.span.start >= from);
    first.map_or(source.text().len(), |node| source.this_line(node.span.start))
}

/// A title whose anchor is not taken in the document: from HTML, a later H1 or the file name.
fn made_title(document: &Document<'_>, file_name: &str) -> String {
    let named = title_of(file_name);
    let own = html_title(document).or_else(|| {
        document.sections.iter().find(|section| section.level == 1).map(|section| section.title.clone())
    });
    let own = own.map(|title| plain(&title)).filter(|title| !title.is_empty());
    let both = own.as_ref().map(|own| format!("{own}: {named}"));
    let folder = file_name
        .rsplit(['/', '\\'])
        .nth(1)
        .map(plain)
        .filter(|folder| !folder.is_empty() && folder != "." && folder != "..");
    let named = Some(plain(&named)).filter(|named| named.contains(char::is_alphanumeric));
    let named = named.unwrap_or_else(|| "Document".to_owned());
    let in_folder = folder.map(|folder| format!("{named} ({folder})"));
    let numbered = (2..=MOST_NUMBERED).map(|number| format!("{named} {number}"));
    let candidates = own.into_iter().chain(both).chain([named.clone()]).chain(in_folder).chain(numbered);
    candidates.into_iter().find(|title| is_free(document, title)).unwrap_or(named)
}

/// Whether a heading added at the top changes no existing anchor.
fn is_free(document: &Document<'_>, title: &str) -> bool {
    let anchor = slug(title);
    let mut slugs = Slugs::default();
    slugs.next("");
    slugs.next(title);
    let mut own = Slugs::default();
    own.next("");
    let keeps = document.markdown.heading_texts.iter().all(|text| slugs.next(text) == own.next(text));
    !anchor.is_empty() && keeps && !is_named(document, &anchor)
}

/// Whether something in the text has this anchor in its own right.
pub(crate) fn is_named(document: &Document<'_>, anchor: &str) -> bool {
    let text = document.source.text();
    let quoted =
        ["id=", "name="].iter().flat_map(|key| ['"', '\''].map(|mark| format!("{key}{mark}{anchor}{mark}")));
    quoted.chain([format!("{{#{anchor}}}"), format!("{{ #{anchor} }}")]).any(|mark| text.contains(&mark))
}

/// How many numbered titles are tried.
const MOST_NUMBERED: usize = 40;

/// A title without characters that Markdown would interpret.
pub(crate) fn plain(title: &str) -> String {
    let kept: String = title.chars().filter(|c| !"*_`[]<>#|\\{}".contains(*c) && !c.is_control()).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of the first `<h1>`, if it is on one line.
fn html_title(document: &Document<'_>) -> Option<String> {
    let nodes = document.markdown.top.iter().map(|&index| &document.markdown.nodes[index]);
    let html = nodes.into_iter().filter(|node| node.kind == NodeKind::Html).take(3);
    html.into_iter().find_map(|node| {
        let text = document.text(node.span);
        let start = text.find("<h1")?;
        let inner = text[start..].split_once('>')?.1.split_once("</h1")?.0;
        (!inner.contains(['<', '\n'])).then(|| inner.trim().to_owned())
    })
}
