//! Generates documents for property tests.

#[path = "pieces.rs"]
mod pieces;

use pieces::{BLOCKS, HEADINGS, PIECES};
use proptest::prelude::*;

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        30 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => "\\PC{0,20}",
        1 => "[\\[\\]*_#>`|: -]{0,12}",
    ]
}

/// A document that consists of these lines.
pub(crate) fn document() -> impl Strategy<Value = String> {
    let joint = prop::sample::select(&["\n", "\n", "\n\n", "\n\n", "\n\n\n", "  \n"][..]);
    let front = prop::sample::select(
        &["", "", "", "\u{feff}", "---\nversion: 1.0.0\n---\n", "+++\na = 1\n+++\n", "---\n"][..],
    );
    let body = prop::collection::vec((line(), joint), 0..24);
    (front, body, any::<bool>()).prop_map(|(front, body, final_newline)| {
        let mut text = front.to_owned();
        for (line, joint) in body {
            text.push_str(&line);
            text.push_str(joint);
        }
        if !final_newline {
            text.truncate(text.trim_end().len());
        }
        text
    })
}

/// A realistic document: a header, sections, blocks.
pub(crate) fn tagged() -> impl Strategy<Value = String> {
    let heading = prop::option::weighted(0.4, prop::sample::select(HEADINGS));
    let block = prop::sample::select(BLOCKS);
    let repeat = prop_oneof![8 => Just(1_usize), 1 => 2..12_usize];
    let blocks = prop::collection::vec((heading, block, repeat), 0..14);
    blocks.prop_map(|blocks| {
        let mut text = "# Upload service\n**Version 1.2.0** · Team · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`.\n\n---\n\n".to_owned();
        for (heading, block, repeat) in blocks {
            text.push_str(&heading.map(|heading| format!("{heading}\n\n")).unwrap_or_default());
            let (tag, body) = block.split_once('\n').unwrap_or((block, ""));
            text.push_str(&format!("{tag}\n{}\n", body.repeat(repeat)));
        }
        text.push_str("[limits]: https://example.org/limits\n\n[^1]: a note with a [link][limits]\n");
        text
    })
}
