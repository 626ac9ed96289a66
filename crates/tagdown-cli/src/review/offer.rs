//! A shorter wording that a model offers for a sentence, drawn beside the words of the source with what differs marked.

use ratatui::text::{Line, Span as Styled};
use tagdown::document::Kind;
use tagdown::text::{Span, one_line};
use tagdown_write::convert::Decision;
use tagdown_write::convert::wording::compare;
use unicode_width::UnicodeWidthStr;

use super::styles::{DIM, MARKED, PLAIN};
use super::wrap;

/// A wording, and what it changes.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub(super) wording: String,
    /// The sentence on one line.
    sentence: String,
    left_out: Vec<Span>,
    put_in: Vec<Span>,
}

impl Offer {
    /// An offer, unless the wording does not pass the comparison.
    pub(super) fn new(sentence: &str, wording: &str) -> Option<Self> {
        let sentence = one_line(sentence);
        let compared = compare(&sentence, wording).ok()?;
        // What cannot be shown as it is cannot be accepted.
        let is_shown = |text: &str| wrap::shown(text) == text;
        (is_shown(&sentence) && is_shown(wording)).then_some(())?;
        let (left_out, put_in) = (compared.left_out, compared.put_in);
        Some(Self { wording: wording.to_owned(), sentence, left_out, put_in })
    }

    /// The rows of both wordings in a width: side by side, or one below the other if there is little room.
    pub(super) fn rows(&self, width: usize) -> Vec<Line<'static>> {
        let is_wide = width >= LEAST_WIDE;
        let column = if is_wide { (width - BETWEEN.width()) / 2 } else { width };
        let old = column_of("in the source", &self.sentence, &self.left_out, column);
        let new = column_of("shorter (t takes it)", &self.wording, &self.put_in, column);
        if !is_wide {
            return old.into_iter().chain(new).map(|(spans, _)| Line::from(spans)).collect();
        }
        let count = old.len().max(new.len());
        let mut new = new.into_iter();
        let mut old = old.into_iter();
        let row = |_| {
            let (mut spans, taken) = old.next().unwrap_or_default();
            spans.push(Styled::raw(" ".repeat(column.saturating_sub(taken))));
            spans.push(Styled::styled(BETWEEN, DIM));
            spans.extend(new.next().unwrap_or_default().0);
            Line::from(spans)
        };
        (0..count).map(row).collect()
    }
}

/// Whether a decision answers an offer: a label alone says nothing about the wording.
pub(super) fn answers(decision: &Decision) -> bool {
    decision.wording().is_some() || decision.labels() != [Kind::Spec]
}

const BETWEEN: &str = " │ ";

/// With fewer columns, one wording is below the other.
const LEAST_WIDE: usize = 60;

/// A row of a column, and how many columns of the screen it takes.
type Row = (Vec<Styled<'static>>, usize);

/// A title and a text in rows, with some of its parts marked.
fn column_of(title: &str, text: &str, marked: &[Span], width: usize) -> Vec<Row> {
    let title = wrap::short(title, width);
    let taken = title.width();
    let mut out = vec![(vec![Styled::styled(title, DIM)], taken)];
    let is_marked = |at: usize| marked.iter().any(|span| span.start <= at && at < span.end);
    let mut at = 0;
    for row in wrap::rows(text, width) {
        at += text[at..].len() - text[at..].trim_start().len();
        let mut spans: Vec<Styled<'static>> = Vec::new();
        let mut last = None;
        for c in row.chars() {
            let style = if is_marked(at) { MARKED } else { PLAIN };
            match spans.last_mut().filter(|_| last == Some(style)) {
                Some(span) => span.content.to_mut().push(c),
                None => spans.push(Styled::styled(c.to_string(), style)),
            }
            last = Some(style);
            at += c.len_utf8();
        }
        out.push((spans, row.width()));
    }
    out
}

/// What to do if the window is too small for both wordings.
pub(super) const TOO_SMALL: &str = "not decided: make the window larger, so that both wordings are visible";

/// The keys for an offer; the others are as always.
pub(super) const KEYS: [(&str, &str); 2] = [("t", "take shorter"), ("Enter", "keep source")];

/// The words for a decision that takes a wording.
pub(super) fn named(decision: &Decision) -> Option<&'static str> {
    let wording = decision.wording()?;
    Some(if wording.is_kept() { "SPEC, in the words of the source" } else { "SPEC, in the shorter wording" })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENTENCE: &str = "Please note that the gate\nlistens on port 8080 for 30 seconds.";
    const WORDING: &str = "Gate listens on port 8080 for 30 s.";

    /// The text of some rows, with what is marked in angle brackets.
    fn shown(rows: &[Line<'_>]) -> Vec<String> {
        let part = |span: &Styled<'_>| {
            if span.style == MARKED { format!("<{}>", span.content) } else { span.content.to_string() }
        };
        rows.iter().map(|row| row.spans.iter().map(part).collect::<String>().trim_end().to_owned()).collect()
    }

    #[test]
    fn both_wordings_are_side_by_side_with_what_differs_marked() {
        let offer = Offer::new(SENTENCE, WORDING).expect("it passes");
        let wide = shown(&offer.rows(79));
        assert_eq!(
            wide,
            [
                "in the source                          │ shorter (t takes it)",
                "<Please note that> <the> gate listens on   │ Gate listens on port 8080 for 30 <s>.",
                "port 8080 for 30 <seconds>.              │",
            ]
        );
        let narrow = shown(&offer.rows(40));
        assert_eq!(
            narrow,
            [
                "in the source",
                "<Please note that> <the> gate listens on",
                "port 8080 for 30 <seconds>.",
                "shorter (t takes it)",
                "Gate listens on port 8080 for 30 <s>.",
            ]
        );
        for width in 0..90 {
            let taken = offer.rows(width).iter().map(Line::width).max();
            assert!(taken.is_some_and(|taken| taken <= width.max(2)), "{width}: {taken:?}");
        }
    }

    #[test]
    fn what_does_not_pass_or_cannot_be_shown_is_not_offered() {
        assert!(Offer::new(SENTENCE, "Gate listens on port 8081 for 30 s.").is_none());
        assert!(Offer::new("The \u{1b}[31m gate is open.", "\u{1b}[31m gate is open.").is_none());
        assert!(Offer::new("The \u{202e}gate is open.", "\u{202e}gate is open.").is_none());
    }

    #[test]
    fn a_label_alone_answers_only_if_the_sentence_is_no_list_item() {
        let label = |kind| Decision::new(&[kind], tagdown_write::convert::By::Person, "").expect("a label");
        assert!(!answers(&label(Kind::Spec)));
        assert!(answers(&label(Kind::Note)));
        assert!(answers(&Decision::worded(SENTENCE, SENTENCE)));
    }
}
