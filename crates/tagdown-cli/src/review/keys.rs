//! What a key does.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tagdown::Kind;

use super::state::{Change, Mode, Split, State};

/// What is to be done outside of the state.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    Nothing,
    /// Write these down, and go on.
    Decide(Vec<Change>),
    /// Take the last step back.
    Undo,
    /// Find the label of the block above.
    Join,
    /// Find out what the document would look like.
    Preview,
    Leave(End),
}

/// How a review ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The person was done with it.
    Done,
    /// It was broken off: nothing more is to happen.
    Interrupted,
}

/// All keys with what they do; the first are the most wanted.
pub(super) const KEYS: &[(&str, &str, &str)] = &[
    ("Enter", "accept", "accept the guess, or keep what is decided (also: space)"),
    ("s", "SPEC", "a fact: SPEC"),
    ("n", "NOTE", "context for people: NOTE"),
    ("u", "[?]", "unverified: [?] (also: ?)"),
    ("x", "split", "label each sentence by itself"),
    ("z", "undo", "take the last decision back, any number of times"),
    ("h", "help", "this help"),
    ("q", "quit", "leave; every decision is kept already"),
    ("j", "join", "the label of the block above, so that both stand under one tag"),
    ("a", "all here", "accept the guesses of all that is left in this section"),
    ("↑↓", "move", "previous and next question, without deciding (also: b f)"),
    ("d", "next document", "next document"),
    ("w", "result", "what the document would look like"),
    ("PgUp PgDn", "", "scroll the text (also: Ctrl-U Ctrl-D)"),
    ("g", "", "why BUG cannot be chosen"),
    ("Ctrl-C", "", "leave at once; with --write nothing is written"),
];

const NO_BUG: &str = "a BUG needs Symptom, Cause and Fix; add one with `tagdown add --kind bug`";

impl State {
    pub(super) fn key(&mut self, key: KeyEvent) -> Action {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let code = match key.code {
            KeyCode::Char('c' | 'C') if is_control => return Action::Leave(End::Interrupted),
            KeyCode::Char('u' | 'U') if is_control => KeyCode::PageUp,
            KeyCode::Char('d' | 'D') if is_control => KeyCode::PageDown,
            KeyCode::Char(_) if is_control || key.modifiers.contains(KeyModifiers::ALT) => {
                return Action::Nothing;
            }
            KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
            other => other,
        };
        if self.drawn.is_too_small && code != KeyCode::Char('q') {
            return Action::Nothing;
        }
        self.said = None;
        match self.mode {
            Mode::Ask => self.ask(code),
            Mode::Split(_) => self.split(code),
            Mode::Preview(_) | Mode::Help => self.look_at(code),
            Mode::Closing => self.close(code),
        }
    }

    fn ask(&mut self, code: KeyCode) -> Action {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => return self.accept(),
            KeyCode::Char('s') => return self.decide(&[Kind::Spec]),
            KeyCode::Char('n') => return self.decide(&[Kind::Note]),
            KeyCode::Char('u' | '?') => return self.decide(&[Kind::Unverified]),
            KeyCode::Char('g') => self.say(NO_BUG),
            KeyCode::Char('x') => self.open_split(),
            KeyCode::Char('j') => return Action::Join,
            KeyCode::Char('z') => return Action::Undo,
            KeyCode::Char('a') => return self.accept_section(),
            KeyCode::Up | KeyCode::Char('b') => self.previous(),
            KeyCode::Down | KeyCode::Char('f') => self.next(),
            KeyCode::Char('d') => self.next_page(),
            KeyCode::Char('w') => return Action::Preview,
            KeyCode::Char('h') | KeyCode::F(1) => self.show(Mode::Help),
            KeyCode::Char('q') => return Action::Leave(End::Done),
            KeyCode::Char(c) => self.say(&format!("`{c}` does nothing here; h lists the keys")),
            KeyCode::Esc => self.say("q leaves; every decision is kept already"),
            other => self.scroll_by(other),
        }
        Action::Nothing
    }

    /// Accepts the guess; what is decided already stays so, since whoever leafs back does not want it lost.
    fn accept(&mut self) -> Action {
        if self.decision(self.at).is_some() {
            self.go_on();
            self.say("kept as it was decided");
            return Action::Nothing;
        }
        self.decide(&[self.question().label])
    }

    /// Gives the block a label, or each of its sentences one.
    pub(super) fn decide(&mut self, labels: &[Kind]) -> Action {
        if let Some(change) = self.change(self.at, labels) {
            return Action::Decide(vec![change]);
        }
        self.say(NO_BUG);
        Action::Nothing
    }

    fn accept_section(&mut self) -> Action {
        let changes = self.section();
        if changes.is_empty() {
            self.say("nothing is left to decide in this section");
            return Action::Nothing;
        }
        Action::Decide(changes)
    }

    fn open_split(&mut self) {
        let sentences = &self.question().sentences;
        if sentences.is_empty() {
            self.say(
                "cannot be split: only a paragraph of several sentences, with no list or quote beside it, can",
            );
            return;
        }
        let earlier = self.decision(self.at).map(|decision| decision.labels().to_vec());
        let guesses = || sentences.iter().map(|sentence| sentence.label).collect();
        let kept = earlier.filter(|labels| labels.len() == sentences.len());
        let given = vec![kept.is_some(); sentences.len()];
        let labels = kept.unwrap_or_else(guesses);
        self.show(Mode::Split(Split { labels, given, chosen: 0 }));
    }

    fn split(&mut self, code: KeyCode) -> Action {
        let Mode::Split(split) = &mut self.mode else { return Action::Nothing };
        let last = split.labels.len() - 1;
        let kind = match code {
            KeyCode::Enter | KeyCode::Char(' ') => {
                let labels = split.labels.clone();
                return self.decide(&labels);
            }
            KeyCode::Esc | KeyCode::Char('x' | 'q') => {
                self.show(Mode::Ask);
                return Action::Nothing;
            }
            KeyCode::Up | KeyCode::Char('b') => {
                split.chosen = split.chosen.saturating_sub(1);
                return Action::Nothing;
            }
            KeyCode::Down | KeyCode::Char('f') => {
                split.chosen = (split.chosen + 1).min(last);
                return Action::Nothing;
            }
            KeyCode::Char('s') => Kind::Spec,
            KeyCode::Char('n') => Kind::Note,
            KeyCode::Char('u' | '?') => Kind::Unverified,
            KeyCode::Char('g') => {
                self.say(NO_BUG);
                return Action::Nothing;
            }
            _ => return Action::Nothing,
        };
        split.labels[split.chosen] = kind;
        split.given[split.chosen] = true;
        split.chosen = (split.chosen + 1).min(last);
        Action::Nothing
    }

    fn look_at(&mut self, code: KeyCode) -> Action {
        match code {
            KeyCode::Esc | KeyCode::Char('q' | 'w' | 'h') | KeyCode::F(1) | KeyCode::Enter => {
                self.show(Mode::Ask);
            }
            KeyCode::Up | KeyCode::Char('k' | 'b') => self.scroll_to(self.scroll - 1),
            KeyCode::Down | KeyCode::Char('j' | 'f') => self.scroll_to(self.scroll + 1),
            KeyCode::Char(' ') => self.scroll_by(KeyCode::PageDown),
            other => self.scroll_by(other),
        }
        Action::Nothing
    }

    fn close(&mut self, code: KeyCode) -> Action {
        match code {
            KeyCode::Enter | KeyCode::Esc | KeyCode::Char('q') => return Action::Leave(End::Done),
            KeyCode::Char('z') => return Action::Undo,
            KeyCode::Char('r') => match self.first_open() {
                None => self.say("nothing is left"),
                open => self.go(open),
            },
            KeyCode::Char('b') => self.go(Some(self.at)),
            KeyCode::Up => self.scroll_to(self.scroll - 1),
            KeyCode::Down => self.scroll_to(self.scroll + 1),
            other => self.scroll_by(other),
        }
        Action::Nothing
    }

    /// Puts something else on the screen, from its top.
    pub(super) fn show(&mut self, mode: Mode) {
        self.mode = mode;
        self.scroll = 0;
    }

    fn scroll_by(&mut self, code: KeyCode) {
        let page = (self.drawn.rows - 2).max(1);
        match code {
            KeyCode::PageUp => self.scroll_to(self.scroll - page),
            KeyCode::PageDown => self.scroll_to(self.scroll + page),
            KeyCode::Home => self.scroll_to(isize::MIN),
            KeyCode::End => self.scroll_to(isize::MAX),
            _ => {}
        }
    }

    fn scroll_to(&mut self, to: isize) {
        let (least, most) = self.drawn.bounds;
        self.scroll = to.clamp(least, most.max(least));
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

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
            // What the desk does, without a file.
            match &last {
                Action::Decide(changes) => state.commit(changes.clone()),
                Action::Undo => state.undone(),
                _ => {}
            }
        }
        last
    }

    fn decided(state: &State) -> Vec<String> {
        let of =
            |at| state.decision(at).map_or("-".to_owned(), |all| super::super::state::labels(all.labels()));
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
            ("x", "cannot be split"),
            ("g", "Symptom, Cause and Fix"),
            ("b", "first question"),
            ("k", "`k` does nothing"),
            ("\n\nba", "nothing is left to decide in this section"),
            ("ffs", "a SPEC holds two sentences, so this becomes a list"),
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
}
