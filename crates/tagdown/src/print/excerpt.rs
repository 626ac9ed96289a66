//! A few lines of a document, for display under a finding. Carriage returns are omitted, and very long lines are cut to
//! the relevant places. No line is a command to a CI service.

use crate::text::{Source, Span, drives_terminal};

/// Lines with more bytes than this are cut.
const LONG: usize = 300;
/// How many bytes of a cut line are kept before and after a relevant place.
const KEPT: usize = 60;

/// Some lines of a source, with a map from byte offsets in the source to byte offsets in the excerpt.
pub(crate) struct Excerpt {
    pub(super) text: String,
    /// Counted from 1.
    pub(super) first_line: usize,
    /// Ranges of the source, in order, each with its start in `text`.
    pieces: Vec<(Span, usize)>,
}

impl Excerpt {
    /// Lines `first` to `last`, counted from 0; `places` are never cut.
    pub(super) fn new(source: &Source<'_>, first: usize, last: usize, places: &[Span]) -> Self {
        let mut excerpt = Self { text: String::new(), first_line: first + 1, pieces: Vec::new() };
        for line in first..=last.min(source.line_count().saturating_sub(1)) {
            let span = source.line(line);
            if span.end - span.start <= LONG {
                excerpt.push(source, span);
            } else {
                excerpt.push_cut(source, span, places);
            }
            // The line ending is part of the map, so that a place at the end of the line is found.
            excerpt.pieces.push((Span::new(span.end, source.line_start(line + 1)), excerpt.text.len()));
            excerpt.text.push('\n');
        }
        excerpt
    }

    fn push(&mut self, source: &Source<'_>, span: Span) {
        self.pieces.push((span, self.text.len()));
        // Every replacement has the same number of bytes, so that the map stays correct.
        let text = source.slice(span).replace("##[", "#?[").replace("##vso[", "#?vso[");
        self.text.extend(text.chars().map(|c| match c.len_utf8() {
            2 if drives_terminal(c) => '·',
            3 if drives_terminal(c) => '\u{fffd}',
            _ => c,
        }));
    }

    fn push_cut(&mut self, source: &Source<'_>, line: Span, places: &[Span]) {
        let mut ends: Vec<usize> = places
            .iter()
            .flat_map(|span| [span.start, span.end])
            .filter(|at| *at >= line.start && *at <= line.end)
            .collect();
        ends.push(line.start);
        ends.sort_unstable();
        let mut kept: Vec<Span> = Vec::new();
        for at in ends {
            let start = source.text().floor_char_boundary(at.saturating_sub(KEPT).max(line.start));
            let end = source.text().floor_char_boundary((at + KEPT).min(line.end));
            match kept.last_mut() {
                Some(last) if start <= last.end => last.end = last.end.max(end),
                _ => kept.push(Span::new(start, end)),
            }
        }
        let mut at = line.start;
        for span in kept {
            if span.start > at {
                self.text.push('…');
            }
            self.push(source, span);
            at = span.end;
        }
        if at < line.end {
            self.text.push('…');
        }
    }

    /// The offset in the excerpt of a byte of the source.
    pub(super) fn map(&self, offset: usize) -> usize {
        let after = self.pieces.partition_point(|(span, _)| span.start <= offset);
        let Some((span, at)) = after.checked_sub(1).map(|index| self.pieces[index]) else { return 0 };
        at + offset.min(span.end).saturating_sub(span.start).min(self.text.len() - at)
    }

    /// A span of the source as a range of the excerpt.
    pub(super) fn range(&self, span: Span) -> std::ops::Range<usize> {
        let start = self.map(span.start);
        start..self.map(span.end).max(start)
    }
}
