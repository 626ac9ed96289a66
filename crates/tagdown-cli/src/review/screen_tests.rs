//! What the screen shows, at sizes from useless to large.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Color;

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
                "1 of 3",
                "0 decided",
                "Guide › Setup",
                "We use Hatch",
                "likely SPEC, 71%",
                "help",
            ],
        ),
        ("s", &["2 of 3", "1 decided", "You get an answer.", "line 5: SPEC"]),
        ("sb", &["✓ decided: SPEC"]),
        ("ffx", &["▸ SPEC 61%", "The port is 8080.", "Enter", "Guide › Usage"]),
        ("h", &["keys", "Enter", "accept the guess"]),
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
    for wanted in ["it has a number", "it opens its section", "x split", "w result", "document 1 of 2"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(!text.contains("line  label"), "{text}");
    let (text, _) = draw(&mut state, (200, 60), true);
    let row = text.lines().find(|row| row.contains("▸    5")).expect("the list is there");
    assert!(row.contains("SPEC? 71%") && row.contains("We use Hatch"), "{row}");
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
    state.pages[0].lines = (1..=400).map(|line| format!("row {line} of it")).collect();
    state.pages[0].questions[0].lines = [100, 300];
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
    for (writes, keys, size, wanted) in [
        (false, "", (80, 24), vec!["default: NOTE", "why SPEC: it has a number", "by score", "q quit"]),
        (false, "o", (80, 24), vec!["1 of 3 in order"]),
        (false, "", (60, 20), vec!["w result", "h more"]),
        (true, "", (60, 20), vec!["q write and quit", "w result", "h more"]),
        (true, "", (80, 24), vec!["q write and quit"]),
        (true, "q", (80, 24), vec!["4 undecided blocks become NOTE", "w write and quit"]),
        (false, "x", (80, 24), vec!["cannot be split: it is one sentence", "press any key"]),
        (false, "x", (40, 10), vec!["cannot be split", "press any key"]),
        (false, "l", (80, 24), vec!["line  label", "▸    5", "You get an answer"]),
        (false, "", (110, 24), vec!["line  label", "▸    5"]),
        (false, "ffx", (80, 24), vec!["3 sentences: a label for each sentence", "consecutive facts"]),
        (false, "sb", (80, 24), vec!["✓ decided: SPEC (guess: SPEC, 71%)"]),
    ] {
        let mut state = sample::state_that_writes(writes);
        press(&mut state, keys);
        let (text, _) = draw(&mut state, size, true);
        for essential in wanted {
            assert!(text.contains(essential), "{keys:?} at {size:?} lacks {essential:?}:\n{text}");
        }
    }
    let mut state = sample::state();
    state.pages[0].is_foreign = true;
    let question = &mut state.pages[0].questions[2];
    question.is_buried = true;
    question.sentences = question.sentences.iter().cycle().take(30).cloned().collect();
    let (text, _) = draw(&mut state, (80, 24), true);
    assert!(text.contains("docs/a.md (not in English)"), "{text}");
    press(&mut state, "ff");
    let (text, _) = draw(&mut state, (80, 24), true);
    assert!(text.contains("as it is (more than 2 sentences); 30 of its sentences read as facts"), "{text}");
    press(&mut state, "x");
    let (text, _) = draw(&mut state, (80, 24), true);
    assert!(text.contains("30 sentences") && text.contains("more below"), "{text}");
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
