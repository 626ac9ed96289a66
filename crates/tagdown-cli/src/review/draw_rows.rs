//! A pen that draws rows of text on a screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::review::state::State;
use crate::review::styles::{BAR, BOLD, DIM, Look, PLAIN};
use crate::review::wrap;

/// Draws in one area of the screen.
pub(crate) struct Pen<'p> {
    pub(super) buffer: &'p mut Buffer,
    pub(super) area: Rect,
    pub(crate) look: Look,
}

impl Pen<'_> {
    pub(crate) fn width(&self) -> usize {
        usize::from(self.area.width)
    }

    pub(crate) fn height(&self) -> usize {
        usize::from(self.area.height)
    }

    /// Writes a line on a row, cut to fit.
    pub(crate) fn line(&mut self, row: usize, line: &Line<'_>) {
        if row < self.height() {
            self.buffer.set_line(self.area.x, self.area.y + row as u16, line, self.area.width);
        }
    }

    pub(crate) fn text(&mut self, row: usize, text: &str, style: Style) {
        self.line(row, &Line::from(Span::styled(wrap::short(text, self.width()), style)));
    }

    /// A horizontal rule, with an optional text at its end.
    pub(crate) fn rule(&mut self, row: usize, said: &str) {
        let said = if said.is_empty() { String::new() } else { format!(" {said} ──") };
        let said = wrap::short(&said, self.width());
        let line = "─".repeat(self.width().saturating_sub(said.width()));
        self.text(row, &(line + &said), DIM);
    }

    /// The bar at the top: a text on the left, which is shortened if needed, and one on the right.
    pub(crate) fn bar(&mut self, left: &str, right: &str) {
        let room = self.width().saturating_sub(right.width() + 4);
        let left = if left.width() > room { tail(left, room) } else { left.to_owned() };
        let gap = self.width().saturating_sub(left.width() + right.width() + 2);
        self.text(0, &format!(" {left}{}{right} ", " ".repeat(gap)), BAR);
    }

    /// Keys and what they do, on `rows` rows from `row`; the useless ones are dimmed.
    pub(crate) fn keys(&mut self, row: usize, rows: usize, keys: &[(&str, &str)], useless: &[&str]) {
        let mut line: Vec<Span<'_>> = Vec::new();
        let (mut taken, mut at) = (0, row);
        for (key, what) in keys {
            let columns = columns(key, what);
            if taken + columns > self.width() + GAP {
                self.line(at, &Line::from(std::mem::take(&mut line)));
                (taken, at) = (0, at + 1);
            }
            if at == row + rows {
                return;
            }
            let (bold, plain) = if useless.contains(key) { (DIM, DIM) } else { (BOLD, PLAIN) };
            line.extend([Span::styled(*key, bold), Span::styled(format!(" {what}  "), plain)]);
            taken += columns;
        }
        self.line(at, &Line::from(line));
    }

    /// Shows the result of the last key in the rows above this one; returns how many rows it took.
    pub(crate) fn said(&mut self, below: usize, said: Option<&str>) -> usize {
        let rows = said.map(|said| wrap::rows(said, self.width().saturating_sub(2))).unwrap_or_default();
        let rows = &rows[..rows.len().min(3)];
        for (index, text) in rows.iter().enumerate() {
            let mark = if index == 0 { "› " } else { "  " };
            self.text(below - rows.len() + index, &format!("{mark}{text}"), BOLD);
        }
        rows.len()
    }
}

/// The columns between two keys.
pub(crate) const GAP: usize = 2;

pub(crate) fn columns(key: &str, what: &str) -> usize {
    key.width() + 1 + what.width() + GAP
}

/// The end of a text; in a path, that is the part that distinguishes it from others.
pub(crate) fn tail(text: &str, width: usize) -> String {
    let mut start = text.len();
    for (at, _) in text.char_indices().rev() {
        if text[at..].width() + 1 > width {
            break;
        }
        start = at;
    }
    format!("…{}", &text[start..])
}

/// The bar and the headings of every screen about a doubt; returns how many rows they took.
pub(crate) fn head(pen: &mut Pen<'_>, state: &State) -> usize {
    let all = state.order.len();
    let (_, left) = state.total();
    let order = if state.is_in_order { " in order" } else { " by value" };
    let order = if pen.width() < 70 { "" } else { order };
    let right = format!("{} of {all}{order}, {} decided", state.number() + 1, all - left.min(all));
    let language = if state.page().is_foreign { " (not in English)" } else { "" };
    pen.bar(&format!("{}{language}", state.page().path), &right);
    let headings: Vec<String> = state.doubt().headings.iter().map(|title| wrap::shown(title)).collect();
    let path =
        if headings.is_empty() { "above the first heading".to_owned() } else { headings.join(" › ") };
    let path = if path.width() > pen.width() { tail(&path, pen.width()) } else { path };
    pen.text(1, &path, BOLD);
    2
}
