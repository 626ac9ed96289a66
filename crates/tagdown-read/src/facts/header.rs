//! What the header of a document says.

use tagdown::Document;
use tagdown::text::Span;

use super::plain::one_line;

/// Marks the header of a document whose title `convert` made.
pub const MADE_TITLE: &str = "title by tagdown";

/// What the header says besides the version and the date, which change with every edit.
pub(super) fn about(document: &Document<'_>) -> Vec<(&'static str, String)> {
    let header = &document.header;
    let text = |span: Option<Span>| span.map(|span| document.text(span).trim().to_owned());
    let all = [
        ("title", title(document)),
        ("author", text(header.author).filter(|author| author != MADE_TITLE)),
        ("status", text(header.status)),
        ("licence", text(header.licence)),
        ("format version", text(header.format_version)),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Whether nobody but `convert` gave the document its title.
pub(super) fn has_made_title(document: &Document<'_>) -> bool {
    document.header.author.is_some_and(|author| document.text(author).trim() == MADE_TITLE)
}

/// The title. Below a title that `convert` made, the first heading of the highest level is what its author wrote.
fn title(document: &Document<'_>) -> Option<String> {
    let header = &document.header;
    let name = |title: &str| one_line(title);
    if has_made_title(document) {
        let own = |section: &&tagdown::document::Section| {
            section.level == 1 && Some(section.heading) != header.title
        };
        return document.sections.iter().find(own).map(|section| name(&section.title));
    }
    let front = || header.front_title.map(|span| document.text(span).trim().to_owned());
    let title = header.title.map(|span| {
        let section = document.sections.iter().find(|section| section.heading == span);
        section.map_or_else(String::new, |section| name(&section.title))
    });
    title.or_else(front)
}
