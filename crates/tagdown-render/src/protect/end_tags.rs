//! Writes the end tags that HTML allows authors to omit, because not every renderer infers them.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, NodeKind};
use tagdown::text::Span;

use super::html_tags::{Found, Names, is_whole, unbalanced};
use super::jsx::as_jsx;
use super::own_lines;
use crate::change::Change;
use crate::dialects::Html;

/// Elements whose end tag may be omitted, and the start tags that end them.
const ENDED: [(&str, &str); 12] = [
    ("li", " li "),
    ("dt", " dt dd "),
    ("dd", " dt dd "),
    ("td", " td th tr tbody tfoot "),
    ("th", " td th tr tbody tfoot "),
    ("tr", " tr tbody tfoot "),
    ("option", " option optgroup "),
    ("colgroup", " thead tbody tfoot tr "),
    ("thead", " tbody tfoot "),
    ("tbody", " tbody tfoot "),
    ("tfoot", " tbody "),
    ("p", " p ul ol dl div table pre hr h1 h2 h3 h4 h5 h6 blockquote details section "),
];

fn ending(name: &str) -> Option<&'static str> {
    ENDED.iter().find(|(ended, _)| name == *ended).map(|(_, by)| *by)
}

/// Writes the omitted end tags, and returns the tags that still need processing.
pub(crate) fn part(
    document: &Document<'_>,
    tags: Vec<Found>,
    html: Html,
    out: &mut Vec<Change>,
) -> Vec<Found> {
    let all: Vec<&Found> = tags.iter().collect();
    let mut alone = unbalanced(&all);
    alone.sort_unstable();
    if matches!(html, Html::Vue | Html::Jsx) {
        own_lines::part(document, &tags, html, |tag| ending(&tag.name).is_some(), &alone, out);
    }
    let closed = end_paragraphs(document, &tags, &alone, out);
    let mut open: Vec<usize> = Vec::new();
    // Those that have an end tag.
    let mut whole: Vec<usize> = Vec::new();
    let mut names = Names::default();
    let mut ended = vec![false; tags.len()];
    for &index in &closed {
        ended[index] = true;
        if html == Html::Jsx {
            out.extend(as_jsx(document.text(tags[index].span), &tags[index]));
        }
    }
    for (index, tag) in tags.iter().enumerate().filter(|(_, tag)| !is_whole(tag) || tag.name == "hr") {
        if ended[index] {
            continue;
        }
        let is_partner = |open: &usize| tags[*open].name == tag.name;
        // An end tag also ends the elements inside it whose own end tags may be omitted.
        let outer = if tag.is_end && names.has(tag) { open.iter().rposition(is_partner) } else { None };
        let name = format!(" {} ", tag.name);
        while let Some(&last) = open.last().filter(|_| outer.is_none_or(|outer| open.len() > outer + 1)) {
            let by = ending(&tags[last].name);
            let is_ended =
                by.is_some_and(|by| tag.is_end && outer.is_some() || !tag.is_end && by.contains(&name));
            let source = &document.source;
            let mut between = source.line_of(tags[last].span.end)..source.line_of(tag.span.start);
            let is_near = || is_in_same_text(document, tags[last].span.start, tag.span.start);
            // In running text, an element that no whole one contains is a word.
            let is_held = || {
                let outer = whole.iter().rev().find(|&&outer| outer < last);
                outer.is_some_and(|&outer| {
                    is_in_same_text(document, tags[outer].span.start, tags[last].span.start)
                })
            };
            let is_word = || is_inline(document, &tags[last]) && !is_held();
            if !is_ended || between.any(|line| source.is_blank(line)) || !is_near() || is_word() {
                break;
            }
            open.pop();
            whole.truncate(whole.partition_point(|&index| index < last));
            names.close(&tags[last]);
            ended[last] = true;
            if html == Html::Jsx {
                out.extend(as_jsx(document.text(tags[last].span), &tags[last]));
            }
            let text = without_marks(document.text(Span::new(tags[last].span.end, tag.span.start)));
            out.push(Change::insert(tags[last].span.end + text.len(), format!("</{}>", tags[last].name)));
        }
        if let Some(outer) = outer {
            whole.truncate(whole.partition_point(|&index| index < open[outer]));
            open.drain(outer..).for_each(|open| names.close(&tags[open]));
        } else if !tag.is_end && !is_whole(tag) {
            open.push(index);
            names.open(tag);
            if alone.binary_search(&index).is_err() {
                whole.push(index);
            }
        }
    }
    tags.into_iter().zip(ended).filter(|(_, is_ended)| !is_ended).map(|(tag, _)| tag).collect()
}

/// A text without the white space and the marks of quotes at its end.
pub(crate) fn without_marks(mut text: &str) -> &str {
    while let Some((above, last)) = text.rsplit_once('\n')
        && last.trim_matches([' ', '\t', '>', '\r']).is_empty()
    {
        text = above;
    }
    text.trim_end()
}

/// Whether a tag is in running text.
pub(crate) fn is_inline(document: &Document<'_>, tag: &Found) -> bool {
    document.markdown.inlines_in(tag.span).contains(&(InlineKind::Html, tag.span))
}

/// Whether two places are in the same paragraph, item, row or block of HTML.
pub(crate) fn is_in_same_text(document: &Document<'_>, one: usize, other: usize) -> bool {
    let nodes = &document.markdown.nodes;
    let node = |at: usize| nodes.partition_point(|node| node.span.start <= at).checked_sub(1);
    let is_table = node(one).is_some_and(|node| nodes[node].kind == NodeKind::Table);
    let line = |at: usize| document.source.line_of(at);
    node(one) == node(other) && (!is_table || line(one) == line(other))
}

/// Writes `<tbody>` around the rows of tables without one. A browser adds it, and a script that takes over the page
/// stumbles over it.
pub(crate) fn add_bodies(document: &Document<'_>, tags: &[Found], html: Html, out: &mut Vec<Change>) {
    let source = &document.source;
    let is_table = |tag: &&Found| tag.name == "table";
    for (index, open) in tags.iter().enumerate().filter(|(_, tag)| is_table(tag) && !tag.is_end) {
        let inner = tags[index + 1..].iter().take_while(|tag| !is_table(tag));
        let Some(close) = tags[index + 1..].iter().find(is_table).filter(|tag| tag.is_end) else { continue };
        let parts: Vec<&Found> = inner.collect();
        let has_parts = parts.iter().any(|tag| ["tbody", "thead", "tfoot"].contains(&tag.name.as_str()));
        let Some(row) = parts.iter().find(|tag| tag.name == "tr" && !tag.is_end).filter(|_| !has_parts)
        else {
            continue;
        };
        let text = document.text(Span::new(open.span.end, close.span.start));
        if html == Html::Vue && text.trim_end().lines().skip(1).any(|line| line.trim().is_empty()) {
            continue;
        }
        let close = Span::at(close.span.start);
        let is_line = source.line_of(row.span.start) == source.line_of(close.start);
        for (at, tag) in [(row.span.start, "<tbody>"), (close.start, "</tbody>")] {
            let before = document.text(Span::new(source.this_line(at), at));
            let is_first = before.trim_matches([' ', '\t', '>']).is_empty();
            out.push(Change::insert(
                at,
                match () {
                    () if is_first => format!("{tag}{}{before}", source.eol()),
                    () if is_line || html == Html::Vue => tag.to_owned(),
                    () => format!("{0}{tag}{0}", own_lines::gap(document, at)),
                },
            ));
        }
    }
}

/// Ends paragraphs of HTML where their block ends, and returns their tags: the next paragraph of Markdown ends them.
fn end_paragraphs(
    document: &Document<'_>,
    tags: &[Found],
    alone: &[usize],
    out: &mut Vec<Change>,
) -> Vec<usize> {
    let nodes = &document.markdown.nodes;
    let mut closed = Vec::new();
    for &index in alone.iter().filter(|&&index| tags[index].name == "p" && !tags[index].is_end) {
        let last = nodes.partition_point(|node| node.span.start <= tags[index].span.start);
        let block = last.checked_sub(1).map(|last| nodes[last]).filter(|node| node.kind == NodeKind::Html);
        let next = tags.get(index + 1).filter(|next| next.name != "br" && next.name != "img");
        if let Some(block) = block.filter(|block| next.is_none_or(|next| next.span.start >= block.span.end)) {
            out.push(Change::insert(block.span.end, "</p>"));
            closed.push(index);
        }
    }
    closed
}
