//! Readings laid out: the order of their blocks, what stands above each, and everything at once.

use std::cell::OnceCell;

use xxhash_rust::xxh3::Xxh3;

use super::page::{self, Cursor};
use super::reading::{Item, Reading};
use super::view::{Detail, Ending, Next, Output, Request, Totals, View};
use crate::tags::Kind;

/// A block among the readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) document: usize,
    pub(super) block: usize,
}

/// Readings with the order in which their blocks are shown.
pub(super) struct Sheet<'s> {
    pub(super) readings: &'s [Reading],
    pub(super) request: &'s Request,
    pub(super) view: &'static View,
    /// All blocks as they are shown.
    pub(super) order: Vec<Place>,
    /// All documents as they are shown.
    pub(super) documents: Vec<usize>,
    /// The blocks as they were ranked: indices into `order`.
    pub(super) ranking: Vec<usize>,
    pub(super) totals: Totals,
    /// The budget that would show the texts, where only the outline is shown in their place.
    pub(super) instead_of: Option<usize>,
    needed: OnceCell<usize>,
    first_page: OnceCell<Next>,
    stamp: OnceCell<u16>,
}

impl<'s> Sheet<'s> {
    pub(super) fn new(readings: &'s [Reading], request: &'s Request) -> Self {
        let mut totals = Totals::default();
        let mut order = Vec::new();
        for (document, reading) in readings.iter().enumerate() {
            totals.add(reading);
            order.extend((0..reading.blocks.len()).map(|block| Place { document, block }));
        }
        let score = |place: &Place| readings[place.document].blocks[place.block].score.unwrap_or(-1.0);
        let view = request.view;
        let mut documents: Vec<usize> = (0..readings.len()).collect();
        let mut ranking: Vec<usize> = (0..order.len()).collect();
        if request.ranked {
            order.sort_by(|a, b| score(b).total_cmp(&score(a)));
            if view.is_grouped {
                let mut first = vec![usize::MAX; readings.len()];
                for (rank, place) in order.iter().enumerate() {
                    first[place.document] = first[place.document].min(rank);
                }
                documents.sort_by_key(|&document| first[document]);
                order.sort_by_key(|place| first[place.document]);
            }
            ranking.sort_by(|&a, &b| score(&order[b]).total_cmp(&score(&order[a])));
        }
        let (needed, first_page, stamp) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let instead_of = None;
        Self {
            readings,
            request,
            view,
            order,
            documents,
            ranking,
            totals,
            instead_of,
            needed,
            first_page,
            stamp,
        }
    }

    pub(super) fn reading(&self, place: Place) -> &'s Reading {
        &self.readings[place.document]
    }

    pub(super) fn item(&self, place: Place) -> &'s Item {
        &self.readings[place.document].blocks[place.block]
    }

    /// Whether blocks stand in the order of a query, so that headings are no tree.
    pub(super) fn is_list(&self) -> bool {
        self.request.ranked && !self.view.is_grouped
    }

    /// The headings above a block, outermost first, without the document's title.
    pub(super) fn path(&self, place: Place) -> Vec<usize> {
        self.reading(place).path(self.item(place).section)
    }

    /// What stands above a block, `last` being the one shown before it.
    pub(super) fn opening(&self, last: Option<Place>, place: Place) -> String {
        let reading = self.reading(place);
        let same = last.filter(|last| last.document == place.document);
        let mut out = if same.is_some() { String::new() } else { (self.view.open)(self.request, reading) };
        let path = self.path(place);
        let above = same.map(|last| self.path(last)).unwrap_or_default();
        if self.is_list() {
            if same.is_none() || above != path {
                out.push_str(&(self.view.context)(self.request, reading, &path));
            }
            return out;
        }
        let shared = path.iter().zip(&above).take_while(|(a, b)| a == b).count();
        for &section in &path[shared..] {
            out.push_str(&(self.view.heading)(self.request, reading, section));
        }
        out
    }

    pub(super) fn block(&self, place: Place, detail: &Detail) -> String {
        (self.view.block)(self.request, self.reading(place), self.item(place), detail)
    }

    /// All blocks of all documents, and what stands below them.
    pub(super) fn everything(&self) -> Output {
        let ending = Ending {
            complete: self.request.remarks.failed == 0 && self.instead_of.is_none(),
            instead_of: self.instead_of,
            next: self.instead_of.map(Next::Budget),
            ..Ending::complete(&self.totals)
        };
        let text = self.document()
            + &(self.view.status)(self.request, &ending)
            + &(self.view.end)(self.request, &ending);
        Output { text, complete: ending.complete, next: ending.next }
    }

    /// All blocks of all documents.
    pub(super) fn document(&self) -> String {
        let mut out = String::new();
        let mut last: Option<Place> = None;
        if self.is_list() {
            for &place in &self.order {
                out.push_str(&self.opening(last, place));
                out.push_str(&self.block(place, &Detail::Full));
                last = Some(place);
            }
            return out;
        }
        let mut places = self.order.iter().copied().peekable();
        for &document in &self.documents {
            let reading = &self.readings[document];
            // A document without a block still says what it is, unless it is one of many.
            if reading.blocks.is_empty() && (!self.request.several || self.view.is_grouped) {
                out.push_str(&(self.view.open)(self.request, reading));
            }
            while let Some(place) = places.next_if(|place| place.document == document) {
                out.push_str(&self.opening(last, place));
                let follows = last.is_some_and(|last| last.document == document);
                out.push_str(if follows { self.view.between } else { "" });
                out.push_str(&self.block(place, &Detail::Full));
                last = Some(place);
            }
            let mut totals = Totals::default();
            totals.add(reading);
            out.push_str(self.view.middle);
            out.push_str(&(self.view.close)(self.request, reading, &Ending::complete(&totals)));
        }
        out
    }

    /// Whether texts of so many tokens cannot fit, however they are put together. Saves counting them again.
    pub(super) fn is_far_over(&self, tokens: usize, limit: usize) -> bool {
        self.view.has_parts && tokens > limit.saturating_mul(2).saturating_add(1000)
    }

    /// The blocks in the order in which they are shown as a budget grows: by rank, else facts and failures, section by
    /// section, then what is unverified, then context. The facts of a section come before the whole of its failures,
    /// which are there in brief by then.
    pub(super) fn priority(&self) -> Vec<usize> {
        let mut blocks = self.ranking.clone();
        if !self.request.ranked {
            blocks.sort_by_key(|&index| {
                let place = self.order[index];
                let item = self.item(place);
                match item.kind {
                    Kind::Spec | Kind::Bug => (0, place.document, item.section, item.kind == Kind::Bug),
                    Kind::Unverified => (1, 0, 0, false),
                    Kind::Note => (2, 0, 0, false),
                }
            });
        }
        blocks
    }

    /// What ends an only document; of several, each has its end already.
    pub(super) fn close_only(&self, ending: &Ending) -> String {
        match self.readings {
            [only] if !self.request.several => (self.view.close)(self.request, only, ending),
            _ => String::new(),
        }
    }

    /// The budget that shows everything.
    pub(super) fn needed(&self) -> usize {
        let count = || self.request.budget_for(self.request.count(&self.everything().text));
        *self.needed.get_or_init(count)
    }

    /// The page that goes on behind so many blocks and bytes of the next one.
    pub(super) fn next_page(&self, block: usize, offset: usize) -> Next {
        Next::Page(Cursor { block, offset, stamp: Some(self.stamp()) })
    }

    /// What to do where nothing is shown: turn pages, or where even these have no room, give a larger budget.
    pub(super) fn first_page(&self, limit: usize) -> Next {
        let find = || match page::write(self, Cursor::default(), limit) {
            Ok(_) => self.next_page(0, 0),
            Err(_) => Next::Budget(self.needed()),
        };
        *self.first_page.get_or_init(find)
    }

    /// A short sign of the blocks, by which a page knows that it goes on with the same ones.
    pub(super) fn stamp(&self) -> u16 {
        *self.stamp.get_or_init(|| {
            let mut hasher = Xxh3::new();
            for &place in &self.order {
                hasher.update(self.item(place).address.as_bytes());
                hasher.update(self.item(place).text.as_bytes());
            }
            hasher.digest() as u16
        })
    }
}

impl Reading {
    /// The headings above a section and its own, outermost first, without the document's title.
    pub(super) fn path(&self, section: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = Some(section);
        while let Some(section) = at {
            let heading = &self.headings[section];
            if heading.level > 0 && !heading.is_title {
                path.push(section);
            }
            at = heading.parent;
        }
        path.reverse();
        path
    }
}
