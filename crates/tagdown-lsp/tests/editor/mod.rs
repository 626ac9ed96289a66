//! An editor for tests: it talks to the server in this process, keeps its own copy of each text, and makes the edits
//! that the server proposes.

#![allow(dead_code, reason = "no test uses all of it")]

use std::collections::HashMap;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use tagdown::text::{Source, Span, Units};
use tagdown_lsp::{End, Options, serve_connection};

/// Long enough that only a server that hangs needs it.
const PATIENCE: Duration = Duration::from_mins(1);

/// An editor.
pub(crate) struct Editor {
    connection: Option<Connection>,
    server: Option<JoinHandle<End>>,
    next: i32,
    /// The answer to `initialize`.
    pub(crate) server_info: Value,
    pub(crate) units: Units,
    pub(crate) texts: HashMap<String, (i32, String)>,
    /// Notifications and requests that were not looked at yet.
    pub(crate) inbox: Vec<Message>,
}

/// What an editor can do, besides how it counts.
pub(crate) fn capabilities(units: Units, pulls: bool) -> Value {
    let name = match units {
        Units::Utf8 => "utf-8",
        Units::Utf16 => "utf-16",
        Units::Utf32 => "utf-32",
    };
    let mut all = json!({
        "general": {"positionEncodings": [name]},
        "textDocument": {
            "completion": {"completionItem": {"snippetSupport": true}},
            "hover": {"contentFormat": ["markdown"]},
        },
        "workspace": {"workspaceEdit": {"documentChanges": true}},
    });
    if pulls {
        all["textDocument"]["diagnostic"] = json!({});
    }
    all
}

impl Editor {
    /// Starts a server and says hello.
    pub(crate) fn start(params: &Value) -> Self {
        Self::start_with(params, Options::default())
    }

    /// The same, with the configuration that a command line names.
    pub(crate) fn start_with(params: &Value, options: Options) -> Self {
        let (ours, theirs) = Connection::memory();
        let server = std::thread::spawn(move || serve_connection(theirs, &options));
        let units = match params.pointer("/capabilities/general/positionEncodings/0").and_then(Value::as_str)
        {
            Some("utf-8") => Units::Utf8,
            Some("utf-32") => Units::Utf32,
            _ => Units::Utf16,
        };
        let mut editor = Self {
            connection: Some(ours),
            server: Some(server),
            next: 1,
            server_info: Value::Null,
            units,
            texts: HashMap::new(),
            inbox: Vec::new(),
        };
        editor.server_info = editor.ask("initialize", params.clone());
        editor.tell("initialized", json!({}));
        editor
    }

    /// An editor that asks for diagnostics, in a folder.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self::start(&in_folder(folder, Units::Utf16, true))
    }

    /// An editor without a folder that waits for diagnostics.
    pub(crate) fn plain(units: Units) -> Self {
        Self::start(&json!({"capabilities": capabilities(units, false)}))
    }

    pub(crate) fn send(&self, message: impl Into<Message>) {
        self.connection.as_ref().expect("a connection").sender.send(message.into()).expect("a server");
    }

    pub(crate) fn tell(&self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params });
    }

    /// Sends a request without waiting.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> RequestId {
        let id = RequestId::from(self.next);
        self.next += 1;
        self.send(Request { id: id.clone(), method: method.to_owned(), params });
        id
    }

    fn receive(&mut self) -> Message {
        let receiver = &self.connection.as_ref().expect("a connection").receiver;
        let message = receiver.recv_timeout(PATIENCE).expect("a message of the server");
        if let Message::Request(request) = &message {
            // An editor confirms everything.
            let result =
                if request.method == "workspace/configuration" { json!([null]) } else { Value::Null };
            let result = match request.method.as_str() {
                "workspace/applyEdit" => json!({"applied": true}),
                _ => result,
            };
            self.send(Response::new_ok(request.id.clone(), result));
        }
        message
    }

    /// The answer to a request: the result, or the code and message of the error.
    pub(crate) fn answer(&mut self, id: &RequestId) -> Result<Value, (i32, String)> {
        loop {
            match self.receive() {
                Message::Response(response) if response.id == *id => {
                    return response.response_result.map_err(|error| (error.code, error.message));
                }
                other => self.inbox.push(other),
            }
        }
    }

    /// The answer to a request, if it is there.
    pub(crate) fn try_answer(&mut self, id: &RequestId) -> Option<Result<Value, (i32, String)>> {
        let receiver = &self.connection.as_ref().expect("a connection").receiver;
        let is_it = |message: &Message| matches!(message, Message::Response(one) if one.id == *id);
        self.inbox.extend(receiver.try_iter());
        let at = self.inbox.iter().position(is_it)?;
        match self.inbox.remove(at) {
            Message::Response(one) => Some(one.response_result.map_err(|error| (error.code, error.message))),
            _ => None,
        }
    }

    /// The result of a request that must succeed.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let shown = params.to_string();
        let id = self.request(method, params);
        self.answer(&id).unwrap_or_else(|error| panic!("{method} {shown}: {error:?}"))
    }

    /// The next message of the server with this method, a notification or a request.
    pub(crate) fn expect(&mut self, method: &str) -> Value {
        let is_it = |message: &Message| match message {
            Message::Notification(one) => one.method == method,
            Message::Request(one) => one.method == method,
            Message::Response(_) => false,
        };
        let params = |message: Message| match message {
            Message::Notification(one) => one.params,
            Message::Request(one) => one.params,
            Message::Response(_) => Value::Null,
        };
        if let Some(at) = self.inbox.iter().position(is_it) {
            return params(self.inbox.remove(at));
        }
        loop {
            match self.receive() {
                message if is_it(&message) => return params(message),
                other => self.inbox.push(other),
            }
        }
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        self.texts.insert(uri.to_owned(), (1, text.to_owned()));
        let item = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": item}));
    }

    /// Changes some bytes of a text, and tells the server in the editor's own columns.
    pub(crate) fn edit(&mut self, uri: &str, span: Span, text: &str) {
        self.edit_in_turn(uri, &[|_: &str| (span, text.to_owned())]);
    }

    /// Makes several changes, each of the text after the ones before, and tells the server at once.
    pub(crate) fn edit_in_turn(&mut self, uri: &str, edits: &[impl Fn(&str) -> (Span, String)]) {
        let units = self.units;
        let (version, own) = self.texts.get_mut(uri).expect("an open text");
        *version += 1;
        let mut changes = Vec::new();
        for edit in edits {
            let (span, text) = edit(own);
            changes.push(json!({"range": range(own, span, units), "text": text}));
            own.replace_range(span.range(), &text);
        }
        let document = json!({"uri": uri, "version": *version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    pub(crate) fn text(&self, uri: &str) -> &str {
        &self.texts[uri].1
    }

    /// The text of a document after the edits that the server proposes for it.
    pub(crate) fn applied(&self, uri: &str, edit: &Value) -> String {
        let mut edits = Vec::new();
        for change in edit["documentChanges"].as_array().into_iter().flatten() {
            if change["textDocument"]["uri"] == uri {
                let version = &change["textDocument"]["version"];
                assert_eq!(
                    version.as_i64(),
                    Some(i64::from(self.texts[uri].0)),
                    "for the version that is open"
                );
                edits.extend(change["edits"].as_array().expect("edits").clone());
            }
        }
        edits.extend(edit["changes"][uri].as_array().into_iter().flatten().cloned());
        with_edits(self.text(uri), &edits, self.units)
    }

    /// Says goodbye.
    pub(crate) fn end(mut self) -> End {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.server.take().expect("a server").join().expect("no panic")
    }

    /// Goes away without a word.
    pub(crate) fn vanish(mut self) -> End {
        self.connection = None;
        self.server.take().expect("a server").join().expect("no panic")
    }
}

/// The parameters of `initialize` for an editor with one folder.
pub(crate) fn in_folder(folder: &Path, units: Units, pulls: bool) -> Value {
    let uri = format!("file://{}", folder.display());
    let folders = json!([{"uri": uri, "name": "docs"}]);
    json!({"capabilities": capabilities(units, pulls), "workspaceFolders": folders})
}

/// A range in an editor's own columns, counted independently of the server.
pub(crate) fn range(text: &str, span: Span, units: Units) -> Value {
    let place = |offset: usize| {
        let before = text[..offset].replace("\r\n", "\n").replace('\r', "\n");
        let is_inside = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
        assert!(!is_inside, "no editor puts the cursor into a line ending");
        let line = before.matches('\n').count();
        let last = before.rsplit('\n').next().unwrap_or_default();
        let character = match units {
            Units::Utf8 => last.len(),
            Units::Utf16 => last.encode_utf16().count(),
            Units::Utf32 => last.chars().count(),
        };
        json!({"line": line, "character": character})
    };
    json!({"start": place(span.start), "end": place(span.end)})
}

/// A text after edits, all of which refer to the text before.
pub(crate) fn with_edits(text: &str, edits: &[Value], units: Units) -> String {
    let source = Source::new(text);
    let offset = |place: &Value| {
        let number = |key: &str| usize::try_from(place[key].as_u64().expect("a number")).expect("small");
        source.editor_offset(number("line"), number("character"), units)
    };
    let mut found: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    found.sort_by_key(|(start, end, _)| (*start, *end));
    let (mut out, mut at) = (String::new(), 0);
    for (start, end, new) in found {
        assert!(at <= start, "edits overlap");
        out.push_str(&text[at..start]);
        out.push_str(new);
        at = end;
    }
    out + &text[at..]
}

/// The address of a file.
pub(crate) fn file_uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The beginning of a document without findings.
pub(crate) const HEAD: &str =
    "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n";
