//! What a key does.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tagdown::document::Kind;

use super::offer::TOO_SMALL;
use super::state::{Change, Mode, State};

/// What to do outside the state.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    Nothing,
    /// Save these, and move on.
    Decide(Vec<Change>),
    /// Undo the last step.
    Undo,
    /// Show what the document would look like.
    Preview,
    Leave(End),
}

/// How a review ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The user wants the documents written.
    Write,
    /// The user wants the documents unchanged.
    Unwritten,
    /// It was interrupted: nothing more may happen.
    Interrupted,
}

/// All keys and what they do, the most important first.
pub(super) const KEYS: &[Key] = &[
    ("s", "SPEC", "a fact: SPEC"),
    ("n", "NOTE", "context for people: NOTE"),
    ("u", "[?]", "unverified: [?]"),
    ("Enter", "keep", "keep the present label, and do not ask again (also: space)"),
    ("t", "", "take the shorter wording that a model suggests; Enter keeps the words of the source"),
    ("↓", "skip", "go on without deciding (also: f)"),
    ("↑", "back", "go back (also: b)"),
    ("z", "undo", "undo the last decision; can be repeated"),
    ("?", "help", "this help (also: h)"),
    ("q", "finish", "finish: shows what was decided, and asks whether to write the documents"),
    ("v", "view", "view the result"),
    ("a", "keep all", "keep the present label of everything left in this section"),
    ("r", "reopen", "undo the decision on this text, even from an earlier session"),
    ("l", "list", "list everything that is asked, if the list is not at the side"),
    ("o", "order", "switch between the most valuable first and document order"),
    ("d p", "document", "next and previous document"),
    ("Home End", "", "first and last"),
    ("PgUp PgDn", "", "scroll the text (also: Ctrl-U Ctrl-D)"),
    ("g", "", "why BUG cannot be chosen"),
    ("Ctrl-C", "", "quit at once and write no document"),
];

/// A key, a short description for the bar, and a full one for the help.
pub(super) type Key = (&'static str, &'static str, &'static str);

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
        if self.drawn.is_too_small {
            let quits = code == KeyCode::Char('q');
            return if quits { Action::Leave(End::Unwritten) } else { Action::Nothing };
        }
        self.said = None;
        self.is_alarmed = false;
        match self.mode {
            Mode::Ask => self.ask(code),
            Mode::Preview(_) | Mode::Help => self.look_at(code),
            Mode::List => self.choose(code),
            Mode::Closing => self.close(code),
        }
    }

    fn ask(&mut self, code: KeyCode) -> Action {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => return self.accept(),
            KeyCode::Char('s') => return self.decide(Kind::Spec),
            KeyCode::Char('n') => return self.decide(Kind::Note),
            KeyCode::Char('u') => return self.decide(Kind::Unverified),
            KeyCode::Char('t') => return self.take(),
            KeyCode::Char('g') => self.say(NO_BUG),
            KeyCode::Char('z') => return Action::Undo,
            KeyCode::Char('a') => return self.accept_section(),
            KeyCode::Up | KeyCode::Char('b') => self.previous(),
            KeyCode::Down | KeyCode::Char('f') => self.next(),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(usize::MAX),
            KeyCode::Char('d') => self.next_page(),
            KeyCode::Char('p') => self.previous_page(),
            KeyCode::Char('o') => self.toggle_order(),
            KeyCode::Char('l') if self.drawn.has_side => self.say("the list is already at the side"),
            KeyCode::Char('l') => self.show(Mode::List),
            KeyCode::Char('r') => return self.reopen(),
            KeyCode::Char('v') => return Action::Preview,
            KeyCode::Char('h' | '?') | KeyCode::F(1) => self.show(Mode::Help),
            KeyCode::Char('q') => return self.quit(),
            KeyCode::Char(c) => self.say(&format!("`{c}` does nothing here; ? lists the keys")),
            KeyCode::Esc => self.say("q finishes; decisions are already saved"),
            other => self.scroll_by(other),
        }
        Action::Nothing
    }

    /// Finishes; if something was decided, now or earlier, asks what to do with it.
    fn quit(&mut self) -> Action {
        let is_decided = |page: &super::state::Page| page.doubts.iter().any(|doubt| doubt.decision.is_some());
        if self.total().0 > 0 || self.pages.iter().any(is_decided) {
            self.go(None);
            return Action::Nothing;
        }
        Action::Leave(End::Unwritten)
    }

    /// Takes the shorter wording, if it can be seen.
    fn take(&mut self) -> Action {
        match self.taken() {
            None => self.say("no shorter wording is suggested here"),
            Some(_) if self.drawn.is_cut => self.say(TOO_SMALL),
            Some(change) => return Action::Decide(vec![change]),
        }
        Action::Nothing
    }

    fn reopen(&mut self) -> Action {
        if let Some(change) = self.reopened() {
            return Action::Decide(vec![change]);
        }
        self.say("not decided yet; nothing to undo here");
        Action::Nothing
    }

    /// Keeps the present label. An existing decision stays: whoever pages back does not want to lose it.
    fn accept(&mut self) -> Action {
        if self.decision(self.at).is_some() {
            self.go_on();
            self.say("decision unchanged");
            return Action::Nothing;
        }
        self.decide(self.doubt().label)
    }

    /// Labels the text.
    pub(super) fn decide(&mut self, label: Kind) -> Action {
        if let Some(change) = self.change(self.at, label) {
            return Action::Decide(vec![change]);
        }
        self.say(NO_BUG);
        Action::Nothing
    }

    fn accept_section(&mut self) -> Action {
        let changes = self.section();
        if changes.is_empty() {
            self.say("nothing left to decide in this section");
            return Action::Nothing;
        }
        Action::Decide(changes)
    }

    fn look_at(&mut self, code: KeyCode) -> Action {
        match code {
            KeyCode::Esc | KeyCode::Char('q' | 'v' | 'h' | '?') | KeyCode::F(1) | KeyCode::Enter => {
                self.show(Mode::Ask);
            }
            KeyCode::Up | KeyCode::Char('k' | 'b') => self.scroll_to(self.scroll - 1),
            KeyCode::Down | KeyCode::Char('j' | 'f') => self.scroll_to(self.scroll + 1),
            KeyCode::Char(' ') => self.scroll_by(KeyCode::PageDown),
            other => self.scroll_by(other),
        }
        Action::Nothing
    }

    fn choose(&mut self, code: KeyCode) -> Action {
        let (index, page) = (self.number(), (self.drawn.rows - 1).max(1).cast_unsigned());
        let to = match code {
            KeyCode::Up | KeyCode::Char('b' | 'k') => index.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('f' | 'j') => index + 1,
            KeyCode::PageUp => index.saturating_sub(page),
            KeyCode::PageDown => index + page,
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('l' | 'q') => {
                self.show(Mode::Ask);
                return Action::Nothing;
            }
            _ => return Action::Nothing,
        };
        self.go_to(to);
        self.show(Mode::List);
        Action::Nothing
    }

    fn close(&mut self, code: KeyCode) -> Action {
        match code {
            KeyCode::Char('w') => return Action::Leave(End::Write),
            KeyCode::Char('q') => return Action::Leave(End::Unwritten),
            // It may be an extra press after the last doubt.
            KeyCode::Enter | KeyCode::Esc => self.say("w writes the documents, q quits without writing"),
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

    /// Shows another screen, from its top.
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
