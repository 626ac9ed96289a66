//! Turns alerts inside the text, which `render` writes as callouts of the dialect, back into quotes.

use rustc_hash::FxHashMap;
use tagdown::document::{Document, parse};
use tagdown::rules::{Edit, apply};
use tagdown::text::Span;
use tagdown_render::{Dialect, Frame, Title};

use super::opener::lex;
use super::write::Written;

/// The names of GitHub's alerts, in the order of [`Dialect::alerts`].
const ALERTS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// A text, and the page line that each of its lines comes from.
pub(crate) struct Lined {
    pub(super) text: String,
    pub(super) lines: Vec<usize>,
}

impl From<Written> for Lined {
    fn from(written: Written) -> Self {
        Self { text: written.text, lines: written.lines }
    }
}

/// Writes the alerts.
pub(crate) fn restore(read: &Lined, dialect: &Dialect) -> Lined {
    let document = parse(&read.text);
    let source = &document.source;
    let mut edits = Vec::new();
    let mut gone = Vec::new();
    let closings = closings(&document);
    let mut line = 0;
    while line < source.line_count() {
        let span = source.line(line);
        let is_shown = document.markdown.is_opaque_at(span.start);
        if dialect.title == Title::Bold
            && !is_shown
            && let Some(edit) = upper(source.slice(span), span.start)
        {
            edits.push(edit);
        } else if !is_shown && let Some(alert) = Alert::at(&document, line, dialect, &closings) {
            alert.write(&document, &mut edits, &mut gone);
            line = alert.end;
            continue;
        }
        line += 1;
    }
    let text = apply(&read.text, &edits);
    let kept = read.lines.iter().enumerate().filter(|(line, _)| gone.binary_search(line).is_err());
    Lined { lines: kept.map(|(_, origin)| *origin).collect(), text }
}

/// The name of an alert, which `render` writes in lower case.
fn upper(line: &str, at: usize) -> Option<Edit> {
    let name = line.strip_prefix("> [!")?.trim_end().strip_suffix(']')?;
    let alert = ALERTS.iter().find(|alert| alert.eq_ignore_ascii_case(name) && **alert != name)?;
    Some(Edit::replace(Span::new(at + 4, at + 4 + name.len()), *alert))
}

/// The lines that consist only of colons, by length.
fn closings(document: &Document<'_>) -> FxHashMap<usize, Vec<usize>> {
    let source = &document.source;
    let mut found: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for line in 0..source.line_count() {
        let text = source.slice(source.line(line)).trim_end();
        let is_closing = text.starts_with(":::") && text.bytes().all(|b| b == b':');
        if is_closing && !document.markdown.is_opaque_at(source.line_start(line)) {
            found.entry(text.len()).or_default().push(line);
        }
    }
    found
}

/// A callout of the dialect that was an alert.
struct Alert {
    opener: usize,
    /// Its first and last line of text, and the line after the complete callout.
    first: usize,
    last: usize,
    end: usize,
    head: String,
    is_indented: bool,
}

impl Alert {
    fn at(
        document: &Document<'_>,
        opener: usize,
        dialect: &Dialect,
        closings: &FxHashMap<usize, Vec<usize>>,
    ) -> Option<Self> {
        let names = dialect.alerts?;
        let source = &document.source;
        let text = |line: usize| source.slice(source.line(line));
        let read = lex(text(opener), dialect).filter(|read| read.problem.is_none())?;
        let class = (opener + 1 < source.line_count()).then(|| text(opener + 1))?;
        let class = class.strip_prefix(":class: ").filter(|_| read.name == "admonition");
        let name = class.map_or(read.name.as_str(), str::trim);
        let place = names.iter().position(|other| *other == name)?;
        let start = opener + 1 + usize::from(class.is_some());
        let count = source.line_count();
        let (inside, end) = match read.frame {
            Frame::Indent => {
                let is_inside = |&line: &usize| source.is_blank(line) || text(line).starts_with("    ");
                let inside = (start..count).take_while(is_inside).filter(|&line| !source.is_blank(line));
                let end = inside.last()? + 1;
                (start..end, end)
            }
            Frame::Colons(marks) => {
                let lines = closings.get(&marks)?;
                let close = *lines.get(lines.partition_point(|&line| line < start))?;
                (start..close, close + 1)
            }
            Frame::Quote | Frame::Fence => return None,
        };
        let first = inside.clone().find(|&line| !source.is_blank(line))?;
        let last = inside.rev().find(|&line| !source.is_blank(line))?;
        // `render` always writes a title; a callout without one is the author's.
        let title = Some(read.title?).filter(|title| !title.eq_ignore_ascii_case(ALERTS[place]));
        let title = title.map(|title| format!(" {title}")).unwrap_or_default();
        let head = format!("> [!{}]{title}", ALERTS[place]);
        Some(Self { opener, first, last, end, head, is_indented: read.frame == Frame::Indent })
    }

    fn write(&self, document: &Document<'_>, edits: &mut Vec<Edit>, gone: &mut Vec<usize>) {
        let source = &document.source;
        edits.push(Edit::replace(source.line(self.opener), self.head.clone()));
        for line in self.opener + 1..self.end {
            if line < self.first || line > self.last {
                edits.push(Edit::delete(source.full_line(line)));
                gone.push(line);
                continue;
            }
            let start = source.line_start(line);
            let width = if self.is_indented && !source.is_blank(line) { 4 } else { 0 };
            let mark = if source.is_blank(line) { ">" } else { "> " };
            edits.push(Edit::replace(Span::new(start, start + width), mark));
        }
    }
}
