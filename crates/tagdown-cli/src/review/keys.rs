//! What a key does.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tagdown::document::Kind;

use super::state::{Change, Mode, Split, State};

/// What to do outside the state.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    Nothing,
    /// Save these, and move on.
    Decide(Vec<Change>),
    /// Undo the last step.
    Undo,
    /// Find the label of the block above.
    Join,
    /// Show what the document would look like.
    Preview,
    Leave(End),
}

/// How a review ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The user finished it.
    Done,
    /// The user wants the documents unchanged.
    Unwritten,
    /// It was interrupted: nothing more may happen.
    Interrupted,
}

/// All keys and what they do, the most important first.
const KEYS: &[Key] = &[
    ("Enter", "accept", "accept the guess, or keep the decision (also: space)"),
    ("s", "SPEC", "a fact: SPEC"),
    ("n", "NOTE", "context for people: NOTE"),
    ("u", "[?]", "unverified: [?] (also: ?)"),
    ("x", "split", "label each sentence separately"),
    ("z", "undo", "undo the last decision; can be repeated"),
    ("h", "help", "this help"),
    ("q", "quit", "quit; decisions are already saved"),
    ("w", "result", "preview the document"),
    ("j", "join", "use the label of the block above, so both share one tag"),
    ("a", "all here", "accept all remaining guesses in this section"),
    ("↑↓", "move", "previous and next question, without deciding (also: b f)"),
    ("r", "reopen", "undo the decision on this block, even from an earlier session"),
    ("l", "list", "list the questions in this document, if the list is not at the side"),
    ("o", "order", "switch between most uncertain first and document order"),
    ("d p", "document", "next and previous document"),
    ("Home End", "", "first and last question in the document"),
    ("PgUp PgDn", "", "scroll the text (also: Ctrl-U Ctrl-D)"),
    ("g", "", "why BUG cannot be chosen"),
    ("Ctrl-C", "", "quit at once and write nothing, even with --write"),
];

/// A key, a short description for the bar, and a full one for the help.
pub(super) type Key = (&'static str, &'static str, &'static str);

/// The keys of a review; `writes` is whether it writes the documents at the end.
pub(super) fn keys(writes: bool) -> impl Iterator<Item = Key> + Clone {
    const WRITE: Key =
        ("q", "write and quit", "write the documents and quit; asks first if questions are left");
    KEYS.iter().map(move |key| if writes && key.0 == "q" { WRITE } else { *key })
}

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
            return if code == KeyCode::Char('q') { self.quit_unwritten() } else { Action::Nothing };
        }
        self.said = None;
        self.is_alarmed = false;
        if self.notice.take().is_some() {
            return Action::Nothing;
        }
        match self.mode {
            Mode::Ask => self.ask(code),
            Mode::Split(_) => self.split(code),
            Mode::Preview(_) | Mode::Help => self.look_at(code),
            Mode::List => self.choose(code),
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
            KeyCode::Home => self.go_within(0),
            KeyCode::End => self.go_within(usize::MAX),
            KeyCode::Char('d') => self.next_page(),
            KeyCode::Char('p') => self.previous_page(),
            KeyCode::Char('o') => self.toggle_order(),
            KeyCode::Char('l') if self.drawn.has_side => self.say("the list is already at the side"),
            KeyCode::Char('l') => self.show(Mode::List),
            KeyCode::Char('r') => return self.reopen(),
            KeyCode::Char('w') => return Action::Preview,
            KeyCode::Char('h') | KeyCode::F(1) => self.show(Mode::Help),
            KeyCode::Char('q') => return self.quit(),
            KeyCode::Char(c) => self.say(&format!("`{c}` does nothing here; h lists the keys")),
            KeyCode::Esc if self.writes => self.say("q writes and quits, Ctrl-C quits; decisions are saved"),
            KeyCode::Esc => self.say("q quits; decisions are already saved"),
            other => self.scroll_by(other),
        }
        Action::Nothing
    }

    /// Quits; if that would write labels that nobody chose, goes to the closing screen first.
    fn quit(&mut self) -> Action {
        if self.writes && self.total().1 > 0 {
            self.go(None);
            return Action::Nothing;
        }
        Action::Leave(End::Done)
    }

    fn quit_unwritten(&self) -> Action {
        Action::Leave(if self.writes { End::Unwritten } else { End::Done })
    }

    fn reopen(&mut self) -> Action {
        if let Some(change) = self.reopened() {
            return Action::Decide(vec![change]);
        }
        self.say("not decided yet; nothing to undo here");
        Action::Nothing
    }

    /// Accepts the guess. An existing decision stays: whoever pages back does not want to lose it.
    fn accept(&mut self) -> Action {
        if self.decision(self.at).is_some() {
            self.go_on();
            self.say("decision unchanged");
            return Action::Nothing;
        }
        self.decide(&[self.question().label])
    }

    /// Labels the block, or each of its sentences.
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
            self.say("nothing left to decide in this section");
            return Action::Nothing;
        }
        Action::Decide(changes)
    }

    fn open_split(&mut self) {
        let question = self.question();
        let sentences = &question.sentences;
        if sentences.is_empty() {
            // Keys meant for the split may follow, and would decide here.
            let obstacle =
                question.obstacle(&self.page().text).unwrap_or("its sentences could not be separated");
            self.notice = Some(format!("cannot be split: {obstacle}"));
            return;
        }
        let earlier = self.decision(self.at).map(|decision| decision.labels().to_vec());
        let guesses = || sentences.iter().map(|sentence| sentence.label).collect();
        let kept = earlier.filter(|labels| labels.len() == sentences.len());
        let given = vec![kept.is_some(); sentences.len()];
        let labels = kept.unwrap_or_else(guesses);
        self.show(Mode::Split(Split { labels, given, chosen: 0, is_touched: false, is_warned: false }));
    }

    fn split(&mut self, code: KeyCode) -> Action {
        let Mode::Split(split) = &mut self.mode else { return Action::Nothing };
        let last = split.labels.len() - 1;
        let was_warned = std::mem::take(&mut split.is_warned);
        let kind = match code {
            KeyCode::Enter | KeyCode::Char(' ') => {
                let labels = split.labels.clone();
                return self.decide(&labels);
            }
            KeyCode::Esc | KeyCode::Char('x' | 'q') if split.is_touched && !was_warned => {
                split.is_warned = true;
                self.say("press Esc again to discard these labels");
                return Action::Nothing;
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
        split.is_touched = true;
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

    fn choose(&mut self, code: KeyCode) -> Action {
        let (index, page) = (self.at.1, (self.drawn.rows - 1).max(1).cast_unsigned());
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
        self.go_within(to);
        self.show(Mode::List);
        Action::Nothing
    }

    fn close(&mut self, code: KeyCode) -> Action {
        match code {
            KeyCode::Char('w' | 'y') if self.writes => return Action::Leave(End::Done),
            KeyCode::Esc | KeyCode::Char('q') => return self.quit_unwritten(),
            // It may be an extra press after the last question.
            KeyCode::Enter if self.writes => self.say("w writes the documents, q quits without writing"),
            KeyCode::Enter => self.say("q quits"),
            KeyCode::Char('z') => return Action::Undo,
            KeyCode::Char('r') => match self.first_open() {
                None => self.say("no questions left"),
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
