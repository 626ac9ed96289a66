//! Writes a state of a view as text.

use rustc_hash::FxHashSet;

use super::event::Level;
use super::excerpt;
use super::state::State;
use crate::arrangement::Sheet;
use crate::reading::Detail;
use crate::request::{Ending, Rest};

impl State<'_, '_> {
    /// The state as text, optionally with a part of one block that is not shown otherwise.
    pub(super) fn render(&self, ending: &Ending, part: Option<(usize, &Detail)>) -> String {
        let Sheet { request, view, .. } = self.sheet;
        let mut out = String::new();
        let mut lines = String::new();
        if view.is_grouped {
            for &document in &self.sheet.documents {
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
        out.push_str(&self.sheet.close_only(ending));
        out + &(view.status)(request, ending) + &lines + &(view.end)(request, ending)
    }

    /// How much of a block a level shows; `None` if it is not shown.
    pub(super) fn shown_as(&self, index: usize, level: Level) -> Option<Detail> {
        match level {
            Level::Full => Some(Detail::Full),
            Level::Brief => Some(Detail::Brief),
            Level::Excerpt(count) => {
                Some(excerpt::of(self.sheet.item(self.sheet.order[index]), usize::from(count)))
            }
            _ => None,
        }
    }

    fn detail(&self, index: usize, part: Option<(usize, &Detail)>) -> Option<Detail> {
        match part {
            Some((at, detail)) if at == index => Some(detail.clone()),
            _ => self.shown_as(index, self.levels[index]),
        }
    }

    fn render_blocks(&self, part: Option<(usize, &Detail)>, out: &mut String) {
        let mut last = None;
        for (index, &place) in self.sheet.order.iter().enumerate() {
            let Some(detail) = self.detail(index, part) else { continue };
            let with_manifest = self.documents[place.document].has_manifest;
            out.push_str(&self.sheet.opening(last, place, with_manifest));
            out.push_str(&self.sheet.block(last, place, &detail));
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
            out.push_str(&self.sheet.block(None, self.sheet.order[index], &detail));
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
