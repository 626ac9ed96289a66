//! What surrounds the text of a page: the bar above it and the contents beside it.

use tagdown::document::Document;
use tagdown::markdown::html;

use super::article::tagged_heading;
use super::escape::escape;
use super::page_info::{Counts, Page};
use super::template::number;

/// The bar above the list of pages.
pub(crate) const OF_INDEX: &str = THEME;

const THEME: &str = "<button type=\"button\" id=\"td-theme\" aria-label=\"Switch theme\" hidden>\
    <svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path d=\"M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 1.500v11a5.500 5.500 0 0 1 0-11Z\"/></svg></button>";

/// The bar above a page: the link back, the path and the switch between the two views.
pub(crate) fn of_page(page: &Page<'_>, counts: &Counts) -> String {
    let back = page.index.map_or(String::new(), |link| {
        format!("<a class=\"back\" href=\"{}\">← All pages</a>", escape(&safe_link(link)))
    });
    let encoding = page.encoding.name();
    let saved = match counts.all {
        0 => String::new(),
        all if counts.read < all => format!(", {}% less", (all - counts.read) * 100 / all),
        _ => String::new(),
    };
    let unit = if encoding == "bytes" { "bytes" } else { "tokens" };
    let button = |value: &str, name: &str, tokens: usize, title: &str| {
        format!(
            "<button type=\"button\" value=\"{value}\" aria-pressed=\"{}\" title=\"{title}\">{name} \
             <small>{} {unit}</small></button>",
            value == "all",
            number(tokens)
        )
    };
    let all = button("all", "Everything", counts.all, &format!("the complete file, counted with {encoding}"));
    let read_title = format!(
        "SPEC, BUG and unverified blocks, as `tagdown read` prints them, counted with {encoding}{saved}"
    );
    let read = button("ai", "What an AI reads", counts.read, &read_title);
    format!(
        "{back}<span class=\"path\">{}</span>\
         <span id=\"td-views\" class=\"switch\" role=\"group\" aria-label=\"View\" hidden>{all}{read}</span>{THEME}",
        escape(page.path)
    )
}

/// A link from the caller, changed so that it cannot run anything.
fn safe_link(link: &str) -> String {
    let scheme = link.split(['/', '#', '?']).next().unwrap_or_default();
    if scheme.contains(':') { format!("./{link}") } else { link.to_owned() }
}

/// The sections on a page, as a list of links.
pub(crate) fn contents(document: &Document<'_>, shown: &[(usize, bool)]) -> String {
    let title = document.sections.iter().position(|section| section.level == 1);
    let mut items = String::new();
    for &(index, is_quiet) in shown.iter().filter(|(index, _)| Some(*index) != title) {
        let section = &document.sections[index];
        let tagged = tagged_heading(document, index).map(|span| html::plain(document.text(span)));
        let name = tagged.unwrap_or_else(|| section.title.clone());
        let class = if is_quiet { " class=\"quiet\"" } else { "" };
        let (level, slug) = (section.level.clamp(1, 6), escape(&section.slug));
        items.push_str(&format!(
            "<li class=\"l{level}\"><a href=\"#{slug}\"{class}>{}</a></li>\n",
            escape(&name)
        ));
    }
    if items.is_empty() {
        return String::new();
    }
    format!(
        "<nav aria-label=\"Contents\"><details id=\"td-contents\" open><summary>Contents</summary>\n\
         <ol>\n{items}</ol></details></nav>"
    )
}
