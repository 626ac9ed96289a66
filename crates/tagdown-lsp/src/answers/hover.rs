//! Hovers: what a tag means for readers, what a rule is about, and the block that a link leads to.

use gen_lsp_types::Range;
use serde_json::json;
use tagdown::document::{Block, Kind, TagLine};
use tagdown::text::reveal;

use super::document_links::rule_names;
use super::pages::text_at;
use super::view::{figures, tokens};
use crate::ask::{Ask, Refusal, Reply};
use crate::links;
use crate::project::Age;
use crate::world::View;

/// How much of a block is shown, in bytes.
const MOST_TEXT: usize = 2_000;

/// `textDocument/hover`.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let at = ask.offset()?;
    let found = rule(view, at).or_else(|| tag(view, at)).or_else(|| link(view, at));
    let (text, range) = found.ok_or(Refusal::Nothing)?;
    let kind = if view.world.client.takes_markdown { "markdown" } else { "plaintext" };
    Ok(json!({"contents": {"kind": kind, "value": text}, "range": range}))
}

/// The page of a rule that a comment names.
fn rule(view: &View<'_>, at: usize) -> Option<(String, Range)> {
    let (span, rule) = rule_names(view.document).find(|(span, _)| span.start <= at && at <= span.end)?;
    let (name, page) = (rule.name, rule.page());
    let page = format!("**{name}** ({})\n\n{page}\n[{name}]({})", rule.default_severity(), rule.url());
    Some((page, view.range(span)))
}

/// What a tag means.
fn tag(view: &View<'_>, at: usize) -> Option<(String, Range)> {
    let document = view.document;
    let is_here = |(_, tag): &(&Block, &TagLine)| tag.span.start <= at && at <= tag.span.end;
    let (block, tag) = document.tagged_blocks().find(is_here)?;
    let row = block.kind.tag();
    let mut lines = vec![format!("**{}**, read by {}: {}", row.name, row.reader, row.priority)];
    let count = tokens(view, &[document.text(block.content)]).remove(0);
    let share = Some(figures(view)).filter(|figures| figures.document > 0 && figures.shown > 0);
    let share =
        share.map_or(String::new(), |all| format!(" of {} in the AI view", super::view::grouped(all.shown)));
    lines.push(format!("`#{}`, {count}{share}", document.block_address(block)));
    if block.kind == Kind::Unverified && tag.own_name().is_none() {
        let ages = view.world.project.ages_soon(view.open, view.target).unwrap_or_default();
        lines.push(match ages.get(&document.content_hash(block)) {
            Some(Age { words, commit: Some(commit) }) => format!("unverified {words}, since `{commit}`"),
            Some(Age { words, commit: None }) => format!("unverified {words}"),
            None => "unverified, age unknown".to_owned(),
        });
    }
    Some((lines.join("  \n"), view.range(tag.span)))
}

/// The block or section that a link leads to.
fn link(view: &View<'_>, at: usize) -> Option<(String, Range)> {
    let link = links::at(view.document, at)?;
    let goal = view.goal(&link)?;
    let text = text_at(view.world, &goal.path)?;
    let document = view.target.parse(&text);
    let span = links::find(&document, &goal)?;
    let is_block = goal.is_block();
    let shown = if is_block { document.block_at(span.start).map_or(span, |block| block.span) } else { span };
    let text = document.text(shown);
    let cut = text.floor_char_boundary(MOST_TEXT);
    Some((fenced(&text[..cut]), view.range(link.span)))
}

/// A text of a document as code: nothing in it is a link, an image or a command.
fn fenced(text: &str) -> String {
    let longest = text.lines().map(|line| line.len() - line.trim_start().trim_start_matches('`').len()).max();
    let fence = "`".repeat(longest.unwrap_or_default().max(2) + 1);
    format!("{fence}md\n{}\n{fence}", reveal(text).trim_end())
}
