//! Restores a page that `render` wrote to its source. Rendering the result again must give the same page.

use std::collections::BTreeSet;

use similar::DiffOp;
use tagdown::document::parse;
use tagdown::text::changes;
use tagdown_render::{Options, render};

use super::origin::Origin;
use crate::convert::callouts::undo_alerts::{self, Lined};
use crate::convert::callouts::undo_escapes;

/// How often lines are checked again.
const ROUNDS: usize = 6;

/// Undoes the changes of `render`. `page` is its output, `read` the same with tags.
pub(crate) fn restore(page: &str, read: &Lined, origin: &Origin<'_>) -> String {
    let read = undo_alerts::restore(read, origin.dialect);
    let unchanged = differing(page, &read.text, origin);
    let mut kept = BTreeSet::new();
    let mut undone = undo_escapes::undo(&read.text, origin.dialect, &kept);
    for _ in 0..ROUNDS {
        let wrong: BTreeSet<usize> =
            differing(page, &undone, origin).difference(&unchanged).copied().collect();
        let lines = read.lines.iter().enumerate().filter(|(_, origin)| wrong.contains(origin));
        let before = kept.len();
        kept.extend(lines.map(|(line, _)| line));
        if kept.len() == before {
            break;
        }
        undone = undo_escapes::undo(&read.text, origin.dialect, &kept);
    }
    let kinds = |text: &str| parse(text).blocks.iter().map(|block| block.kind).collect::<Vec<_>>();
    if kinds(&undone) == kinds(&read.text) { undone } else { read.text }
}

/// The lines of a page that are missing from a text when rendered, ignoring white space.
fn differing(page: &str, text: &str, origin: &Origin<'_>) -> BTreeSet<usize> {
    let options = Options { mapping: origin.mapping.clone(), ..Options::default() };
    let rendered = render(&parse(text), origin.dialect, &options).text;
    let words = |text: &str| -> Vec<(usize, String)> {
        let lines = text.lines().enumerate();
        let words = lines.map(|(line, text)| (line, text.split_whitespace().collect::<Vec<_>>().join(" ")));
        words.filter(|(_, text)| !text.is_empty()).collect()
    };
    let (old, new) = (words(page), words(&rendered));
    let operations = changes(&texts(&old), &texts(&new), None);
    let changed = operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. }));
    changed.flat_map(|operation| old[operation.old_range()].iter().map(|(line, _)| *line)).collect()
}

fn texts(lines: &[(usize, String)]) -> Vec<&str> {
    lines.iter().map(|(_, text)| text.as_str()).collect()
}
