//! A review for tests: two documents, made by hand so no test depends on the judge.

use tagdown::document::Kind;
use tagdown::judgement::PieceKind;
use tagdown::text::Span;
use tagdown_write::convert::Doubt;

use super::offer::Offer;
use super::state::{Page, State};

pub(super) const TEXT: &str = "# Guide\n\n## Setup\n\nWe use Hatch to build.\n\nYou get an answer.\n\n## Usage\n\n\
    The port is 8080. We chose it. The timeout is 30 s.\n\n漢字 👩‍👩‍👧 e\u{301} \u{1b}[31m\ttext.\n";

/// The doubt about a text that starts with this; the line that contains it is the block.
pub(super) fn doubt(starts: &str, label: Kind, value: usize) -> Doubt {
    let start = TEXT.find(starts).expect("it is there");
    let line = TEXT[..start].rfind('\n').map_or(0, |at| at + 1);
    let end = start + TEXT[start..].find(['.', '\n']).expect("a full stop") + 1;
    let block = Span::new(line, line + TEXT[line..].find('\n').expect("an end"));
    let number = TEXT[..start].matches('\n').count() + 1;
    let section = if number < 9 { "Setup" } else { "Usage" };
    Doubt {
        hash: format!("hash of {starts}"),
        lines: [number, number],
        span: Span::new(start, end),
        text: TEXT[start..end].to_owned(),
        block,
        kind: PieceKind::Paragraph,
        headings: vec!["Guide".to_owned(), section.to_owned()],
        label,
        written: label,
        chance: if label == Kind::Note { 41 } else { 57 },
        is_buried: false,
        value,
        decision: None,
        wording: None,
    }
}

/// Three doubts in one document and one in another, in the order in which they are asked: `We use`, `You get` and
/// `We chose` in the first, `漢字` in the second.
pub(super) fn state() -> State {
    let page = |path: &str, doubts: Vec<Doubt>| {
        let reasons = doubts.iter().map(|_| vec!["one number".to_owned(), "it opens its section".to_owned()]);
        let reasons = reasons.collect();
        Page::new(path, TEXT.to_owned(), doubts, reasons)
    };
    let first = vec![
        doubt("We use", Kind::Note, 90),
        doubt("You get", Kind::Note, 80),
        doubt("We chose", Kind::Spec, 70),
    ];
    let second = vec![doubt("漢字", Kind::Spec, 60)];
    State::new(
        vec![page("docs/a.md", first), page("docs/b.md", second)],
        "tagdown convert --write docs/".to_owned(),
    )
}

/// The same with a shorter wording for its first doubt, a fact that the judge is sure of.
pub(super) fn offered() -> State {
    let mut state = state();
    let page = &mut state.pages[0];
    page.doubts[0].label = Kind::Spec;
    page.doubts[0].text = "Please note that we use Hatch to build in order to save 5 minutes.".to_owned();
    page.offers[0] = Offer::new(&page.doubts[0].text, "We use Hatch to build to save 5 min.");
    assert!(page.offers[0].is_some());
    state
}
