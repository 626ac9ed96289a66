//! The thread that checks open documents and publishes what it finds, for editors that do not ask.
//!
//! A finding that is gone disappears at once. A new one appears when the text has rested, so that nothing flickers while
//! somebody types: after 80 ms, or 250 ms if it is in the line that is being typed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use gen_lsp_types::{Code, Diagnostic, Message};
use serde_json::json;
use tagdown::text::Source;

use crate::ask::Outbox;
use crate::diagnostics::diagnostics;
use crate::documents::Open;
use crate::lanes::guarded;
use crate::position::Places;
use crate::world::World;

/// How long a text rests before new findings appear.
const REST: Duration = Duration::from_millis(80);
/// The same if all of them are in the lines that are being typed.
const REST_IN_LINE: Duration = Duration::from_millis(250);

/// What happened to a document.
pub(crate) enum News {
    /// It was typed in.
    Typed(Arc<World>, String),
    /// It was opened or saved, or something around it has changed.
    Settled(Arc<World>, String),
    /// It was closed.
    Closed(String),
}

/// Starts the thread.
pub(crate) fn start(outbox: &Outbox) -> Sender<News> {
    let (sender, receiver) = channel();
    let mut checker = Checker { outbox: outbox.clone(), shown: HashMap::new(), waiting: HashMap::new() };
    thread::spawn(move || checker.run(&receiver));
    sender
}

struct Checker {
    outbox: Outbox,
    /// The rules and messages that the editor shows, by document.
    shown: HashMap<String, Vec<Key>>,
    /// What is published when a document has rested.
    waiting: HashMap<String, Waiting>,
}

/// What makes two findings the same, wherever they are.
type Key = (String, String);

struct Waiting {
    due: Instant,
    version: i32,
    diagnostics: Vec<Diagnostic>,
}

impl Checker {
    fn run(&mut self, news: &Receiver<News>) {
        loop {
            let due = self.waiting.values().map(|waiting| waiting.due).min();
            let first = match due {
                Some(due) => news.recv_timeout(due.saturating_duration_since(Instant::now())),
                None => news.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match first {
                Ok(first) => self.take(first, news),
                Err(RecvTimeoutError::Timeout) => self.publish_rested(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Takes everything that has happened. Only the latest version of each document is checked.
    fn take(&mut self, first: News, news: &Receiver<News>) {
        let mut latest: Vec<(String, Arc<World>, bool)> = Vec::new();
        for one in [first].into_iter().chain(std::iter::from_fn(|| news.try_recv().ok())) {
            let (world, uri, is_settled) = match one {
                News::Typed(world, uri) => (world, uri, false),
                News::Settled(world, uri) => (world, uri, true),
                News::Closed(uri) => {
                    latest.retain(|(other, ..)| *other != uri);
                    self.waiting.remove(&uri);
                    self.shown.remove(&uri);
                    self.outbox
                        .notify("textDocument/publishDiagnostics", json!({"uri": uri, "diagnostics": []}));
                    continue;
                }
            };
            let was_settled = latest.iter().any(|(other, _, settled)| *other == uri && *settled);
            latest.retain(|(other, ..)| *other != uri);
            latest.push((uri, world, is_settled || was_settled));
        }
        for (uri, world, is_settled) in latest {
            if let Some(open) = world.documents.get(&uri) {
                // After a bug in the check, what is shown stays shown.
                let _ = guarded(|| self.check(&world, open, is_settled));
            }
        }
    }

    fn check(&mut self, world: &World, open: &Open, is_settled: bool) {
        let checked = world.checked(open);
        let source = Source::new(&open.text);
        let found = diagnostics(&open.uri, &Places::new(&source, world.client.units), &checked);
        self.waiting.remove(&open.uri);
        let mut shown: HashMap<Key, usize> = HashMap::new();
        for key in self.shown.get(&open.uri).into_iter().flatten() {
            *shown.entry(key.clone()).or_default() += 1;
        }
        let mut fresh = Vec::new();
        let (mut kept, mut is_in_line) = (Vec::new(), true);
        for one in &found {
            if let Some(count) = shown.get_mut(&key(one)).filter(|count| **count > 0) {
                *count -= 1;
                kept.push(one.clone());
            } else {
                let line = one.range.start.line as usize;
                is_in_line &= open.typed.is_some_and(|[first, last]| (first..=last).contains(&line));
                fresh.push(one);
            }
        }
        if is_settled || fresh.is_empty() {
            return self.publish(&open.uri, open.version, &found);
        }
        if shown.values().any(|count| *count > 0) {
            self.publish(&open.uri, open.version, &kept);
        }
        let due = Instant::now() + if is_in_line { REST_IN_LINE } else { REST };
        let waiting = Waiting { due, version: open.version, diagnostics: found };
        self.waiting.insert(open.uri.clone(), waiting);
    }

    fn publish_rested(&mut self) {
        let now = Instant::now();
        let rested: Vec<String> = self
            .waiting
            .iter()
            .filter(|(_, waiting)| waiting.due <= now)
            .map(|(uri, _)| uri.clone())
            .collect();
        for uri in rested {
            if let Some(waiting) = self.waiting.remove(&uri) {
                self.publish(&uri, waiting.version, &waiting.diagnostics);
            }
        }
    }

    fn publish(&mut self, uri: &str, version: i32, diagnostics: &[Diagnostic]) {
        self.shown.insert(uri.to_owned(), diagnostics.iter().map(key).collect());
        let params = json!({"uri": uri, "version": version, "diagnostics": diagnostics});
        self.outbox.notify("textDocument/publishDiagnostics", params);
    }
}

fn key(diagnostic: &Diagnostic) -> Key {
    let code = match &diagnostic.code {
        Some(Code::String(code)) => code.clone(),
        _ => String::new(),
    };
    let message = match &diagnostic.message {
        Message::String(message) => message.clone(),
        Message::MarkupContent(content) => content.value.clone(),
    };
    (code, message)
}
