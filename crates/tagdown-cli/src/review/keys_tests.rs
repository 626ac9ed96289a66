//! What keys do, without a terminal and without files.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::keys::{Action, End};
use super::sample;
use super::state::{Mode, State, labels};

fn press(state: &mut State, keys: &str) -> Action {
    let mut last = Action::Nothing;
    for c in keys.chars() {
        let code = match c {
            '\n' => KeyCode::Enter,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            '\u{1b}' => KeyCode::Esc,
            c => KeyCode::Char(c),
        };
        last = state.key(KeyEvent::from(code));
        // As the desk does, but without a file.
        match &last {
            Action::Decide(changes) => state.commit(changes.clone()),
            Action::Undo => state.undone(),
            _ => {}
        }
    }
    last
}

fn decided(state: &State) -> Vec<String> {
    let of = |at| state.decision(at).map_or("-".to_owned(), |all| labels(all.labels()));
    [(0, 0), (0, 1), (0, 2), (1, 0)].map(of).to_vec()
}

#[test]
fn keys_decide() {
    for (keys, wanted) in [
        ("\n", ["SPEC", "-", "-", "-"]),
        (" n", ["SPEC", "NOTE", "-", "-"]),
        ("uS?", ["[?]", "SPEC", "[?]", "-"]),
        ("\n\n\n\n", ["SPEC", "NOTE", "SPEC", "NOTE"]),
        ("ff\n", ["-", "-", "SPEC", "-"]),
        ("vb^\n", ["SPEC", "-", "-", "-"]),
        ("nb\n", ["NOTE", "-", "-", "-"]),
        ("nbs", ["SPEC", "-", "-", "-"]),
        ("a", ["SPEC", "NOTE", "-", "-"]),
        ("az", ["-", "-", "-", "-"]),
        ("snuzz", ["SPEC", "-", "-", "-"]),
        ("d\nzzz", ["-", "-", "-", "-"]),
        ("gk\u{1b}x", ["-", "-", "-", "-"]),
        // The notice of a refused split takes the key.
        ("xs", ["-", "-", "-", "-"]),
        ("xn", ["-", "-", "-", "-"]),
        ("xu", ["-", "-", "-", "-"]),
        ("x?", ["-", "-", "-", "-"]),
        ("x\n", ["-", "-", "-", "-"]),
        ("xv\n", ["SPEC", "-", "-", "-"]),
        ("x^\n", ["SPEC", "-", "-", "-"]),
        ("x\u{1b}s", ["SPEC", "-", "-", "-"]),
        ("sbr", ["-", "-", "-", "-"]),
        ("sbrz", ["SPEC", "-", "-", "-"]),
        ("dpn", ["NOTE", "-", "-", "-"]),
        ("fosoz", ["-", "-", "-", "-"]),
        ("lvv\ns", ["-", "-", "SPEC", "-"]),
        ("ffxn\u{1b}\u{1b}s", ["-", "-", "SPEC", "-"]),
        ("ffxn\u{1b}s\n", ["-", "-", "2 SPEC, 1 NOTE", "-"]),
        ("ffxns\n", ["-", "-", "2 SPEC, 1 NOTE", "-"]),
        ("ffxvvu^^^n\n", ["-", "-", "1 SPEC, 1 NOTE, 1 [?]", "-"]),
        ("ffxn\u{1b}", ["-", "-", "-", "-"]),
    ] {
        let mut state = sample::state();
        press(&mut state, keys);
        assert_eq!(decided(&state), wanted, "{keys:?}");
    }
}

#[test]
fn undo_goes_back_over_documents_to_where_it_was() {
    let mut state = sample::state();
    press(&mut state, "\n\n\n\n");
    assert!(matches!(state.mode, Mode::Closing));
    assert_eq!(state.total(), (4, 0));
    let places = [(1, 0), (0, 2), (0, 1), (0, 0)];
    for place in places {
        press(&mut state, "z");
        assert_eq!(state.at, place);
    }
    assert_eq!(state.total(), (0, 4));
    assert!(state.last_step().is_none());
}

#[test]
fn what_cannot_be_done_is_said() {
    for (keys, said) in [
        ("r", "not decided yet"),
        ("p", "first document"),
        ("o", "order: as in the document"),
        ("ffxnn\n", "the SPEC sentence becomes a list item"),
        ("ffxn\u{1b}", "press Esc again to discard these labels"),
        ("g", "Symptom, Cause and Fix"),
        ("b", "first question"),
        ("k", "`k` does nothing"),
        ("\n\nba", "nothing left to decide in this section"),
        ("ffs", "more than two sentences, so it becomes a list"),
        ("n", "line 5: NOTE"),
    ] {
        let mut state = sample::state();
        press(&mut state, keys);
        let heard = state.said.clone().unwrap_or_default();
        assert!(heard.contains(said), "{keys:?}: {heard}");
    }
}

#[test]
fn leaving_is_told_apart_and_a_blind_key_decides_nothing() {
    let mut state = sample::state();
    assert_eq!(press(&mut state, "q"), Action::Leave(End::Done));
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(state.key(interrupt), Action::Leave(End::Interrupted));
    state.drawn.is_too_small = true;
    assert_eq!(press(&mut state, "sn\n"), Action::Nothing);
    assert_eq!(state.total(), (0, 4));
    assert_eq!(press(&mut state, "q"), Action::Leave(End::Done));
}

#[test]
fn why_a_block_cannot_be_split_is_told_and_read() {
    let mut state = sample::state();
    press(&mut state, "x");
    assert_eq!(state.notice.as_deref(), Some("cannot be split: it is one sentence"));
    assert_eq!(press(&mut state, "q"), Action::Nothing);
    assert_eq!((state.notice.as_deref(), state.at), (None, (0, 0)));
}

#[test]
fn what_nobody_chose_is_written_only_on_purpose() {
    for (writes, keys, wanted) in [
        (true, "q", Action::Nothing),
        (true, "q\n\n", Action::Nothing),
        (true, "qw", Action::Leave(End::Done)),
        (true, "qy", Action::Leave(End::Done)),
        (true, "qq", Action::Leave(End::Unwritten)),
        (true, "q\u{1b}", Action::Leave(End::Unwritten)),
        (true, "\n\n\n\n\n", Action::Nothing),
        (true, "\n\n\n\nbq", Action::Leave(End::Done)),
        (false, "\n\n\n\n\n", Action::Nothing),
        (false, "\n\n\n\nw", Action::Nothing),
        (false, "\n\n\n\nq", Action::Leave(End::Done)),
        (false, "q", Action::Leave(End::Done)),
    ] {
        let mut state = sample::state_that_writes(writes);
        assert_eq!(press(&mut state, keys), wanted, "{writes} {keys:?}");
    }
    let mut state = sample::state_that_writes(true);
    state.drawn.is_too_small = true;
    assert_eq!(press(&mut state, "q"), Action::Leave(End::Unwritten), "a blind key writes nothing");
}
