//! Excerpts: under a query, a block that does not fit in full is shown as the passages that match best.

use tagdown::text::Span;

use super::cut::Cutter;
use super::event::{Event, Level};
use crate::arrangement::Sheet;
use crate::reading::{Detail, Item};

/// The best passages of a block, this many, in the order of the text. The Fix of a BUG is always one of them.
pub(super) fn of(item: &Item, count: usize) -> Detail {
    let mut spans: Vec<Span> = item.hits.iter().take(count).map(|hit| hit.span).collect();
    spans.extend(Some(item.fix_span()).filter(|fix| !fix.is_empty()));
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let mut joined: Vec<Span> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    let cutter = Cutter::new(&item.text);
    Detail::Excerpt(joined.into_iter().map(|span| cutter.part(span)).collect())
}

/// What a growing budget shows: all passages that match, the best first and long ones last, and then whole blocks.
pub(super) fn events(sheet: &Sheet<'_>) -> Vec<Event> {
    let mut passages = Vec::new();
    for (index, &place) in sheet.order.iter().enumerate() {
        let hits = &sheet.item(place).hits;
        passages.extend((0..hits.len()).map(|hit| (index, hit)));
    }
    passages.sort_by(|a, b| {
        let hit = |at: &(usize, usize)| sheet.item(sheet.order[at.0]).hits[at.1];
        hit(a).order(&hit(b))
    });
    let excerpt = |(index, hit): (usize, usize)| {
        let item = sheet.item(sheet.order[index]);
        let shown: usize = item.hits[..=hit].iter().map(|hit| hit.span.len()).sum();
        let is_all = shown >= item.text.trim_end().len();
        let level =
            if is_all { Level::Full } else { Level::Excerpt(u16::try_from(hit + 1).unwrap_or(u16::MAX)) };
        Event::Block(index, level)
    };
    let whole = (0..sheet.order.len()).map(|index| Event::Block(index, Level::Full));
    passages.into_iter().map(excerpt).chain(whole).collect()
}
