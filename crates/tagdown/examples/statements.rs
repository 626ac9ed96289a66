//! Prints the statements of documents with their features and scores, as JSON lines, for `scripts/train-judge`. Reads
//! the paths of the documents from standard input, one per line. `cargo run --release --example statements < LIST`

use std::io::{BufRead, Write, stdin, stdout};

use serde_json::json;
use tagdown::document::parse;
use tagdown::judgement::{pieces, scores, statement_features, statements};
use tagdown::rules::spec_cues;

#[expect(clippy::disallowed_methods, reason = "the training documents are files")]
fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(stdout().lock());
    for path in stdin().lock().lines() {
        let path = path?;
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let document = parse(&text);
        let pieces = pieces(&document);
        let statements = statements(&document, &pieces);
        let scores = scores(&document, &pieces, &statements, spec_cues());
        let features = statement_features(&document, &pieces, &statements, spec_cues());
        for ((statement, features), score) in statements.iter().zip(features).zip(scores) {
            let span = [statement.span.start, statement.span.end];
            let row = json!({"path": path, "span": span, "features": features, "score": score});
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}
