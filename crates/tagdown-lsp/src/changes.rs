//! The changes of a text that an editor reports. Each refers to the text after the ones before it. Editors report many
//! cursors from the end of the text to its start, or from the start to the end; in both cases all are made at once.

use std::borrow::Cow;

use gen_lsp_types::{
    Position, TextDocumentContentChangeEvent as Change, TextDocumentContentChangePartial as Partial,
};
use tagdown::rules::{Edit, apply};
use tagdown::text::{Source, Units};

use crate::position::span_of;

/// The text after some changes, and the first and last line of what was typed last, if it was in one place.
pub(crate) fn changed<'t>(
    text: &'t str,
    changes: &[Change],
    units: Units,
) -> (Cow<'t, str>, Option<[usize; 2]>) {
    let mut text = Cow::Borrowed(text);
    let mut typed = None;
    let mut rest = changes;
    while let Some(first) = rest.first() {
        if let Change::TextDocumentContentChangeWholeDocument(whole) = first {
            (text, typed, rest) = (Cow::Owned(whole.text.clone()), None, &rest[1..]);
            continue;
        }
        let source = Source::new(&text);
        let mut edits = descending(&source, rest, units);
        edits.reverse();
        if edits.len() == 1 && rest.len() > 1 {
            edits = ascending(&source, rest, units);
        }
        rest = &rest[edits.len()..];
        typed = match &edits[..] {
            [only] => {
                let start = source.line_of(only.span.start);
                Some([start, start + Source::new(&only.text).line_count() - 1])
            }
            _ => None,
        };
        text = Cow::Owned(apply(&text, &edits));
    }
    (text, typed)
}

fn partial(changes: &[Change]) -> impl Iterator<Item = &Partial> {
    changes.iter().map_while(|change| match change {
        Change::TextDocumentContentChangePartial(change) => Some(change),
        Change::TextDocumentContentChangeWholeDocument(_) => None,
    })
}

/// Whether an offset is exactly where the editor says, and not moved into the text.
fn is_exact(source: &Source<'_>, offset: usize, place: Position, units: Units) -> bool {
    source.editor_position(offset, units) == (place.line as usize, place.character as usize)
}

/// The changes at the start of a list that go from the end of the text to its start. Each leaves the text before it alone.
fn descending(source: &Source<'_>, changes: &[Change], units: Units) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for change in partial(changes) {
        let span = span_of(source, &change.range, units);
        let is_before =
            |last: &Edit| is_exact(source, span.end, change.range.end, units) && span.end < last.span.start;
        if !edits.last().is_none_or(is_before) {
            break;
        }
        edits.push(Edit::replace(span, change.text.clone()));
    }
    edits
}

/// The changes at the start of a list that go from the start of the text to its end. The places of each are moved by those
/// before it, and are moved back here. At least the first change is returned.
fn ascending(source: &Source<'_>, changes: &[Change], units: Units) -> Vec<Edit> {
    let text = source.text();
    let mut edits: Vec<Edit> = Vec::new();
    // Where the last edit ends: in the text after it, and in the text before it.
    let mut end: Option<(Position, Position)> = None;
    for change in partial(changes) {
        let back = |place: Position| match end {
            Some((new, old)) if place.line == new.line => {
                let behind = place.character.checked_sub(new.character)?;
                Some(Position { character: old.character.checked_add(behind)?, ..old })
            }
            Some((new, old)) => {
                let below = place.line.checked_sub(new.line)?;
                Some(Position { line: old.line.checked_add(below)?, ..place })
            }
            None => Some(place),
        };
        let (Some(start), Some(stop)) = (back(change.range.start), back(change.range.end)) else { break };
        let span = span_of(source, &gen_lsp_types::Range { start, end: stop }, units);
        let is_exact = is_exact(source, span.start, start, units) && is_exact(source, span.end, stop, units);
        if !edits.last().is_none_or(|last| is_exact && last.span.end < span.start) {
            break;
        }
        // Two halves of a line ending may have met or parted, which moves all lines below.
        let is_plain = !text[..span.start].ends_with('\r') && !change.text.ends_with('\r');
        edits.push(Edit::replace(span, change.text.clone()));
        if !is_exact || !is_plain {
            break;
        }
        end = Some((after(change, units), stop));
    }
    edits
}

/// Where the text of a change ends.
fn after(change: &Partial, units: Units) -> Position {
    let Position { line, character } = change.range.start;
    let text = &change.text;
    let lines = text.matches('\n').count() + text.matches('\r').count() - text.matches("\r\n").count();
    let last = units.count(text.rsplit(['\n', '\r']).next().unwrap_or_default()) as u32;
    let character = if lines == 0 { character + last } else { last };
    Position { line: line + lines as u32, character }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(changes: Value) -> Vec<Change> {
        serde_json::from_value(changes).expect("changes")
    }

    fn change(from: [usize; 2], to: [usize; 2], text: &str) -> Value {
        let place = |at: [usize; 2]| json!({"line": at[0], "character": at[1]});
        json!({"range": {"start": place(from), "end": place(to)}, "text": text})
    }

    #[test]
    fn changes_are_made_one_after_the_other() {
        for (text, changes, wanted) in [
            ("a😀b\n", json!([change([0, 3], [0, 4], "c")]), "a😀c\n"),
            ("a\nb\nc", json!([change([2, 0], [2, 1], "3"), change([0, 0], [0, 1], "1")]), "1\nb\n3"),
            ("a\nb", json!([change([0, 0], [0, 1], ""), change([0, 0], [1, 0], "x\n")]), "x\nb"),
            ("ab", json!([change([0, 1], [0, 1], "x"), change([0, 2], [0, 2], "y")]), "axyb"),
            ("a\nb\n", json!([change([2, 0], [2, 0], "c\n")]), "a\nb\nc\n"),
            ("a\nb", json!([change([1, 0], [1, 0], "\n"), change([0, 99], [1, 0], "-")]), "a-\nb"),
            // The second change is on a line that the first made longer.
            ("a\nb", json!([change([0, 1], [1, 0], ""), change([0, 99], [0, 99], "!")]), "ab!"),
            ("a\rb", json!([change([1, 0], [1, 0], "\n"), change([1, 0], [1, 0], "x")]), "a\r\nxb"),
            ("a", json!([{"text": "new"}, change([0, 3], [0, 3], "er")]), "newer"),
            ("abc", json!([change([0, 2], [0, 1], "x")]), "abxc"),
        ] {
            assert_eq!(changed(text, &read(changes.clone()), Units::Utf16).0, wanted, "{text:?} {changes}");
        }
    }

    /// Many cursors, as Helix reports them: from the start to the end, each place in the text after the changes before.
    #[test]
    fn many_cursors_in_either_order_are_one_step() {
        let text = "😀 one\r\nx one one\n\none";
        let changes = [
            change([0, 3], [0, 6], "a\nb"),
            change([2, 2], [2, 5], "zwei 😀"),
            change([2, 10], [2, 13], ""),
            change([4, 0], [4, 3], "3"),
        ];
        let wanted = "😀 a\nb\r\nx zwei 😀 \n\n3";
        let ascending_changes = read(json!(changes));
        assert_eq!(changed(text, &ascending_changes, Units::Utf16).0, wanted);
        assert_eq!(ascending(&Source::new(text), &ascending_changes, Units::Utf16).len(), 4);
        let twice = [change([0, 1], [0, 1], "- c\n"), change([3, 0], [4, 0], " ")];
        assert_eq!(changed("a\nb\n\nc", &read(json!(twice)), Units::Utf16).0, "a- c\n\nb\n c");
        let changes = [change([3, 0], [3, 3], "3"), change([1, 2], [1, 5], "2"), change([0, 3], [0, 6], "1")];
        assert_eq!(changed(text, &read(json!(changes)), Units::Utf16).0, "😀 1\r\nx 2 one\n\n3");
        assert_eq!(descending(&Source::new(text), &read(json!(changes)), Units::Utf16).len(), 3);
    }
}
