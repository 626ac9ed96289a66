//! Questions about all documents of the editor's folders: their findings, symbols and open claims.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use gen_lsp_types::{WorkspaceDiagnosticParams, WorkspaceSymbolParams};
use serde_json::{Value, json};
use tagdown::document::Kind;
use tagdown_project::claims::claims;
use tagdown_project::clock;
use tagdown_project::files::Target;
use tagdown_read::{Names, Query};

use super::pages::{address, pages};
use super::symbols::short;
use crate::ask::{Ask, Refusal, Reply};
use crate::diagnostics::{diagnostics, result_id};
use crate::findings::checked;
use crate::page::{Page, Place};
use crate::position::Places;
use crate::project::tagged_text_of;

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
    let text = tagged_text_of(target)?;
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

/// `workspace/symbol`: headings, titles and addresses. Those that begin with the query come first, then those that a search
/// finds by their words, in the order of a search, then those that contain what was typed so far.
pub(crate) fn symbols(ask: &Ask<'_>) -> Reply {
    let params: WorkspaceSymbolParams = ask.params()?;
    let (typed, query) = (params.query.trim().to_lowercase(), Query::new(&params.query));
    let words: Vec<&str> = typed.split_whitespace().collect();
    let pages = pages(ask)?;
    let mut names = Names::new(&query);
    let mut all: Vec<(&Page, &Place)> = Vec::new();
    for page in &pages {
        names.enter(&below(ask.world.project.roots(), &page.path).to_string_lossy());
        let headings = page.headings.iter().filter(|_| ask.world.follows_links());
        let blocks = page.blocks.iter().filter(|block| block.kind != Some(Kind::Note));
        for place in headings.chain(blocks) {
            names.add(place.title.as_deref().unwrap_or_default(), &place.anchor);
            all.push((page, place));
        }
    }
    ask.go_on()?;
    let scores: HashMap<usize, f64> = names.ranked().into_iter().collect();
    let mut found: Vec<(u8, f64, usize)> = Vec::new();
    for (at, (_, place)) in all.iter().enumerate() {
        let score = scores.get(&at).copied();
        let rank = rank(place, &typed, &words).or(score.map(|_| FOUND));
        found.extend(rank.map(|rank| (rank, score.unwrap_or_default(), at)));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
    let symbol = |&(_, _, at): &(u8, f64, usize)| {
        let (page, place) = all[at];
        symbol(page, place, &address(ask.world, &page.path).0)
    };
    Ok(found.iter().take(MOST_SYMBOLS).map(symbol).collect())
}

/// A path without the folder of the editor that it is below, whose words say nothing about a document.
fn below<'p>(roots: &[PathBuf], path: &'p Path) -> &'p Path {
    roots.iter().find_map(|root| path.strip_prefix(root).ok()).unwrap_or(path)
}

/// The rank of a heading or block that contains what was typed, in any place or by a search.
const FOUND: u8 = 2;

/// How well the letters of a heading or block match what was typed, the best first.
fn rank(place: &Place, typed: &str, words: &[&str]) -> Option<u8> {
    let title = place.title.as_deref().unwrap_or_default().to_lowercase();
    let anchor = place.anchor.to_lowercase();
    match () {
        () if words.is_empty() => Some(0),
        () if title == typed || anchor == typed => Some(0),
        () if title.starts_with(typed) => Some(1),
        () if words.iter().all(|word| title.contains(word) || anchor.contains(word)) => Some(FOUND),
        () => None,
    }
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
    let mut targets: BTreeMap<PathBuf, Target> =
        found.targets.iter().map(|target| (target.path.clone(), target.clone())).collect();
    for path in ask.world.documents.values().filter_map(|open| open.path.as_ref()) {
        if let Ok(target) = ask.world.ground.target(Some(path)) {
            targets.entry(path.clone()).or_insert(target);
        }
    }
    let mut all: Vec<(i64, Value)> = Vec::new();
    for target in targets.values() {
        ask.go_on()?;
        let Some(text) = tagged_text_of(target) else { continue };
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
