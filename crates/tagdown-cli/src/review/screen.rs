//! Draws a state: the question in its context, and around it what every screen has.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use tagdown::Kind;
use tagdown::convert::{By, Question};
use unicode_width::UnicodeWidthStr;

use super::keys::keys;
use super::look::{BAR, BOLD, DIM, Look, PLAIN, name};
use super::panels;
use super::state::{Drawn, Mode, Page, State, labels, place};
use super::wrap;

/// Text is no wider than this, since longer lines are hard to read.
const MEASURE: u16 = 100;

/// Beside the text there is a list of at least so many columns, where that leaves enough for the text.
const LEAST_SIDE: u16 = 30;
const LEAST_BESIDE: u16 = 80;

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

    /// Writes over what stands from a column and row on.
    pub(super) fn text_at(&mut self, (column, row): (usize, usize), text: &str, style: Style) {
        if row < self.height() && column < self.width() {
            let (x, y) = (self.area.x + column as u16, self.area.y + row as u16);
            self.buffer.set_stringn(x, y, text, self.width() - column, style);
        }
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

    /// Keys with what they do, on so many rows from here; some are of no use now.
    pub(super) fn keys(&mut self, row: usize, rows: usize, keys: &[(&str, &str)], useless: &[&str]) {
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

/// What stands between two keys.
const GAP: usize = 2;

fn columns(key: &str, what: &str) -> usize {
    key.width() + 1 + what.width() + GAP
}

/// As many of the keys as have room; where some have none, the last says that there are more.
fn fitting(writes: bool, width: usize, rows: usize) -> Vec<(&'static str, &'static str)> {
    const MORE: (&str, &str) = ("h", "more help");
    let all: Vec<_> =
        keys(writes).filter(|(_, what, _)| !what.is_empty()).map(|(key, what, _)| (key, what)).collect();
    let fits = |keys: &[(&str, &str)]| {
        let (mut taken, mut row) = (0, 1);
        for (key, what) in keys {
            if taken + columns(key, what) > width + GAP {
                (taken, row) = (0, row + 1);
            }
            taken += columns(key, what);
        }
        row <= rows
    };
    if fits(&all) {
        return all;
    }
    let mut some: Vec<_> = all.into_iter().filter(|(key, _)| *key != MORE.0).chain([MORE]).collect();
    while some.len() > 1 && !fits(&some) {
        some.remove(some.len() - 2);
    }
    some
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
        return Drawn { is_too_small: true, bounds: (state.scroll, state.scroll), rows: 1, has_side: false };
    }
    let has_side = all.width >= LEAST_BESIDE + LEAST_SIDE;
    let room = if has_side { (all.width / 10 * 7).max(LEAST_BESIDE) } else { all.width };
    let area = Rect { width: room.min(MEASURE), ..all };
    if has_side {
        let side = Rect { x: all.x + area.width, width: all.width - area.width, ..all };
        let mut pen = Pen { buffer: &mut *buffer, area: side, look };
        panels::list(&mut pen, state, 0);
    }
    let mut pen = Pen { buffer, area, look };
    let drawn = match &state.mode {
        Mode::Ask => ask(&mut pen, state),
        Mode::Split(split) => panels::split(&mut pen, state, split),
        Mode::Preview(lines) => panels::preview(&mut pen, state, lines),
        Mode::Help => panels::help(&mut pen, state),
        // The window may have grown since it was asked for.
        Mode::List if has_side => ask(&mut pen, state),
        Mode::List => panels::overlay(&mut pen, state),
        Mode::Closing => panels::closing(&mut pen, state),
    };
    if let Some(notice) = &state.notice {
        panels::notice(&mut pen, notice);
    }
    Drawn { has_side, ..drawn }
}

/// The bar and the headings, as every screen about a question has them; how many rows that took.
pub(super) fn head(pen: &mut Pen<'_>, state: &State) -> usize {
    let (page, index) = state.at;
    let all = state.page().questions.len();
    let decided = all - state.counts(page).1;
    let is_narrow = pen.width() < 70;
    let order = if state.is_in_order { " in order" } else { " by doubt" };
    let order = if is_narrow { "" } else { order };
    let mut right = format!("{} of {all}{order}, {decided} decided", index + 1);
    if state.pages.len() > 1 && !is_narrow {
        right.push_str(&format!(", document {} of {}", page + 1, state.pages.len()));
    }
    let language = if state.page().is_foreign { " (not in English)" } else { "" };
    pen.bar(&format!("{}{language}", state.page().path), &right);
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
    let is_open = state.decision(state.at).is_none();
    let useless = [
        (question.sentences.is_empty(), "x"),
        (is_open, "r"),
        (state.drawn.has_side, "l"),
        (state.pages.len() == 1, "d p"),
    ];
    let useless: Vec<&str> = useless.iter().filter(|(is_so, _)| *is_so).map(|(_, key)| *key).collect();
    if pen.width() < 60 && key_rows == 1 {
        pen.keys(height - 1, 1, &FEW_KEYS, &useless);
    } else {
        let keys = fitting(state.writes, pen.width(), key_rows);
        pen.keys(height - key_rows, key_rows, &keys, &useless);
    }
    let said = pen.said(height - key_rows, state.said.as_deref());
    // A row is kept free for what is said, so that the text does not jump.
    let said = if height < 16 { said } else { said.max(1) };
    let mut reasons = reasons(question);
    reasons.truncate(height.saturating_sub(12) / 2);
    let foot = height - key_rows - said - reasons.len() - 1;
    pen.line(foot, &guess(pen.look, state));
    for (index, reason) in reasons.iter().enumerate() {
        pen.text(foot + 1 + index, reason, PLAIN);
    }
    pen.rule(top, &format!("{}, {}", question.kind.name(), place(question.lines)));
    let (drawn, hidden) = text(pen, state, top + 1, foot - 1);
    let more = match hidden {
        (0, 0) => String::new(),
        (above, 0) => format!("{above} rows of it above: PgUp"),
        (_, below) => format!("{below} more rows of it: PgDn"),
    };
    pen.rule(foot - 1, &more);
    drawn
}

/// What speaks for the guess, and what a person should know before choosing.
fn reasons(question: &Question) -> Vec<String> {
    let head = format!("speaks for {}: ", name(question.label));
    let gap = " ".repeat(head.width());
    let leads = std::iter::once(head.as_str()).chain(std::iter::repeat(gap.as_str()));
    let said =
        question.reasons.iter().zip(leads).map(|(reason, lead)| format!("{lead}{}", wrap::shown(reason)));
    let hint = match question {
        question if question.is_buried => Some("x splits it at its sentences"),
        question if !question.fits_spec() => {
            Some("as SPEC it becomes a list, one sentence an item; x splits it at its sentences")
        }
        _ => None,
    };
    said.chain(hint.map(str::to_owned)).collect()
}

fn guess(look: Look, state: &State) -> Line<'static> {
    let question = state.question();
    let chance = format!(", {} %", question.confidence);
    let likely = Span::styled(name(question.label), look.chip(question.label));
    match state.decision(state.at) {
        None if question.is_buried => Line::from(vec![likely, buried(question).into()]),
        None => {
            Line::from(vec!["likely ".into(), likely, chance.into(), Span::styled("   left open: NOTE", DIM)])
        }
        Some(decision) => {
            let kind = decision.labels()[0];
            let by = if decision.by == By::Model { " by a model" } else { "" };
            let what = Span::styled(labels(decision.labels()), look.chip(kind));
            let guess = format!(" (guess: {}{chance})", name(question.label));
            Line::from(vec![format!("✓ decided{by}: ").into(), what, Span::styled(guess, DIM)])
        }
    }
}

/// Why a block that is no doubt a NOTE is asked about all the same.
fn buried(question: &Question) -> String {
    let facts = question.sentences.iter().filter(|sentence| sentence.label == Kind::Spec).count();
    let why = if question.fits_spec() { "" } else { " (more than 2 sentences)" };
    let read = if facts == 1 { "sentences reads as a fact" } else { "sentences read as facts" };
    format!(" as it is{why}; {facts} of its {read}")
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
    (Drawn { bounds, rows: view.cast_signed(), ..Drawn::default() }, hidden)
}
