//! What the screen shows, at sizes from useless to large.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::{Color, Modifier};
use tagdown::text::Span;

use super::keys::Action;
use super::state::{Mode, State};
use super::styles::Look;
use super::{sample, screen};

const SIZES: [(u16, u16); 8] =
    [(80, 24), (200, 60), (40, 10), (130, 10), (39, 40), (200, 9), (20, 5), (1, 1)];

/// The screen as text, one line per row.
fn draw(state: &mut State, (width, height): (u16, u16), colour: bool) -> (String, bool) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("it can be made");
    terminal
        .draw(|frame| state.drawn = screen::draw(frame, state, Look { colour }))
        .expect("it can be drawn on");
    let buffer = terminal.backend().buffer();
    let has_colour = buffer.content.iter().any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset);
    let rows = buffer.content.chunks(usize::from(width));
    let row = |cells: &[ratatui::buffer::Cell]| cells.iter().map(ratatui::buffer::Cell::symbol).collect();
    (rows.map(row).collect::<Vec<String>>().join("\n"), has_colour)
}

fn press(state: &mut State, keys: &str) {
    for c in keys.chars() {
        let code = if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) };
        state.drawn.is_too_small = false;
        if let Action::Decide(changes) = state.key(KeyEvent::from(code)) {
            state.commit(changes);
        }
    }
}

#[test]
fn every_screen_has_its_essentials_at_every_size() {
    let screens: [(&str, &[&str]); 6] = [
        (
            "",
            &[
                "docs/a.md",
                "1 of 4",
                "0 decided",
                "Guide › Setup",
                "We use Hatch",
                "now NOTE, 41% likely a fact",
                "help",
            ],
        ),
        ("s", &["2 of 4", "1 decided", "You get an answer.", "line 5: SPEC"]),
        ("sb", &["✓ decided: SPEC"]),
        ("ff", &["now SPEC, 57% likely a fact", "The port is 8080. We chose", "Guide › Usage"]),
        ("?", &["keys", "Enter", "keep the present label"]),
        ("\n\n\n\n", &["end of review", "4 decided now, 0 left", "docs/b.md"]),
    ];
    for (keys, essentials) in screens {
        for size in SIZES {
            let mut state = sample::state();
            press(&mut state, keys);
            let (text, _) = draw(&mut state, size, true);
            if size.0 < 40 || size.1 < 10 {
                assert!(state.drawn.is_too_small, "{size:?}");
                assert!(size.0 < 20 || text.starts_with("window too small"), "{size:?}: {text}");
                continue;
            }
            for essential in essentials {
                assert!(text.contains(essential), "{keys:?} at {size:?} lacks {essential:?}:\n{text}");
            }
        }
    }
}

#[test]
fn large_and_small_have_what_is_theirs() {
    let mut state = sample::state();
    let (text, _) = draw(&mut state, (80, 24), true);
    for wanted in ["one number", "it opens its section", "↓ skip", "v view", "by value"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(!text.contains("line  label"), "{text}");
    let (text, _) = draw(&mut state, (200, 60), true);
    let row = text.lines().find(|row| row.contains("▸    5")).expect("the list is there");
    assert!(row.contains("NOTE   41%") && row.contains("We use Hatch"), "{row}");
}

#[test]
fn only_the_sentence_in_doubt_is_marked() {
    let mut state = sample::state();
    press(&mut state, "ff");
    for (width, wanted) in [(80, "We chose it."), (120, "We chose it."), (40, "We chose it.")] {
        let mut terminal = Terminal::new(TestBackend::new(width, 24)).expect("it can be made");
        terminal
            .draw(|frame| state.drawn = screen::draw(frame, &state, Look { colour: false }))
            .expect("it can be drawn on");
        let cells = terminal.backend().buffer().content.iter();
        let marked = cells.filter(|cell| cell.modifier.contains(Modifier::UNDERLINED));
        assert_eq!(marked.map(ratatui::buffer::Cell::symbol).collect::<String>(), wanted, "{width}");
    }
}

#[test]
fn nothing_drives_the_terminal_and_colour_can_be_left_out() {
    let mut state = sample::state();
    press(&mut state, "d");
    for colour in [true, false] {
        let (text, has_colour) = draw(&mut state, (80, 24), colour);
        assert!(text.contains("漢") && !text.contains('\u{1b}'), "{text}");
        assert_eq!(has_colour, colour);
    }
}

#[test]
fn a_long_block_scrolls_within_its_bounds() {
    let mut state = sample::state();
    let page = &mut state.pages[0];
    page.lines = (1..=400).map(|line| format!("row {line} of it")).collect();
    page.text = page.lines.join("\n");
    let start = page.text.find("row 100 ").expect("a row");
    let end = page.text.find("row 301 ").expect("a row") - 1;
    let doubt = &mut page.doubts[0];
    (doubt.span, doubt.block) = (Span::new(start, end), Span::new(start, end));
    let (text, _) = draw(&mut state, (80, 24), true);
    assert!(text.contains("row 100 of it") && text.contains("(PgDn)"), "{text}");
    let mut turn = |code: KeyCode, wanted: &str| {
        for _ in 0..60 {
            state.key(KeyEvent::from(code));
        }
        let (text, _) = draw(&mut state, (80, 24), true);
        assert!(text.contains(wanted), "{text}");
    };
    turn(KeyCode::PageDown, "row 400 of it");
    turn(KeyCode::PageUp, "row 1 of it");
}

#[test]
fn what_a_key_would_come_to_is_said_beforehand() {
    for (keys, size, wanted) in [
        ("", (80, 24), vec!["why context: one number", "by value", "q finish", "s SPEC", "n NOTE", "u [?]"]),
        ("o", (80, 24), vec!["1 of 4 in order"]),
        ("", (60, 20), vec!["↓ skip", "? "]),
        (
            "sq",
            (80, 24),
            vec!["3 undecided texts keep their present labels", "w write and quit", "q quit, write nothing"],
        ),
        ("l", (80, 24), vec!["line  label", "▸    5", "You get an answer"]),
        ("", (110, 24), vec!["line  label", "▸    5"]),
        ("sb", (80, 24), vec!["✓ decided: SPEC (otherwise NOTE, 41% likely a fact)"]),
    ] {
        let mut state = sample::state();
        press(&mut state, keys);
        let (text, _) = draw(&mut state, size, true);
        for essential in wanted {
            assert!(text.contains(essential), "{keys:?} at {size:?} lacks {essential:?}:\n{text}");
        }
    }
    let mut state = sample::state();
    state.pages[0].is_foreign = true;
    state.pages[0].doubts[0].is_buried = true;
    let (text, _) = draw(&mut state, (80, 24), true);
    assert!(text.contains("docs/a.md (not in English)"), "{text}");
    assert!(text.contains("its sentences cannot be separated"), "{text}");
}

#[test]
fn the_result_scrolls_to_its_end_at_every_size() {
    for size in SIZES {
        let mut state = sample::state();
        let lines = (1..=500).map(|line| (format!("{line} {}", "word ".repeat(40)), None)).collect();
        state.show(Mode::Preview(lines));
        draw(&mut state, size, false);
        state.key(KeyEvent::from(KeyCode::End));
        let (text, _) = draw(&mut state, size, false);
        assert!(state.drawn.is_too_small || text.contains("500 word"), "{size:?}: {text}");
    }
}

#[test]
fn a_shorter_wording_is_beside_the_source_or_cannot_be_taken() {
    for (size, is_shown) in [
        ((80, 24), true),
        ((200, 60), true),
        ((50, 24), true),
        ((40, 10), false),
        ((80, 12), true),
        ((80, 11), false),
    ] {
        let mut state = sample::offered();
        state.go_to(0);
        state.go(Some((0, 0)));
        let (text, _) = draw(&mut state, size, false);
        assert_eq!(state.drawn.is_cut, !is_shown, "{size:?}:\n{text}");
        if is_shown {
            for wanted in
                ["in the source", "shorter (t takes it)", "We use Hatch to build to save 5", "t take shorter"]
            {
                assert!(text.contains(wanted), "{size:?} lacks {wanted:?}:\n{text}");
            }
        } else {
            assert!(text.contains("no room for the shorter wording"), "{size:?}:\n{text}");
        }
        let action = state.key(KeyEvent::from(KeyCode::Char('t')));
        assert_eq!(matches!(action, Action::Decide(_)), is_shown, "{size:?}");
    }
    let mut state = sample::offered();
    state.go(Some((0, 0)));
    press(&mut state, "t");
    assert_eq!(state.said.as_deref(), Some("line 5: SPEC, in the shorter wording; z undoes this"));
    state.go(Some((0, 0)));
    let (text, _) = draw(&mut state, (80, 24), false);
    assert!(text.contains("✓ decided: SPEC, in the shorter wording"), "{text}");
    let (text, _) = draw(&mut state, (200, 60), false);
    assert!(text.contains("line  label"), "{text}");
}
