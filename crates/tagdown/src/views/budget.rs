//! What to show when not everything fits: a fixed chain of states, each of which shows something more than the one
//! before it. A budget gets the last state that fits, so that a larger budget never shows less.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

use super::cut;
use super::reading::Tally;
use super::sheet::{Detail, Ending, Output, Place, Refused, Rest, Sheet, Totals};
use crate::source::Span;
use crate::tags::Kind;
use crate::tokens::Encoding;

/// How much is said of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// It is counted among all.
    Counted,
    /// It is counted on a line of its document.
    Document,
    /// It is counted on a line of its section.
    Section,
    /// It has a line of its own.
    Line,
    /// It is shown as title and Fix.
    Brief,
    /// It is shown.
    Full,
}

/// What a state says more than the one before it.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// Not only how much is shown, but also what was left out and what to do next.
    Ending,
    /// The title of the only document.
    Title,
    /// The blocks of a document, counted.
    Document(usize),
    /// The blocks of a section, counted.
    Section(usize, usize),
    /// A block raised to a level.
    Block(usize, Level),
}

/// A state of the chain.
struct Step {
    event: Option<Event>,
    /// Tokens of everything but the ending.
    base: usize,
    ending: Ending,
    /// The first block that is not shown in full.
    gap: usize,
}

/// So many tokens may go to lines on what was left out before the first block is shown, unless a query says which
/// block matters most.
const FIRST_LINES: usize = 80;
/// And later one for so many that go to blocks.
const SHARE: usize = 3;

/// The last state of the chain that fits; without the texts of blocks if they are not wanted.
pub(super) fn write(sheet: &Sheet<'_>, limit: usize, with_blocks: bool) -> Result<Output, Refused> {
    let (steps, first_block) = chain(sheet, limit, with_blocks);
    let total = |step: &Step| {
        let ending = finished(sheet, step);
        let last_words =
            (sheet.view.status)(sheet.request, &ending) + &(sheet.view.end)(sheet.request, &ending);
        step.base + sheet.request.count(&close_only(sheet, &ending)) + sheet.request.count(&last_words)
    };
    let fits = |step: &&Step| step.base <= limit && total(step) <= limit;
    let Some(best) = steps.iter().rposition(|step| fits(&step)) else {
        let least = sheet.request.budget_for(total(&steps[0]));
        return Err(Refused::TooSmall { least });
    };
    let state = replay(sheet, &steps[..=best]);
    let ending = finished(sheet, &steps[best]);
    if sheet.view.has_parts
        && Some(best + 1) == first_block
        && let Some(text) = part(sheet, &state, &ending, limit)
    {
        return Ok(Output { text, complete: false });
    }
    Ok(Output { text: state.render(&ending, None), complete: ending.complete })
}

/// The states, and the number of the one that shows the first block. States that cannot fit are left out.
fn chain(sheet: &Sheet<'_>, limit: usize, with_blocks: bool) -> (Vec<Step>, Option<usize>) {
    let mut state = State::new(sheet);
    let mut steps = vec![state.step(None)];
    let mut apply = |state: &mut State<'_, '_>, event: Event| {
        state.apply(event);
        steps.push(state.step(Some(event)));
    };
    apply(&mut state, Event::Ending);
    if !sheet.request.several {
        apply(&mut state, Event::Title);
    }
    let unit = if sheet.request.encoding == Encoding::Bytes { 4 } else { 1 };
    let mut lines = state.lines();
    let mut blocks = priority(sheet).into_iter().peekable();
    let mut first_block = None;
    while let Some(&block) = blocks.peek()
        && state.body.max(if with_blocks { 0 } else { state.list }) <= limit
    {
        let first_lines = if sheet.request.ranked { 0 } else { FIRST_LINES * unit };
        let has_room = state.list < (state.body / SHARE).max(first_lines);
        if (has_room || !with_blocks)
            && let Some(event) = lines.pop_front()
        {
            if state.raises(event) {
                apply(&mut state, event);
            }
            continue;
        }
        if !with_blocks {
            break;
        }
        first_block = first_block.or(Some(state.steps));
        blocks.next();
        // With the last block everything is shown, and that does not fit.
        if blocks.peek().is_none() || sheet.is_far_over(sheet.item(sheet.order[block]).tokens, limit) {
            break;
        }
        for event in state.showing(block) {
            apply(&mut state, event);
        }
    }
    (steps, first_block)
}

/// The blocks in the order in which they are shown as the budget grows: by rank, else facts and failures, then what
/// is unverified, then context.
fn priority(sheet: &Sheet<'_>) -> Vec<usize> {
    let mut blocks = sheet.ranking.clone();
    if !sheet.request.ranked {
        blocks.sort_by_key(|&index| match sheet.item(sheet.order[index]).kind {
            Kind::Spec | Kind::Bug => 0,
            Kind::Unverified => 1,
            Kind::Note => 2,
        });
    }
    blocks
}

/// The state at the last of the steps.
fn replay<'w, 's>(sheet: &'w Sheet<'s>, steps: &[Step]) -> State<'w, 's> {
    let mut state = State::new(sheet);
    steps.iter().filter_map(|step| step.event).for_each(|event| state.apply(event));
    state
}

/// The ending of a step, with the command that shows more.
fn finished(sheet: &Sheet<'_>, step: &Step) -> Ending {
    let shows_nothing = step.ending.shown.blocks() == 0 && step.ending.brief == 0;
    let next = if step.ending.complete {
        None
    } else if let Some(needed) = sheet.request.instead_of.or_else(|| shows_nothing.then(|| sheet.needed())) {
        Some(format!("{} --budget {needed}", sheet.request.command))
    } else {
        Some(sheet.next_page(step.gap, 0))
    };
    Ending { next, ..step.ending.clone() }
}

/// What ends an only document; of several, each has its end already.
fn close_only(sheet: &Sheet<'_>, ending: &Ending) -> String {
    let Sheet { request, view, readings, .. } = sheet;
    match readings {
        [only] if !request.several => (view.close)(request, only, ending),
        _ => String::new(),
    }
}

/// As much of the first block as fits, where it is too long by itself.
fn part(sheet: &Sheet<'_>, state: &State<'_, '_>, ending: &Ending, limit: usize) -> Option<String> {
    let first = *priority(sheet).first()?;
    let text = &sheet.item(sheet.order[first]).text;
    let write = |detail: &Detail| {
        let offset = if let Detail::Part { span, .. } = detail { span.end } else { 0 };
        let next = sheet.next_page(0, if first == 0 { offset } else { 0 });
        let ending = Ending { next: Some(next), ..ending.clone() };
        state.render(&ending, Some((first, detail)))
    };
    let part = cut::longest(
        text,
        Span::new(0, text.floor_char_boundary(text.len().saturating_sub(1))),
        &|detail| sheet.request.count(&write(detail)) <= limit,
    )?;
    Some(write(&part))
}

/// What a state shows, and what that costs.
struct State<'w, 's> {
    sheet: &'w Sheet<'s>,
    levels: Vec<Level>,
    /// What a block costs at its level.
    spent: Vec<usize>,
    documents: Vec<OneDocument>,
    sections: FxHashMap<(usize, usize), Counted>,
    headings: FxHashSet<(usize, usize)>,
    is_short: bool,
    /// Tokens of what is shown.
    body: usize,
    /// Tokens of lines on what is left out.
    list: usize,
    /// Tokens of what closes documents.
    closing: usize,
    shown: Tally,
    brief: usize,
    gap: usize,
    steps: usize,
}

#[derive(Default)]
struct OneDocument {
    is_open: bool,
    blocks: usize,
    lines: usize,
    closing: usize,
    shown: Tally,
    counted: Counted,
    /// Its blocks, as indices into the order.
    members: Vec<usize>,
}

/// Blocks that share a line, and what it costs.
#[derive(Default)]
struct Counted {
    tally: Tally,
    cost: usize,
    members: Vec<usize>,
}

impl<'w, 's> State<'w, 's> {
    fn new(sheet: &'w Sheet<'s>) -> Self {
        let mut state = State {
            sheet,
            levels: vec![Level::Counted; sheet.order.len()],
            spent: vec![0; sheet.order.len()],
            documents: sheet.readings.iter().map(|_| OneDocument::default()).collect(),
            sections: FxHashMap::default(),
            headings: FxHashSet::default(),
            is_short: true,
            body: 0,
            list: 0,
            closing: 0,
            shown: Tally::default(),
            brief: 0,
            gap: 0,
            steps: 0,
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

    fn step(&mut self, event: Option<Event>) -> Step {
        self.steps += 1;
        let totals = self.sheet.totals;
        let complete = self.shown.blocks() == totals.chosen.blocks();
        let ending = Ending {
            shown: self.shown,
            brief: self.brief,
            complete,
            is_short: self.is_short,
            ..Ending::complete(&totals)
        };
        Step { event, base: self.body + self.list + self.closing, ending, gap: self.gap }
    }

    /// The events that say more of what is left out, the broadest first. Blocks that answer a query get a line each.
    fn lines(&self) -> VecDeque<Event> {
        let Sheet { request, view, .. } = self.sheet;
        let mut events = VecDeque::new();
        // Of an only block, the ending says all.
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
        events.extend(priority(self.sheet).into_iter().map(|index| Event::Block(index, Level::Line)));
        events
    }

    /// Whether an event would say more than is said.
    fn raises(&self, event: Event) -> bool {
        let below = |members: &[usize], level: Level| members.iter().any(|&index| self.levels[index] < level);
        match event {
            Event::Ending | Event::Title => true,
            Event::Document(document) => below(&self.documents[document].members, Level::Document),
            Event::Section(document, section) => self
                .sections
                .get(&(document, section))
                .is_some_and(|counted| below(&counted.members, Level::Section)),
            Event::Block(index, level) => self.levels[index] < level,
        }
    }

    /// The events that show a block. The first of a section brings the failures of the section along, in brief.
    fn showing(&self, index: usize) -> Vec<Event> {
        let place = self.sheet.order[index];
        let section = (place.document, self.sheet.item(place).section);
        let mut events = vec![Event::Block(index, Level::Full)];
        let members = self.sections.get(&section).map_or(&[][..], |counted| &counted.members);
        let is_first = members.iter().all(|&member| self.levels[member] < Level::Brief);
        if is_first && !self.sheet.request.ranked {
            let bugs = members.iter().copied().filter(|&member| member != index && self.has_brief(member));
            events.extend(bugs.map(|bug| Event::Block(bug, Level::Brief)));
        }
        events
    }

    fn has_brief(&self, index: usize) -> bool {
        let place = self.sheet.order[index];
        let cost = |detail: &Detail| self.count(&self.sheet.block(place, detail));
        self.sheet.item(place).fix.is_some() && cost(&Detail::Brief) < cost(&Detail::Full)
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Ending => self.is_short = false,
            Event::Title => self.open(0),
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
            _ => {}
        }
        match level {
            Level::Line => self.add_line(index, place),
            Level::Brief | Level::Full => self.show(index, place, level, old == Level::Brief),
            _ => {}
        }
        while self.levels.get(self.gap) == Some(&Level::Full) {
            self.gap += 1;
        }
        self.update_close(place.document);
    }

    /// Counts a block in or out of the line that it shares with others at a level.
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

    fn show(&mut self, index: usize, place: Place, level: Level, was_brief: bool) {
        let item = self.sheet.item(place);
        if !was_brief {
            self.add_opening(index, place);
            let document = &mut self.documents[place.document];
            document.blocks += 1;
            if document.blocks > 1 {
                self.body += self.sheet.request.count(self.sheet.view.between);
            }
        }
        let detail = if level == Level::Full { Detail::Full } else { Detail::Brief };
        let cost = self.count(&self.sheet.block(place, &detail));
        self.spent[index] = cost;
        self.body += cost;
        if level == Level::Full {
            self.shown.add(item.kind, item.tokens);
            self.documents[place.document].shown.add(item.kind, item.tokens);
        } else {
            self.brief += 1;
        }
    }

    /// What stands above a block. In a list that is what the block before it leaves open, else the headings that are
    /// not there yet.
    fn add_opening(&mut self, index: usize, place: Place) {
        if self.sheet.is_list() {
            let last = index.checked_sub(1).map(|index| self.sheet.order[index]);
            let mut opening = self.sheet.opening(last, place);
            if index == 0 && self.documents[place.document].is_open {
                let title = (self.sheet.view.open)(self.sheet.request, self.sheet.reading(place));
                opening = opening.strip_prefix(&*title).map(str::to_owned).unwrap_or(opening);
            }
            self.body += self.count(&opening);
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

    /// The end of a document says how much of it is shown.
    fn update_close(&mut self, document: usize) {
        if !self.sheet.request.several || !self.documents[document].is_open {
            return;
        }
        let cost = self.count(&self.close(document));
        self.closing = self.closing + cost - self.documents[document].closing;
        self.documents[document].closing = cost;
    }

    fn close(&self, document: usize) -> String {
        let Sheet { request, view, .. } = self.sheet;
        let reading = &self.sheet.readings[document];
        let mut totals = Totals::default();
        totals.add(reading);
        let shown = self.documents[document].shown;
        let complete = shown.blocks() == totals.chosen.blocks();
        (view.close)(request, reading, &Ending { shown, complete, ..Ending::complete(&totals) })
    }

    /// The state as text, with a part of a block that is not otherwise shown.
    fn render(&self, ending: &Ending, part: Option<(usize, &Detail)>) -> String {
        let Sheet { request, view, .. } = self.sheet;
        let mut out = String::new();
        let mut lines = String::new();
        if view.is_grouped {
            for document in 0..self.documents.len() {
                let mut own = String::new();
                self.render_document(document, part, &mut own);
                let mut own_lines = String::new();
                self.render_lines(&self.documents[document].members, &mut own_lines);
                let is_open = self.documents[document].is_open || !own.is_empty();
                if is_open {
                    out.push_str(&(view.open)(request, &self.sheet.readings[document]));
                    out.push_str(&own);
                    out.push_str(view.middle);
                    out.push_str(&own_lines);
                    out.push_str(&if request.several { self.close(document) } else { String::new() });
                }
            }
        } else {
            self.render_blocks(part, &mut out);
            let all: Vec<usize> = (0..self.levels.len()).collect();
            self.render_lines(&all, &mut lines);
        }
        out.push_str(&close_only(self.sheet, ending));
        out + &(view.status)(request, ending) + &lines + &(view.end)(request, ending)
    }

    fn detail<'d>(&self, index: usize, part: Option<(usize, &'d Detail)>) -> Option<&'d Detail> {
        match (self.levels[index], part) {
            (_, Some((at, detail))) if at == index => Some(detail),
            (Level::Full, _) => Some(&Detail::Full),
            (Level::Brief, _) => Some(&Detail::Brief),
            _ => None,
        }
    }

    fn render_blocks(&self, part: Option<(usize, &Detail)>, out: &mut String) {
        let mut last = None;
        for (index, &place) in self.sheet.order.iter().enumerate() {
            let Some(detail) = self.detail(index, part) else { continue };
            out.push_str(&self.sheet.opening(last, place));
            out.push_str(&self.sheet.block(place, detail));
            last = Some(place);
        }
        if last.is_none() && self.documents.first().is_some_and(|only| only.is_open) {
            out.push_str(&(self.sheet.view.open)(self.sheet.request, &self.sheet.readings[0]));
        }
    }

    fn render_document(&self, document: usize, part: Option<(usize, &Detail)>, out: &mut String) {
        for &index in &self.documents[document].members {
            let Some(detail) = self.detail(index, part) else { continue };
            out.push_str(if out.is_empty() { "" } else { self.sheet.view.between });
            out.push_str(&self.sheet.block(self.sheet.order[index], detail));
        }
    }

    fn render_lines(&self, members: &[usize], out: &mut String) {
        let Sheet { request, view, .. } = self.sheet;
        let mut told = FxHashSet::default();
        for &index in members {
            let place = self.sheet.order[index];
            let item = self.sheet.item(place);
            let rest = match self.levels[index] {
                Level::Line => Rest::Block(item),
                Level::Section if told.insert((place.document, Some(item.section))) => {
                    Rest::Section(item.section, self.sections[&(place.document, item.section)].tally)
                }
                Level::Document if told.insert((place.document, None)) => {
                    Rest::Document(self.documents[place.document].counted.tally)
                }
                _ => continue,
            };
            out.push_str(if out.is_empty() { "" } else { view.between });
            out.push_str(&(view.line)(request, self.sheet.reading(place), &rest));
        }
    }
}
