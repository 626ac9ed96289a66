//! Questions about all documents of the editor's folders: their findings, symbols and open claims.

use std::collections::{BTreeMap, HashMap};

use gen_lsp_types::{WorkspaceDiagnosticParams, WorkspaceSymbolParams};
use serde_json::{Value, json};
use tagdown::document::Kind;
use tagdown::text::stem;
use tagdown_project::claims::claims;
use tagdown_project::clock;
use tagdown_project::files::{Target, Text, read};

use super::pages::{address, pages};
use super::symbols::short;
use crate::ask::{Ask, Refusal, Reply};
use crate::diagnostics::{diagnostics, result_id};
use crate::findings::checked;
use crate::page::{Page, Place};
use crate::position::Places;

/// How many documents are reported at once.
const BATCH: usize = 100;

/// How many symbols are listed.
const MOST_SYMBOLS: usize = 500;

/// `workspace/diagnostic`: the findings of all documents. If nothing has changed, the answer waits for a change.
pub(crate) fn diagnose(ask: &Ask<'_>) -> Reply {
    let params: WorkspaceDiagnosticParams = ask.params()?;
    if !ask.world.settings.workspace_diagnostics {
        return Ok(json!({"items": []}));
    }
    let mut before: HashMap<String, String> =
        params.previous_result_ids.into_iter().map(|one| (one.uri.0, one.value)).collect();
    let found = ask.world.project.documents(true).map_err(Refusal::Failed)?;
    let mut progress = Progress::new(ask, found.targets.len());
    for (path, open) in ask.world.documents.values().filter_map(|open| Some((open.path.as_ref()?, open))) {
        found.targets.first().iter().for_each(|target| target.tree.set_unsaved(path, &open.text));
    }
    let mut is_changed = false;
    for target in &found.targets {
        ask.go_on()?;
        progress.step();
        let (uri, version) = address(ask.world, &target.path);
        let items = items(ask, target, &uri).unwrap_or_default();
        let known = before.remove(&uri);
        if items.is_empty() && known.is_none() {
            continue;
        }
        let id = result_id(&items);
        if known.as_ref() == Some(&id) {
            continue;
        }
        is_changed = true;
        progress.add(json!({"kind": "full", "uri": uri, "version": version, "resultId": id, "items": items}));
    }
    // What is left is gone from the folders.
    for uri in before.into_keys() {
        is_changed = true;
        progress.add(json!({"kind": "full", "uri": uri, "version": null, "items": []}));
    }
    let items = progress.end();
    let is_first = ask.params.pointer("/previousResultIds/0").is_none();
    if is_changed || is_first { Ok(json!({ "items": items })) } else { Err(Refusal::Unchanged) }
}

/// The findings of one document.
fn items(ask: &Ask<'_>, target: &Target, uri: &str) -> Option<Vec<gen_lsp_types::Diagnostic>> {
    let units = ask.world.client.units;
    if let Some(open) = ask.world.open_at(&target.path) {
        let source = tagdown::text::Source::new(&open.text);
        return Some(diagnostics(uri, &Places::new(&source, units), &ask.world.checked(open)));
    }
    let Text::Read(text) = read(target) else { return None };
    let document = target.parse(&text);
    let places = Places::new(&document.source, units);
    Some(diagnostics(uri, &places, &checked(&ask.world.ground, target, &document)))
}

/// Tells the editor how far the work is, and hands over what is done, if it wants that.
struct Progress<'p> {
    ask: &'p Ask<'p>,
    all: usize,
    done: usize,
    work: Option<Value>,
    partial: Option<Value>,
    items: Vec<Value>,
}

impl<'p> Progress<'p> {
    fn new(ask: &'p Ask<'p>, all: usize) -> Self {
        let token = |key: &str| ask.params.get(key).filter(|token| !token.is_null()).cloned();
        let (work, partial) = (token("workDoneToken"), token("partialResultToken"));
        let made = Self { ask, all, done: 0, work, partial, items: Vec::new() };
        made.tell(&json!({"kind": "begin", "title": "Checking documents", "percentage": 0}));
        made
    }

    fn tell(&self, value: &Value) {
        if let Some(token) = &self.work {
            self.ask.outbox.notify("$/progress", json!({"token": token, "value": value}));
        }
    }

    fn step(&mut self) {
        self.done += 1;
        if self.done.is_multiple_of(BATCH) {
            self.tell(&json!({"kind": "report", "percentage": self.done * 100 / self.all.max(1)}));
        }
    }

    fn add(&mut self, item: Value) {
        self.items.push(item);
        if self.items.len() >= BATCH {
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        if let Some(token) = self.partial.clone() {
            let items = std::mem::take(&mut self.items);
            self.ask.outbox.notify("$/progress", json!({"token": token, "value": {"items": items}}));
        }
    }

    /// What is left to hand over with the answer.
    fn end(mut self) -> Vec<Value> {
        self.tell(&json!({"kind": "end"}));
        std::mem::take(&mut self.items)
    }
}

/// `workspace/symbol`: headings, titles and addresses that contain all words of the query, the closest first.
pub(crate) fn symbols(ask: &Ask<'_>) -> Reply {
    let params: WorkspaceSymbolParams = ask.params()?;
    let query = params.query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut found: Vec<(u8, Value)> = Vec::new();
    for page in pages(ask)? {
        let uri = address(ask.world, &page.path).0;
        let headings = page.headings.iter().filter(|_| ask.world.follows_links());
        let blocks = page.blocks.iter().filter(|block| block.kind != Some(Kind::Note));
        for place in headings.chain(blocks) {
            found.extend(rank(place, &query, &words).map(|rank| (rank, symbol(&page, place, &uri))));
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    Ok(found.into_iter().take(MOST_SYMBOLS).map(|(_, symbol)| symbol).collect())
}

/// How well a heading or block matches, the best first.
fn rank(place: &Place, query: &str, words: &[&str]) -> Option<u8> {
    let title = place.title.as_deref().unwrap_or_default().to_lowercase();
    let anchor = place.anchor.to_lowercase();
    match () {
        () if words.is_empty() => Some(0),
        () if title == query || anchor == query => Some(0),
        () if title.starts_with(query) => Some(1),
        () if title.contains(query) || anchor.contains(query) => Some(2),
        () if words.iter().all(|word| title.contains(word) || anchor.contains(word)) => Some(3),
        () if words.iter().all(|word| has_form(&title, word)) => Some(4),
        () => None,
    }
}

/// Whether a title has a word in any form, as in a search: `upload` finds `uploads`.
fn has_form(title: &str, word: &str) -> bool {
    let wanted = stem(word);
    title.split(|c: char| !c.is_alphanumeric()).any(|other| !other.is_empty() && stem(other) == wanted)
}

fn symbol(page: &Page, place: &Place, uri: &str) -> Value {
    let kind = match place.kind {
        None | Some(Kind::Note) => 15,
        Some(Kind::Spec) => 14,
        Some(Kind::Bug) => 24,
        Some(Kind::Unverified) => 13,
    };
    let title = place.title.as_deref().unwrap_or_default();
    let name = match place.kind {
        Some(kind) => format!("[{}] {}", kind.name(), short(title, &place.anchor)),
        None => short(title, &place.anchor),
    };
    let file = page.path.file_name().map(|name| name.to_string_lossy().into_owned());
    let location = json!({"uri": uri, "range": place.range});
    json!({"name": name, "kind": kind, "containerName": file, "location": location})
}

/// `tagdown/openClaims`: what `tagdown open --format json` lists, with places that an editor can open.
pub(crate) fn open_claims(ask: &Ask<'_>) -> Reply {
    let found = ask.world.project.documents(false).map_err(Refusal::Failed)?;
    let mut targets: BTreeMap<std::path::PathBuf, Target> =
        found.targets.iter().map(|target| (target.path.clone(), target.clone())).collect();
    for path in ask.world.documents.values().filter_map(|open| open.path.as_ref()) {
        if let Ok(target) = ask.world.ground.target(Some(path)) {
            targets.entry(path.clone()).or_insert(target);
        }
    }
    let mut all: Vec<(i64, Value)> = Vec::new();
    for target in targets.values() {
        ask.go_on()?;
        let Text::Read(text) = read(target) else { continue };
        let uri = address(ask.world, &target.path).0;
        for claim in claims(target, &target.parse(&text)).open {
            let seconds = claim.since.seconds;
            let one = json!({
                "uri": uri, "address": claim.address, "lines": claim.lines, "hash": claim.hash,
                "since": seconds.map(clock::day), "days": claim.since.days(), "author": claim.since.author,
                "commit": claim.since.commit, "source": claim.since.source, "text": short(&claim.text, ""),
            });
            all.push((seconds.unwrap_or(i64::MAX), one));
        }
    }
    all.sort_by_key(|(seconds, _)| *seconds);
    Ok(json!({"version": 1, "open": all.into_iter().map(|(_, one)| one).collect::<Vec<_>>()}))
}
