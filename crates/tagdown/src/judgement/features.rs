//! The input of the labeller: a piece of a document as a set of named features. Training and labelling use the same
//! code, so both see the same features.

use super::pieces::{Above, Piece, PieceKind, headings};
use super::word_classes::{CLASSES, ORDER, classes_of};
use super::word_tokens::{self, CODE, IMAGE, LINK};
use crate::document::Document;
use crate::markdown::{InlineKind, NodeKind, strip_list_marker};
use crate::prose::{Lexicon, facts, is_loud, passages, sentence};
use crate::text::Span;

/// The features of a piece.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// The features of its form and surroundings, unique and sorted.
    pub names: Vec<String>,
    /// The features of its words, unique and sorted.
    pub words: Vec<String>,
    /// The sentences of its prose; lists, tables and code have none.
    pub sentences: Vec<Span>,
    /// Its sentences or items, if it has several, each with the features of its words.
    pub parts: Vec<(Span, Vec<String>)>,
}

/// The phrases of the rules for SPEC blocks, each with the name of its rule.
pub type Cues = Lexicon<&'static str>;

/// The features of the piece at `index`.
pub(crate) fn features(
    document: &Document<'_>,
    pieces: &[Piece],
    index: usize,
    headings: &[String],
    cues: &Cues,
) -> Features {
    let piece = &pieces[index];
    let mut out = Collector::default();
    let tokens = word_tokens::tokens(document, piece.span);
    let sentences = sentences(document, piece);
    out.structure(document, pieces, index, &tokens, sentences.len());
    out.surroundings(document, pieces, index);
    out.names.extend_from_slice(headings);
    let parts = parts_of(document, piece, &sentences);
    if piece.kind == PieceKind::Quote {
        out.count("sentences/quote", parts.len().min(4));
    }
    let context = out.finish();
    let parts = if parts.len() < 2 { Vec::new() } else { parts };
    let parts = parts.into_iter().map(|span| (span, wording(document, span, cues))).collect();
    let words = if piece.is_text() { wording(document, piece.span, cues) } else { Vec::new() };
    Features { names: context, words, sentences, parts }
}

/// The features of the words in a stretch of running text.
pub(super) fn wording(document: &Document<'_>, span: Span, cues: &Cues) -> Vec<String> {
    let mut out = Collector::default();
    out.wording(&word_tokens::tokens(document, span));
    out.cues(document, span, cues);
    out.finish()
}

/// The sentences of a paragraph or quote, or the items of a list.
fn parts_of(document: &Document<'_>, piece: &Piece, sentences: &[Span]) -> Vec<Span> {
    match piece.kind {
        PieceKind::List => {
            let nodes = document.markdown.nodes_in(piece.span).iter();
            nodes
                .filter(|node| node.kind == NodeKind::Item && node.depth == 1)
                .map(|node| node.span)
                .take(MOST_ITEMS)
                .collect()
        }
        PieceKind::Quote => {
            let mut out = Vec::new();
            let inlines = document.markdown.inlines_in(piece.span);
            sentence::split(document.text(piece.span), piece.span.start, inlines, &mut out);
            out
        }
        _ => sentences.to_vec(),
    }
}

/// The maximum number of list items to examine.
const MOST_ITEMS: usize = 24;

/// The sentences of a paragraph's prose.
pub fn sentences(document: &Document<'_>, piece: &Piece) -> Vec<Span> {
    let mut sentences = Vec::new();
    let is_prose = match piece.kind {
        PieceKind::Paragraph => true,
        PieceKind::Code => piece.is_glued,
        _ => false,
    };
    if is_prose {
        let inlines = document.markdown.inlines_in(piece.span);
        sentence::split(document.text(piece.span), piece.span.start, inlines, &mut sentences);
    }
    sentences
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

    fn structure(
        &mut self,
        document: &Document<'_>,
        pieces: &[Piece],
        index: usize,
        tokens: &[String],
        sentences: usize,
    ) {
        let piece = &pieces[index];
        let text = document.text(piece.span);
        let kind = piece.kind.name();
        let words = tokens.iter().filter(|token| token.starts_with(char::is_alphanumeric)).count();
        let share = |what: &str| tokens.iter().filter(|token| *token == what).count();
        self.add(format!("kind={kind}"));
        self.count("sentences", sentences.min(6));
        self.count(&format!("words/{kind}"), words);
        self.count("code", share(CODE).min(6));
        let (links, images) = (share(LINK), share(IMAGE));
        self.count("links", links.min(4));
        if images > 0 {
            self.add("image");
            if words < 3 {
                self.add("only-image");
            }
        }
        let trimmed = text.trim_end();
        for (mark, name) in [(':', "colon"), ('?', "question"), ('!', "exclamation"), ('.', "stop")] {
            if trimmed.ends_with(mark) {
                self.add(format!("ends={name}"));
                self.add(format!("ends={name}/{kind}"));
            }
        }
        if links > 0 && piece.kind == PieceKind::Paragraph && sentences <= 1 {
            self.add("one-sentence-with-link");
        }
        if text.starts_with("**") || text.starts_with("__") {
            self.add("bold-lead");
        }
        if text.starts_with(['*', '_']) && trimmed.ends_with(['*', '_']) {
            self.add("all-emphasis");
        }
        if text.starts_with('`') {
            self.add("code-lead");
        }
        for (mark, name) in [
            ("!!!", "admonition"),
            ("???", "admonition"),
            (":::", "admonition"),
            ("> [!", "alert"),
            ("===", "tab"),
            ("{%", "template"),
            ("{{", "template"),
            ("[^", "footnote"),
        ] {
            if let Some(rest) = text.strip_prefix(mark) {
                self.add(name);
                let rest = rest.trim_start();
                let class: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
                self.add(format!("{name}={}", class.to_lowercase()));
            }
        }
        match piece.node.kind {
            NodeKind::List { start } => {
                self.add(if start.is_some() { "list=numbered" } else { "list=bullets" });
                self.list(document, piece, links, words);
            }
            NodeKind::Code { fenced } => self.add(if fenced { "code=fenced" } else { "code=indented" }),
            _ => {}
        }
        let capitals = text.split_whitespace().filter(|word| {
            is_loud(word.as_bytes())
                && ["MUST", "NOT", "SHOULD", "MAY", "REQUIRED", "NEVER", "ONLY"].contains(word)
        });
        if capitals.count() > 0 {
            self.add("loud-modal");
        }
    }

    fn list(&mut self, document: &Document<'_>, piece: &Piece, links: usize, words: usize) {
        let nodes = document.markdown.nodes_in(piece.span);
        let items = nodes.iter().filter(|node| node.kind == NodeKind::Item && node.depth == 1).count().max(1);
        self.count("items", items);
        self.count("words-an-item", words / items);
        self.add(format!("links-an-item={}", (links * 4 / items).min(5)));
        for (name, mark) in [("code", "`"), ("link", "["), ("bold", "**")] {
            let rows = document.text(piece.span).lines().map(str::trim_start);
            let opening = rows.filter(|row| strip_list_marker(row).starts_with(mark)).count();
            self.add(format!("items-open-with-{name}={}", (opening * 3 / items).min(3)));
        }
    }

    fn surroundings(&mut self, document: &Document<'_>, pieces: &[Piece], index: usize) {
        let piece = &pieces[index];
        let kind = piece.kind.name();
        let next = pieces.get(index + 1).filter(|next| next.above == Above::Piece);
        let next_name = next.map_or("none", |next| next.kind.name());
        self.add(format!("next={next_name}"));
        let is_lead_in = document.text(piece.span).trim_end().ends_with(':');
        self.add(format!("{kind}/next={next_name}/{}", if is_lead_in { "lead-in" } else { "whole" }));
        let last = index.checked_sub(1).map(|last| &pieces[last]).filter(|_| piece.above == Above::Piece);
        self.add(format!("{kind}/last={}", last.map_or("none", |last| last.kind.name())));
        if let Some(last) = last {
            let text = document.text(last.span).trim_end();
            if text.ends_with(':') {
                self.add(format!("{kind}/below-lead-in"));
            }
            if piece.kind != PieceKind::Paragraph && last.kind == PieceKind::Paragraph {
                // The words above a list announce its content.
                for token in word_tokens::tokens(document, last.span).iter().rev().take(14) {
                    self.add(format!("lead:{token}"));
                }
            }
        }
        if index == 0 {
            self.add("opens-document");
        }
        if piece.above == Above::Border {
            self.add("opens-section");
        }
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
