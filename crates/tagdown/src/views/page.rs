//! Pages: the blocks of a view in the order in which they are shown, as many at a time as a budget allows. What the
//! pages hold, one after the other, is what the view holds without a budget.

use std::fmt;
use std::str::FromStr;

use super::budget;
use super::cut::Cutter;
use super::reading::Tally;
use super::sheet::{Place, Sheet};
use super::view::{Detail, Ending, Next, Output, Refused, Totals};
use crate::source::Span;

/// Where a page starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// How many blocks come before it.
    pub block: usize,
    /// How many bytes of the block's text come before it.
    pub offset: usize,
    /// A sign of the blocks that the page before was made of.
    pub stamp: Option<u16>,
}

impl fmt::Display for Cursor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.block)?;
        if self.offset > 0 {
            write!(out, "+{}", self.offset)?;
        }
        self.stamp.map_or(Ok(()), |stamp| write!(out, "@{stamp:04x}"))
    }
}

impl FromStr for Cursor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (place, stamp) = text.split_once('@').map_or((text, None), |(place, stamp)| (place, Some(stamp)));
        let (block, offset) = place.split_once('+').unwrap_or((place, "0"));
        let stamp = stamp.map(|stamp| u16::from_str_radix(stamp, 16)).transpose();
        match (block.parse(), offset.parse(), stamp) {
            (Ok(block), Ok(offset), Ok(stamp)) => Ok(Cursor { block, offset, stamp }),
            _ => Err("give 0 for the first page, or the cursor that the page before names".to_owned()),
        }
    }
}

pub(super) fn write(sheet: &Sheet<'_>, mut cursor: Cursor, limit: usize) -> Result<Output, Refused> {
    if cursor.stamp.is_some_and(|stamp| stamp != sheet.stamp()) {
        return Err(Refused::Changed);
    }
    match sheet.order.get(cursor.block).map(|&place| sheet.item(place).text.len()) {
        None if cursor.block > sheet.order.len() || cursor.offset > 0 => {
            return Err(Refused::PastEnd { blocks: sheet.order.len() });
        }
        Some(length) if cursor.offset > length => {
            return Err(Refused::PastEnd { blocks: sheet.order.len() });
        }
        Some(length) if cursor.offset > 0 && cursor.offset == length => {
            cursor = Cursor { block: cursor.block + 1, offset: 0, ..cursor };
        }
        _ => {}
    }
    let page = Page { sheet, cursor };
    let count = |text: &str| sheet.request.count(text);
    if sheet.order.is_empty() {
        let everything = sheet.everything();
        return if count(&everything.text) <= limit {
            Ok(everything)
        } else {
            budget::write(sheet, limit, true)
        };
    }
    if cursor.block >= sheet.order.len() {
        let text = page.end(&[], None, false);
        let output = Output { text, complete: false, next: None };
        return if count(&output.text) <= limit { Ok(output) } else { Err(page.refuse(&output.text)) };
    }
    let mut body = page.lead();
    let mut cost = count(&body);
    // How much is written once a block is on the page.
    let mut ends = Vec::new();
    for index in cursor.block..sheet.order.len() {
        let piece = page.piece(index);
        cost += count(&piece);
        if cost > limit {
            break;
        }
        body.push_str(&piece);
        ends.push((index + 1, body.len(), cost));
    }
    for (next, length, cost) in ends.into_iter().rev() {
        let follows = page.next(next, 0);
        let after = page.end(&sheet.order[cursor.block..next], follows, false);
        if cost + count(&after) <= limit {
            body.truncate(length);
            return Ok(Output { text: body + &after, complete: page.is_whole(follows), next: follows });
        }
    }
    page.part(limit)
}

struct Page<'p, 's> {
    sheet: &'p Sheet<'s>,
    cursor: Cursor,
}

impl Page<'_, '_> {
    fn before(&self, index: usize) -> Option<Place> {
        index.checked_sub(1).map(|index| self.sheet.order[index])
    }

    /// What a page needs above its first block, since the page before said it.
    fn lead(&self) -> String {
        let Sheet { request, view, order, .. } = self.sheet;
        let place = order[self.cursor.block];
        let last = self.before(self.cursor.block).filter(|last| last.document == place.document);
        let path = self.sheet.path(place);
        let above =
            if self.cursor.offset > 0 { Some(path.clone()) } else { last.map(|last| self.sheet.path(last)) };
        let Some(above) = above else { return String::new() };
        let shared = path.iter().zip(&above).take_while(|(a, b)| a == b).count();
        let reading = self.sheet.reading(place);
        if view.is_grouped {
            (view.open)(request, reading)
        } else {
            (view.resume)(request, reading, &path[..shared])
        }
    }

    /// A block with what stands above it.
    fn piece(&self, index: usize) -> String {
        let place = self.sheet.order[index];
        let last = self.before(index);
        let first = index == self.cursor.block;
        let mut out = String::new();
        if let Some(last) = last.filter(|last| !first && last.document != place.document) {
            out.push_str(&self.close(last, index));
        }
        if first && self.cursor.offset > 0 {
            let text = &self.sheet.item(place).text;
            let from = text.floor_char_boundary(self.cursor.offset);
            return self.sheet.block(place, &Cutter::new(text).part(Span::new(from, text.len())));
        }
        out.push_str(&self.sheet.opening(last, place));
        let follows = !first && last.is_some_and(|last| last.document == place.document);
        out.push_str(if follows { self.sheet.view.between } else { "" });
        out + &self.sheet.block(place, &Detail::Full)
    }

    /// Ends the document of `last`, whose blocks on the page come before `end`.
    fn close(&self, last: Place, end: usize) -> String {
        let shown = &self.sheet.order[self.cursor.block.min(end)..end];
        self.close_with(last, own(last, shown), None)
    }

    fn close_with(&self, last: Place, own: &[Place], next: Option<Next>) -> String {
        let Sheet { request, view, .. } = self.sheet;
        let reading = self.sheet.reading(last);
        let mut totals = Totals::default();
        totals.add(reading);
        let complete = own.len() == reading.blocks.len() && self.cursor.offset == 0;
        let shown = self.tally(own);
        let ending = Ending { shown, complete, next, ..Ending::complete(&totals) };
        view.middle.to_owned() + &(view.close)(request, reading, &ending)
    }

    /// The blocks that are shown whole.
    fn tally(&self, places: &[Place]) -> Tally {
        let mut tally = Tally::default();
        let rest = (self.cursor.offset > 0).then(|| self.sheet.order[self.cursor.block]);
        for &place in places.iter().filter(|place| Some(**place) != rest) {
            let item = self.sheet.item(place);
            tally.add(item.kind, item.tokens);
        }
        tally
    }

    /// Whether the page holds everything that was asked for.
    fn is_whole(&self, next: Option<Next>) -> bool {
        let is_first = self.cursor.block == 0 && self.cursor.offset == 0;
        is_first && next.is_none() && self.sheet.request.remarks.failed == 0
    }

    fn next(&self, block: usize, offset: usize) -> Option<Next> {
        let is_end = block == self.sheet.order.len();
        (!is_end).then(|| self.sheet.next_page(block, offset))
    }

    /// What stands below the blocks of a page.
    fn end(&self, shown: &[Place], next: Option<Next>, is_part: bool) -> String {
        let Sheet { request, view, totals, .. } = self.sheet;
        let mut out = String::new();
        if let Some(&last) = shown.last() {
            let own = if is_part { &[] } else { own(last, shown) };
            out.push_str(&self.close_with(last, own, next.filter(|_| !request.several)));
        } else if let Some(&last) = self.sheet.order.last()
            && view.is_grouped
            && !request.several
        {
            // An object without blocks is still an answer.
            out.push_str(&(view.open)(request, self.sheet.reading(last)));
            out.push_str(&self.close_with(last, &[], None));
        }
        let first = self.cursor.block;
        let ending = Ending {
            shown: if is_part { Tally::default() } else { self.tally(shown) },
            is_part,
            is_rest: self.cursor.offset > 0,
            page: Some([first + 1, first + shown.len()]),
            complete: self.is_whole(next),
            next,
            ..Ending::complete(totals)
        };
        out.push_str(&(view.status)(request, &ending));
        out + &(view.end)(request, &ending)
    }

    /// The first block does not fit: as much of it as does.
    fn part(&self, limit: usize) -> Result<Output, Refused> {
        let Cursor { block, offset, .. } = self.cursor;
        let place = self.sheet.order[block];
        let text = &self.sheet.item(place).text;
        let from = text.floor_char_boundary(offset.min(text.len()));
        let next = |detail: &Detail| match detail {
            Detail::Part { span, .. } if span.end < text.len() => self.next(block, span.end),
            _ => self.next(block + 1, 0),
        };
        let write = |detail: &Detail| {
            let opening =
                if offset > 0 { String::new() } else { self.sheet.opening(self.before(block), place) };
            let body = self.lead() + &opening + &self.sheet.block(place, detail);
            body + &self.end(&[place], next(detail), true)
        };
        let fits = |detail: &Detail| self.sheet.request.count(&write(detail)) <= limit;
        if !self.sheet.view.has_parts || text.is_empty() {
            let whole =
                self.lead() + &self.piece(block) + &self.end(&[place], self.next(block + 1, 0), false);
            return Err(self.refuse(&whole));
        }
        let cutter = Cutter::new(text);
        if let Some(part) = cutter.anywhere(from, &fits) {
            let follows = next(&part);
            return Ok(Output { text: write(&part), complete: self.is_whole(follows), next: follows });
        }
        let smallest = text[from..].chars().next().map_or(from, |c| from + c.len_utf8());
        Err(self.refuse(&write(&cutter.part(Span::new(from, smallest)))))
    }

    /// The budget that would do; that its number may be longer than the one given is allowed for.
    fn refuse(&self, smallest: &str) -> Refused {
        let request = self.sheet.request;
        let digits = request.count(&usize::MAX.to_string());
        Refused::TooSmall { least: request.budget_for(request.count(smallest) + digits) }
    }
}

/// The last of the places that are in the document of `last`; in a view that closes documents they stand together.
fn own(last: Place, places: &[Place]) -> &[Place] {
    let others = places.iter().rposition(|place| place.document != last.document);
    &places[others.map_or(0, |index| index + 1)..]
}
