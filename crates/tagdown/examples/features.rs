//! Prints the features that the labeller of `convert` computes for every piece of the documents, as JSON lines, for
//! `scripts/train-labeller`. Reads the paths of the documents from standard input, one per line.
//! `cargo run --release --example features < LIST`

use std::io::{BufRead, Write, stdin, stdout};

use serde_json::json;
use tagdown::judgement::describe;
use tagdown::rules::spec_cues;
use tagdown::text::Source;

#[expect(clippy::disallowed_methods, reason = "the training documents are files")]
fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(stdout().lock());
    for path in stdin().lock().lines() {
        let path = path?;
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let source = Source::new(&text);
        for (piece, features, score) in describe(&text, spec_cues()) {
            let is_silent = features.is_none();
            let features = features.unwrap_or_default();
            let row = json!({
                "path": path,
                "line": source.position(piece.span.start).line,
                "kind": piece.kind.name(),
                "section": piece.section(),
                "text": source.slice(piece.span),
                "is_text": piece.is_text(),
                "is_silent": is_silent,
                "sentences": features.sentences.len(),
                "features": features.names,
                "words": features.words,
                "parts": features.parts.iter().map(|(_, words)| words).collect::<Vec<_>>(),
                "score": score,
            });
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}
