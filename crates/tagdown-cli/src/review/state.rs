//! What is reviewed, where the user is, and what was decided: no terminal, no files.

use std::collections::HashMap;

use tagdown::document::Kind;
use tagdown::text::tame;
use tagdown_write::convert::LABELS;
use tagdown_write::convert::{By, Decision, Decisions, Doubt};

use super::offer::{self, Offer};
use super::styles::name;
use super::wrap;

/// A document with doubts.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) path: String,
    /// The text before the conversion.
    pub(super) text: String,
    /// Its version, if the document was converted before.
    pub(super) version: Option<String>,
    /// Its lines, safe to show.
    pub(super) lines: Vec<String>,
    /// Which decisions file it uses; the same text has one decision in all documents that share a file.
    pub(super) file: usize,
    pub(super) doubts: Vec<Doubt>,
    /// The reasons for each doubt's label.
    pub(super) reasons: Vec<Vec<String>>,
    /// The shorter wording that a model offers for each doubt.
    pub(super) offers: Vec<Option<Offer>>,
    /// It is not in English, so the judge is silent.
    pub(super) is_foreign: bool,
}

impl Page {
    pub(super) fn new(path: &str, text: String, doubts: Vec<Doubt>, reasons: Vec<Vec<String>>) -> Self {
        let lines = text.lines().map(wrap::shown).collect();
        let path = tame(path);
        let offers = vec![None; doubts.len()];
        Self { path, text, version: None, lines, file: 0, doubts, reasons, offers, is_foreign: false }
    }

    /// Whether something is left to decide, by the decisions before the review.
    pub(super) fn has_open(&self) -> bool {
        let is_open = |index: usize| match &self.doubts[index].decision {
            None => true,
            Some(decision) => !self.is_answered(index, decision),
        };
        (0..self.doubts.len()).any(is_open)
    }

    /// Whether a decision on a doubt also answers what is offered for it.
    fn is_answered(&self, index: usize, decision: &Decision) -> bool {
        self.offers[index].is_none() || offer::answers(decision)
    }
}

/// Where the user is: a document, and a doubt in it.
pub(super) type At = (usize, usize);

/// A new decision, or the removal of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) page: usize,
    pub(super) hash: String,
    /// The first and last line of the text.
    pub(super) lines: [usize; 2],
    pub(super) decision: Option<Decision>,
}

/// A step that can be undone.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The doubt at which it was taken.
    pub(super) at: At,
    pub(super) back: Vec<Change>,
}

/// What is on the screen.
#[derive(Debug)]
pub(super) enum Mode {
    Ask,
    /// The lines of the result, with the kind of those that are tags.
    Preview(Vec<(String, Option<Kind>)>),
    Help,
    /// The doubts, if there is no room for them at the side.
    List,
    /// The end of the review.
    Closing,
}

/// What the last drawing determined.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Drawn {
    /// How far the user can scroll up and down.
    pub(super) bounds: (isize, isize),
    /// The number of visible rows.
    pub(super) rows: isize,
    /// Nothing could be shown, so keys must not decide.
    pub(super) is_too_small: bool,
    /// The doubts are listed at the side.
    pub(super) has_side: bool,
    /// There is no room for the shorter wording that is offered.
    pub(super) is_cut: bool,
}

/// The state of a review.
#[derive(Debug)]
pub(super) struct State {
    pub(super) pages: Vec<Page>,
    pub(super) at: At,
    pub(super) mode: Mode,
    pub(super) said: Option<String>,
    /// The message must be read before the next key, so a held key does not answer it.
    pub(super) is_alarmed: bool,
    /// All doubts, in the order in which they are asked.
    pub(super) order: Vec<At>,
    /// Doubts are in document order, not the most valuable first.
    pub(super) is_in_order: bool,
    /// Rows below the default start of the view.
    pub(super) scroll: isize,
    pub(super) drawn: Drawn,
    /// The command to run next, for the closing screen.
    pub(super) next: String,
    decided: HashMap<(usize, String), Decision>,
    /// What was decided when the review started.
    before: HashMap<(usize, String), Decision>,
    history: Vec<Step>,
}

impl State {
    pub(super) fn new(pages: Vec<Page>, next: String) -> Self {
        let mut before = HashMap::new();
        for page in &pages {
            for doubt in &page.doubts {
                let decision = doubt.decision.clone();
                before.extend(decision.map(|decision| ((page.file, doubt.hash.clone()), decision)));
            }
        }
        let mut state = Self {
            pages,
            at: (0, 0),
            mode: Mode::Ask,
            said: None,
            is_alarmed: false,
            order: Vec::new(),
            is_in_order: false,
            scroll: 0,
            drawn: Drawn::default(),
            next,
            decided: before.clone(),
            before,
            history: Vec::new(),
        };
        state.sort();
        state.go(state.first_open());
        state
    }

    pub(super) fn page(&self) -> &Page {
        &self.pages[self.at.0]
    }

    pub(super) fn doubt(&self) -> &Doubt {
        &self.page().doubts[self.at.1]
    }

    /// The decision on a doubt.
    pub(super) fn decision(&self, (page, index): At) -> Option<&Decision> {
        let page = &self.pages[page];
        let decision = self.decided.get(&(page.file, page.doubts[index].hash.clone()));
        decision.filter(|decision| page.is_answered(index, decision))
    }

    /// The shorter wording that is offered for the doubt.
    pub(super) fn offer(&self) -> Option<&Offer> {
        self.page().offers[self.at.1].as_ref()
    }

    /// How many doubts of a document were decided since the review started, and how many are left.
    pub(super) fn counts(&self, page: usize) -> (usize, usize) {
        let Page { file, doubts, .. } = &self.pages[page];
        let (mut now, mut left) = (0, 0);
        for (index, doubt) in doubts.iter().enumerate() {
            match self.decision((page, index)) {
                None => left += 1,
                decision => {
                    now += usize::from(decision != self.before.get(&(*file, doubt.hash.clone())));
                }
            }
        }
        (now, left)
    }

    /// The same for all documents.
    pub(super) fn total(&self) -> (usize, usize) {
        let counts = (0..self.pages.len()).map(|page| self.counts(page));
        counts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    pub(super) fn say(&mut self, what: &str) {
        self.said = Some(what.to_owned());
    }

    /// A decision on a doubt; `None` if the label cannot be chosen.
    pub(super) fn change(&self, (page, index): At, label: Kind) -> Option<Change> {
        let doubt = &self.pages[page].doubts[index];
        let decision = match &self.pages[page].offers[index] {
            Some(_) if label == Kind::Spec => Decision::worded(&doubt.text, &doubt.text),
            _ => Decision::new(&[label], By::Person, &tame(&doubt.text))?,
        };
        Some(Change { page, hash: doubt.hash.clone(), lines: doubt.lines, decision: Some(decision) })
    }

    /// A change that takes the shorter wording; `None` if there is none.
    pub(super) fn taken(&self) -> Option<Change> {
        let decision = Decision::worded(&self.doubt().text, &self.offer()?.wording);
        let Doubt { hash, lines, .. } = self.doubt();
        Some(Change { page: self.at.0, hash: hash.clone(), lines: *lines, decision: Some(decision) })
    }

    /// A change that reopens this doubt; `None` if it is open.
    pub(super) fn reopened(&self) -> Option<Change> {
        let Doubt { hash, lines, .. } = self.doubt();
        let change = Change { page: self.at.0, hash: hash.clone(), lines: *lines, decision: None };
        self.decision(self.at).is_some().then_some(change)
    }

    /// Takes over the decisions of others, except for some texts; returns how many decisions changed.
    pub(super) fn take_over(&mut self, file: usize, there: &Decisions, except: &[Change]) -> usize {
        let mut count = 0;
        let doubts = self.pages.iter().filter(|page| page.file == file).flat_map(|page| &page.doubts);
        for hash in doubts.map(|doubt| &doubt.hash) {
            let key = (file, hash.clone());
            let is_own = except.iter().any(|change| change.hash == *hash);
            if is_own || self.decided.get(&key) == there.get(hash) {
                continue;
            }
            count += 1;
            // This was not decided in this review.
            for map in [&mut self.decided, &mut self.before] {
                match there.get(hash) {
                    Some(decision) => map.insert(key.clone(), decision.clone()),
                    None => map.remove(&key),
                };
            }
        }
        count
    }

    /// The present labels for all open doubts in this section.
    pub(super) fn section(&self) -> Vec<Change> {
        let headings = &self.doubt().headings;
        let is_open = |&(page, index): &At| {
            let is_here = page == self.at.0 && self.pages[page].doubts[index].headings == *headings;
            is_here && self.decision((page, index)).is_none()
        };
        let guess = |at: At| self.change(at, self.pages[at.0].doubts[at.1].label);
        self.positions().filter(is_open).filter_map(guess).collect()
    }

    /// Takes over changes that have been saved.
    pub(super) fn commit(&mut self, changes: Vec<Change>) {
        let back = changes.iter().rev().map(|change| Change {
            decision: self.decided.get(&self.key_of(change)).cloned(),
            ..change.clone()
        });
        let step = Step { at: self.at, back: back.collect() };
        let said = told(&changes);
        let is_reopened = changes.iter().all(|change| change.decision.is_none());
        self.put(changes);
        let (page, path) = (self.at.0, self.page().path.clone());
        self.history.push(step);
        if is_reopened {
            self.go(Some(self.at));
        } else {
            self.go_on();
        }
        let is_elsewhere = self.at.0 != page;
        self.said = Some(if is_elsewhere { format!("{path}, {said}") } else { said });
    }

    /// The last step, which can be undone.
    pub(super) fn last_step(&self) -> Option<Step> {
        self.history.last().cloned()
    }

    /// Undoes the last step, once that has been saved.
    pub(super) fn undone(&mut self) {
        if let Some(step) = self.history.pop() {
            self.put(step.back);
            self.go(Some(step.at));
            self.say("undone");
        }
    }

    fn key_of(&self, change: &Change) -> (usize, String) {
        (self.pages[change.page].file, change.hash.clone())
    }

    fn put(&mut self, changes: Vec<Change>) {
        for change in changes {
            let key = self.key_of(&change);
            match change.decision {
                Some(decision) => self.decided.insert(key, decision),
                None => self.decided.remove(&key),
            };
        }
    }
}

/// What was decided, in words.
fn told(changes: &[Change]) -> String {
    let [Change { lines, decision, .. }] = changes else {
        return format!("{} labels kept in this section; z undoes this", changes.len());
    };
    match decision {
        None => format!("{}: open again; z undoes this", place(*lines)),
        Some(decision) => format!("{}: {}; z undoes this", place(*lines), said(decision)),
    }
}

/// A decision in words.
pub(super) fn said(decision: &Decision) -> String {
    offer::named(decision).map_or_else(|| labels(decision.labels()), str::to_owned)
}

/// One label, or how many of each.
pub(super) fn labels(labels: &[Kind]) -> String {
    let count = |kind: &Kind| labels.iter().filter(|label| *label == kind).count();
    let kinds = LABELS.iter().filter(|kind| count(kind) > 0);
    match labels {
        [one] => name(*one).to_owned(),
        _ => kinds.map(|kind| format!("{} {}", count(kind), name(*kind))).collect::<Vec<_>>().join(", "),
    }
}

/// Lines in words.
pub(super) fn place([first, last]: [usize; 2]) -> String {
    if first == last { format!("line {first}") } else { format!("lines {first}-{last}") }
}
