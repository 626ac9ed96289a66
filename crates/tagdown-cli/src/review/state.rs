//! What is reviewed, where the person is, and what was decided: no terminal, no files.

use std::collections::HashMap;

use tagdown::Kind;
use tagdown::convert::{By, Decision, Question};

use super::look::name;
use super::wrap;

/// A document with questions.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) path: String,
    pub(super) text: String,
    /// Its lines as they may be shown.
    pub(super) lines: Vec<String>,
    /// Which of the files with decisions keeps its own; the same block has one decision in all documents of a file.
    pub(super) file: usize,
    pub(super) questions: Vec<Question>,
}

impl Page {
    pub(super) fn new(path: &str, text: String, file: usize, questions: Vec<Question>) -> Self {
        let lines = text.lines().map(wrap::shown).collect();
        Self { path: tagdown::print::tame(path), text, lines, file, questions }
    }
}

/// Where the person is: a document, and a question of it.
pub(super) type At = (usize, usize);

/// A decision, or that there is none any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) page: usize,
    pub(super) hash: String,
    /// The first and last line of the block.
    pub(super) lines: [usize; 2],
    pub(super) decision: Option<Decision>,
}

/// What can be taken back at once.
#[derive(Clone, Debug)]
pub(super) struct Step {
    at: At,
    pub(super) back: Vec<Change>,
}

/// The sentences of a block while they are labelled.
#[derive(Debug)]
pub(super) struct Split {
    pub(super) labels: Vec<Kind>,
    /// Which of them the person gave.
    pub(super) given: Vec<bool>,
    pub(super) chosen: usize,
}

/// What is on the screen.
#[derive(Debug)]
pub(super) enum Mode {
    Ask,
    Split(Split),
    /// The lines of the result, with the kind of those that are tags.
    Preview(Vec<(String, Option<Kind>)>),
    Help,
    Closing,
}

/// What the last drawing found out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Drawn {
    /// How far can be scrolled up and down.
    pub(super) bounds: (isize, isize),
    /// Rows that are seen at once.
    pub(super) rows: isize,
    /// Nothing could be shown, so that keys would be blind.
    pub(super) is_too_small: bool,
}

/// All of a review.
#[derive(Debug)]
pub(super) struct State {
    pub(super) pages: Vec<Page>,
    pub(super) at: At,
    pub(super) mode: Mode,
    pub(super) said: Option<String>,
    /// Rows below where the view starts by itself.
    pub(super) scroll: isize,
    pub(super) drawn: Drawn,
    /// Whether the documents are written at the end.
    pub(super) writes: bool,
    /// What to run next, for the closing screen.
    pub(super) next: String,
    decided: HashMap<(usize, String), Decision>,
    /// What was decided when the review started.
    before: HashMap<(usize, String), Decision>,
    history: Vec<Step>,
}

impl State {
    pub(super) fn new(pages: Vec<Page>, next: String, writes: bool) -> Self {
        let mut before = HashMap::new();
        for page in &pages {
            for question in &page.questions {
                let decision = question.decision.clone();
                before.extend(decision.map(|decision| ((page.file, question.hash.clone()), decision)));
            }
        }
        let mut state = Self {
            pages,
            at: (0, 0),
            mode: Mode::Ask,
            said: None,
            scroll: 0,
            drawn: Drawn::default(),
            writes,
            next,
            decided: before.clone(),
            before,
            history: Vec::new(),
        };
        state.go(state.first_open());
        state
    }

    pub(super) fn page(&self) -> &Page {
        &self.pages[self.at.0]
    }

    pub(super) fn question(&self) -> &Question {
        &self.page().questions[self.at.1]
    }

    /// What is decided of a question.
    pub(super) fn decision(&self, (page, index): At) -> Option<&Decision> {
        let page = &self.pages[page];
        self.decided.get(&(page.file, page.questions[index].hash.clone()))
    }

    /// How many questions of a document are decided since the review started, and how many are left.
    pub(super) fn counts(&self, page: usize) -> (usize, usize) {
        let Page { file, questions, .. } = &self.pages[page];
        let keys = questions.iter().map(|question| (*file, question.hash.clone()));
        let (mut now, mut left) = (0, 0);
        for key in keys {
            match self.decided.get(&key) {
                None => left += 1,
                decision => now += usize::from(decision != self.before.get(&key)),
            }
        }
        (now, left)
    }

    /// The same of all documents.
    pub(super) fn total(&self) -> (usize, usize) {
        let counts = (0..self.pages.len()).map(|page| self.counts(page));
        counts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    fn positions(&self) -> impl DoubleEndedIterator<Item = At> + '_ {
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

    /// Goes to the next document: to what is open in it, if anything is.
    pub(super) fn next_page(&mut self) {
        let page = self.at.0 + 1;
        let open = self.positions().find(|&at| at.0 == page && self.decision(at).is_none());
        self.go(open.or((page < self.pages.len()).then_some((page, 0))));
    }

    pub(super) fn say(&mut self, what: &str) {
        self.said = Some(what.to_owned());
    }

    /// A decision on a question; `None` where a label cannot be chosen.
    pub(super) fn change(&self, (page, index): At, labels: &[Kind]) -> Option<Change> {
        let Page { text, questions, .. } = &self.pages[page];
        let question = &questions[index];
        let starts = text.get(question.span.range()).unwrap_or_default();
        let decision = Decision::new(labels, By::Person, &tagdown::print::tame(starts))?;
        Some(Change { page, hash: question.hash.clone(), lines: question.lines, decision: Some(decision) })
    }

    /// The guesses for all that is open in this section.
    pub(super) fn section(&self) -> Vec<Change> {
        let headings = &self.question().headings;
        let is_open = |&(page, index): &At| {
            let is_here = page == self.at.0 && self.pages[page].questions[index].headings == *headings;
            is_here && self.decision((page, index)).is_none()
        };
        let guess = |at: At| self.change(at, &[self.pages[at.0].questions[at.1].label]);
        self.positions().filter(is_open).filter_map(guess).collect()
    }

    /// Takes over what has been written down.
    pub(super) fn commit(&mut self, changes: Vec<Change>) {
        let back = changes.iter().rev().map(|change| Change {
            decision: self.decided.get(&self.block(change)).cloned(),
            ..change.clone()
        });
        let step = Step { at: self.at, back: back.collect() };
        let said = self.told(&changes);
        self.put(changes);
        let (page, path) = (self.at.0, self.page().path.clone());
        self.history.push(step);
        self.go_on();
        let is_elsewhere = self.at.0 != page;
        self.said = Some(if is_elsewhere { format!("{path}, {said}") } else { said });
    }

    /// What can be taken back.
    pub(super) fn last_step(&self) -> Option<Step> {
        self.history.last().cloned()
    }

    /// Takes the last step back, once that has been written down.
    pub(super) fn undone(&mut self) {
        if let Some(step) = self.history.pop() {
            self.put(step.back);
            self.go(Some(step.at));
            self.say("taken back");
        }
    }

    fn block(&self, change: &Change) -> (usize, String) {
        (self.pages[change.page].file, change.hash.clone())
    }

    fn put(&mut self, changes: Vec<Change>) {
        for change in changes {
            let key = self.block(&change);
            match change.decision {
                Some(decision) => self.decided.insert(key, decision),
                None => self.decided.remove(&key),
            };
        }
    }

    fn told(&self, changes: &[Change]) -> String {
        let [Change { lines, decision: Some(decision), .. }] = changes else {
            return format!("{} guesses accepted in this section; z takes them back", changes.len());
        };
        let what = labels(decision.labels());
        let is_long = !self.question().fits_spec();
        if is_long && decision.labels().iter().all(|kind| *kind == Kind::Spec) {
            let list = "a SPEC holds two sentences, so this becomes a list, one sentence an item";
            return format!("{}: {what}; {list}", place(*lines));
        }
        format!("{}: {what}; z takes it back", place(*lines))
    }
}

/// One label, or how many of each.
pub(super) fn labels(labels: &[Kind]) -> String {
    let count = |kind: &Kind| labels.iter().filter(|label| *label == kind).count();
    let kinds = tagdown::convert::decisions::LABELS.iter().filter(|kind| count(kind) > 0);
    match labels {
        [one] => name(*one).to_owned(),
        _ => kinds.map(|kind| format!("{} {}", count(kind), name(*kind))).collect::<Vec<_>>().join(", "),
    }
}

/// Lines, as people say it.
pub(super) fn place([first, last]: [usize; 2]) -> String {
    if first == last { format!("line {first}") } else { format!("lines {first}-{last}") }
}
