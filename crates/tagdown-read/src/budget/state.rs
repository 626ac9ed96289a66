//! A state of a view that does not show everything: how much it shows of each block, and what that costs. The cost is
//! updated piece by piece, because no token spans two pieces of a view.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arrangement::{Place, Sheet};
use crate::budget::event::{Event, Level};
use crate::reading::{Reading, Tally};
use crate::request::{Ending, Rest, Totals};

/// A state of the chain, with its cost and ending.
pub(crate) struct Step {
    pub(super) event: Option<Event>,
    /// Tokens of everything except the ending.
    pub(super) base: usize,
    pub(super) ending: Ending,
    /// The first block that is not shown in full.
    pub(super) gap: usize,
}

/// What is shown, and what that costs.
pub(crate) struct State<'w, 's> {
    pub(super) sheet: &'w Sheet<'s>,
    pub(super) levels: Vec<Level>,
    /// The cost of each block at its level.
    spent: Vec<usize>,
    pub(super) documents: Vec<OneDocument>,
    pub(super) sections: FxHashMap<(usize, usize), Counted>,
    headings: FxHashSet<(usize, usize)>,
    /// Sections with a block that is shown.
    opened: FxHashSet<(usize, usize)>,
    is_short: bool,
    /// Tokens of the blocks that are shown, with titles and headings.
    pub(super) body: usize,
    /// Tokens of the lines about left-out blocks.
    pub(super) list: usize,
    /// Tokens of the document closings.
    closing: usize,
    shown: Tally,
    /// Blocks that are neither shown nor covered by a line.
    unlisted: Tally,
    /// Manifests that are not shown.
    pub(super) manifests: usize,
    brief: usize,
    excerpts: usize,
    gap: usize,
}

#[derive(Default)]
pub(super) struct OneDocument {
    pub(super) is_open: bool,
    pub(super) has_manifest: bool,
    blocks: usize,
    lines: usize,
    closing: usize,
    totals: Totals,
    shown: Tally,
    pub(super) counted: Counted,
    /// Its blocks, as indices into the order.
    pub(super) members: Vec<usize>,
}

impl OneDocument {
    fn new(reading: &Reading) -> Self {
        let mut document = Self::default();
        document.totals.add(reading);
        document
    }
}

/// Blocks that share a line, and the cost of the line.
#[derive(Default)]
pub(super) struct Counted {
    pub(super) tally: Tally,
    cost: usize,
    members: Vec<usize>,
}

impl<'w, 's> State<'w, 's> {
    pub(super) fn new(sheet: &'w Sheet<'s>) -> Self {
        let mut state = State {
            sheet,
            levels: vec![Level::Counted; sheet.order.len()],
            spent: vec![0; sheet.order.len()],
            documents: sheet.readings.iter().map(OneDocument::new).collect(),
            sections: FxHashMap::default(),
            headings: FxHashSet::default(),
            opened: FxHashSet::default(),
            is_short: true,
            body: 0,
            list: 0,
            closing: 0,
            shown: Tally::default(),
            unlisted: sheet.totals.chosen,
            manifests: (0..sheet.readings.len()).filter(|&at| !sheet.manifest(at).is_empty()).count(),
            brief: 0,
            excerpts: 0,
            gap: 0,
        };
        for (index, &place) in sheet.order.iter().enumerate() {
            state.documents[place.document].members.push(index);
            let section = (place.document, sheet.item(place).section);
            state.sections.entry(section).or_default().members.push(index);
        }
        if !sheet.request.several && sheet.view.is_grouped && !sheet.readings.is_empty() {
            state.open(0);
        }
        state
    }

    fn count(&self, text: &str) -> usize {
        self.sheet.request.count(text)
    }

    pub(super) fn step(&self, event: Option<Event>) -> Step {
        let totals = self.sheet.totals;
        let has_all = self.shown.blocks() == totals.chosen.blocks() && self.manifests == 0;
        let complete = has_all && self.sheet.request.is_whole();
        let ending = Ending {
            shown: self.shown,
            unlisted: if self.list > 0 { self.unlisted } else { Tally::default() },
            manifests: self.manifests + self.sheet.hidden_manifests,
            brief: self.brief,
            excerpts: self.excerpts,
            complete,
            is_short: self.is_short,
            ..Ending::complete(&totals)
        };
        Step { event, base: self.body + self.list + self.closing, ending, gap: self.gap }
    }

    /// The events that add lines about left-out blocks, the broadest first. Blocks that match a query get one line
    /// each.
    pub(super) fn lines(&self) -> VecDeque<Event> {
        let Sheet { request, view, .. } = self.sheet;
        let mut events = VecDeque::new();
        // For a single block, the ending is enough.
        if self.levels.len() == 1 && view.is_text {
            return events;
        }
        if !request.ranked && !view.is_grouped {
            if request.several {
                events.extend((0..self.documents.len()).map(Event::Document));
            }
            let mut sections: Vec<_> = self.sections.keys().copied().collect();
            sections.sort_unstable();
            events.extend(sections.into_iter().map(|(document, section)| Event::Section(document, section)));
        }
        events.extend(self.sheet.priority().into_iter().map(|index| Event::Block(index, Level::Line)));
        events
    }

    /// Whether an event would show more than the state already does.
    pub(super) fn raises(&self, event: Event) -> bool {
        let below = |members: &[usize], level: Level| members.iter().any(|&index| self.levels[index] < level);
        match event {
            Event::Ending | Event::Title => true,
            Event::Manifest(document) => {
                !self.documents[document].has_manifest && !self.sheet.manifest(document).is_empty()
            }
            Event::Document(document) => below(&self.documents[document].members, Level::Document),
            Event::Section(document, section) => self
                .sections
                .get(&(document, section))
                .is_some_and(|counted| below(&counted.members, Level::Section)),
            Event::Block(index, level) => self.levels[index] < level,
        }
    }

    /// The events that show a block: a BUG in brief first, and only in brief if its text is too long. The first block
    /// of a section also brings in the section's BUG blocks, in brief.
    pub(super) fn showing(&self, index: usize, is_too_much: bool) -> Vec<Event> {
        let place = self.sheet.order[index];
        let section = (place.document, self.sheet.item(place).section);
        let brief = |index: usize| self.has_brief(index).then_some(Event::Block(index, Level::Brief));
        let mut events: Vec<Event> = brief(index).into_iter().collect();
        if is_too_much {
            return events;
        }
        events.push(Event::Block(index, Level::Full));
        if !self.opened.contains(&section) && !self.sheet.request.ranked {
            let members = self.sections.get(&section).map_or(&[][..], |counted| &counted.members);
            events.extend(
                members.iter().filter(|&&member| member != index).filter_map(|&member| brief(member)),
            );
        }
        events
    }

    /// The approximate number of tokens that an event adds.
    pub(super) fn size(&self, event: Event) -> usize {
        match event {
            Event::Block(index, Level::Brief) => {
                self.count(self.sheet.item(self.sheet.order[index]).fix_text())
            }
            Event::Block(index, Level::Full) => self.sheet.item(self.sheet.order[index]).tokens,
            Event::Block(index, Level::Excerpt(count)) => {
                let item = self.sheet.item(self.sheet.order[index]);
                let hit = item.hits.get(usize::from(count).saturating_sub(1));
                hit.map_or(0, |hit| self.count(&item.text[hit.span.range()]))
            }
            _ => 0,
        }
    }

    pub(super) fn has_brief(&self, index: usize) -> bool {
        let item = self.sheet.item(self.sheet.order[index]);
        let label = self.count(", only Fix");
        self.sheet.view.has_parts && item.fix.is_some() && self.count(item.fix_text()) + label < item.tokens
    }

    pub(super) fn apply(&mut self, event: Event) {
        match event {
            Event::Ending => self.is_short = false,
            Event::Title => self.open(0),
            Event::Manifest(document) => self.show_manifest(document),
            Event::Document(document) => {
                for index in self.documents[document].members.clone() {
                    self.raise(index, Level::Document);
                }
            }
            Event::Section(document, section) => {
                let members = self.sections.get(&(document, section)).map(|counted| counted.members.clone());
                members.into_iter().flatten().for_each(|index| self.raise(index, Level::Section));
            }
            Event::Block(index, level) => self.raise(index, level),
        }
    }

    fn raise(&mut self, index: usize, level: Level) {
        let old = self.levels[index];
        if level <= old {
            return;
        }
        let place = self.sheet.order[index];
        self.levels[index] = level;
        if old == Level::Counted {
            let item = self.sheet.item(place);
            self.unlisted.remove(item.kind, item.tokens);
        }
        self.count_in(place, old, false);
        self.count_in(place, level, true);
        let spent = std::mem::take(&mut self.spent[index]);
        match old {
            Level::Line => {
                self.list -= spent;
                self.separate_lines(place.document, false);
            }
            Level::Brief => {
                self.body -= spent;
                self.brief -= 1;
            }
            Level::Excerpt(_) => {
                self.body -= spent;
                self.excerpts -= 1;
            }
            _ => {}
        }
        match level {
            Level::Line => self.add_line(index, place),
            Level::Brief | Level::Excerpt(_) | Level::Full => {
                self.show(index, place, level, old >= Level::Brief);
            }
            _ => {}
        }
        while self.levels.get(self.gap) == Some(&Level::Full) {
            self.gap += 1;
        }
        self.update_close(place.document);
    }

    /// Adds a block to the line that it shares with others at a level, or removes it.
    fn count_in(&mut self, place: Place, level: Level, is_in: bool) {
        let item = self.sheet.item(place);
        let Sheet { request, view, .. } = self.sheet;
        let counted = match level {
            Level::Document => &mut self.documents[place.document].counted,
            Level::Section => self.sections.entry((place.document, item.section)).or_default(),
            _ => return,
        };
        if is_in {
            counted.tally.add(item.kind, item.tokens);
        } else {
            counted.tally.remove(item.kind, item.tokens);
        }
        let rest = match level {
            Level::Document => Rest::Document(counted.tally),
            _ => Rest::Section(item.section, counted.tally),
        };
        let line = (view.line)(request, self.sheet.reading(place), &rest);
        let cost = if counted.tally.blocks() > 0 { request.count(&line) } else { 0 };
        self.list = self.list + cost - counted.cost;
        counted.cost = cost;
    }

    fn add_line(&mut self, index: usize, place: Place) {
        if self.sheet.view.is_grouped {
            self.open(place.document);
        }
        let rest = Rest::Block(self.sheet.item(place));
        let cost = self.count(&(self.sheet.view.line)(self.sheet.request, self.sheet.reading(place), &rest));
        self.spent[index] = cost;
        self.list += cost;
        self.separate_lines(place.document, true);
    }

    fn separate_lines(&mut self, document: usize, is_more: bool) {
        let between = self.count(self.sheet.view.between);
        let lines = &mut self.documents[document].lines;
        if is_more {
            *lines += 1;
            self.list += if *lines > 1 { between } else { 0 };
        } else {
            self.list -= if *lines > 1 { between } else { 0 };
            *lines -= 1;
        }
    }

    fn show(&mut self, index: usize, place: Place, level: Level, was_shown: bool) {
        let item = self.sheet.item(place);
        self.opened.insert((place.document, item.section));
        if !was_shown {
            self.add_opening(place);
            let document = &mut self.documents[place.document];
            document.blocks += 1;
            if document.blocks > 1 {
                self.body += self.sheet.request.count(self.sheet.view.between);
            }
        }
        let Some(detail) = self.shown_as(index, level) else { return };
        // In a list, the block above may be one that is not shown, so the label is counted with everything it may say.
        let above = index.checked_sub(1).filter(|_| !self.sheet.is_list());
        let last = above.map(|index| self.sheet.order[index]);
        let cost = self.count(&self.sheet.block(last, place, &detail));
        self.spent[index] = cost;
        self.body += cost;
        if level == Level::Full {
            self.shown.add(item.kind, item.tokens);
            self.documents[place.document].shown.add(item.kind, item.tokens);
        } else if level == Level::Brief {
            self.brief += 1;
        } else {
            self.excerpts += 1;
        }
    }

    /// Adds what goes above a block: the headings that are not shown yet. In a list, the label says where the block is.
    fn add_opening(&mut self, place: Place) {
        if self.sheet.is_list() {
            return;
        }
        self.open(place.document);
        for section in self.sheet.path(place) {
            if self.headings.insert((place.document, section)) {
                let heading =
                    (self.sheet.view.heading)(self.sheet.request, self.sheet.reading(place), section);
                self.body += self.count(&heading);
            }
        }
    }

    fn open(&mut self, document: usize) {
        let Some(reading) = self.sheet.readings.get(document) else { return };
        if !std::mem::replace(&mut self.documents[document].is_open, true) {
            self.body += self.count(&(self.sheet.view.open)(self.sheet.request, reading));
            self.body += self.count(self.sheet.view.middle);
            self.update_close(document);
        }
    }

    fn show_manifest(&mut self, document: usize) {
        self.open(document);
        self.documents[document].has_manifest = true;
        self.manifests -= 1;
        self.body += self.count(&self.sheet.manifest(document));
    }

    /// Updates the cost of a document's closing, which reports how much of the document is shown.
    fn update_close(&mut self, document: usize) {
        if !self.sheet.request.several || !self.documents[document].is_open {
            return;
        }
        let cost = self.count(&self.close(document));
        self.closing = self.closing + cost - self.documents[document].closing;
        self.documents[document].closing = cost;
    }

    pub(super) fn close(&self, document: usize) -> String {
        let Sheet { request, view, .. } = self.sheet;
        let reading = &self.sheet.readings[document];
        let OneDocument { totals, shown, .. } = self.documents[document];
        let complete = shown.blocks() == totals.chosen.blocks();
        (view.close)(request, reading, &Ending { shown, complete, ..Ending::complete(&totals) })
    }
}
