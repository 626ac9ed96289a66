//! The other screens: the list beside the text, the preview, help, and the end.

use ratatui::text::{Line, Span};
use tagdown::document::Kind;
use tagdown::text::plural;
use unicode_width::UnicodeWidthStr;

use super::draw_rows::Pen;
use super::keys::KEYS;
use super::state::{Drawn, State, labels};
use super::styles::{BOLD, DIM, PLAIN, name};
use super::wrap;

/// All doubts and their state; leaves `below` rows free at the end.
pub(super) fn list(pen: &mut Pen<'_>, state: &State, below: usize) {
    let (height, width) = (pen.height() - below, pen.width());
    (0..height).for_each(|row| pen.text(row, " │", DIM));
    pen.text(0, " │ line  label  fact", DIM);
    let view = height - 1;
    let here = state.number();
    let first = here.saturating_sub(view / 2).min(state.order.len().saturating_sub(view));
    for (row, index) in (first..state.order.len()).take(view).enumerate() {
        let at = state.order[index];
        let doubt = &state.pages[at.0].doubts[at.1];
        let (mark, kind, said) = match state.decision(at) {
            None if state.pages[at.0].offers[at.1].is_some() => {
                (" ", doubt.label, format!("{:<10}", "shorter?"))
            }
            None => (" ", doubt.label, format!("{:<4} {:>4}%", name(doubt.label), doubt.chance)),
            Some(decision) => {
                let kind = decision.labels().first().copied().unwrap_or(doubt.label);
                ("✓", kind, format!("{:<10}", labels(decision.labels())))
            }
        };
        let starts = wrap::shown(doubt.text.lines().next().unwrap_or_default());
        let style = if index == here { BOLD } else { PLAIN };
        let pointer = if index == here { "▸" } else { " " };
        pen.line(
            row + 1,
            &Line::from(vec![
                Span::styled(" │", DIM),
                Span::styled(format!("{pointer}{:>5} {mark} ", doubt.lines[0]), style),
                Span::styled(said, pen.look.kind(kind)),
                Span::styled(format!("  {}", wrap::short(&starts, width.saturating_sub(24))), style),
            ]),
        );
    }
}

/// The doubts, if there is no room for them at the side.
pub(super) fn overlay(pen: &mut Pen<'_>, state: &State) -> Drawn {
    list(pen, state, 2);
    let height = pen.height();
    pen.rule(height - 2, "");
    pen.keys(height - 1, 1, &[("↑↓", "choose"), ("Enter", "go there"), ("Esc", "back")], &[]);
    Drawn { rows: (height - 3).cast_signed(), ..Drawn::default() }
}

/// What the document would look like.
pub(super) fn preview(pen: &mut Pen<'_>, state: &State, lines: &[(String, Option<Kind>)]) -> Drawn {
    let (width, height) = (pen.width(), pen.height());
    let view = height - 3;
    let mut most = lines.len();
    let mut below = 0;
    // The last line from which the end of the document fills the screen.
    while most > 0 && below < view {
        below += wrap::rows(&lines[most - 1].0, width).len();
        most -= 1;
    }
    most += usize::from(below > view);
    let bounds = (0, most.cast_signed());
    let top = state.scroll.clamp(bounds.0, bounds.1).cast_unsigned();
    pen.bar(&state.page().path, &format!("preview, line {} of {}", top + 1, lines.len()));
    let rows = lines.iter().skip(top).flat_map(|(line, kind)| {
        let style = kind.map_or(PLAIN, |kind| pen.look.chip(kind));
        wrap::rows(line, width).into_iter().map(move |row| (row, style))
    });
    let rows: Vec<_> = rows.take(view).collect();
    for (row, (text, style)) in rows.into_iter().enumerate() {
        pen.text(row + 1, &text, style);
    }
    pen.rule(height - 2, "");
    pen.keys(height - 1, 1, &[("Esc", "back"), ("↑↓ PgUp PgDn Home End", "scroll")], &[]);
    Drawn { bounds, rows: view.cast_signed(), ..Drawn::default() }
}

/// All keys.
pub(super) fn help(pen: &mut Pen<'_>, state: &State) -> Drawn {
    pen.bar("keys", "");
    let width = pen.width().saturating_sub(12);
    let mut rows = Vec::new();
    for (key, _, what) in KEYS {
        for (index, text) in wrap::rows(what, width).into_iter().enumerate() {
            let key = if index == 0 { *key } else { "" };
            rows.push(Line::from(vec![Span::styled(format!(" {key:<10} "), BOLD), Span::raw(text)]));
        }
    }
    let about = "Likely facts that would become context come first, then likely context among the facts. Each \
                 decision is saved to tagdown-decisions.jsonl at once, and applies to the same text in every later \
                 run. No document changes before you write it at the end.";
    rows.push(Line::default());
    rows.extend(wrap::rows(about, pen.width() - 2).into_iter().map(|text| Line::from(format!(" {text}"))));
    scrolled(pen, state, &rows, &[("Esc", "back"), ("↑↓", "scroll")])
}

/// What was decided, what is left, and what to do next.
pub(super) fn closing(pen: &mut Pen<'_>, state: &State) -> Drawn {
    let (now, left) = state.total();
    pen.bar("end of review", &format!("{now} decided now, {left} left"));
    let mut rows = vec![Line::default()];
    for (index, page) in state.pages.iter().enumerate() {
        let (now, left) = state.counts(index);
        let mark = if left == 0 { "✓" } else { " " };
        let counts = format!(" {mark} {now:>3} decided now, {left:>3} left  ");
        let room = pen.width().saturating_sub(counts.width());
        rows.push(Line::from(vec![Span::raw(counts), Span::styled(wrap::short(&page.path, room), BOLD)]));
    }
    rows.push(Line::default());
    let mut say = |text: &str| {
        let lines = wrap::rows(text, pen.width() - 2);
        rows.extend(lines.into_iter().map(|row| Line::from(format!(" {row}"))));
    };
    if left > 0 {
        let keep = if left == 1 { "keeps its present label" } else { "keep their present labels" };
        say(&format!("{} {keep}; r goes to the first", plural(left, "undecided text")));
    }
    say("decisions are saved; w writes the documents, like this command:");
    say(&format!("  {}", state.next));
    let keys = [
        ("w", "write and quit"),
        ("q", "quit, write nothing"),
        ("z", "undo"),
        ("b", "back"),
        ("r", "remaining"),
    ];
    scrolled(pen, state, &rows, &keys)
}

/// Rows between the bar and the keys.
fn scrolled(pen: &mut Pen<'_>, state: &State, rows: &[Line<'_>], keys: &[(&str, &str)]) -> Drawn {
    let height = pen.height();
    pen.keys(height - 1, 1, keys, &[]);
    let said = pen.said(height - 1, state.said.as_deref());
    let view = height - 3 - said;
    let bounds = (0, rows.len().saturating_sub(view).cast_signed());
    let top = state.scroll.clamp(bounds.0, bounds.1).cast_unsigned();
    for (row, line) in rows.iter().skip(top).take(view).enumerate() {
        pen.line(row + 1, line);
    }
    pen.rule(height - 2 - said, if bounds.1 > state.scroll { "more below" } else { "" });
    Drawn { bounds, rows: view.cast_signed(), ..Drawn::default() }
}
