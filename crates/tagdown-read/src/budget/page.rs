//! Pages: the blocks of a view in display order, as many at a time as a budget allows. Together, the pages contain
//! exactly what the view contains without a budget.

use tagdown::text::Span;

use super::cut::Cutter;
use crate::arrangement::{Place, Sheet};
use crate::cursor::Cursor;
use crate::reading::{Detail, Tally};
use crate::request::{Ending, Next, Output, Refused, Totals};

/// A manifest may use one in this many tokens of a page.
const MANIFEST_SHARE: usize = 3;

/// Writes the page that starts at the cursor; `None` if there are no blocks and the ending does not fit.
pub(crate) fn write(sheet: &Sheet<'_>, mut cursor: Cursor, limit: usize) -> Result<Option<Output>, Refused> {
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
    if sheet.order.is_empty() {
        let everything = sheet.everything();
        return Ok(Some(everything).filter(|everything| sheet.request.count(&everything.text) <= limit));
    }
    match fill(&Page { sheet, cursor, limit, with_manifests: true }) {
        // A block is worth more than a manifest.
        Err(Refused::TooSmall { .. }) => {
            fill(&Page { sheet, cursor, limit, with_manifests: false }).map(Some)
        }
        result => result.map(Some),
    }
}

/// Writes as many blocks on a page as fit.
fn fill(page: &Page<'_, '_>) -> Result<Output, Refused> {
    let Page { sheet, cursor, limit, .. } = *page;
    let count = |text: &str| sheet.request.count(text);
    if cursor.block >= sheet.order.len() {
        let text = page.end(&[], None, false);
        let output = Output { text, complete: false, next: None };
        return if count(&output.text) <= limit { Ok(output) } else { Err(page.refuse(&output.text)) };
    }
    let mut body = page.lead();
    let mut cost = count(&body);
    // After each block: the index of the next one, the length of the text and its tokens so far.
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
    limit: usize,
    /// Whether manifests are shown where they fit.
    with_manifests: bool,
}

impl Page<'_, '_> {
    fn before(&self, index: usize) -> Option<Place> {
        index.checked_sub(1).map(|index| self.sheet.order[index])
    }

    fn opening(&self, last: Option<Place>, place: Place) -> String {
        self.sheet.opening(last, place, self.has_manifest(place.document))
    }

    /// Whether the manifest of a document leaves enough room for blocks.
    fn has_manifest(&self, document: usize) -> bool {
        let manifest = self.sheet.manifest(document);
        manifest.is_empty()
            || self.with_manifests && self.sheet.request.count(&manifest) <= self.limit / MANIFEST_SHARE
    }

    /// How many manifests are left out above these blocks.
    fn dropped(&self, shown: &[Place]) -> usize {
        let mut last =
            if self.cursor.offset > 0 { shown.first().copied() } else { self.before(self.cursor.block) };
        let opens = shown.iter().filter(|&&place| {
            let last = last.replace(place);
            last.is_none_or(|last| last.document != place.document)
        });
        opens.filter(|place| !self.has_manifest(place.document)).count()
    }

    /// What a page repeats above its first block, because only the previous page showed it.
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

    /// A block with everything that goes above it.
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
            let part = Cutter::new(text).part(Span::new(from, text.len()));
            return self.sheet.block(Some(place), place, &part);
        }
        out.push_str(&self.opening(last, place));
        let follows = !first && last.is_some_and(|last| last.document == place.document);
        out.push_str(if follows { self.sheet.view.between } else { "" });
        out + &self.sheet.block(last, place, &Detail::Full)
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

    /// The blocks that are shown in full.
    fn tally(&self, places: &[Place]) -> Tally {
        let mut tally = Tally::default();
        let rest = (self.cursor.offset > 0).then(|| self.sheet.order[self.cursor.block]);
        for &place in places.iter().filter(|place| Some(**place) != rest) {
            let item = self.sheet.item(place);
            tally.add(item.kind, item.tokens);
        }
        tally
    }

    /// Whether the page contains everything that was requested.
    fn is_whole(&self, next: Option<Next>) -> bool {
        let is_first = self.cursor.block == 0 && self.cursor.offset == 0;
        let has_all = is_first && next.is_none() && self.dropped(&self.sheet.order) == 0;
        has_all && self.sheet.request.is_whole()
    }

    fn next(&self, block: usize, offset: usize) -> Option<Next> {
        let is_end = block == self.sheet.order.len();
        (!is_end).then(|| self.sheet.next_page(block, offset))
    }

    /// What goes below the blocks of a page.
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
            manifests: self.dropped(shown) + self.sheet.hidden_manifests,
            complete: self.is_whole(next),
            next,
            ..Ending::complete(totals)
        };
        out.push_str(&(view.status)(request, &ending));
        out + &(view.end)(request, &ending)
    }

    /// The page if its first block does not fit: as much of that block as possible.
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
            let opening = if offset > 0 { String::new() } else { self.opening(self.before(block), place) };
            let last = if offset > 0 { Some(place) } else { self.before(block) };
            let body = self.lead() + &opening + &self.sheet.block(last, place, detail);
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

    /// Refuses, and names a budget that is large enough even if its number has more digits than the given one.
    fn refuse(&self, smallest: &str) -> Refused {
        let request = self.sheet.request;
        let digits = request.count(&usize::MAX.to_string());
        Refused::TooSmall { least: request.budget_for(request.count(smallest) + digits) }
    }
}

/// The places at the end that are in the document of `last`; a view that closes documents keeps them together.
fn own(last: Place, places: &[Place]) -> &[Place] {
    let others = places.iter().rposition(|place| place.document != last.document);
    &places[others.map_or(0, |index| index + 1)..]
}
