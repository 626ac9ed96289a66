//! The title of a page for a renderer that takes it from the front matter and shows it itself.

use tagdown::document::Document;
use tagdown::markdown::plain_text;
use tagdown::text::Span;

use crate::dialects::Dialect;

/// The title of a page, and where its heading is.
pub(crate) struct PageTitle {
    text: String,
    /// The heading that the renderer writes from the front matter.
    pub(super) heading: Option<Span>,
}

impl PageTitle {
    /// The title of a document, if the dialect needs it in the front matter, given what is there.
    pub(super) fn of(document: &Document<'_>, dialect: &Dialect, front: Option<&str>) -> Option<Self> {
        if !dialect.titles_pages {
            return None;
        }
        let own = front.and_then(own_title);
        let first = document.sections.iter().find(|section| section.level > 0);
        let heading = document.sections.iter().find(|section| section.level == 1);
        let is_same = |own: &String, title: &str| own == title.trim() || *own == plain_text(title).trim();
        let title = heading.or(first).map(|section| section.title.trim()).filter(|title| !title.is_empty());
        let is_said =
            heading.is_some_and(|section| own.as_ref().is_some_and(|own| is_same(own, &section.title)));
        // A page shows its heading; a title of several lines stays beside it.
        let is_kept = own
            .as_ref()
            .is_some_and(|own| heading.is_none() || own.is_empty() || own.starts_with(['>', '|']));
        let text = if is_said || is_kept { String::new() } else { quoted(title.unwrap_or("Page")) };
        Some(Self { text, heading: heading.filter(|_| !is_kept).map(|section| section.heading) })
    }

    /// The front matter with the title, given the front matter of the document.
    pub(super) fn front_matter(&self, own: &str, eol: &str) -> String {
        if self.text.is_empty() {
            return own.to_owned();
        }
        let line = own.split_inclusive('\n').find(|line| line.starts_with("title:"));
        if let Some(line) = line {
            return own.replacen(line, &format!("title: {}{eol}", self.text), 1);
        }
        match own.split_once('\n') {
            Some((open, rest)) => format!("{open}\ntitle: {}{eol}{rest}", self.text),
            None => format!("---{eol}title: {}{eol}---{eol}{eol}", self.text),
        }
    }
}

/// The title in a front matter, as YAML reads it.
fn own_title(front: &str) -> Option<String> {
    let line = front.lines().find_map(|line| line.strip_prefix("title:"))?.trim();
    let between = |quote: char| line.strip_prefix(quote).and_then(|line| line.strip_suffix(quote));
    if let Some(inner) = between('\'') {
        return Some(inner.replace("''", "'"));
    }
    let Some(inner) = between('"') else { return Some(line.to_owned()) };
    let mut is_escaped = false;
    let kept = inner.chars().filter(|c| {
        is_escaped = *c == '\\' && !is_escaped;
        !is_escaped
    });
    Some(kept.collect())
}

/// A text between quotation marks, as YAML reads it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
