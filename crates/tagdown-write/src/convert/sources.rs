//! Where the parts of a rewritten text come from.

use tagdown::text::{Source, Span};

/// Where the parts of a text come from.
pub(crate) struct Sources {
    /// The parts that come from the source: their position in the text, and where they start in the source. Sorted.
    kept: Vec<(Span, usize)>,
    /// The source.
    source: String,
}

impl Sources {
    /// A source of which nothing is in the text so far.
    pub(crate) fn new(source: &str) -> Self {
        Self { kept: Vec::new(), source: source.to_owned() }
    }

    /// Adds a part at the end of the text that comes from this position in the source.
    pub(crate) fn add(&mut self, part: Span, from: usize) {
        self.kept.push((part, from));
    }

    /// The source of a span of the text, as pieces: `Ok` with a span of the text, or `Err` with text of the source
    /// that is not in it. Text around the span that is only in the source belongs to it.
    pub(crate) fn of(&self, span: Span) -> Vec<Result<Span, &str>> {
        let mut out = Vec::new();
        let first = self.kept.partition_point(|(kept, _)| kept.end <= span.start);
        let mut at = first.checked_sub(1).map(|last| self.end_of(last));
        // The end of the last part before the span, unless the span starts within a part.
        let starts_inside = self.kept.get(first).is_some_and(|(kept, _)| kept.start < span.start);
        for (kept, from) in &self.kept[first..] {
            if kept.start >= span.end {
                break;
            }
            let part = Span::new(kept.start.max(span.start), kept.end.min(span.end));
            let start = from + (part.start - kept.start);
            if let Some(at) = at.filter(|_| !starts_inside || !out.is_empty()) {
                out.push(Err(&self.source[at..start]));
            }
            out.push(Ok(part));
            at = Some(start + part.len());
        }
        let next = self.kept.partition_point(|(kept, _)| kept.start < span.end);
        let ends_inside = self.kept.get(next.wrapping_sub(1)).is_some_and(|(kept, _)| kept.end > span.end);
        if let (Some(at), false) = (at, ends_inside) {
            let end = self.kept.get(next).map_or(self.source.len(), |(_, from)| *from);
            out.push(Err(&self.source[at..end]));
        }
        out
    }

    fn end_of(&self, part: usize) -> usize {
        let (kept, from) = self.kept[part];
        from + kept.len()
    }

    /// The part of the source from the first to the last byte of a span of the text.
    pub(crate) fn span(&self, span: Span) -> Span {
        let at = |at: usize| {
            let next = self.kept.partition_point(|(kept, _)| kept.end <= at);
            let (kept, from) = self.kept.get(next).or(self.kept.last())?;
            Some(from + at.saturating_sub(kept.start).min(kept.len()))
        };
        let start = at(span.start).unwrap_or(0);
        let end = span.end.checked_sub(1).and_then(at).map_or(start, |last| last + 1);
        Span::new(start, end.max(start))
    }

    /// The line of `source` that a line of the text comes from, both counted from 1.
    pub(crate) fn line(&self, text: &Source<'_>, source: &Source<'_>, line: usize) -> usize {
        let at = text.line(line.saturating_sub(1).min(text.line_count().saturating_sub(1))).start;
        let next = self.kept.partition_point(|(kept, _)| kept.end <= at);
        let from = self
            .kept
            .get(next)
            .map_or(self.source.len(), |(kept, from)| from + at.saturating_sub(kept.start));
        source.line_of(from) + 1
    }
}
