//! The features of words and headings: part of the input of the judge. Training and judging use the same code, so both
//! see the same features.

use super::pieces::headings;
use super::word_classes::{CLASSES, ORDER, classes_of};
use super::word_tokens;
use crate::document::Document;
use crate::markdown::InlineKind;
use crate::prose::{Lexicon, facts, passages};
use crate::text::Span;

/// The phrases of the rules for SPEC blocks, each with the name of its rule.
pub type Cues = Lexicon<&'static str>;

/// The features of the words in a stretch of running text.
pub(super) fn wording(document: &Document<'_>, span: Span, cues: &Cues) -> Vec<String> {
    let mut out = Collector::default();
    out.wording(&word_tokens::tokens(document, span));
    out.cues(document, span, cues);
    out.finish()
}

/// The features of the headings above a piece, computed once per section.
#[derive(Default)]
pub(crate) struct Headings {
    section: Option<usize>,
    names: Vec<String>,
}

impl Headings {
    pub(super) fn of(&mut self, document: &Document<'_>, section: usize) -> &[String] {
        if self.section != Some(section) {
            self.section = Some(section);
            self.names = heading_names(document, section);
        }
        &self.names
    }
}

fn heading_names(document: &Document<'_>, section: usize) -> Vec<String> {
    let mut names = vec![format!("level={}", document.sections[section].level)];
    let titles = headings(document, section);
    let Some((last, above)) = titles.split_last() else { return names };
    names.extend(heading_words(last).take(MOST_HEADING_WORDS).map(|word| format!("h:{word}")));
    let words = above.iter().flat_map(|title| heading_words(title));
    names.extend(words.take(MOST_HEADING_WORDS).map(|word| format!("H:{word}")));
    if last.ends_with('?') {
        names.push("heading-asks".to_owned());
    }
    names
}

/// The maximum number of heading words to examine.
const MOST_HEADING_WORDS: usize = 40;

#[derive(Default)]
struct Collector {
    names: Vec<String>,
}

impl Collector {
    fn add(&mut self, name: impl Into<String>) {
        self.names.push(name.into());
    }

    /// Adds a count, rounded down to a step. The steps roughly double.
    fn count(&mut self, name: &str, count: usize) {
        let step = match count {
            0..=3 => count,
            4..=5 => 4,
            6..=8 => 6,
            9..=14 => 9,
            15..=24 => 15,
            25..=44 => 25,
            45..=79 => 45,
            _ => 80,
        };
        self.add(format!("{name}={step}"));
    }

    fn finish(mut self) -> Vec<String> {
        self.names.sort_unstable();
        self.names.dedup();
        self.names
    }

    fn wording(&mut self, tokens: &[String]) {
        // The start of a long list is enough to classify it; the rest only costs time.
        let tokens = &tokens[..tokens.len().min(MOST_TOKENS)];
        let mut before = "^";
        for token in tokens {
            let token = token.as_str();
            self.add(format!("w:{token}"));
            self.add(format!("b:{before} {token}"));
            let is_stop = matches!(token, "." | "?" | "!" | ":");
            before = if is_stop { "^" } else { token };
        }
        self.classes(tokens);
        if let Some(first) = tokens.first() {
            self.add(format!("f:{first}"));
            if let Some(second) = tokens.get(1) {
                self.add(format!("f:{first} {second}"));
            }
        }
    }

    /// Counts related words together.
    fn classes(&mut self, tokens: &[String]) {
        let mut counts = [0; CLASSES.len()];
        let mut opens = true;
        for token in tokens {
            for &class in classes_of(token) {
                counts[class] += usize::from(class != ORDER || opens);
            }
            opens = matches!(token.as_str(), "." | "?" | "!" | ":");
        }
        for (class, count) in CLASSES.iter().zip(counts).filter(|(_, count)| *count > 0) {
            self.add(format!("class={}", class.name));
            if count > 1 {
                self.add(format!("class={}+", class.name));
            }
        }
    }

    fn cues(&mut self, document: &Document<'_>, span: Span, cues: &Cues) {
        let text = document.text(span);
        let opaque = passages::opaque(document, span);
        let mut hits: Vec<&'static str> = Vec::new();
        cues.find(
            text,
            |_| true,
            |hit| {
                let found = Span::new(span.start + hit.start, span.start + hit.end);
                if !passages::touches(&opaque, found) {
                    hits.push(hit.what);
                }
            },
        );
        for rule in hits {
            self.add(format!("cue={rule}"));
        }
        let code: Vec<Span> = document
            .markdown
            .inlines_in(span)
            .iter()
            .filter(|(kind, _)| *kind == InlineKind::Code)
            .map(|(_, code)| Span::new(code.start - span.start, code.end.min(span.end) - span.start))
            .collect();
        let found = facts::find(text, &code);
        self.count("facts", found.iter().filter(|fact| !fact.needs_cue).count().min(4));
    }
}

/// The maximum number of words of a piece to examine.
const MOST_TOKENS: usize = 220;

fn heading_words(title: &str) -> impl Iterator<Item = String> {
    title.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1).map(str::to_lowercase)
}
