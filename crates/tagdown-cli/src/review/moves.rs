//! Moves between doubts, between documents, and to the end.

use super::state::{At, Mode, State};

impl State {
    /// The positions of all doubts, in the order in which they are asked.
    pub(super) fn positions(&self) -> impl DoubleEndedIterator<Item = At> + '_ {
        self.order.iter().copied()
    }

    /// Which doubt of all this is, from 0.
    pub(super) fn number(&self) -> usize {
        self.order.iter().position(|at| *at == self.at).unwrap_or(0)
    }

    /// Orders the doubts of all documents: the most valuable first, or as in the documents.
    pub(super) fn sort(&mut self) {
        let all = self.pages.iter().enumerate();
        self.order =
            all.flat_map(|(page, one)| (0..one.doubts.len()).map(move |index| (page, index))).collect();
        let doubt = |at: &At| &self.pages[at.0].doubts[at.1];
        if self.is_in_order {
            self.order.sort_by_key(|at| (at.0, doubt(at).span));
        } else {
            self.order
                .sort_by_key(|at| (self.pages[at.0].is_foreign, doubt(at).rank(), at.0, doubt(at).span));
        }
    }

    /// The first doubt that is not decided.
    pub(super) fn first_open(&self) -> Option<At> {
        self.positions().find(|&at| self.decision(at).is_none())
    }

    /// Goes to a doubt, or to the end.
    pub(super) fn go(&mut self, to: Option<At>) {
        self.scroll = 0;
        self.mode = if to.is_some() { Mode::Ask } else { Mode::Closing };
        self.at = to.unwrap_or(self.at);
    }

    /// Goes to the next doubt that is not decided, or to the end.
    pub(super) fn go_on(&mut self) {
        let next = self.positions().skip(self.number() + 1).find(|&at| self.decision(at).is_none());
        self.go(next);
    }

    pub(super) fn next(&mut self) {
        let next = self.positions().nth(self.number() + 1);
        self.go(next);
    }

    pub(super) fn previous(&mut self) {
        match self.number().checked_sub(1) {
            None => self.say("this is the first one"),
            Some(before) => self.go_to(before),
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

    /// The first open doubt of a document, or else its first.
    fn start_of(&self, page: usize) -> At {
        let open = self.positions().find(|&at| at.0 == page && self.decision(at).is_none());
        open.or_else(|| self.positions().find(|at| at.0 == page)).unwrap_or((page, 0))
    }

    /// Goes to the doubt with this number, or to the last one.
    pub(super) fn go_to(&mut self, number: usize) {
        self.go(Some(self.order[number.min(self.order.len() - 1)]));
    }

    /// Switches between document order and the most valuable first.
    pub(super) fn toggle_order(&mut self) {
        self.is_in_order = !self.is_in_order;
        self.sort();
        self.go(Some(self.at));
        let order = if self.is_in_order { "as in the documents" } else { "the most valuable first" };
        self.say(&format!("order: {order}"));
    }
}
