//! Chooses what to show when not everything fits, from a fixed chain of states, each of which shows more than the one
//! before. A budget gets the last state that fits, so a larger budget never shows less of a block. Under a query, a
//! passage that is too long makes room for others, so there this does not hold. Below the cost of the first block
//! there is a second chain: lines that list what exists, and then a part of that block.

use std::collections::VecDeque;

use super::cut::Cutter;
use super::event::Event;
use super::excerpt;
use super::page;
use super::state::{State, Step};
use crate::arrangement::Sheet;
use crate::cursor::Cursor;
use crate::reading::Detail;
use crate::request::{Ending, Next, Output, Refused};

/// Lines about left-out blocks may use one token for this many tokens of blocks.
const SHARE: usize = 3;
/// The same under a query, where a passage may answer it, and a line does not.
const SHARE_OF_PASSAGES: usize = 20;
/// About as many tokens are in such a line.
const LINE: usize = 30;
/// After this many passages that do not fit, no other is tried.
const MISSES: usize = 12;

/// A manifest of up to this many tokens follows the first block of its document; a longer one comes after all blocks.
const EARLY: usize = 150;

/// Writes the last state that fits; without block texts if `with_blocks` is false.
pub(crate) fn write(sheet: &Sheet<'_>, limit: usize, with_blocks: bool) -> Result<Output, Refused> {
    if with_blocks {
        let is_excerpt = sheet.is_list() && sheet.view.is_text && sheet.view.has_parts;
        let (steps, first_block) = if is_excerpt { passages(sheet, limit) } else { blocks(sheet, limit) };
        if let Some(best) = last_fitting(sheet, &steps, limit).filter(|best| *best >= first_block) {
            return Ok(output(sheet, &steps[..=best], limit));
        }
    }
    let steps = lines(sheet, limit, !with_blocks);
    let Some(best) = last_fitting(sheet, &steps, limit) else {
        let least = sheet.request.budget_for(total(sheet, &steps[0], limit));
        return Err(Refused::TooSmall { least });
    };
    let has_room = with_blocks && sheet.view.has_parts && best + 1 == steps.len();
    let part = if has_room { part(sheet, &steps, limit) } else { None };
    Ok(part.unwrap_or_else(|| output(sheet, &steps[..=best], limit)))
}

/// States that show more and more blocks, and the index of the state that shows the first one. States that cannot fit
/// are left out.
fn blocks(sheet: &Sheet<'_>, limit: usize) -> (Vec<Step>, usize) {
    let mut chain = Chain::new(sheet);
    let first_block = chain.steps.len();
    let mut lines = chain.state.lines();
    let mut blocks = sheet.priority().into_iter().peekable();
    let manifests: Vec<usize> =
        (0..sheet.readings.len()).map(|at| sheet.request.count(&sheet.manifest(at))).collect();
    // What to show next, with its tokens; `None` stands for a text that is too long to show.
    let mut ahead: VecDeque<(usize, Option<Event>)> = VecDeque::new();
    while chain.state.body <= limit {
        if ahead.is_empty() {
            let Some(block) = blocks.next() else { break };
            let tokens = sheet.item(sheet.order[block]).tokens;
            // With the last block in full, everything would be shown, and that does not fit.
            let is_last = blocks.peek().is_none() && chain.state.manifests == 0;
            let is_too_much = is_last || sheet.is_far_over(tokens, limit);
            let events = chain.state.showing(block, is_too_much);
            ahead.extend(events.into_iter().map(|event| (chain.state.size(event), Some(event))));
            let document = sheet.order[block].document;
            let manifest = manifests.get(document).copied().unwrap_or_default();
            ahead.extend(
                (manifest > 0 && manifest <= EARLY).then_some((manifest, Some(Event::Manifest(document)))),
            );
            ahead.extend(is_too_much.then_some((tokens, None)));
        }
        let Some(&(size, event)) = ahead.front() else { break };
        // Before a long block, add lines about the other blocks.
        let has_room = chain.state.list < (chain.state.body + size) / SHARE;
        if chain.steps.len() > first_block
            && has_room
            && let Some(line) = lines.pop_front()
        {
            chain.add(line);
            continue;
        }
        ahead.pop_front();
        let Some(event) = event else { break };
        chain.add(event);
    }
    (chain.steps, first_block)
}

/// States that show more and more passages that match a query, and the index of the state that shows the first one.
fn passages(sheet: &Sheet<'_>, limit: usize) -> (Vec<Step>, usize) {
    let mut chain = Chain::new(sheet);
    let first_block = chain.steps.len();
    let mut lines = chain.state.lines();
    let mut misses = 0;
    for event in excerpt::events(sheet) {
        let size = chain.state.size(event);
        // What is too long makes room for what comes after it.
        if chain.state.body + size > limit {
            misses += 1;
            if misses > MISSES {
                break;
            }
            continue;
        }
        if chain.steps.len() > first_block
            && (chain.state.list + LINE) * SHARE_OF_PASSAGES < chain.state.body + size
            && let Some(line) = lines.pop_front()
        {
            chain.add(line);
        }
        chain.add(event);
    }
    (chain.steps, first_block)
}

/// States with more and more lines about what exists: documents and sections and, with `all`, every block.
fn lines(sheet: &Sheet<'_>, limit: usize, all: bool) -> Vec<Step> {
    let mut chain = Chain::new(sheet);
    for event in chain.state.lines() {
        if matches!(event, Event::Block(..)) && !all || chain.state.list > limit {
            break;
        }
        chain.add(event);
    }
    chain.steps
}

/// The states that have been reached.
struct Chain<'c, 's> {
    state: State<'c, 's>,
    steps: Vec<Step>,
}

impl<'c, 's> Chain<'c, 's> {
    fn new(sheet: &'c Sheet<'s>) -> Self {
        let state = State::new(sheet);
        let steps = vec![state.step(None)];
        let mut chain = Self { state, steps };
        chain.add(Event::Ending);
        if !sheet.request.several && !sheet.is_list() {
            chain.add(Event::Title);
        }
        chain
    }

    /// Adds a state, if it shows more than the one before.
    fn add(&mut self, event: Event) {
        if self.state.raises(event) {
            self.state.apply(event);
            self.steps.push(self.state.step(Some(event)));
        }
    }
}

fn last_fitting(sheet: &Sheet<'_>, steps: &[Step], limit: usize) -> Option<usize> {
    steps.iter().rposition(|step| step.base <= limit && total(sheet, step, limit) <= limit)
}

/// The tokens of a state, including its ending.
fn total(sheet: &Sheet<'_>, step: &Step, limit: usize) -> usize {
    let ending = finished(sheet, step, limit);
    let last_words = (sheet.view.status)(sheet.request, &ending) + &(sheet.view.end)(sheet.request, &ending);
    step.base + sheet.request.count(&sheet.close_only(&ending)) + sheet.request.count(&last_words)
}

/// The output of the last state.
fn output(sheet: &Sheet<'_>, steps: &[Step], limit: usize) -> Output {
    let ending = finished(sheet, &steps[steps.len() - 1], limit);
    Output { text: replay(sheet, steps).render(&ending, None), complete: ending.complete, next: ending.next }
}

/// The state after the last step.
fn replay<'w, 's>(sheet: &'w Sheet<'s>, steps: &[Step]) -> State<'w, 's> {
    let mut state = State::new(sheet);
    steps.iter().filter_map(|step| step.event).for_each(|event| state.apply(event));
    state
}

/// The ending of a step, including how to get more.
fn finished(sheet: &Sheet<'_>, step: &Step, limit: usize) -> Ending {
    let shows_nothing =
        step.ending.shown.blocks() == 0 && step.ending.brief == 0 && step.ending.excerpts == 0;
    let next = match sheet.instead_of {
        _ if step.ending.complete || step.ending.is_short => None,
        Some(needed) => Some(Next::Budget(needed)),
        None if shows_nothing => Some(first_page(sheet, limit)),
        None if step.gap == sheet.order.len() => Some(Next::Budget(sheet.needed())),
        None => Some(sheet.next_page(step.gap, 0)),
    };
    Ending { next, instead_of: sheet.instead_of, ..step.ending.clone() }
}

/// As much of the first block as fits, if the block alone is too long.
fn part(sheet: &Sheet<'_>, steps: &[Step], limit: usize) -> Option<Output> {
    let first = *sheet.priority().first()?;
    // Title and Fix are more useful than the start of the text, and fit in a slightly larger budget.
    if State::new(sheet).has_brief(first) {
        return None;
    }
    let text = &sheet.item(sheet.order[first]).text;
    let state = replay(sheet, steps);
    let write = |detail: &Detail| {
        let offset = if let Detail::Part { span, .. } = detail { span.end } else { 0 };
        let next = sheet.next_page(0, if first == 0 { offset } else { 0 });
        let ending = Ending { next: Some(next), is_part: true, ..steps[steps.len() - 1].ending.clone() };
        (state.render(&ending, Some((first, detail))), next)
    };
    let part = Cutter::new(text).to_edge(0, &|detail| sheet.request.count(&write(detail).0) <= limit)?;
    let (text, next) = write(&part);
    Some(Output { text, complete: false, next: Some(next) })
}

/// The next step if nothing is shown: read page by page or, if not even a page fits, use a larger budget.
fn first_page(sheet: &Sheet<'_>, limit: usize) -> Next {
    let find = || match page::write(sheet, Cursor::default(), limit) {
        Ok(Some(_)) => sheet.next_page(0, 0),
        Ok(None) | Err(_) => Next::Budget(sheet.needed()),
    };
    *sheet.first_page.get_or_init(find)
}
