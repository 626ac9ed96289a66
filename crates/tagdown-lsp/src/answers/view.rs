//! The view for AI readers: what `tagdown read` prints for a document, and how many tokens it has.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tagdown::document::{Block, Kind};
use tagdown_read::{AUTHORITATIVE, Encoding, Request, Selection, read, write};

use crate::ask::{Ask, Refusal, Reply};
use crate::uri::view_of;
use crate::world::View;

/// `workspace/textDocumentContent`: the view as the text of a document that cannot be edited.
pub(crate) fn content(ask: &Ask<'_>) -> Reply {
    let view = ask.view.as_ref().ok_or_else(|| Refusal::Failed("the document is not open".to_owned()))?;
    Ok(json!({"text": text(view)?}))
}

/// The command `tagdown.aiView`.
pub(crate) fn show(view: &View<'_>) -> Reply {
    Ok(json!({"uri": view_of(&view.open.uri), "text": text(view)?}))
}

/// The command `tagdown.status`: tokens of the document and of the view, the number of open claims, and the tags that the
/// project declares.
pub(crate) fn status(view: &View<'_>) -> Value {
    let Figures { document, shown, open } = figures(view);
    let tokens = json!({"encoding": Encoding::default().name(), "document": document, "shown": shown});
    let findings = view.checked().findings.len();
    let tags = view.target.config.config.tags.iter();
    let tags: BTreeMap<&str, &str> = tags.map(|(name, kind)| (name, kind.name())).collect();
    let is_tagged = view.document.is_tagged();
    json!({"tagged": is_tagged, "tokens": tokens, "open": open, "findings": findings, "tags": tags})
}

/// Figures of a document.
pub(crate) struct Figures {
    /// The tokens of its text.
    pub(crate) document: usize,
    /// The tokens of the blocks that a model sees.
    pub(crate) shown: usize,
    /// The number of unverified blocks.
    pub(crate) open: usize,
}

/// The figures of a document.
pub(crate) fn figures(view: &View<'_>) -> Figures {
    let document = view.document;
    let is_shown = |block: &&Block| AUTHORITATIVE.contains(&block.kind);
    let shown: Vec<&str> =
        document.blocks.iter().filter(is_shown).map(|block| document.text(block.content)).collect();
    Figures {
        document: view.world.counts.count(&view.open.text),
        shown: view.world.counts.count_all(&shown).iter().sum(),
        open: document.blocks_of(Kind::Unverified).filter(|(_, tag)| tag.own_name().is_none()).count(),
    }
}

/// The text of the view.
fn text(view: &View<'_>) -> Result<String, Refusal> {
    let name = view.open.path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
    let reading = read(view.document, &name.unwrap_or("text".into()), &Selection::default());
    let written = write(&[reading], &Request::default());
    written.map(|output| output.text).map_err(|refused| Refusal::Failed(refused.to_string()))
}

/// A number with commas between thousands.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|part| str::from_utf8(part).ok()).collect();
    parts.join(",")
}

/// Tokens of some texts, in words.
pub(crate) fn tokens(view: &View<'_>, texts: &[&str]) -> Vec<String> {
    let counts = view.world.counts.count_all(texts);
    let unit = if Encoding::default() == Encoding::Bytes { "byte" } else { "token" };
    let words = |count: usize| format!("{} {unit}{}", grouped(count), if count == 1 { "" } else { "s" });
    counts.into_iter().map(words).collect()
}

/// The argument that names a document.
pub(crate) fn argument(view: &View<'_>) -> Value {
    json!({"uri": view.open.uri, "version": view.open.version})
}
