//! The other screens: the list beside the text, the sentences of a block, the preview, help, and the end.

use ratatui::text::{Line, Span};
use tagdown::document::Kind;
use tagdown::text::plural;
use unicode_width::UnicodeWidthStr;

use super::draw_rows::{Pen, head};
use super::keys::keys;
use super::state::{Drawn, Split, State};
use super::styles::{BOLD, DIM, PLAIN, name};
use super::wrap;

/// The questions of the document and their state; leaves `below` rows free at the end.
pub(super) fn list(pen: &mut Pen<'_>, state: &State, below: usize) {
    let (height, width) = (pen.height() - below, pen.width());
    let questions = &state.page().questions;
    (0..height).for_each(|row| pen.text(row, " │", DIM));
    pen.text(0, " │ line  label", DIM);
    let view = height - 1;
    let first = state.at.1.saturating_sub(view / 2).min(questions.len().saturating_sub(view));
    for (row, index) in (first..questions.len()).take(view).enumerate() {
        let question = &questions[index];
        let is_here = index == state.at.1;
        let (mark, kind, said) = match state.decision((state.at.0, index)) {
            None if question.is_buried => (" ", question.label, "NOTE+facts".to_owned()),
            None => {
                (" ", question.label, format!("{:<4}? {:>2}% ", name(question.label), question.confidence))
            }
            Some(decision) => match decision.labels() {
                [one] => ("✓", *one, format!("{:<10}", name(*one))),
                all => ("✓", all[0], format!("split {:<4}", all.len())),
            },
        };
        let line = question.lines[0];
        let starts = state.page().lines.get(line - 1).map_or("", |text| text.trim());
        let style = if is_here { BOLD } else { PLAIN };
        let here = if is_here { "▸" } else { " " };
        pen.line(
            row + 1,
            &Line::from(vec![
                Span::styled(" │", DIM),
                Span::styled(format!("{here}{line:>5} {mark} "), style),
                Span::styled(said, pen.look.kind(kind)),
                Span::styled(format!("  {}", wrap::short(starts, width.saturating_sub(24))), style),
            ]),
        );
    }
}

/// The questions, if there is no room for them at the side.
pub(super) fn overlay(pen: &mut Pen<'_>, state: &State) -> Drawn {
    list(pen, state, 2);
    let height = pen.height();
    pen.rule(height - 2, "");
    pen.keys(height - 1, 1, &[("↑↓", "choose"), ("Enter", "go there"), ("Esc", "back")], &[]);
    Drawn { rows: (height - 3).cast_signed(), ..Drawn::default() }
}

/// A message box on top of everything else; the next key only closes it.
pub(super) fn notice(pen: &mut Pen<'_>, said: &str) {
    const WIDEST: usize = 60;
    let width = pen.width().saturating_sub(8).min(WIDEST);
    let mut lines = wrap::rows(said, width - 4);
    lines.extend([String::new(), "press any key".to_owned()]);
    let edge = "─".repeat(width - 2);
    let text = lines
        .iter()
        .map(|line| format!("│ {line}{} │", " ".repeat((width - 4).saturating_sub(line.width()))));
    let rows: Vec<String> =
        std::iter::once(format!("┌{edge}┐")).chain(text).chain([format!("└{edge}┘")]).collect();
    let top = pen.height().saturating_sub(rows.len()) / 2;
    let left = (pen.width() - width) / 2;
    for (index, row) in rows.iter().enumerate() {
        pen.text_at((left, top + index), row, BOLD);
    }
}

/// The sentences of a block, to label each.
pub(super) fn split(pen: &mut Pen<'_>, state: &State, split: &Split) -> Drawn {
    let top = head(pen, state);
    let height = pen.height();
    let keys = [
        ("↑↓", "choose"),
        ("s", "SPEC"),
        ("n", "NOTE"),
        ("u", "[?]"),
        ("Enter", "accept all"),
        ("Esc", "back"),
    ];
    let key_rows = if pen.width() < 60 { 2 } else { 1 };
    pen.keys(height - key_rows, key_rows, &keys, &[]);
    let said = pen.said(height - key_rows, state.said.as_deref());
    let to = height - key_rows - 1 - said;
    let rows = split_rows(pen, state, split);
    let view = to - top - 1;
    let last = rows.iter().rposition(|(index, _)| *index == split.chosen).unwrap_or(0);
    let first = rows.iter().position(|(index, _)| *index == split.chosen).unwrap_or(0);
    let start = (last + 1).saturating_sub(view).min(first);
    for (row, (_, line)) in rows.iter().skip(start).take(view).enumerate() {
        pen.line(top + 1 + row, line);
    }
    let all = split.labels.len();
    // A sentence whose end is hidden does not count as seen.
    let seen = rows.get(start + view).map_or(all, |(index, _)| *index);
    pen.rule(top, &format!("{}: a label for each sentence", plural(all, "sentence")));
    match all - seen {
        0 => pen.rule(to, "consecutive facts become a list"),
        more => pen.rule(to, &format!("{more} more below")),
    }
    Drawn { rows: view.cast_signed(), ..Drawn::default() }
}

/// The rows of all sentences, each with the index of its sentence.
fn split_rows(pen: &Pen<'_>, state: &State, split: &Split) -> Vec<(usize, Line<'static>)> {
    const LEAD: usize = 12;
    let sentences = &state.question().sentences;
    let mut rows = Vec::new();
    for (index, sentence) in sentences.iter().enumerate() {
        let is_chosen = index == split.chosen;
        let (kind, style) = (split.labels[index], if is_chosen { BOLD } else { PLAIN });
        let chance = if split.given[index] { "you".to_owned() } else { format!("{}%", sentence.confidence) };
        let text = wrap::rows(&wrap::shown(&sentence.text), pen.width().saturating_sub(LEAD + 1));
        for (at, text) in text.into_iter().enumerate() {
            let lead = match at {
                0 => vec![
                    Span::styled(if is_chosen { "▸ " } else { "  " }, BOLD),
                    Span::styled(format!("{:<4}", name(kind)), pen.look.chip(kind)),
                    Span::styled(format!(" {chance:<5}"), PLAIN),
                ],
                _ => vec![Span::raw(" ".repeat(LEAD))],
            };
            rows.push((index, Line::from([lead, vec![Span::styled(format!(" {text}"), style)]].concat())));
        }
    }
    rows
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
    for (key, _, what) in keys(state.writes) {
        for (index, text) in wrap::rows(what, width).into_iter().enumerate() {
            let key = if index == 0 { key } else { "" };
            rows.push(Line::from(vec![Span::styled(format!(" {key:<10} "), BOLD), Span::raw(text)]));
        }
    }
    let about = "questions come most uncertain first, then blocks with buried facts; each decision is saved to \
                 tagdown-decisions.jsonl at once, and applies to the same block in every later run";
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
        let (what, turns) = (plural(left, "undecided block"), if left == 1 { "becomes" } else { "become" });
        say(&format!("{what} {turns} NOTE; r goes to the first"));
    }
    if state.writes {
        say("w writes the documents and quits; q quits without writing; decisions are saved");
    } else {
        say("decisions are saved; to write the documents, run:");
        say(&format!("  {}", state.next));
    }
    let leave: &[(&str, &str)] = if state.writes {
        &[("w", "write and quit"), ("q", "quit, write nothing")]
    } else {
        &[("q", "quit")]
    };
    let others = [("z", "undo"), ("b", "back"), ("r", "remaining")];
    scrolled(pen, state, &rows, &[leave, &others].concat())
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
