//! Threads that answer requests, one after the other. A document stays parsed as long as requests are about the same
//! version of it, so that the many requests after one change share the work.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use lsp_server::RequestId;
use serde_json::Value;

use crate::ask::{Ask, Outbox, Refusal, Reply};
use crate::diagnostics::diagnostics;
use crate::documents::Open;
use crate::position::Places;
use crate::requests::Request;
use crate::uri::source_of_view;
use crate::world::{Cancel, View, World};

/// A request that waits for its answer.
pub(crate) struct Job {
    pub(crate) id: RequestId,
    pub(crate) request: &'static Request,
    pub(crate) params: Value,
    pub(crate) world: Arc<World>,
    pub(crate) cancel: Cancel,
}

/// Where the parameters of a request name a document.
const PLACES: [&str; 4] = ["/textDocument/uri", "/data/uri", "/arguments/0/uri", "/uri"];

impl Job {
    /// The open document that it is about.
    fn open(&self) -> Option<Arc<Open>> {
        let named = PLACES.iter().find_map(|place| self.params.pointer(place)?.as_str())?;
        let view = source_of_view(named);
        self.world.documents.get(view.as_deref().unwrap_or(named)).cloned()
    }
}

/// What the threads share with the loop that reads messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Board {
    /// The requests that were not answered yet.
    waiting: Arc<Mutex<HashMap<RequestId, Cancel>>>,
    /// The latest version of each open document.
    versions: Arc<Mutex<HashMap<String, i32>>>,
    /// The requests that the next change answers.
    parked: Arc<Mutex<Vec<Parked>>>,
}

/// A request that the next change answers.
#[derive(Debug)]
pub(crate) struct Parked {
    pub(crate) id: RequestId,
    pub(crate) request: &'static Request,
    pub(crate) params: Value,
}

impl std::fmt::Debug for Request {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.method)
    }
}

impl Board {
    /// Adds a request.
    pub(crate) fn add(&self, id: &RequestId) -> Cancel {
        let cancel = Cancel::default();
        locked(&self.waiting).insert(id.clone(), cancel.clone());
        cancel
    }

    /// Nobody waits for this answer any more. Whether the request was parked, so that nobody will answer it.
    pub(crate) fn cancel(&self, id: &RequestId) -> bool {
        if let Some(cancel) = locked(&self.waiting).get(id) {
            cancel.set();
        }
        let mut parked = locked(&self.parked);
        let before = parked.len();
        parked.retain(|one| one.id != *id);
        parked.len() < before
    }

    /// Sets the latest version of a document; `None` if it was closed.
    pub(crate) fn set_version(&self, uri: &str, version: Option<i32>) {
        match version {
            Some(version) => drop(locked(&self.versions).insert(uri.to_owned(), version)),
            None => drop(locked(&self.versions).remove(uri)),
        }
    }

    fn is_current(&self, open: &Open) -> bool {
        locked(&self.versions).get(&open.uri) == Some(&open.version)
    }

    /// The requests that waited for a change.
    pub(crate) fn take_parked(&self) -> Vec<Parked> {
        std::mem::take(&mut *locked(&self.parked))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The threads.
pub(crate) struct Lanes {
    quick: Sender<Job>,
    long: Sender<Job>,
}

impl Lanes {
    /// Starts the threads.
    pub(crate) fn start(board: &Board, outbox: &Outbox) -> Self {
        let start = |is_long: bool| {
            let (sender, receiver) = channel();
            let (board, outbox) = (board.clone(), outbox.clone());
            thread::spawn(move || run(is_long, &receiver, &board, &outbox));
            sender
        };
        Self { quick: start(false), long: start(true) }
    }

    /// Adds a request.
    pub(crate) fn add(&self, job: Job) {
        let lane = if job.request.is_long(&job.params) { &self.long } else { &self.quick };
        let _ = lane.send(job);
    }
}

/// Answers requests until there are no more.
fn run(is_long: bool, jobs: &Receiver<Job>, board: &Board, outbox: &Outbox) {
    let mut next: Option<Job> = None;
    while let Some(job) = next.take().or_else(|| jobs.recv().ok()) {
        let Some(open) = job.open() else {
            finish(&job, None, board, outbox);
            continue;
        };
        if !board.is_current(&open) {
            close(&job, Err(Refusal::Outdated), board, outbox);
            continue;
        }
        let ground = Arc::clone(&job.world.ground);
        let Ok(target) = job.world.target(&open) else {
            // Only the findings say what is wrong.
            close(&job, unsettled(&job, &open), board, outbox);
            continue;
        };
        let Ok(document) = guarded(|| target.parse(&open.text)) else {
            close(&job, broken(), board, outbox);
            continue;
        };
        let mut job = job;
        loop {
            let view = View { world: &job.world, open: &open, target: &target, document: &document };
            finish(&job, Some(view), board, outbox);
            // The next long request may be an hour away, and one parsed document in memory is enough.
            next = if is_long { None } else { jobs.recv().ok() };
            let is_same = |after: &Job| {
                after.open().is_some_and(|other| Arc::ptr_eq(&other, &open))
                    && Arc::ptr_eq(&after.world.ground, &ground)
            };
            match next.take_if(|after| is_same(after)) {
                Some(after) => job = after,
                None => break,
            }
        }
    }
}

/// Does some work. A bug in it must not keep the editor waiting, nor end the work for other documents.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, ()> {
    catch_unwind(AssertUnwindSafe(work)).map_err(drop)
}

/// The answer where a bug left none.
fn broken() -> Reply {
    Err(Refusal::Failed("an internal error, please report this bug; the log has more".to_owned()))
}

/// The answer about a document without settings.
fn unsettled(job: &Job, open: &Open) -> Reply {
    if job.request.method != "textDocument/diagnostic" {
        return Err(Refusal::Nothing);
    }
    let source = tagdown::text::Source::new(&open.text);
    let checked = job.world.checked(open);
    let items = diagnostics(&open.uri, &Places::new(&source, job.world.client.units), &checked);
    Ok(serde_json::json!({"kind": "full", "items": items}))
}

/// Answers a request, unless nobody waits or the document has changed.
fn finish(job: &Job, view: Option<View<'_>>, board: &Board, outbox: &Outbox) {
    let is_outdated = || view.is_some_and(|view| !board.is_current(view.open));
    let ask = Ask { world: &job.world, view, params: &job.params, cancel: &job.cancel, outbox };
    let reply = match () {
        () if job.cancel.is_set() => Err(Refusal::Cancelled),
        () if is_outdated() => Err(Refusal::Outdated),
        () => guarded(|| (job.request.answer)(&ask)).unwrap_or_else(|()| broken()),
    };
    let reply = match reply {
        Ok(_) if job.cancel.is_set() => Err(Refusal::Cancelled),
        Ok(_) if is_outdated() => Err(Refusal::Outdated),
        reply => reply,
    };
    close(job, reply, board, outbox);
}

fn close(job: &Job, reply: Reply, board: &Board, outbox: &Outbox) {
    locked(&board.waiting).remove(&job.id);
    if reply == Err(Refusal::Unchanged) {
        let parked = Parked { id: job.id.clone(), request: job.request, params: job.params.clone() };
        locked(&board.parked).push(parked);
        return;
    }
    outbox.answer(job.id.clone(), reply);
}

#[cfg(test)]
mod tests {
    use lsp_server::Message;
    use serde_json::json;

    use super::*;
    use crate::client::Client;

    #[test]
    fn a_bug_in_one_answer_leaves_the_others() {
        // Without a message: it would look like a failure in the output of the tests.
        static BROKEN: Request = Request::for_tests(|_| std::panic::resume_unwind(Box::new("a bug")));
        static GOOD: Request = Request::for_tests(|_| Ok(json!("fine")));
        let (sender, letters) = channel();
        let (board, outbox) = (Board::default(), Outbox::new(sender));
        let lanes = Lanes::start(&board, &outbox);
        let world = Arc::new(World::new(Client::default()));
        for (number, request) in [(1, &BROKEN), (2, &GOOD)] {
            let (id, cancel) = (RequestId::from(number), Cancel::default());
            lanes.add(Job { id, request, params: Value::Null, world: Arc::clone(&world), cancel });
        }
        let answer = || match letters.recv() {
            Ok(Message::Response(response)) => response.response_result,
            other => panic!("{other:?}"),
        };
        assert!(answer().expect_err("a refusal").message.contains("internal error"));
        assert_eq!(answer().expect("an answer"), json!("fine"));
    }
}
