//! What is above a fact: the list items that contain it, and the words that introduce its list, table or code.

use rustc_hash::FxHashMap;
use tagdown::Document;
use tagdown::judgement::{Piece, PieceKind};
use tagdown::markdown::{Node, NodeKind, strip_list_marker};
use tagdown::text::Span;

use super::fact::{Fact, Form, Opening};
use super::plain::{label, said};
use super::words::words;

/// A line with at most so many words may be the name of the list below it.
const SHORT: usize = 6;

/// An introduction or a list item: the number of its paragraph or item, and what it is about.
type Named = (usize, Vec<String>);
/// The first sentence of a paragraph or item; and whether what it is about is a label.
type First = (Named, bool);

/// What was above the facts so far.
#[derive(Default)]
pub(super) struct Above {
    /// The paragraph that introduces what follows, such as `On Linux:`.
    lead: Option<Named>,
    /// What it introduces: its kind, and of a list where it starts, because a list can follow another one directly.
    led: Option<(PieceKind, usize)>,
    /// The number of the last paragraph, if it is short: the name of what follows.
    group: Option<usize>,
    /// The first sentences of list items, by the start of the item.
    items: FxHashMap<usize, First>,
    /// The first sentence of the last paragraph.
    first: Option<First>,
}

impl Above {
    /// Begins another block.
    pub(super) fn reset(&mut self) {
        self.lead = None;
        self.group = None;
    }

    /// Fills in what is above a fact.
    pub(super) fn place(&mut self, fact: &mut Fact, document: &Document<'_>, span: Span, piece: &Piece) {
        let kind = piece.kind;
        let (items, step) = containing(document, span);
        fact.step = step;
        let mut above: Vec<Named> = Vec::new();
        // What introduces a list, a table or code holds for all of it, but not for what is below that.
        let start = if kind == PieceKind::List { piece.node.span.start } else { 0 };
        let is_led = *self.led.get_or_insert((kind, start)) == (kind, start);
        if !is_led {
            self.lead = None;
            self.group = None;
        } else if !matches!(kind, PieceKind::Paragraph | PieceKind::Quote | PieceKind::Html) {
            above.extend(self.lead.clone());
        }
        let is_sentence = fact.form == Form::Sentence && !fact.words.is_empty();
        let Some((own, outer)) = items.split_last() else {
            if is_sentence {
                self.follow(fact);
            }
            self.finish(fact, above, document.text(span), kind);
            return;
        };
        above.extend(outer.iter().map(|item| self.named(document, item)));
        // Code and tables in an item belong to its text.
        if matches!(fact.form, Form::Code | Form::Row) {
            above.extend(self.items.get(&own.span.start).map(|(named, _)| named.clone()));
        } else if is_sentence {
            match self.items.get(&own.span.start) {
                Some(first) => fact.opening = Some(opening(first, true)),
                None => {
                    self.items.insert(own.span.start, first(fact));
                }
            }
        }
        self.finish(fact, above, document.text(span), kind);
    }

    /// Names the first sentence of the paragraph of a fact, if it is a later one.
    fn follow(&mut self, fact: &mut Fact) {
        match self.first.as_ref().filter(|((item, _), _)| *item == fact.item) {
            Some(first) => fact.opening = Some(opening(first, false)),
            None => self.first = Some(first(fact)),
        }
    }

    fn finish(&mut self, fact: &mut Fact, above: Vec<Named>, raw: &str, kind: PieceKind) {
        fact.parent = above.last().map(|(item, _)| *item);
        fact.above = above.into_iter().map(|(_, words)| words).collect();
        fact.group = self.group.filter(|_| kind == PieceKind::List);
        if kind == PieceKind::Paragraph {
            let is_short = fact.opening.is_none() && fact.words.len() <= SHORT && !fact.text.ends_with('.');
            self.group = is_short.then_some(fact.item);
            let is_bold = raw.starts_with("**") && raw.trim_end_matches([':', '.']).ends_with("**");
            let introduces = raw.trim_end_matches(['*', '_']).ends_with(':') || is_bold;
            self.lead = introduces.then(|| (fact.item, name(fact)));
            self.led = None;
        }
    }

    /// What a list item is about; without a sentence of its own, its first line.
    fn named(&self, document: &Document<'_>, item: &Node) -> Named {
        if let Some((named, _)) = self.items.get(&item.span.start) {
            return named.clone();
        }
        let source = &document.source;
        let line = source.line(source.line_of(item.span.start)).clip(item.span);
        let plain = said(strip_list_marker(document.text(line)), &[]);
        (usize::MAX, label(&plain).unwrap_or_else(|| words(&plain)))
    }
}

fn first(fact: &Fact) -> First {
    ((fact.item, name(fact)), fact.label.is_some())
}

fn opening(((item, name), is_label): &First, is_in_list: bool) -> Opening {
    Opening { item: *item, name: name.clone(), is_in_list, is_label: *is_label }
}

/// What a fact is about: what it says first, or all that it says.
fn name(fact: &Fact) -> Vec<String> {
    fact.label.clone().unwrap_or_else(|| fact.words.clone())
}

/// The list items that contain a statement, the outermost first; and where its numbered list starts, if it is a step.
fn containing<'d>(document: &'d Document<'_>, span: Span) -> (Vec<&'d Node>, Option<usize>) {
    let markdown = &document.markdown;
    let Some(top) = markdown.top_at(span.start).filter(|top| matches!(top.kind, NodeKind::List { .. }))
    else {
        return (Vec::new(), None);
    };
    let nodes = &markdown.nodes[..markdown.nodes.partition_point(|node| node.span.start <= span.start)];
    let mut items: Vec<&Node> = Vec::new();
    for node in nodes.iter().rev().take_while(|node| node.span.start >= top.span.start) {
        let is_outer = items.last().is_none_or(|inner| node.depth < inner.depth);
        if node.kind == NodeKind::Item && is_outer && span.end <= node.span.end {
            items.push(node);
            if node.depth == 1 {
                break;
            }
        }
    }
    items.reverse();
    let is_step = matches!(top.kind, NodeKind::List { start: Some(_) }) && items.len() == 1;
    (items, is_step.then_some(top.span.start))
}
