//! What keys do, without a terminal and without files.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tagdown::document::Kind;
use tagdown_write::convert::{By, Decision};

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
        ("s", ["SPEC", "-", "-", "-"]),
        ("\n", ["NOTE", "-", "-", "-"]),
        (" s", ["NOTE", "SPEC", "-", "-"]),
        ("uSu", ["[?]", "SPEC", "[?]", "-"]),
        ("\n\n\n\n", ["NOTE", "NOTE", "SPEC", "SPEC"]),
        ("ff\n", ["-", "-", "SPEC", "-"]),
        ("vb^\n", ["NOTE", "-", "-", "-"]),
        ("sb\n", ["SPEC", "-", "-", "-"]),
        ("sbn", ["NOTE", "-", "-", "-"]),
        ("a", ["NOTE", "NOTE", "-", "-"]),
        ("az", ["-", "-", "-", "-"]),
        ("snuzz", ["SPEC", "-", "-", "-"]),
        ("d\nzzz", ["-", "-", "-", "-"]),
        ("gkxjw\u{1b}", ["-", "-", "-", "-"]),
        ("sbr", ["-", "-", "-", "-"]),
        ("sbrz", ["SPEC", "-", "-", "-"]),
        ("dpn", ["NOTE", "-", "-", "-"]),
        ("fosoz", ["-", "-", "-", "-"]),
        ("lvv\ns", ["-", "-", "SPEC", "-"]),
        // Help takes no decision.
        ("?\u{1b}", ["-", "-", "-", "-"]),
        ("?s", ["-", "-", "-", "-"]),
    ] {
        let mut state = sample::state();
        press(&mut state, keys);
        assert_eq!(decided(&state), wanted, "{keys:?}");
    }
}

#[test]
fn the_most_valuable_come_first_over_all_documents() {
    let mut state = sample::state();
    state.pages[1].doubts[0].label = Kind::Note;
    state.pages[1].doubts[0].value = 85;
    state.sort();
    assert_eq!(state.order, [(0, 0), (1, 0), (0, 1), (0, 2)]);
    press(&mut state, "s");
    assert_eq!((state.at, state.number()), ((1, 0), 1));
    press(&mut state, "o");
    assert_eq!(state.order, [(0, 0), (0, 1), (0, 2), (1, 0)]);
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
        ("o", "order: as in the documents"),
        ("g", "Symptom, Cause and Fix"),
        ("b", "first one"),
        ("k", "`k` does nothing"),
        ("\n\nba", "nothing left to decide in this section"),
        ("n", "line 5: NOTE"),
        ("\n\n\n\n\n", "w writes the documents, q quits"),
    ] {
        let mut state = sample::state();
        press(&mut state, keys);
        let heard = state.said.clone().unwrap_or_default();
        assert!(heard.contains(said), "{keys:?}: {heard}");
    }
}

#[test]
fn an_interrupt_is_told_apart_and_a_blind_key_decides_nothing() {
    let mut state = sample::state();
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(state.key(interrupt), Action::Leave(End::Interrupted));
    state.drawn.is_too_small = true;
    assert_eq!(press(&mut state, "sn\n"), Action::Nothing);
    assert_eq!(state.total(), (0, 4));
    assert_eq!(press(&mut state, "q"), Action::Leave(End::Unwritten));
}

#[test]
fn documents_are_written_only_on_purpose() {
    for (keys, wanted) in [
        // Nothing was decided, so there is nothing to ask.
        ("q", Action::Leave(End::Unwritten)),
        ("sq", Action::Nothing),
        ("sqq", Action::Leave(End::Unwritten)),
        ("sqw", Action::Leave(End::Write)),
        ("sq\n", Action::Nothing),
        ("sqy", Action::Nothing),
        ("sy", Action::Nothing),
        ("sw", Action::Nothing),
        ("\n\n\n\n\n\n", Action::Nothing),
        ("\n\n\n\nw", Action::Leave(End::Write)),
        ("\n\n\n\n\u{1b}q", Action::Leave(End::Unwritten)),
    ] {
        let mut state = sample::state();
        assert_eq!(press(&mut state, keys), wanted, "{keys:?}");
    }
}

#[test]
fn a_shorter_wording_is_taken_only_on_purpose() {
    for (keys, wanted) in [
        ("t", Some("We use Hatch to build to save 5 min.")),
        ("\n", None),
        ("s", None),
        ("a", None),
        (" ", None),
    ] {
        let mut state = sample::offered();
        state.go(Some((0, 0)));
        press(&mut state, keys);
        let source = state.pages[0].doubts[0].text.clone();
        let decision = state.decision((0, 0)).expect(keys);
        let wording = decision.wording().expect("a wording");
        assert_eq!(
            (wording.source.as_str(), decision.labels()),
            (source.as_str(), &[Kind::Spec][..]),
            "{keys:?}"
        );
        assert_eq!(wording.text, wanted.unwrap_or(&source), "{keys:?}");
        assert_eq!(wording.is_kept(), wanted.is_none());
    }
    for (keys, kind) in [("n", Kind::Note), ("u", Kind::Unverified)] {
        let mut state = sample::offered();
        state.go(Some((0, 0)));
        press(&mut state, keys);
        let decision = state.decision((0, 0)).expect(keys);
        assert_eq!((decision.labels(), decision.wording()), (&[kind][..], None));
    }
    // Elsewhere the key says why it does nothing.
    let mut state = sample::offered();
    state.go(Some((0, 1)));
    assert_eq!(press(&mut state, "t"), Action::Nothing);
    assert!(
        state.said.as_deref().is_some_and(|said| said.contains("no shorter wording")),
        "{:?}",
        state.said
    );
    // An earlier label does not answer the question.
    let label = Decision::new(&[Kind::Spec], By::Person, "").expect("a label");
    let mut pages = sample::offered().pages;
    pages[0].doubts[0].decision = Some(label);
    assert!(pages[0].has_open());
    let state = State::new(pages, String::new());
    assert_eq!((state.decision((0, 0)), state.total()), (None, (0, 4)));
}
