//! Formatting: what `tagdown fmt` does, for the whole document or for some lines of it.

use tagdown::rules::{Edit, Safety, apply, fix};

use crate::ask::{Ask, Refusal, Reply, reply};
use crate::edits::{between, text_edits};
use crate::findings::is_checked;
use crate::world::View;

/// `textDocument/formatting`.
pub(crate) fn whole(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    reply(text_edits(&view.document.source, &formatted(view)?, view.units()))
}

/// `textDocument/rangeFormatting`: the changes that touch the lines of the range.
pub(crate) fn range(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let span = ask.span()?;
    let source = &view.document.source;
    let lines = source.this_line(span.start)..=source.next_line(span.end);
    let mut edits = formatted(view)?;
    edits.retain(|edit| lines.contains(&edit.span.start) && lines.contains(&edit.span.end));
    // A piece that moves is removed in one place and written in another, and only one of them may be in the range.
    if words(&apply(&view.open.text, &edits)) != words(&view.open.text) {
        return Err(Refusal::Nothing);
    }
    reply(text_edits(source, &edits, view.units()))
}

/// The words of a text, in any order.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.map(str::to_lowercase).collect();
    words.sort_unstable();
    words
}

/// The edits of `tagdown fmt`.
fn formatted(view: &View<'_>) -> Result<Vec<Edit>, Refusal> {
    if view.open.is_config() || !is_checked(view.target, view.document) {
        return Ok(Vec::new());
    }
    let settings = view.target.config.settings(&view.target.path).only(|rule| rule.layout);
    let fixed = fix(&view.open.text, &settings, Safety::Safe);
    if !fixed.lost.is_empty() {
        return Err(Refusal::Failed(
            "not changed: a fix would drop words; please report this bug".to_owned(),
        ));
    }
    Ok(between(&view.open.text, &fixed.text))
}
