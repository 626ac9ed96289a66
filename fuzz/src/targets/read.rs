//! Reading for models: the text is the source's, a budget is kept to the token, pages add up to everything.

use tagdown::document::{TAGS, parse};
use tagdown_read::{
    Cursor, Encoding, Next, Overflow, Reading, Refused, Request, Selection, VIEWS, rank, read, write,
};

use super::Target;
use crate::document;
use crate::input::Input;
use crate::invariants::keeps_words;

pub(super) const TARGET: Target = Target {
    name: "read",
    about: "the text of a block is the source's, no view exceeds its budget, the least budget named is enough, pages end",
    make: document::document,
    piece: document::piece,
    test,
};

const QUERIES: &[&str] = &["limit", "upload token", "", "日本 é", "**[SPEC]**", "a a a a"];

fn test(input: &Input<'_>) {
    let text = input.text.as_ref();
    let document = parse(text);
    let encoding = [Encoding::O200k, Encoding::Bytes, Encoding::Cl100k][input.option(0, 3)];
    let kinds: Vec<_> = TAGS.iter().map(|tag| tag.kind).take(1 + input.option(1, 4)).collect();
    let selection = Selection {
        kinds: [None, Some(kinds)][input.option(2, 2)].clone(),
        affects: ["", "1.1", "2", "0.0.1-x"][input.option(3, 4)].parse().ok(),
        encoding,
        count_document: true,
        ..Selection::default()
    };
    let mut reading = read(&document, "docs/a.md", &selection);
    for item in &reading.blocks {
        assert_eq!(&text[item.bytes.range()], item.text);
        assert_eq!(encoding.count(&item.text), item.tokens);
    }
    assert_eq!(reading.left_out.blocks() + reading.blocks.len(), document.blocks.len());
    everything(text);
    let query = QUERIES[input.option(4, QUERIES.len())];
    let is_ranked = input.is_set(5);
    if is_ranked {
        rank(std::slice::from_mut(&mut reading), query);
    }
    let unit = if encoding == Encoding::Bytes { 4 } else { 1 };
    let request = Request {
        encoding,
        budget: Some(input.option(6, 256) * 3 * unit),
        margin: [1000, 1300][input.option(7, 2)],
        on_overflow: [Overflow::Partial, Overflow::Outline, Overflow::Error][input.option(4, 3)],
        spans: input.is_set(3),
        ranked: is_ranked,
        command: "tagdown read docs".to_owned(),
        ..Request::default()
    };
    for view in VIEWS {
        budget(&reading, &Request { view, ..request.clone() });
        pages(&reading, &Request { view, margin: 1000, on_overflow: Overflow::Partial, ..request.clone() });
    }
}

/// A view of all kinds shows every word of the document.
fn everything(text: &str) {
    let document = parse(text);
    let all = Selection { kinds: Some(TAGS.iter().map(|tag| tag.kind).collect()), ..Selection::default() };
    let shown = write(&[read(&document, "a.md", &all)], &Request::default()).expect("no budget").text;
    // A hidden character is shown as an escape.
    let words = document.reading().into_iter().map(|(_, word)| word).filter(|word| tagdown::text::hidden(word) == 0);
    keeps_words(words, &shown, "read");
}

/// What is shown fits, and what is named as needed is enough.
fn budget(reading: &Reading, request: &Request) {
    let readings = std::slice::from_ref(reading);
    let name = request.view.name;
    let fits = |text: &str, budget: usize| {
        let tokens = request.encoding.count(text);
        assert!(
            tokens * request.margin <= budget.saturating_mul(1000),
            "{name}: {tokens} of {budget}:\n{text}"
        );
    };
    let budget = request.budget.unwrap_or_default();
    match write(readings, request) {
        Ok(output) => fits(&output.text, budget),
        Err(Refused::TooSmall { least: needed } | Refused::Overflow { needed }) => {
            assert!(needed > budget, "{name}: {needed} is not more than {budget}");
            let enough = write(readings, &Request { budget: Some(needed), ..request.clone() });
            fits(&enough.expect("what is needed is enough").text, needed);
        }
        Err(other) => panic!("{name}: {other:?}"),
    }
}

/// Pages come to an end, and each fits.
fn pages(reading: &Reading, request: &Request) {
    let readings = std::slice::from_ref(reading);
    let mut cursor = Cursor::default();
    for _ in 0..2000 {
        let page = match write(readings, &Request { cursor: Some(cursor), ..request.clone() }) {
            Ok(page) => page,
            Err(Refused::TooSmall { .. }) => return,
            Err(other) => panic!("{}: {other:?} at {cursor}", request.view.name),
        };
        assert!(request.encoding.count(&page.text) <= request.budget.unwrap_or_default(), "{}", page.text);
        let Some(Next::Page(next)) = page.next else { return };
        assert!((next.block, next.offset) > (cursor.block, cursor.offset), "no progress at {cursor}");
        assert_eq!(next.to_string().parse(), Ok(next), "a cursor that cannot be read");
        cursor = next;
    }
}
