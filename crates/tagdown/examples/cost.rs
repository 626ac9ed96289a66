//! Does one step of `check` with each document, so that `valgrind --tool=callgrind` can count its instructions: `bare`
//! only runs the Markdown parser, `parse` reads the document, `judge` also judges every statement, `check` also runs
//! all rules, and `rule` only the rule that uses the judge. Reads the paths of the documents from standard input, one per
//! line. `cargo run --example cost STEP < LIST`

use std::io::{BufRead, stdin};

use tagdown::document::parse;
use tagdown::judgement::{pieces, scores, statements};
use tagdown::rules::{Settings, check, find, spec_cues};

#[expect(clippy::disallowed_methods, reason = "the documents are files")]
fn main() {
    let step = std::env::args().nth(1).unwrap_or_default();
    let mut count = 0;
    for path in stdin().lock().lines().map_while(Result::ok) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        count += match step.as_str() {
            "bare" => pulldown_cmark::Parser::new_ext(&text, pulldown_cmark::Options::ENABLE_TABLES)
                .into_offset_iter()
                .count(),
            "parse" => parse(&text).blocks.len(),
            "judge" => {
                let document = parse(&text);
                let pieces = pieces(&document);
                scores(&document, &pieces, &statements(&document, &pieces), spec_cues()).len()
            }
            "rule" => find("fact-outside-spec")
                .map_or(0, |rule| check(&parse(&text), &Settings::single(rule)).len()),
            _ => check(&parse(&text), &Settings::default()).len(),
        };
    }
    std::hint::black_box(count);
}
