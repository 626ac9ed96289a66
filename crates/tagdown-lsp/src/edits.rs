//! Edits in the words of the protocol, always for the version of a document that the server has seen.

use std::time::{Duration, Instant};

use gen_lsp_types::TextEdit;
use serde_json::{Map, Value, json};
use similar::DiffOp;
use tagdown::rules::Edit;
use tagdown::text::{Source, Span, Units, changes};

use crate::client::Client;
use crate::position::Places;
use crate::world::View;

/// How long to look for the smallest edits. After that, larger ones are taken.
const PATIENCE: Duration = Duration::from_millis(200);

/// Edits of a text in the editor's own columns.
pub(crate) fn text_edits(source: &Source<'_>, edits: &[Edit], units: Units) -> Vec<TextEdit> {
    let places = Places::new(source, units);
    let one = |edit: &Edit| TextEdit { range: places.range(edit.span), new_text: edit.text.clone() };
    edits.iter().map(one).collect()
}

/// The edits of one document, for its version.
pub(crate) fn of_document(view: &View<'_>, edits: &[Edit]) -> Value {
    let edits = text_edits(&view.document.source, edits, view.units());
    of_documents(&view.world.client, &[(view.open.uri.clone(), Some(view.open.version), edits)])
}

/// The edits of several documents. Those that are not open have no version.
pub(crate) fn of_documents(client: &Client, all: &[(String, Option<i32>, Vec<TextEdit>)]) -> Value {
    if !client.takes_versions {
        let changes: Map<String, Value> =
            all.iter().map(|(uri, _, edits)| (uri.clone(), json!(edits))).collect();
        return json!({ "changes": changes });
    }
    let one = |(uri, version, edits): &(String, Option<i32>, Vec<TextEdit>)| json!({"textDocument": {"uri": uri, "version": version}, "edits": edits});
    json!({"documentChanges": all.iter().map(one).collect::<Vec<_>>()})
}

/// The smallest edits by lines that turn a text into another.
pub(crate) fn between(old: &str, new: &str) -> Vec<Edit> {
    let (olds, news) = (lines(old), lines(new));
    let same = |(one, other): &(&&str, &&str)| one == other;
    let head = olds.iter().zip(&news).take_while(same).count();
    let tail = olds[head..].iter().rev().zip(news[head..].iter().rev()).take_while(same).count();
    let (mid, made) = (&olds[head..olds.len() - tail], &news[head..news.len() - tail]);
    let mut starts = vec![0];
    for line in &olds {
        starts.push(starts[starts.len() - 1] + line.len());
    }
    let edit = |from: usize, to: usize, text: &[&str]| {
        Edit::replace(Span::new(starts[head + from], starts[head + to]), text.concat())
    };
    let deadline = Some(Instant::now() + PATIENCE);
    let ops = changes(mid, made, deadline);
    let changed = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let mut edits: Vec<Edit> = Vec::new();
    for one in changed.map(|op| edit(op.old_range().start, op.old_range().end, &made[op.new_range()])) {
        match edits.last_mut().filter(|last| last.span.end == one.span.start) {
            // What belongs together stays together.
            Some(last) => {
                *last = Edit::replace(
                    Span::new(last.span.start, one.span.end),
                    format!("{}{}", last.text, one.text),
                );
            }
            None => edits.push(one),
        }
    }
    edits
}

/// The lines of a text with their endings.
fn lines(text: &str) -> Vec<&str> {
    let source = Source::new(text);
    let starts: Vec<usize> = (0..source.line_count()).map(|line| source.line_start(line)).collect();
    let mut out = Vec::with_capacity(starts.len());
    let mut at = 0;
    for end in starts.into_iter().skip(1).chain([text.len()]) {
        out.push(&text[at..end]);
        at = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagdown::rules::apply;

    #[test]
    fn edits_lead_from_one_text_to_the_other() {
        for (old, new, count) in [
            ("a\nb\nc\n", "a\nB\nc\n", 1),
            ("a\nb\nc\nd\n", "x\nb\nc\ny\n", 2),
            ("", "a\n", 1),
            ("a", "", 1),
            ("\u{feff}a\r\nb", "\u{feff}a\r\nb\r\n", 1),
            ("a\n", "a\n", 0),
        ] {
            let edits = between(old, new);
            assert_eq!((apply(old, &edits).as_str(), edits.len()), (new, count), "{old:?}");
        }
        // Nothing in common takes longest.
        let all =
            |letter: &str| (0..30_000).map(|line| format!("{letter}{line}\n")).collect::<Vec<_>>().concat();
        let (old, new) = (all("a"), all("b"));
        assert_eq!(apply(&old, &between(&old, &new)), new);
    }
}
