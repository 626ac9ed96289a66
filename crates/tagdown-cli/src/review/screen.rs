//! Draws a state: the question in its context, and around it what every screen has.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use tagdown::convert::{By, Question};
use unicode_width::UnicodeWidthStr;

use super::keys::KEYS;
use super::look::{BAR, BOLD, DIM, Look, PLAIN, name};
use super::panels;
use super::state::{Drawn, Mode, Page, State, labels, place};
use super::wrap;

/// Text is no wider than this, since longer lines are hard to read.
const MEASURE: u16 = 100;

/// Beside the text there is a list where so many columns are left.
const LEAST_SIDE: u16 = 30;

/// On less than this nothing can be decided.
const LEAST: (u16, u16) = (40, 10);

/// The keys where there is little room; help has the others.
const FEW_KEYS: [(&str, &str); 5] =
    [("Enter", "ok"), ("s", "SPEC"), ("n", "NOTE"), ("u", "[?]"), ("h", "help")];

/// Where a screen writes: the column of the text.
pub(super) struct Pen<'p> {
    buffer: &'p mut Buffer,
    area: Rect,
    pub(super) look: Look,
}

impl Pen<'_> {
    pub(super) fn width(&self) -> usize {
        usize::from(self.area.width)
    }

    pub(super) fn height(&self) -> usize {
        usize::from(self.area.height)
    }

    /// Writes a line on a row; what has no room is cut.
    pub(super) fn line(&mut self, row: usize, line: &Line<'_>) {
        if row < self.height() {
            self.buffer.set_line(self.area.x, self.area.y + row as u16, line, self.area.width);
        }
    }

    pub(super) fn text(&mut self, row: usize, text: &str, style: Style) {
        self.line(row, &Line::from(Span::styled(wrap::short(text, self.width()), style)));
    }

    /// A rule, with a word at its end if there is something to say.
    pub(super) fn rule(&mut self, row: usize, said: &str) {
        let said = if said.is_empty() { String::new() } else { format!(" {said} ──") };
        let said = wrap::short(&said, self.width());
        let line = "─".repeat(self.width().saturating_sub(said.width()));
        self.text(row, &(line + &said), DIM);
    }

    /// The bar at the top: something on the left, which gives way, and something on the right.
    pub(super) fn bar(&mut self, left: &str, right: &str) {
        let room = self.width().saturating_sub(right.width() + 4);
        let left = if left.width() > room { tail(left, room) } else { left.to_owned() };
        let gap = self.width().saturating_sub(left.width() + right.width() + 2);
        self.text(0, &format!(" {left}{}{right} ", " ".repeat(gap)), BAR);
    }

    /// Keys with what they do, on so many rows from here.
    pub(super) fn keys<'k>(
        &mut self,
        row: usize,
        rows: usize,
        keys: impl Iterator<Item = (&'k str, &'k str)>,
    ) {
        let mut line: Vec<Span<'_>> = Vec::new();
        let (mut taken, mut at) = (0, row);
        for (key, what) in keys.filter(|(_, what)| !what.is_empty()) {
            let columns = key.width() + 1 + what.width() + 2;
            if taken + columns > self.width() + 2 {
                self.line(at, &Line::from(std::mem::take(&mut line)));
                (taken, at) = (0, at + 1);
            }
            if at == row + rows {
                return;
            }
            line.extend([Span::styled(key, BOLD), Span::styled(format!(" {what}  "), PLAIN)]);
            taken += columns;
        }
        self.line(at, &Line::from(line));
    }

    /// Says what the last key came to, in the rows above this one; how many it took.
    pub(super) fn said(&mut self, below: usize, said: Option<&str>) -> usize {
        let rows = said.map(|said| wrap::rows(said, self.width().saturating_sub(2))).unwrap_or_default();
        let rows = &rows[..rows.len().min(3)];
        for (index, text) in rows.iter().enumerate() {
            let mark = if index == 0 { "› " } else { "  " };
            self.text(below - rows.len() + index, &format!("{mark}{text}"), BOLD);
        }
        rows.len()
    }
}

/// The end of a text, which of a path is what tells it from others.
fn tail(text: &str, width: usize) -> String {
    let mut start = text.len();
    for (at, _) in text.char_indices().rev() {
        if text[at..].width() + 1 > width {
            break;
        }
        start = at;
    }
    format!("…{}", &text[start..])
}

/// Draws the state; says how much of it there was to see.
pub(super) fn draw(frame: &mut Frame<'_>, state: &State, look: Look) -> Drawn {
    let all = frame.area();
    let buffer = frame.buffer_mut();
    if all.width < LEAST.0 || all.height < LEAST.1 {
        let (columns, rows) = LEAST;
        let said = format!("window too small: needs {columns}x{rows}; q quits");
        let width = usize::from(all.width);
        Pen { buffer, area: all, look }.text(0, &wrap::short(&said, width), PLAIN);
        return Drawn { is_too_small: true, bounds: (state.scroll, state.scroll), rows: 1 };
    }
    let has_side = all.width >= MEASURE + LEAST_SIDE;
    let area = Rect { width: all.width.min(MEASURE), ..all };
    if has_side {
        let side = Rect { x: all.x + MEASURE, width: all.width - MEASURE, ..all };
        let mut pen = Pen { buffer: &mut *buffer, area: side, look };
        panels::list(&mut pen, state);
    }
    let mut pen = Pen { buffer, area, look };
    match &state.mode {
        Mode::Ask => ask(&mut pen, state),
        Mode::Split(split) => panels::split(&mut pen, state, split),
        Mode::Preview(lines) => panels::preview(&mut pen, state, lines),
        Mode::Help => panels::help(&mut pen, state),
        Mode::Closing => panels::closing(&mut pen, state),
    }
}

/// The bar and the headings, as every screen about a question has them; how many rows that took.
pub(super) fn head(pen: &mut Pen<'_>, state: &State) -> usize {
    let (page, index) = state.at;
    let all = state.page().questions.len();
    let decided = all - state.counts(page).1;
    let mut right = format!("{} of {all}, {decided} decided", index + 1);
    if state.pages.len() > 1 {
        let document = format!("{} of {}", page + 1, state.pages.len());
        right.push_str(&if pen.width() < 60 { String::new() } else { format!(", document {document}") });
    }
    pen.bar(&state.page().path, &right);
    let headings: Vec<String> = state.question().headings.iter().map(|title| wrap::shown(title)).collect();
    let path =
        if headings.is_empty() { "above the first heading".to_owned() } else { headings.join(" › ") };
    let path = if path.width() > pen.width() { tail(&path, pen.width()) } else { path };
    pen.text(1, &path, BOLD);
    2
}

fn ask(pen: &mut Pen<'_>, state: &State) -> Drawn {
    let top = head(pen, state);
    let height = pen.height();
    let question = state.question();
    let key_rows = if height < 16 { 1 } else { 2 };
    if pen.width() < 60 && key_rows == 1 {
        pen.keys(height - 1, 1, FEW_KEYS.iter().copied());
    } else {
        pen.keys(height - key_rows, key_rows, KEYS.iter().map(|(key, what, _)| (*key, *what)));
    }
    let said = pen.said(height - key_rows, state.said.as_deref());
    // A row is kept free for what is said, so that the text does not jump.
    let said = if height < 16 { said } else { said.max(1) };
    let mut reasons = question.reasons.clone();
    reasons.extend(hint(question).map(str::to_owned));
    reasons.truncate(height.saturating_sub(12) / 2);
    let foot = height - key_rows - said - reasons.len() - 1;
    pen.line(foot, &guess(pen.look, state));
    for (index, reason) in reasons.iter().enumerate() {
        pen.text(foot + 1 + index, &format!("  · {}", wrap::shown(reason)), PLAIN);
    }
    pen.rule(top, "");
    let (drawn, hidden) = text(pen, state, top + 1, foot - 1);
    let more = match hidden {
        (0, 0) => String::new(),
        (above, 0) => format!("{above} rows of it above: PgUp"),
        (_, below) => format!("{below} more rows of it: PgDn"),
    };
    pen.rule(foot - 1, &more);
    drawn
}

/// What a person should know before choosing.
fn hint(question: &Question) -> Option<&'static str> {
    match question {
        question if question.is_buried => Some("facts are buried in it: x splits it at its sentences"),
        question if !question.fits_spec() => {
            Some("as SPEC it becomes a list, one sentence an item; x splits it at its sentences")
        }
        _ => None,
    }
}

fn guess(look: Look, state: &State) -> Line<'static> {
    let question = state.question();
    let chance = format!(", {} %", question.confidence);
    let likely = Span::styled(name(question.label), look.chip(question.label));
    let about = Span::styled(format!("   {}, {}", question.kind.name(), place(question.lines)), DIM);
    match state.decision(state.at) {
        None => Line::from(vec!["likely ".into(), likely, chance.into(), about]),
        Some(decision) => {
            let kind = decision.labels()[0];
            let by = if decision.by == By::Model { " by a model" } else { "" };
            let what = Span::styled(labels(decision.labels()), look.chip(kind));
            let guess = format!("; the guess was {}", name(question.label));
            Line::from(vec![format!("✓ decided{by}: ").into(), what, (guess + &chance).into(), about])
        }
    }
}

/// A row of the text: the number of its line where that starts, and whether it is of the block.
struct Row {
    number: Option<usize>,
    text: String,
    is_block: bool,
}

/// How many lines of context can be scrolled to.
const CONTEXT: usize = 100;

fn rows(page: &Page, [first, last]: [usize; 2], width: usize) -> Vec<Row> {
    let from = first.saturating_sub(CONTEXT).max(1);
    let to = (last + CONTEXT).min(page.lines.len());
    let mut out = Vec::new();
    for number in from..=to {
        let is_block = (first..=last).contains(&number);
        for (index, text) in wrap::rows(&page.lines[number - 1], width).into_iter().enumerate() {
            out.push(Row { number: (index == 0).then_some(number), text, is_block });
        }
    }
    out
}

/// The block in its context, from one row to another; how many rows of it are hidden above and below.
fn text(pen: &mut Pen<'_>, state: &State, from: usize, to: usize) -> (Drawn, (usize, usize)) {
    let lines = state.question().lines;
    let digits = (lines[1] + CONTEXT).min(state.page().lines.len()).to_string().len().max(3);
    let rows = rows(state.page(), lines, pen.width().saturating_sub(digits + 3));
    let view = to.saturating_sub(from);
    let first = rows.iter().position(|row| row.is_block).unwrap_or(0);
    let size = rows.iter().filter(|row| row.is_block).count();
    let above =
        if size < view { (view - size).div_ceil(2).min(first) } else { usize::from(view > 4).min(first) };
    // Where the document ends below the block, more of what is above is shown.
    let start = (first - above).min(rows.len().saturating_sub(view)).min(first);
    let most = rows.len().saturating_sub(view).max(start);
    let shift = |to: usize| to.cast_signed() - start.cast_signed();
    let bounds = (shift(0), shift(most));
    let top = start.saturating_add_signed(state.scroll.clamp(bounds.0, bounds.1));
    for (index, row) in rows.iter().skip(top).take(view).enumerate() {
        let number = row.number.map(|number| number.to_string()).unwrap_or_default();
        let (mark, style) = if row.is_block { ("┃", BOLD) } else { ("│", DIM) };
        let gutter =
            Span::styled(format!("{number:>digits$} {mark} "), if row.is_block { PLAIN } else { DIM });
        pen.line(from + index, &Line::from(vec![gutter, Span::styled(row.text.clone(), style)]));
    }
    let hidden = (top.saturating_sub(first).min(size), (first + size).saturating_sub(top + view).min(size));
    (Drawn { bounds, rows: view.cast_signed(), is_too_small: false }, hidden)
}
