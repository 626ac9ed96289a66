//! Prints what the labeller of `convert` sees of every piece of documents, as JSON lines, for `scripts/train-labeller`.
//! Standard input has the paths of the documents, one a line. `cargo run --release --example features < LIST`

use std::io::{BufRead, Write, stdin, stdout};

use serde_json::json;
use tagdown::Source;
use tagdown::convert::describe;

#[expect(clippy::disallowed_methods, reason = "the documents to learn from are files")]
fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(stdout().lock());
    for path in stdin().lock().lines() {
        let path = path?;
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let source = Source::new(&text);
        for (piece, features, score) in describe(&text) {
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
