//! Elements in the cells of tables. Pandoc reads only running text there, and drops a cell that contains a block.

use tagdown::document::Document;
use tagdown::markdown::NodeKind;
use tagdown::text::Span;

use super::html_tags::Found;
use super::pairs::is_large;
use crate::change::Change;
use crate::dialects::{Dialect, Layout};

/// Elements that are blocks, besides those that may extend over several blocks of Markdown.
const BLOCKS: [&str; 12] =
    ["address", "fieldset", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "legend", "menu", "summary"];

/// Marks the tags of blocks in cells as raw HTML, so that the text between them stays text.
pub(crate) fn part(document: &Document<'_>, tags: &[Found], dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.layout != Layout::Parted {
        return;
    }
    let tables = document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Table);
    let tables: Vec<Span> = tables.map(|node| node.span).collect();
    for tag in tags.iter().filter(|tag| is_large(&tag.name) || BLOCKS.contains(&tag.name.as_str())) {
        let next = tables.partition_point(|table| table.end <= tag.span.start);
        let is_in_cell = tables.get(next).is_some_and(|table| table.contains(tag.span.start));
        let text = document.text(tag.span);
        if is_in_cell && !text.contains(['`', '|']) {
            // Two pieces of code next to each other would be one.
            let is_behind_code = document.source.text()[..tag.span.start].ends_with('`');
            let mark = if is_behind_code { "<!-- -->" } else { "" };
            out.push(Change::new(tag.span, format!("{mark}`{text}`{{=html}}")));
        }
    }
}
