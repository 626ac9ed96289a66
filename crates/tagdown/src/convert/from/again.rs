//! A page that `render` wrote, as it was before: whatever is undone, rendering it again must give the page.

use std::collections::BTreeSet;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::nested::{self, Lined};
use super::{Origin, unescape};
use crate::dialects::{Options, render};
use crate::document::parse;

/// So often lines are looked at again.
const ROUNDS: usize = 6;

/// Undoes what `render` did. `page` is what it wrote, `read` the same with tags.
pub(super) fn restore(page: &str, read: &Lined, origin: &Origin<'_>) -> String {
    let read = nested::restore(read, origin.dialect);
    let unchanged = differing(page, &read.text, origin);
    let mut kept = BTreeSet::new();
    let mut undone = unescape::undo(&read.text, origin.dialect, &kept);
    for _ in 0..ROUNDS {
        let wrong: BTreeSet<usize> =
            differing(page, &undone, origin).difference(&unchanged).copied().collect();
        let lines = read.lines.iter().enumerate().filter(|(_, origin)| wrong.contains(origin));
        let before = kept.len();
        kept.extend(lines.map(|(line, _)| line));
        if kept.len() == before {
            break;
        }
        undone = unescape::undo(&read.text, origin.dialect, &kept);
    }
    let kinds = |text: &str| parse(text).blocks.iter().map(|block| block.kind).collect::<Vec<_>>();
    if kinds(&undone) == kinds(&read.text) { undone } else { read.text }
}

/// The lines of a page that a text, rendered, does not have. White space is left out.
fn differing(page: &str, text: &str, origin: &Origin<'_>) -> BTreeSet<usize> {
    let options = Options { mapping: origin.mapping.clone(), ..Options::default() };
    let rendered = render(&parse(text), origin.dialect, &options).text;
    let words = |text: &str| -> Vec<(usize, String)> {
        let lines = text.lines().enumerate();
        let words = lines.map(|(line, text)| (line, text.split_whitespace().collect::<Vec<_>>().join(" ")));
        words.filter(|(_, text)| !text.is_empty()).collect()
    };
    let (old, new) = (words(page), words(&rendered));
    let texts = |lines: &[(usize, String)]| lines.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
    let operations = capture_diff_slices(Algorithm::Myers, &texts(&old), &texts(&new));
    let changed = operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. }));
    changed.flat_map(|operation| old[operation.old_range()].iter().map(|(line, _)| *line)).collect()
}
