//! What to show when not everything fits: a fixed chain of states, each of which shows something more than the one
//! before it. A budget gets the last state that fits, so that a larger budget never shows less.

use super::cut;
use super::sheet::Sheet;
use super::state::{Event, State, Step};
use super::view::{Detail, Ending, Output, Refused};
use crate::source::Span;
use crate::tokens::Encoding;

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
        step.base + sheet.request.count(&sheet.close_only(&ending)) + sheet.request.count(&last_words)
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
    let mut blocks = sheet.priority().into_iter().peekable();
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

/// As much of the first block as fits, where it is too long by itself.
fn part(sheet: &Sheet<'_>, state: &State<'_, '_>, ending: &Ending, limit: usize) -> Option<String> {
    let first = *sheet.priority().first()?;
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
