//! Refuses a wording by its form, before its words are compared: it must be one short line of plain Markdown.

use tagdown::markdown::{Markdown, NodeKind};
use tagdown::text::{Source, hidden};

/// A longer sentence is not reworded.
pub(super) const LONGEST: usize = 1_200;

/// What is wrong with the form of a wording.
pub(super) fn problem(sentence: &str, wording: &str) -> Option<&'static str> {
    match () {
        () if wording.trim().is_empty() => Some("it is empty"),
        () if wording.len() > sentence.len() + SLACK => Some("it is longer than the sentence"),
        () if wording.contains(['\n', '\r', '\t']) => Some("it has several lines or tabs"),
        () if hidden(wording) > 0 || wording.contains(char::is_control) => Some("it has hidden characters"),
        () if wording.trim() != wording || wording.contains("  ") => Some("it has superfluous spaces"),
        () if !is_one_paragraph(wording) => Some("Markdown would not read it as one paragraph"),
        () => None,
    }
}

/// A shorter form of a phrase can be longer by a few letters where the rest of the sentence is unchanged.
const SLACK: usize = 8;

/// Whether Markdown reads a text in a list item as one paragraph.
fn is_one_paragraph(text: &str) -> bool {
    let item = format!("- {text}\n");
    let markdown = Markdown::parse(&Source::new(&item));
    let is_plain =
        |kind: NodeKind| matches!(kind, NodeKind::List { .. } | NodeKind::Item | NodeKind::Paragraph);
    // A tight item has no paragraph of its own.
    markdown.nodes.iter().all(|node| is_plain(node.kind))
        && markdown.nodes.len() <= 3
        && markdown.top.len() == 1
}
