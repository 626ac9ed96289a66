//! `outline`: headings, ids, line numbers and token counts, without text.

use tagdown::document::Kind;

use super::{guard, markdown};
use crate::reading::{Detail, Item, Reading, Tally};
use crate::request::{Label, Request, View};

pub(crate) const VIEW: View = View {
    name: "outline",
    help: "headings, ids, line numbers and token counts, without text",
    kinds: Some(&[Kind::Spec, Kind::Note, Kind::Bug, Kind::Unverified]),
    counts_documents: true,
    has_parts: false,
    open,
    manifest: |_| String::new(),
    heading,
    block,
    ..markdown::VIEW
};

fn open(request: &Request, reading: &Reading) -> String {
    let lines = reading.headings.iter().map(|heading| heading.lines[1]).max().unwrap_or(1);
    let all = reading.document_tokens.unwrap_or_else(|| reading.all.tokens());
    format!(
        "{}# {} (lines 1-{lines}, {}{})\n\n",
        markdown::place(request, reading),
        markdown::header(reading),
        markdown::tokens(all),
        by_kind(&reading.all, ": ")
    )
}

fn heading(_: &Request, reading: &Reading, section: usize) -> String {
    let heading = &reading.headings[section];
    let [first, last] = heading.lines;
    format!(
        "{} (lines {first}-{last}{})\n",
        markdown::heading_line(reading, section),
        by_kind(&heading.tally, "; ")
    )
}

/// `SPEC 61, BUG 80`, in tokens.
pub(super) fn by_kind(tally: &Tally, lead: &str) -> String {
    let kinds: Vec<String> =
        tally.kinds().map(|(kind, _, tokens)| format!("{} {tokens}", kind.name())).collect();
    if kinds.is_empty() { String::new() } else { format!("{lead}{}", kinds.join(", ")) }
}

fn block(_: &Request, _: &Reading, item: &Item, _: &Detail, label: &Label) -> String {
    let [first, last] = item.lines;
    let place = if label.place.is_empty() { String::new() } else { format!(": {}", label.place) };
    format!(
        "- {}: lines {first}-{last}, {}{place}{}\n",
        guard::name(&label.name),
        markdown::tokens(item.tokens),
        markdown::title(item)
    )
}
