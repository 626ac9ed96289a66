//! A review for tests: two documents, made by hand so no test depends on the labeller.

use tagdown::document::Kind;
use tagdown::judgement::PieceKind;
use tagdown::text::Span;
use tagdown_write::convert::{Question, Sentence};

use super::state::{Page, State};

pub(super) const TEXT: &str = "# Guide\n\n## Setup\n\nWe use Hatch to build.\n\nYou get an answer.\n\n## Usage\n\n\
    The port is 8080. We chose it. The timeout is 30 s.\n\n漢字 👩‍👩‍👧 e\u{301} \u{1b}[31m\ttext.\n";

/// The question on a line of the text.
pub(super) fn question(line: usize, label: Kind) -> Question {
    let start = TEXT.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    let text = TEXT[start..].lines().next().expect("the line is there");
    let section = if line < 9 { "Setup" } else { "Usage" };
    let sentence = |text: &str| Sentence { text: format!("{text}."), label, confidence: 61 };
    let parts: Vec<Sentence> = text.trim_end_matches('.').split(". ").map(sentence).collect();
    Question {
        hash: format!("hash-{line}"),
        lines: [line, line],
        span: Span::new(start, start + text.len()),
        kind: PieceKind::Paragraph,
        headings: vec!["Guide".to_owned(), section.to_owned()],
        label,
        confidence: 71,
        reasons: vec!["it has a number".to_owned(), "it opens its section".to_owned()],
        sentences: if parts.len() > 1 { parts } else { Vec::new() },
        is_buried: false,
        decision: None,
    }
}

/// Questions on lines 5, 7 and 11 of one document, and on line 13 of another.
pub(super) fn state() -> State {
    state_that_writes(false)
}

/// The same; `writes` is whether the documents are written at the end.
pub(super) fn state_that_writes(writes: bool) -> State {
    let first = vec![question(5, Kind::Spec), question(7, Kind::Note), question(11, Kind::Spec)];
    let second = vec![question(13, Kind::Note)];
    let pages = vec![
        Page::new("docs/a.md", TEXT.to_owned(), 0, first),
        Page::new("docs/b.md", TEXT.to_owned(), 0, second),
    ];
    State::new(pages, "tagdown convert --write docs/".to_owned(), writes)
}
