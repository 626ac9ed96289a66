//! `tagdown lsp` as a process: it prints nothing but messages, finds what `check` finds, ends with its input, and each
//! change costs work in proportion to the document.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const TEXT: &str = "# Depot\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n\
    ## Limits\n\n**[SPEC]** Body: 4 KB 😀\n\n**[NOTE]**\n\nIt was 2 KB.\n\n[SPEC]\n- See [x](gone.md).\n";

/// An editor on standard input and output.
struct Editor {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Editor {
    fn new(folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tagdown"));
        command.args(["lsp", "--stdio"]);
        Self::start(command, folder)
    }

    fn start(mut command: Command, folder: &Path) -> Self {
        command.current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the server");
        let output = BufReader::new(process.stdout.take().expect("piped"));
        Self { input: process.stdin.take(), output, process }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.input.as_mut().expect("open");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .and_then(|()| input.flush())
            .expect("sent");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("a header");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None if line == "\r\n" => break,
                None => panic!("not a header: {line:?}"),
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": method, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == method {
                return message["result"].clone();
            }
        }
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// The status of the process, and what it printed besides messages.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let start = Instant::now();
        while self.process.try_wait().expect("a status").is_none() {
            if start.elapsed() > Duration::from_mins(1) {
                self.process.kill().expect("killed");
                panic!("the server does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let mut errors = String::new();
        self.process.stderr.take().expect("piped").read_to_string(&mut errors).expect("text");
        (self.process.wait().expect("a status").code(), errors)
    }
}

#[test]
fn an_editor_sees_what_check_prints() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.md");
    fs::write(&file, TEXT).expect("written");
    let printed = Command::new(env!("CARGO_BIN_EXE_tagdown"))
        .args(["check", "--format", "json", "."])
        .current_dir(folder.path())
        .output()
        .expect("the check");
    let report: Value = serde_json::from_slice(&printed.stdout).expect("JSON");
    let wanted: Vec<(Value, u64)> = report["files"][0]["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .map(|one| (one["rule"].clone(), one["start"]["line"].as_u64().expect("a line") - 1))
        .collect();
    assert!(wanted.len() > 2, "{report}");
    let mut editor = Editor::new(folder.path());
    let params = json!({"capabilities": {"textDocument": {"diagnostic": {}}}, "rootUri": format!("file://{}", folder.path().display())});
    let started = editor.ask("initialize", &params);
    assert_eq!(started["serverInfo"]["name"], "tagdown");
    editor.tell("initialized", &json!({}));
    let uri = format!("file://{}", file.display());
    let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": TEXT});
    editor.tell("textDocument/didOpen", &json!({"textDocument": document}));
    let found = editor.ask("textDocument/diagnostic", &json!({"textDocument": {"uri": uri}}));
    let shown: Vec<(Value, u64)> = found["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|one| (one["code"].clone(), one["range"]["start"]["line"].as_u64().expect("a line")))
        .collect();
    assert_eq!(shown, wanted);
    assert_eq!(editor.ask("shutdown", &Value::Null), Value::Null);
    editor.tell("exit", &Value::Null);
    assert_eq!(editor.end(), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&file).expect("a text"), TEXT, "nothing is written");
}

#[test]
fn the_server_ends_with_its_input() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(Editor::new(folder.path()).end(), (Some(0), String::new()), "before hello");
    let mut editor = Editor::new(folder.path());
    editor.ask("initialize", &json!({"capabilities": {}}));
    assert_eq!(editor.end(), (Some(0), String::new()), "after hello");
    let mut editor = Editor::new(folder.path());
    editor.ask("initialize", &json!({"capabilities": {}}));
    editor.tell("exit", &Value::Null);
    let (status, said) = editor.end();
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("without `shutdown`"), "{said}");
}

/// How many questions have more answers than the pipes in both directions hold.
const ASKED: usize = 400;

#[test]
fn an_editor_that_reads_late_gets_every_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut editor = Editor::new(folder.path());
    editor.ask("initialize", &json!({"capabilities": {"textDocument": {"diagnostic": {}}}}));
    let document = json!({"uri": "untitled:a", "languageId": "markdown", "version": 1, "text": TEXT});
    editor.tell("textDocument/didOpen", &json!({"textDocument": document}));
    for id in 0..ASKED {
        let version = json!({"uri": "untitled:a", "version": id + 2});
        let whole = json!({"text": TEXT.repeat(4)});
        editor.tell("textDocument/didChange", &json!({"textDocument": version, "contentChanges": [whole]}));
        let params = json!({"textDocument": {"uri": "untitled:a"}});
        editor.send(
            &json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/diagnostic", "params": params}),
        );
    }
    let mut answered = std::collections::BTreeSet::new();
    while answered.len() < ASKED {
        let message = editor.receive();
        assert!(answered.insert(message["id"].as_u64().expect("an answer")), "{message}");
    }
    assert_eq!(editor.end(), (Some(0), String::new()));
}

/// A document shape, generated at about a given size.
type Shape = (&'static str, fn(usize) -> String);

const SHAPES: &[Shape] = &[
    ("blocks", |n| "## A\n\n**[SPEC]**\n- Body: 4 KB\n\n**[NOTE]**\nIt was small.\n\n".repeat(n / 62)),
    ("findings", |n| "## A\n\n**[SPEC]** Body: 4 KB\n\n".repeat(n / 30)),
    ("findings on one line", |n| format!("## A\n\n**[SPEC]**\n- {}\n", "é😀 [x](#no) ".repeat(n / 16))),
    ("links", |n| format!("## A\n\n**[SPEC]**\n{}\n", "- See [the part](#a).\n".repeat(n / 22))),
    ("comments", |n| "<!-- tagdown: allow spec-hedge: x -->\n".repeat(n / 39)),
];

/// The instructions of a session with this many changes, each followed by the questions of an editor.
fn instructions(text: &str, changes: usize) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let counts = folder.path().join("counts");
    let mut valgrind = Command::new("valgrind");
    valgrind
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .args([env!("CARGO_BIN_EXE_tagdown"), "lsp"])
        .env("RAYON_NUM_THREADS", "1");
    let mut editor = Editor::start(valgrind, folder.path());
    editor.ask("initialize", &json!({"capabilities": {"textDocument": {"diagnostic": {}}}}));
    let document = json!({"uri": "untitled:a", "languageId": "markdown", "version": 1, "text": text});
    editor.tell("textDocument/didOpen", &json!({"textDocument": document}));
    let about = json!({"textDocument": {"uri": "untitled:a"}});
    editor.ask("textDocument/diagnostic", &about);
    for change in 0..changes {
        let version = json!({"uri": "untitled:a", "version": change + 2});
        let place = json!({"line": 8, "character": 0});
        let edit = json!({"range": {"start": place, "end": place}, "text": "x"});
        editor.tell("textDocument/didChange", &json!({"textDocument": version, "contentChanges": [edit]}));
        for method in ["diagnostic", "documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"] {
            editor.ask(&format!("textDocument/{method}"), &about);
        }
    }
    editor.ask("shutdown", &Value::Null);
    editor.tell("exit", &Value::Null);
    let (status, said) = editor.end();
    assert_eq!(status, Some(0), "{said}");
    let log = fs::read_to_string(&counts).expect("counts");
    let line = log.lines().find_map(|line| line.strip_prefix("summary: ").or(line.strip_prefix("totals: ")));
    line.expect("a count").trim().parse().expect("a number")
}

/// How many changes a session has.
const CHANGES: usize = 2;

#[test]
#[ignore = "needs valgrind; run by ./test all"]
fn a_change_costs_work_in_proportion_to_the_document() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: valgrind is not installed, so the work of the language server was not counted");
        return;
    }
    let head = &TEXT[..TEXT.find("## Limits").expect("a section")];
    for (name, make) in SHAPES {
        let cost = |size: usize| {
            let text = format!("{head}{}", make(size));
            let changes = instructions(&text, CHANGES) - instructions(&text, 0);
            changes / CHANGES as f64 / text.len() as f64
        };
        let (small, large) = (cost(4_000), cost(8_000));
        println!(
            "  lsp {name:40} {:5.2} times the work a byte, {large:7.0} instructions a byte",
            large / small
        );
        assert!(large / small < 1.2, "{name}: {:.2}", large / small);
    }
}
