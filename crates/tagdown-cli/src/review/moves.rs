//! Moves between questions, between documents, and to the end.

use tagdown_write::convert::Question;

use super::state::{At, Mode, State};

impl State {
    pub(super) fn positions(&self) -> impl DoubleEndedIterator<Item = At> + '_ {
        let of = |page: usize| (0..self.pages[page].questions.len()).map(move |index| (page, index));
        (0..self.pages.len()).flat_map(of)
    }

    /// The first question that is not decided.
    pub(super) fn first_open(&self) -> Option<At> {
        self.positions().find(|&at| self.decision(at).is_none())
    }

    /// Goes to a question, or to the end.
    pub(super) fn go(&mut self, to: Option<At>) {
        self.scroll = 0;
        self.mode = if to.is_some() { Mode::Ask } else { Mode::Closing };
        self.at = to.unwrap_or(self.at);
    }

    /// Goes to the next question that is not decided, or to the end.
    pub(super) fn go_on(&mut self) {
        let next = self.positions().find(|&at| at > self.at && self.decision(at).is_none());
        self.go(next);
    }

    pub(super) fn next(&mut self) {
        let next = self.positions().find(|&at| at > self.at);
        self.go(next);
    }

    pub(super) fn previous(&mut self) {
        let before = self.positions().rev().find(|&at| at < self.at);
        match before {
            None => self.say("this is the first question"),
            before => self.go(before),
        }
    }

    /// Goes to the next document.
    pub(super) fn next_page(&mut self) {
        let next = self.at.0 + 1;
        self.go((next < self.pages.len()).then(|| self.start_of(next)));
    }

    pub(super) fn previous_page(&mut self) {
        match self.at.0.checked_sub(1) {
            None => self.say("this is the first document"),
            Some(page) => self.go(Some(self.start_of(page))),
        }
    }

    /// The first open question of a document, or else its first question.
    fn start_of(&self, page: usize) -> At {
        let open = self.positions().find(|&at| at.0 == page && self.decision(at).is_none());
        open.unwrap_or((page, 0))
    }

    /// Goes to a question of this document, or to its last one.
    pub(super) fn go_within(&mut self, index: usize) {
        let last = self.page().questions.len() - 1;
        self.go(Some((self.at.0, index.min(last))));
    }

    /// Switches between document order and most uncertain first.
    pub(super) fn toggle_order(&mut self) {
        let lines = self.question().lines;
        self.is_in_order = !self.is_in_order;
        for page in &mut self.pages {
            if self.is_in_order {
                page.questions.sort_by_key(|question| question.lines);
            } else {
                page.questions.sort_by_key(Question::rank);
            }
        }
        self.go(Some(self.find(self.at.0, lines)));
        let order = if self.is_in_order { "as in the document" } else { "most uncertain first" };
        self.say(&format!("order: {order}"));
    }

    /// The question on these lines.
    pub(super) fn find(&self, page: usize, lines: [usize; 2]) -> At {
        let index = self.pages[page].questions.iter().position(|question| question.lines == lines);
        (page, index.unwrap_or(0))
    }
}
