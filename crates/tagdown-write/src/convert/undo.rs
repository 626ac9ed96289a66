//! Records how to restore the sections that a conversion cut or rearranged, without repeating their text.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tagdown::text::{Span, content_hash};

use crate::convert::sources::Sources;

/// One step to restore a section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum UndoStep {
    /// The bytes from here, of this length, in the converted section.
    Copy(usize, usize),
    /// This text: white space, or markup that the conversion removed.
    Text(String),
}

/// How to restore a converted section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    /// The hash of the converted section.
    pub section: String,
    /// Its length in bytes.
    pub length: usize,
    /// Where it started, to distinguish sections that became the same.
    pub start: usize,
    /// The steps.
    pub steps: Vec<UndoStep>,
    /// The position of the section in the text that was converted.
    #[serde(skip)]
    pub(crate) from: Span,
}

impl Undo {
    /// The steps from a converted section back to its source. `placed` has the parts in the order of the source: the
    /// position of each in the source and in the converted section.
    pub(crate) fn new(
        source: &str,
        from: Span,
        converted: &str,
        start: usize,
        placed: &[(Span, Span)],
    ) -> Self {
        let mut steps = Steps { out: Vec::new() };
        let mut at = from.start;
        for (before, after) in placed {
            steps.text(&source[at..before.start]);
            steps.words(&source[before.range()], &converted[after.range()], after.start);
            at = before.end;
        }
        steps.text(&source[at..from.end]);
        Self { section: content_hash(converted), length: converted.len(), start, steps: steps.out, from }
    }

    /// The steps back to the source of the text that was converted.
    pub(crate) fn through(&self, sources: &Sources) -> Self {
        let mut steps = Steps { out: Vec::new() };
        for part in sources.of(self.from) {
            match part {
                Ok(span) => self.copy_into(&mut steps, span),
                Err(text) => steps.text(text),
            }
        }
        Self { steps: steps.out, ..self.clone() }
    }

    /// The steps for a span of the text that was converted.
    fn copy_into(&self, steps: &mut Steps, span: Span) {
        let mut at = self.from.start;
        for step in &self.steps {
            let length = match step {
                UndoStep::Copy(_, length) => *length,
                UndoStep::Text(text) => text.len(),
            };
            let (first, last) = (span.start.max(at), span.end.min(at + length));
            if first < last {
                match step {
                    UndoStep::Copy(start, _) => steps.copy(start + first - at, last - first),
                    UndoStep::Text(text) => steps.text(&text[first - at..last - at]),
                }
            }
            at += length;
        }
    }

    /// The source of a converted section; `None` if the steps do not fit it.
    fn restore(&self, converted: &str) -> Option<String> {
        let mut out = String::new();
        for step in &self.steps {
            match step {
                UndoStep::Copy(start, length) => {
                    out.push_str(converted.get(*start..start.checked_add(*length)?)?);
                }
                UndoStep::Text(text) => out.push_str(text),
            }
        }
        Some(out)
    }
}

struct Steps {
    out: Vec<UndoStep>,
}

impl Steps {
    fn text(&mut self, text: &str) {
        match self.out.last_mut() {
            _ if text.is_empty() => {}
            Some(UndoStep::Text(last)) => last.push_str(text),
            _ => self.out.push(UndoStep::Text(text.to_owned())),
        }
    }

    fn copy(&mut self, start: usize, length: usize) {
        match self.out.last_mut() {
            _ if length == 0 => {}
            Some(UndoStep::Copy(from, long)) if *from + *long == start => *long += length,
            _ => self.out.push(UndoStep::Copy(start, length)),
        }
    }

    /// The steps for a part whose words are the same on both sides and whose white space may differ.
    fn words(&mut self, before: &str, after: &str, offset: usize) {
        let (mut at, mut left) = (0, before);
        while !left.is_empty() {
            let word;
            (word, left) = left.split_at(word_length(left));
            // Most words are the same with the white space behind them.
            if !word.starts_with(char::is_whitespace) && after[at..].starts_with(word) {
                self.copy(offset + at, word.len());
                at += word.len();
                continue;
            }
            let (bare, space) = word.split_at(word.trim_end().len());
            let rest = if bare.is_empty() { &after[at..] } else { after[at..].trim_start() };
            let found = rest.starts_with(bare).then(|| after.len() - rest.len());
            let Some(start) = found else {
                self.text(word);
                continue;
            };
            let end = start + bare.len();
            if after[end..].starts_with(space) && !bare.is_empty() {
                self.copy(offset + start, word.len());
                at = end + space.len();
            } else {
                self.copy(offset + start, bare.len());
                self.text(space);
                at = end;
            }
        }
    }
}

/// The length of a word with the white space character that ends it.
fn word_length(text: &str) -> usize {
    let is_end = |byte: &u8| !byte.is_ascii() || matches!(byte, b'\t'..=b'\r' | b' ');
    let first = text.bytes().position(|byte| is_end(&byte)).unwrap_or(text.len());
    let rest = text[first..].split_inclusive(char::is_whitespace).next().unwrap_or_default();
    first + rest.len()
}

/// The records of a project, by length and hash of the converted section.
#[derive(Clone, Debug, Default)]
pub struct Undos {
    by_section: BTreeMap<(usize, String), Vec<Undo>>,
}

impl Undos {
    /// The records in a file of JSON lines. Lines of other kinds are skipped.
    pub fn parse(text: &str) -> Self {
        let mut all = Self::default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).for_each(|undo| all.add(undo));
        all
    }

    /// Adds a record.
    pub fn add(&mut self, undo: Undo) {
        let same = self.by_section.entry((undo.length, undo.section.clone())).or_default();
        if !same.contains(&undo) {
            same.push(undo);
        }
    }

    /// One record per line, sorted.
    pub fn to_text(&self) -> String {
        let lines = self.by_section.values().flatten().filter_map(|undo| serde_json::to_string(undo).ok());
        lines.map(|line| line + "\n").collect()
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.by_section.is_empty()
    }

    /// A text in which every section that has a record is restored. `tags` has the start of each tag line, and the
    /// end of the section that starts there.
    pub(crate) fn restore(&self, text: &str, tags: &[Span]) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        // Sections of several pages can start at the same byte.
        let mut by_start: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for undo in self.by_section.values().flatten() {
            by_start.entry(undo.start).or_default().insert(undo.length);
        }
        for tag in tags.iter().filter(|_| !self.is_empty()) {
            if tag.start < at {
                continue;
            }
            let tag_at = tag.start;
            let lengths = by_start.get(&tag_at).into_iter().flatten().copied();
            let found = [tag.len()].into_iter().chain(lengths).find_map(|length| {
                let section = text.get(tag_at..tag_at.checked_add(length)?)?;
                let same = self.by_section.get(&(length, content_hash(section)))?;
                let undo = same.iter().find(|undo| undo.start == tag_at).or(same.first())?;
                Some((undo.restore(section)?, length))
            });
            if let Some((source, length)) = found {
                out.push_str(&text[at..tag_at]);
                out.push_str(&source);
                at = tag_at + length;
            }
        }
        out.push_str(&text[at..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_with_impossible_numbers_restores_nothing() {
        let page = "**[SPEC]**\n- One.\n";
        let most = usize::MAX;
        for (length, step) in [(most, 0), (page.len(), most)] {
            let section = content_hash(page);
            let steps = format!("[[1,{step}]]");
            let line =
                format!("{{\"section\":\"{section}\",\"length\":{length},\"start\":0,\"steps\":{steps}}}");
            let undos = Undos::parse(&line);
            assert!(!undos.is_empty(), "{line}");
            let restored = undos.restore(page, &[Span::new(0, page.len())]);
            assert!(step == 0 || restored == page, "{restored}");
        }
    }

    #[test]
    fn sections_of_two_pages_at_the_same_place_are_restored() {
        let mut undos = Undos::default();
        let pages = [
            ("One fact. Two.\n", "**[SPEC]**\n- One fact.\n- Two."),
            ("Much longer fact.\n", "**[SPEC]**\n- Much longer fact."),
        ];
        for (source, converted) in pages {
            let from = Span::new(0, source.trim_end().len());
            undos.add(Undo::new(source, from, converted, 0, &[(from, Span::new(13, converted.len()))]));
        }
        for (source, converted) in pages {
            // The block ends later than the section that was converted.
            let page = format!("{converted}\n\nMore text.\n");
            let restored = undos.restore(&page, &[Span::new(0, page.len())]);
            assert_eq!(restored, format!("{}\n\nMore text.\n", source.trim_end()));
        }
    }
}
