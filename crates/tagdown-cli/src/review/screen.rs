//! Draws a state: the doubt in its context, and the parts that all screens share.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use tagdown_write::convert::{By, Doubt};
use unicode_width::UnicodeWidthStr;

use super::keys::KEYS;
use super::state::{Drawn, Mode, Page, State, place, said};
use super::styles::{DIM, Look, MARKED, PLAIN, name};
use super::{offer, panels, wrap};
use crate::review::draw_rows::{GAP, Pen, columns, head};

/// Text is no wider than this, since longer lines are hard to read.
const MEASURE: u16 = 100;

/// The minimum width of the list at the side, and of the text beside it.
const LEAST_SIDE: u16 = 30;
const LEAST_BESIDE: u16 = 80;

/// The minimum window size; in a smaller window, nothing can be decided.
const LEAST: (u16, u16) = (40, 10);

/// The keys for a small window; help has the others.
const FEW_KEYS: [(&str, &str); 5] =
    [("s", "SPEC"), ("n", "NOTE"), ("u", "[?]"), ("↓", "skip"), ("?", "help")];

/// As many keys as fit; if some do not, the last one points to the help. Those of an offer come first.
fn fitting(
    width: usize,
    rows: usize,
    offered: &[(&'static str, &'static str)],
) -> Vec<(&'static str, &'static str)> {
    const MORE: (&str, &str) = ("?", "more help");
    let is_other = |key: &str| !offered.iter().any(|(own, _)| *own == key);
    let usual = KEYS.iter().filter(|(key, what, _)| !what.is_empty() && is_other(key));
    let all: Vec<_> = offered.iter().copied().chain(usual.map(|(key, what, _)| (*key, *what))).collect();
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

/// Draws the state; returns how much of it is visible.
pub(super) fn draw(frame: &mut Frame<'_>, state: &State, look: Look) -> Drawn {
    let all = frame.area();
    let buffer = frame.buffer_mut();
    if all.width < LEAST.0 || all.height < LEAST.1 {
        let (columns, rows) = LEAST;
        let said = format!("window too small: needs {columns}x{rows}; q quits");
        let width = usize::from(all.width);
        Pen { buffer, area: all, look }.text(0, &wrap::short(&said, width), PLAIN);
        let bounds = (state.scroll, state.scroll);
        return Drawn { is_too_small: true, bounds, rows: 1, ..Drawn::default() };
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
        Mode::Preview(lines) => panels::preview(&mut pen, state, lines),
        Mode::Help => panels::help(&mut pen, state),
        // The window may have grown since the list was opened.
        Mode::List if has_side => ask(&mut pen, state),
        Mode::List => panels::overlay(&mut pen, state),
        Mode::Closing => panels::closing(&mut pen, state),
    };
    Drawn { has_side, ..drawn }
}

fn ask(pen: &mut Pen<'_>, state: &State) -> Drawn {
    let top = head(pen, state);
    let height = pen.height();
    let doubt = state.doubt();
    let key_rows = if height < 16 { 1 } else { 2 };
    let is_open = state.decision(state.at).is_none();
    let useless = [(is_open, "r"), (state.drawn.has_side, "l"), (state.pages.len() == 1, "d p")];
    let useless: Vec<&str> = useless.iter().filter(|(is_so, _)| *is_so).map(|(_, key)| *key).collect();
    let offered: &[(&str, &str)] = if state.offer().is_some() { &offer::KEYS } else { &[] };
    if pen.width() < 60 && key_rows == 1 && offered.is_empty() {
        pen.keys(height - 1, 1, &FEW_KEYS, &useless);
    } else {
        let keys = fitting(pen.width(), key_rows, offered);
        pen.keys(height - key_rows, key_rows, &keys, &useless);
    }
    let said = pen.said(height - key_rows, state.said.as_deref());
    // Keep one row free for messages, so the text does not jump.
    let said = if height < 16 { said } else { said.max(1) };
    let mut reasons = reasons(state);
    reasons.truncate(height.saturating_sub(12) / 2);
    let foot = height - key_rows - said - reasons.len() - 1;
    pen.line(foot, &guess(pen.look, state));
    let below = foot;
    let wordings = state.offer().map(|offer| offer.rows(pen.width())).unwrap_or_default();
    let offered = if wordings.is_empty() { 0 } else { wordings.len() + 1 };
    // The sentence in its context needs a few rows as well.
    let is_cut = top + LEAST_CONTEXT + offered > foot;
    let foot = if is_cut { foot } else { foot - offered };
    for (index, reason) in reasons.iter().enumerate() {
        pen.text(below + 1 + index, reason, PLAIN);
    }
    let is_cut = is_cut && offered > 0;
    if offered > 0 && !is_cut {
        wordings.iter().enumerate().for_each(|(index, row)| pen.line(foot + index, row));
        pen.rule(below - 1, "");
    }
    let what = if doubt.is_sentence() { "sentence" } else { doubt.kind.name() };
    pen.rule(top, &format!("{what}, {}", place(doubt.lines)));
    let (drawn, hidden) = text(pen, state, top + 1, foot - 1);
    let more = match hidden {
        (0, 0) => String::new(),
        (above, 0) => format!("rows above: {above} (PgUp)"),
        (_, below) => format!("rows below: {below} (PgDn)"),
    };
    pen.rule(foot - 1, if is_cut { "no room for the shorter wording" } else { &more });
    Drawn { is_cut, ..drawn }
}

/// The rows that the text keeps beside an offer.
const LEAST_CONTEXT: usize = 4;

/// The reasons for the judge's opinion, and what the user should know before choosing.
fn reasons(state: &State) -> Vec<String> {
    let doubt = state.doubt();
    let kind = if doubt.chance >= 50 { "fact" } else { "context" };
    let head = format!("why {kind}: ");
    let gap = " ".repeat(head.width());
    let leads = std::iter::once(head.as_str()).chain(std::iter::repeat(gap.as_str()));
    let own = state.page().reasons.get(state.at.1).into_iter().flatten();
    let said = own.zip(leads).map(|(reason, lead)| format!("{lead}{}", wrap::shown(reason)));
    let hint = doubt.is_buried.then(|| "its sentences cannot be separated, so it gets one label".to_owned());
    said.chain(hint).collect()
}

fn guess(look: Look, state: &State) -> Line<'static> {
    let doubt = state.doubt();
    let label = Span::styled(name(doubt.label), look.chip(doubt.label));
    let chance = format!("{}% likely a fact", doubt.chance);
    match state.decision(state.at) {
        None => Line::from(vec!["now ".into(), label, format!(", {chance}").into()]),
        Some(decision) => {
            let kind = decision.labels()[0];
            let by = if decision.by == By::Model { " by a model" } else { "" };
            let what = Span::styled(said(decision), look.chip(kind));
            let guess = format!(" (otherwise {}, {chance})", name(doubt.label));
            Line::from(vec![format!("✓ decided{by}: ").into(), what, Span::styled(guess, DIM)])
        }
    }
}

/// A row of the text: its line number if it starts a line, and whether it belongs to the block.
struct Row {
    number: Option<usize>,
    /// The text in parts; those in doubt are marked.
    parts: Vec<(String, bool)>,
    is_block: bool,
}

/// How many lines of context the user can scroll to.
const CONTEXT: usize = 100;

fn rows(page: &Page, doubt: &Doubt, width: usize) -> Vec<Row> {
    let line_of = |at: usize| page.text[..at.min(page.text.len())].matches('\n').count() + 1;
    let (first, last) = (line_of(doubt.block.start), line_of(doubt.block.end.saturating_sub(1)));
    let from = first.saturating_sub(CONTEXT).max(1);
    let to = (last + CONTEXT).min(page.lines.len());
    let mut at = page.text.split_inclusive('\n').take(from - 1).map(str::len).sum::<usize>();
    let mut out = Vec::new();
    for (number, line) in (from..=to).zip(page.text[at..].split_inclusive('\n')) {
        let inside = |end: usize| end.clamp(at, at + line.len()) - at;
        let (start, end) = (inside(doubt.span.start), inside(doubt.span.end));
        at += line.len();
        let is_block = (first..=last).contains(&number);
        let parts = [&line[..start], &line[start..end], line[end..].trim_end_matches(['\r', '\n'])];
        let shown = parts.map(wrap::shown);
        let marked = shown[0].len()..shown[0].len() + shown[1].trim_end().len();
        for (index, row) in wrap::marked_rows(&shown.concat(), width, &marked).into_iter().enumerate() {
            out.push(Row { number: (index == 0).then_some(number), parts: row, is_block });
        }
    }
    out
}

/// Draws the block in its context, from one row to another; returns how many of its rows are hidden above and
/// below.
fn text(pen: &mut Pen<'_>, state: &State, from: usize, to: usize) -> (Drawn, (usize, usize)) {
    let doubt = state.doubt();
    let digits = (doubt.lines[1] + CONTEXT).min(state.page().lines.len()).to_string().len().max(3);
    let rows = rows(state.page(), doubt, pen.width().saturating_sub(digits + 3));
    let view = to.saturating_sub(from);
    let is_marked = |row: &Row| row.parts.iter().any(|(_, is_marked)| *is_marked);
    let (block, size) = extent(&rows, |row| row.is_block);
    // If the block is too long, its sentence is what must be visible.
    let (first, size) = if size <= view { (block, size) } else { extent(&rows, is_marked) };
    let above =
        if size < view { (view - size).div_ceil(2).min(first) } else { usize::from(view > 4).min(first) };
    // If the document ends soon after the block, show more of the text above.
    let start = (first - above).min(rows.len().saturating_sub(view)).min(first);
    let most = rows.len().saturating_sub(view).max(start);
    let shift = |to: usize| to.cast_signed() - start.cast_signed();
    let bounds = (shift(0), shift(most));
    let top = start.saturating_add_signed(state.scroll.clamp(bounds.0, bounds.1));
    for (index, row) in rows.iter().skip(top).take(view).enumerate() {
        let number = row.number.map(|number| number.to_string()).unwrap_or_default();
        let (mark, style) = match row {
            row if is_marked(row) => ("┃", PLAIN),
            row if row.is_block => ("│", PLAIN),
            _ => ("│", DIM),
        };
        let gutter = Span::styled(format!("{number:>digits$} {mark} "), style);
        let parts = row
            .parts
            .iter()
            .map(|(text, is_marked)| Span::styled(text.clone(), if *is_marked { MARKED } else { style }));
        pen.line(from + index, &Line::from(std::iter::once(gutter).chain(parts).collect::<Vec<_>>()));
    }
    let hidden = (top.saturating_sub(first).min(size), (first + size).saturating_sub(top + view).min(size));
    (Drawn { bounds, rows: view.cast_signed(), ..Drawn::default() }, hidden)
}

/// The first row for which something is true, and how many there are.
fn extent(rows: &[Row], is_so: impl Fn(&Row) -> bool) -> (usize, usize) {
    (rows.iter().position(&is_so).unwrap_or(0), rows.iter().filter(|row| is_so(row)).count())
}
