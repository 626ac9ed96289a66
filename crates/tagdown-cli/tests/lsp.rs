//! `tagdown lsp` as a process: it prints nothing but messages, finds what `check` finds, and ends with its input.

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
        command.args(["lsp", "--stdio"]).current_dir(folder);
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
            if start.elapsed() > Duration::from_secs(20) {
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
