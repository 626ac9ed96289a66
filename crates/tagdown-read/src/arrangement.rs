//! The arrangement of readings: the order of their blocks, what goes above each block, and the complete output.

use std::cell::OnceCell;
use std::convert::Infallible;

use tagdown::document::Kind;
use xxhash_rust::xxh3::Xxh3;

use crate::cursor::Cursor;
use crate::labels::Labels;
use crate::reading::{Detail, Item, Reading};
use crate::request::{Ending, Label, Next, Output, Request, Totals, View};
use crate::views::location;

/// Takes the next piece of an output.
pub(crate) type Take<'t, E> = dyn FnMut(&str) -> Result<(), E> + 't;

/// The position of a block in the readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(super) document: usize,
    pub(super) block: usize,
}

/// Readings with the display order of their blocks.
pub(crate) struct Sheet<'s> {
    pub(super) readings: &'s [Reading],
    pub(super) request: &'s Request,
    pub(super) view: &'static View,
    /// All blocks in display order.
    pub(super) order: Vec<Place>,
    /// All documents in display order.
    pub(super) documents: Vec<usize>,
    /// The blocks in rank order, as indices into `order`.
    pub(super) ranking: Vec<usize>,
    labels: Labels<'s>,
    pub(super) totals: Totals,
    /// How many manifests the view never shows.
    pub(super) hidden_manifests: usize,
    /// The budget that would show the texts, if an outline is shown instead.
    pub(super) instead_of: Option<usize>,
    needed: OnceCell<usize>,
    pub(super) first_page: OnceCell<Next>,
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
        let item = |place: &Place| &readings[place.document].blocks[place.block];
        let rank = |a: &Place, b: &Place| item(a).rank(item(b));
        let view = request.view;
        let mut documents: Vec<usize> = (0..readings.len()).collect();
        let mut ranking: Vec<usize> = (0..order.len()).collect();
        if request.ranked {
            order.sort_by(rank);
            if view.is_grouped {
                let mut first = vec![usize::MAX; readings.len()];
                for (rank, place) in order.iter().enumerate() {
                    first[place.document] = first[place.document].min(rank);
                }
                documents.sort_by_key(|&document| first[document]);
                order.sort_by_key(|place| first[place.document]);
            }
            ranking.sort_by(|&a, &b| rank(&order[a], &order[b]));
        }
        let (needed, first_page, stamp) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let instead_of = None;
        let is_list = request.ranked && !view.is_grouped;
        let is_hidden = |reading: &&Reading| !(view.manifest)(reading).is_empty();
        Self {
            readings,
            request,
            view,
            order,
            documents,
            ranking,
            labels: Labels::new(readings, request),
            totals,
            hidden_manifests: if is_list { readings.iter().filter(is_hidden).count() } else { 0 },
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

    /// Whether blocks are ordered by a query, so the headings do not form a tree.
    pub(super) fn is_list(&self) -> bool {
        self.request.ranked && !self.view.is_grouped
    }

    /// The headings above a block, outermost first, without the document's title.
    pub(super) fn path(&self, place: Place) -> Vec<usize> {
        self.reading(place).path(self.item(place).section)
    }

    /// The manifest of a document, if the view shows it. A list has no place for it.
    pub(super) fn manifest(&self, document: usize) -> String {
        if self.is_list() { String::new() } else { (self.view.manifest)(&self.readings[document]) }
    }

    /// What goes above a block; `last` is the block shown before it. In a list, the label says it.
    pub(super) fn opening(&self, last: Option<Place>, place: Place, with_manifest: bool) -> String {
        if self.is_list() {
            return String::new();
        }
        let reading = self.reading(place);
        let same = last.filter(|last| last.document == place.document);
        let mut out = String::new();
        if same.is_none() {
            out.push_str(&(self.view.open)(self.request, reading));
            out.push_str(&if with_manifest { self.manifest(place.document) } else { String::new() });
        }
        let path = self.path(place);
        let above = same.map(|last| self.path(last)).unwrap_or_default();
        let shared = path.iter().zip(&above).take_while(|(a, b)| a == b).count();
        for &section in &path[shared..] {
            out.push_str(&(self.view.heading)(self.request, reading, section));
        }
        out
    }

    /// A block; `last` is the block shown before it.
    pub(super) fn block(&self, last: Option<Place>, place: Place, detail: &Detail) -> String {
        (self.view.block)(
            self.request,
            self.reading(place),
            self.item(place),
            detail,
            &self.label(last, place),
        )
    }

    fn label(&self, last: Option<Place>, place: Place) -> Label {
        if !self.view.is_text {
            return Label::default();
        }
        let reading = self.reading(place);
        let mut label = Label { name: self.labels.of(reading, self.item(place)), place: String::new() };
        if self.is_list() {
            let same = last.filter(|last| last.document == place.document);
            let path = self.path(place);
            let is_new = same.is_none_or(|last| self.path(last) != path);
            label.place = location(reading, same.is_none(), if is_new { &path } else { &[] });
        }
        label
    }

    /// All blocks of all documents, and the ending.
    pub(super) fn everything(&self) -> Output {
        let mut text = String::new();
        let ending = self.write_everything(&mut |piece| {
            text.push_str(piece);
            Ok::<(), Infallible>(())
        });
        let Ok(ending) = ending;
        Output { text, complete: ending.complete, next: ending.next }
    }

    /// The same, piece by piece.
    pub(super) fn write_everything<E>(&self, take: &mut Take<'_, E>) -> Result<Ending, E> {
        let ending = Ending {
            complete: self.request.is_whole() && self.instead_of.is_none(),
            instead_of: self.instead_of,
            manifests: self.hidden_manifests,
            next: self.instead_of.map(Next::Budget),
            ..Ending::complete(&self.totals)
        };
        self.documents(take)?;
        take(&(self.view.status)(self.request, &ending))?;
        take(&(self.view.end)(self.request, &ending))?;
        Ok(ending)
    }

    /// All blocks of all documents, piece by piece.
    pub(super) fn documents<E>(&self, take: &mut Take<'_, E>) -> Result<(), E> {
        let mut out = String::new();
        let mut last: Option<Place> = None;
        if self.is_list() {
            for &place in &self.order {
                take(&self.block(last, place, &Detail::Full))?;
                last = Some(place);
            }
            return Ok(());
        }
        let mut places = self.order.iter().copied().peekable();
        for &document in &self.documents {
            let reading = &self.readings[document];
            // A document without blocks still shows its title, unless it is one of several.
            if reading.blocks.is_empty() && (!self.request.several || self.view.is_grouped) {
                out.push_str(&(self.view.open)(self.request, reading));
                out.push_str(&self.manifest(document));
            }
            while let Some(place) = places.next_if(|place| place.document == document) {
                out.push_str(&self.opening(last, place, true));
                let follows = last.is_some_and(|last| last.document == document);
                out.push_str(if follows { self.view.between } else { "" });
                out.push_str(&self.block(last, place, &Detail::Full));
                last = Some(place);
            }
            let mut totals = Totals::default();
            totals.add(reading);
            out.push_str(self.view.middle);
            out.push_str(&(self.view.close)(self.request, reading, &Ending::complete(&totals)));
            take(&out)?;
            out.clear();
        }
        Ok(())
    }

    /// Whether texts with this many tokens cannot fit in any arrangement. Saves counting them again.
    pub(super) fn is_far_over(&self, tokens: usize, limit: usize) -> bool {
        self.view.has_parts && tokens > limit.saturating_mul(2).saturating_add(1000)
    }

    /// The blocks in the order in which a growing budget shows them: by rank or, without a query, SPEC and BUG blocks
    /// section by section, then unverified blocks, then NOTE blocks. Several documents take turns: the first section of
    /// each comes before the second section of any. The SPEC blocks of a section come before its BUG blocks in full,
    /// which are already shown in brief by then.
    pub(super) fn priority(&self) -> Vec<usize> {
        let mut blocks = self.ranking.clone();
        if !self.request.ranked {
            let (turns, seats) = (self.turns(), self.seats());
            blocks.sort_by_key(|&index| {
                let place = self.order[index];
                match self.item(place).kind {
                    Kind::Spec => (0, turns[index], seats[place.document], false),
                    Kind::Bug => (0, turns[index], seats[place.document], true),
                    Kind::Unverified => (1, 0, 0, false),
                    Kind::Note => (2, 0, 0, false),
                }
            });
        }
        blocks
    }

    /// For each block, how many sections with SPEC or BUG blocks come before its own in its document.
    fn turns(&self) -> Vec<usize> {
        let mut last: Option<(usize, usize)> = None;
        let mut turn = 0;
        let of_block = |&place: &Place| {
            let item = self.item(place);
            if matches!(item.kind, Kind::Spec | Kind::Bug) {
                let here = (place.document, item.section);
                turn = match last {
                    Some(last) if last == here => turn,
                    Some((document, _)) if document == place.document => turn + 1,
                    _ => 0,
                };
                last = Some(here);
            }
            turn
        };
        self.order.iter().map(of_block).collect()
    }

    /// For each document, its place in a turn: README and index files first, the outermost before others.
    fn seats(&self) -> Vec<usize> {
        let entry = |reading: &Reading| {
            let (folder, file) = reading.path.rsplit_once(['/', '\\']).unwrap_or(("", &reading.path));
            let name = file.split('.').next().unwrap_or_default().to_lowercase();
            let is_entry = ["readme", "index", "_index"].contains(&&*name);
            if is_entry { folder.matches(['/', '\\']).count() } else { usize::MAX }
        };
        let mut documents: Vec<usize> = (0..self.readings.len()).collect();
        documents.sort_by_key(|&document| entry(&self.readings[document]));
        let mut seats = vec![0; documents.len()];
        for (seat, document) in documents.into_iter().enumerate() {
            seats[document] = seat;
        }
        seats
    }

    /// Closes a single document; several documents are already closed one by one.
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

    /// The page that starts after this many blocks and this many bytes of the next one.
    pub(super) fn next_page(&self, block: usize, offset: usize) -> Next {
        Next::Page(Cursor { block, offset, stamp: Some(self.stamp()) })
    }

    /// A short hash of the blocks, to check that a page continues with the same ones.
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
    /// The headings above a section and its own heading, outermost first, without the document's title.
    pub fn path(&self, section: usize) -> Vec<usize> {
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
