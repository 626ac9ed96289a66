//! The state of a connection, and what each message of the editor does to it. Changes of documents are made here, in the
//! order in which they arrive; answers are left to the lanes.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use gen_lsp_types::{
    DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams,
};
use lsp_server::{Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::ask::{Outbox, Refusal};
use crate::checker::{self, News};
use crate::client::{Client, is_root};
use crate::documents::Open;
use crate::ground::Ground;
use crate::lanes::{Board, Job, Lanes};
use crate::project::Project;
use crate::requests;
use crate::settings::Run;
use crate::uri::{is_ours, source_of_view, to_path, view_of};
use crate::world::World;

/// The state of a connection.
pub(crate) struct Server {
    world: Arc<World>,
    board: Board,
    lanes: Lanes,
    checker: Sender<News>,
    outbox: Outbox,
    /// The documents that have changed since the ground was made.
    touched: HashSet<String>,
    /// The documents whose view for AI readers is open.
    viewed: HashSet<String>,
    /// The number of the question for settings.
    asked: Option<RequestId>,
}

/// What a notification does.
type Take = fn(&mut Server, Value);

/// The notifications of the editor.
const NOTIFICATIONS: &[(&str, Take)] = &[
    ("initialized", |server, _| server.start()),
    ("textDocument/didOpen", |server, params| {
        if let Some(params) = server.read(params) {
            server.open(params);
        }
    }),
    ("textDocument/didChange", |server, params| {
        let uri = params.pointer("/textDocument/uri").cloned();
        match server.read(params) {
            Some(params) => server.change(&params),
            // An edit of a text that is not the editor's would do harm.
            None => server.forget(uri.as_ref().and_then(Value::as_str).unwrap_or_default()),
        }
    }),
    ("textDocument/didSave", |server, params| {
        if let Some(params) = server.read(params) {
            server.save(&params);
        }
    }),
    ("textDocument/didClose", |server, params| {
        if let Some(params) = server.read(params) {
            server.close(&params);
        }
    }),
    ("workspace/didChangeConfiguration", |server, params| {
        server.configure(params.get("settings").unwrap_or(&Value::Null));
        server.ask_settings();
    }),
    ("workspace/didChangeWatchedFiles", |server, _| server.look_again()),
    ("workspace/didChangeWorkspaceFolders", |server, params| {
        if let Some(params) = server.read(params) {
            server.move_roots(&params);
        }
    }),
    ("$/cancelRequest", |server, params| {
        let id = server.read::<RequestId>(params.get("id").cloned().unwrap_or_default());
        if let Some(id) = id.filter(|id| server.board.cancel(id)) {
            server.outbox.answer(id, Err(Refusal::Cancelled));
        }
    }),
];

impl Server {
    pub(crate) fn new(client: Client, outbox: &Outbox) -> Self {
        let board = Board::default();
        Self {
            world: Arc::new(World::new(client)),
            lanes: Lanes::start(&board, outbox),
            board,
            checker: checker::start(outbox),
            outbox: outbox.clone(),
            touched: HashSet::new(),
            viewed: HashSet::new(),
            asked: None,
        }
    }

    /// Takes a notification. One that is unknown changes nothing.
    pub(crate) fn notified(&mut self, notification: Notification) {
        if let Some((_, take)) = NOTIFICATIONS.iter().find(|(name, _)| *name == notification.method) {
            take(self, notification.params);
        }
    }

    /// The parameters of a notification. Those that are not valid are named in the editor's log.
    fn read<T: DeserializeOwned>(&self, params: Value) -> Option<T> {
        let complain = |error: serde_json::Error| {
            self.outbox.notify("window/logMessage", json!({"type": 2, "message": error.to_string()}));
        };
        serde_json::from_value(params).map_err(complain).ok()
    }

    /// Takes a request: it is answered by a lane, or refused.
    pub(crate) fn requested(&mut self, request: Request) {
        let Some(known) = requests::find(&request.method) else {
            let response = Response::new_err(
                request.id,
                lsp_server::ErrorCode::MethodNotFound as i32,
                format!("unknown request: {}", request.method),
            );
            return self.outbox.send(response);
        };
        let uri = request.params.pointer("/textDocument/uri").and_then(Value::as_str);
        self.stay_fresh(uri);
        if request.method == "workspace/textDocumentContent" {
            self.viewed.extend(request.params.get("uri").and_then(Value::as_str).and_then(source_of_view));
        }
        let cancel = self.board.add(&request.id);
        let world = Arc::clone(&self.world);
        self.lanes.add(Job { id: request.id, request: known, params: request.params, world, cancel });
    }

    /// Takes the answer to a question of the server.
    pub(crate) fn answered(&mut self, response: Response) {
        if self.asked.as_ref() == Some(&response.id) {
            self.asked = None;
            if let Ok(Value::Array(list)) = response.response_result {
                self.configure(list.first().unwrap_or(&Value::Null));
            }
        }
    }

    /// Asks for reports on changed files and for settings, as far as the editor can.
    fn start(&mut self) {
        let mut registrations = Vec::new();
        if self.world.client.watches {
            let globs = ["**/*.{md,mdx,markdown}", "**/{tagdown,.tagdown}.toml"];
            let watchers: Vec<Value> = globs.iter().map(|glob| json!({"globPattern": glob})).collect();
            let method = "workspace/didChangeWatchedFiles";
            let options = json!({"watchers": watchers});
            registrations.push(json!({"id": "files", "method": method, "registerOptions": options}));
        }
        if self.world.client.reports_settings {
            let method = "workspace/didChangeConfiguration";
            let options = json!({"section": "tagdown"});
            registrations.push(json!({"id": "settings", "method": method, "registerOptions": options}));
        }
        if !registrations.is_empty() {
            self.outbox.request("client/registerCapability", json!({"registrations": registrations}));
        }
        self.ask_settings();
    }

    fn ask_settings(&mut self) {
        if self.world.client.has_settings {
            let params = json!({"items": [{"section": "tagdown"}]});
            self.asked = Some(self.outbox.request("workspace/configuration", params));
        }
    }

    fn configure(&mut self, given: &Value) {
        let settings = self.world.settings.updated(given);
        if settings != self.world.settings {
            Arc::make_mut(&mut self.world).settings = settings;
            self.look_again();
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let uri = item.uri.0;
        if is_ours(&uri) {
            // An editor opens the text of the file, so what other documents see of it is the same.
            self.put(Open::new(&uri, item.version, item.text));
            self.renew();
            self.check(News::Settled, &uri);
        }
    }

    fn change(&mut self, params: &DidChangeTextDocumentParams) {
        let uri = &params.text_document.text_document_identifier.uri.0;
        let Some(open) = self.world.documents.get(uri) else { return };
        let version = params.text_document.version;
        let changed = open.changed(version, &params.content_changes, self.world.client.units);
        let is_own_neighbour = changed.names_itself();
        self.put(changed);
        if is_own_neighbour {
            self.renew();
        }
        self.stay_fresh(Some(uri));
        if self.viewed.contains(uri) {
            self.outbox.request("workspace/textDocumentContent/refresh", json!({"uri": view_of(uri)}));
        }
        if self.world.settings.run == Run::OnType {
            self.check(News::Typed, uri);
        }
    }

    fn save(&mut self, params: &DidSaveTextDocumentParams) {
        if let Some(open) = self.world.documents.get(&params.text_document.uri.0) {
            let saved = open.saved();
            saved.path.iter().for_each(|path| self.world.project.forget_ages(path));
            self.put(saved);
            self.look_again();
        }
    }

    fn close(&mut self, params: &DidCloseTextDocumentParams) {
        self.forget(&params.text_document.uri.0);
    }

    /// The server works no longer with a document.
    fn forget(&mut self, uri: &str) {
        if Arc::make_mut(&mut self.world).documents.remove(uri).is_some() {
            self.board.set_version(uri, None);
            if !self.world.client.pulls {
                let _ = self.checker.send(News::Closed(uri.to_owned()));
            }
            self.look_again();
        }
    }

    fn move_roots(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[gen_lsp_types::WorkspaceFolder]| {
            let paths = folders.iter().filter_map(|folder| to_path(&folder.uri.0));
            paths.filter(|path| is_root(path)).collect::<Vec<PathBuf>>()
        };
        let removed = paths(&params.event.removed);
        let mut roots = self.world.project.roots().to_vec();
        let added = paths(&params.event.added);
        roots.retain(|root| !removed.contains(root) && !added.contains(root));
        roots.extend(added);
        let project = Project::new(&self.world.client.options, roots);
        Arc::make_mut(&mut self.world).project = Arc::new(project);
        self.look_again();
    }

    /// Keeps a new version of a document.
    fn put(&mut self, open: Open) {
        let uri = open.uri.clone();
        self.board.set_version(&uri, Some(open.version));
        Arc::make_mut(&mut self.world).documents.insert(uri.clone(), Arc::new(open));
        self.touched.insert(uri);
    }

    /// Makes sure that the ground is young, and that no document but this one has changed since it was made.
    fn stay_fresh(&mut self, uri: Option<&str>) {
        let is_touched = self.touched.iter().any(|touched| Some(touched.as_str()) != uri);
        if is_touched || self.world.ground.is_old() {
            self.renew();
        }
    }

    fn renew(&mut self) {
        self.touched.clear();
        let world = Arc::make_mut(&mut self.world);
        let open = world.documents.values().filter_map(|open| Some((open.path.as_deref()?, &open.text)));
        let ground = Ground::new(Some(&world.ground), &world.client.options, world.project.roots(), open);
        world.ground = Arc::new(ground);
    }

    /// Something around the documents may have changed: everything is checked again.
    fn look_again(&mut self) {
        self.renew();
        let uris: Vec<String> = self.world.documents.keys().cloned().collect();
        for uri in &uris {
            self.check(News::Settled, uri);
        }
        for parked in self.board.take_parked() {
            let cancel = self.board.add(&parked.id);
            let world = Arc::clone(&self.world);
            let crate::lanes::Parked { id, request, params } = parked;
            self.lanes.add(Job { id, request, params, world, cancel });
        }
        for request in &self.world.client.refreshes {
            self.outbox.request(request, Value::Null);
        }
    }

    /// Hands a document to the checker, unless the editor asks by itself.
    fn check(&self, news: fn(Arc<World>, String) -> News, uri: &str) {
        if !self.world.client.pulls {
            let _ = self.checker.send(news(Arc::clone(&self.world), uri.to_owned()));
        }
    }
}
