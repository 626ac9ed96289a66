//! `tagdown mcp` as a process: it ends with its input, prints nothing but messages, keeps its memory, and over HTTP
//! serves only who may ask.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const FACTS: &str = "# Depot\n**Version 1.0.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`.\n\n---\n\n\
    ## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n**[NOTE]**\nIt was 2 KB.\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.md", "b.md"] {
        fs::write(folder.path().join(name), FACTS).expect("written");
    }
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagdown"));
    command.arg("mcp").args(arguments).current_dir(folder).env_remove("TAGDOWN_MCP_TOKEN");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for the end of a process.
fn end(mut process: Child) -> (Option<i32>, String) {
    let start = Instant::now();
    while process.try_wait().expect("a status").is_none() {
        if start.elapsed() > Duration::from_secs(20) {
            process.kill().expect("killed");
            panic!("the server does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut errors = String::new();
    process.stderr.take().expect("piped").read_to_string(&mut errors).expect("text");
    (process.wait().expect("a status").code(), errors)
}

/// A client on standard input and output.
struct Client {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: u64,
}

impl Client {
    fn new(folder: &Path) -> Self {
        Self::with(folder, &[])
    }

    fn with(folder: &Path, arguments: &[&str]) -> Self {
        let mut process = command(folder, arguments).spawn().expect("the server");
        let input = process.stdin.take().expect("piped");
        let output = BufReader::new(process.stdout.take().expect("piped"));
        let mut client = Self { process, input, output, id: 0 };
        let started = client.request("initialize", &initialize());
        assert_eq!(started["result"]["serverInfo"]["name"], "tagdown");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("sent");
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}));
        let mut line = String::new();
        self.output.read_line(&mut line).expect("an answer");
        let answer: Value = serde_json::from_str(&line).expect("one message per line");
        assert_eq!(answer["id"], self.id);
        answer
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> String {
        let answer = self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }
}

fn initialize() -> Value {
    json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
}

#[test]
fn it_answers_from_the_files_as_they_are_and_ends_with_its_input() {
    let folder = folder();
    let mut client = Client::new(folder.path());
    assert!(client.call("search", &json!({"query": "body"})).contains("- Body: 4 KB"));
    fs::write(folder.path().join("a.md"), FACTS.replace("4 KB", "8 KB")).expect("written");
    assert!(client.call("search", &json!({"query": "body"})).contains("- Body: 8 KB"));
    let listed = client.request("tools/list", &json!({}));
    assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(5));
    let missing = client.request("resources/read", &json!({"uri": "tagdown://c.md"}));
    assert_eq!(missing["error"]["code"], -32002, "{missing}");
    let nonsense = client.request("tools/call", &json!({"name": "delete", "arguments": {}}));
    assert_eq!(nonsense["error"]["code"], -32602, "{nonsense}");
    drop(client.input);
    assert_eq!(end(client.process), (Some(0), String::new()));
}

#[test]
fn answers_are_those_of_the_command_line() {
    let folder = folder();
    let mut client = Client::new(folder.path());
    let run = |arguments: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_tagdown")).args(arguments).current_dir(folder.path()).output();
        String::from_utf8(output.expect("run").stdout).expect("text")
    };
    for (tool, given, arguments) in [
        ("read", json!({}), &["read"][..]),
        ("read", json!({"path": "a.md", "kinds": "all"}), &["read", "a.md", "--kinds", "all"]),
        ("read", json!({"path": "a.md", "address": "limits/spec-1"}), &["read", "a.md#limits/spec-1"]),
        ("read", json!({"path": "a.md", "format": "json"}), &["read", "a.md", "--format", "json"]),
        ("search", json!({"query": "the size of a body"}), &["read", "--query", "the size of a body"]),
        ("bugs", json!({}), &["read", "--bugs"]),
        ("outline", json!({}), &["read", "--format", "outline"]),
    ] {
        assert_eq!(client.call(tool, &given), run(arguments), "{tool} {given}");
    }
}

#[test]
fn an_agent_adds_a_claim_and_a_person_accepts_it() {
    let folder = folder();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tagdown"));
        let output = command.args(arguments).current_dir(folder.path()).output().expect("run");
        String::from_utf8(output.stdout).expect("text")
    };
    let mut client = Client::with(folder.path(), &["--allow-write"]);
    assert_eq!(client.request("tools/list", &json!({}))["result"]["tools"].as_array().map(Vec::len), Some(7));
    let shown = client.call("outline", &json!({"path": "a.md"}));
    let hash = shown.split("remark: hash ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a hash");
    let claim = json!({"path": "a.md#limits", "text": "It may be 9 KB. Not tested.", "expect_hash": hash});
    assert!(client.call("add", &claim).starts_with("added a.md#limits/?-1\n"));
    let read = |arguments: &[&str]| run(&[&["read", "a.md"], arguments].concat());
    assert!(!read(&["--kinds", "all"]).contains("9 KB") && !read(&["--query", "KB"]).contains("9 KB"));
    assert!(run(&["read", "a.md#limits/?-1"]).contains("not reviewed by a person\n> It may be 9 KB"));
    let open = run(&["open", "a.md"]);
    assert!(open.starts_with("1 block was added by an agent") && open.contains("  test, 2"), "{open}");
    let command =
        open.lines().find_map(|line| line.trim().strip_prefix("tagdown open --seen ")).expect("a command");
    assert_eq!(run(&["open", "--seen", command.trim_matches('\'')]), "a.md#limits/?-1: reviewed\n");
    assert!(read(&[]).contains("[?-1] unverified hypothesis\n> It may be 9 KB"));
    let text = fs::read_to_string(folder.path().join("a.md")).expect("read");
    assert_eq!(text.replace("\n\n**[?]**\nIt may be 9 KB. Not tested.", ""), FACTS);
}

#[test]
fn a_long_check_tells_its_progress_to_clients_that_ask() {
    let folder = folder();
    for at in 0..130 {
        fs::write(folder.path().join(format!("{at}.md")), FACTS).expect("written");
    }
    let mut client = Client::new(folder.path());
    let call = json!({"name": "check", "arguments": {}, "_meta": {"progressToken": "p"}});
    client.send(&json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": call}));
    let mut lines = client.output.by_ref().lines();
    let mut next =
        || -> Value { serde_json::from_str(&lines.next().expect("a line").expect("text")).expect("JSON") };
    let mut done = Vec::new();
    let answer = loop {
        let message = next();
        if message["method"] != "notifications/progress" {
            break message;
        }
        assert_eq!(
            (&message["params"]["progressToken"], &message["params"]["total"]),
            (&json!("p"), &json!(132.0))
        );
        done.push(message["params"]["progress"].as_f64().expect("a number"));
    };
    assert!(done.contains(&128.0) && done.is_sorted(), "{done:?}");
    assert_eq!(answer["id"], 7, "{answer}");
    assert!(!client.call("check", &json!({})).is_empty(), "without a token, nothing is told");
}

#[test]
fn a_client_that_goes_away_ends_it() {
    let folder = folder();
    // Before it has said anything.
    let mut process = command(folder.path(), &[]).spawn().expect("the server");
    drop(process.stdin.take());
    assert_eq!(end(process).0, Some(0));
    // With words that are no message.
    let mut process = command(folder.path(), &[]).spawn().expect("the server");
    process.stdin.take().expect("piped").write_all(b"hello\n\xff\xfe\n{}\n[1,2]\n").expect("sent");
    assert_eq!(end(process).0, Some(0));
    // In the middle of a message, without reading the answers.
    let mut client = Client::new(folder.path());
    client.send(&json!({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "read", "arguments": {}}}));
    client.input.write_all(b"{\"jsonrpc\":").expect("sent");
    drop((client.input, client.output));
    assert_eq!(end(client.process).0, Some(0));
    // The output is closed, the input is not.
    let mut client = Client::new(folder.path());
    drop(client.output);
    for _ in 0..200 {
        let call = json!({"jsonrpc": "2.0", "id": 9, "method": "tools/list", "params": {}});
        if writeln!(client.input, "{call}").is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(client.input);
    assert_eq!(end(client.process).0, Some(0));
}

#[test]
fn wrong_arguments_are_refused_at_once() {
    let folder = folder();
    for (arguments, said) in [
        (&["nowhere"][..], "nowhere: no such file or folder"),
        (&["--http", "0.0.0.0:0"], "can be reached from other machines"),
        (&["--http", "127.0.0.1:0", "--token-file", "none"], "cannot read the token none"),
        (&["--http", "somewhere"], "invalid"),
        (&["--token-file", "x"], "--http"),
        (&["--allow-write", "--http", "127.0.0.1:0"], "with --allow-write, pass a token"),
        (&["--allow-remote-write", "--http", "127.0.0.1:0"], "--allow-write"),
        (&["--time-limit", "0"], "--time-limit"),
        (&["--config", "none.toml"], "none.toml"),
    ] {
        let (status, errors) = end(command(folder.path(), arguments).spawn().expect("run"));
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
    }
}

/// How much memory a process uses, in kB.
#[cfg(target_os = "linux")]
fn memory(process: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).expect("a status");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
    line.split_whitespace().nth(1).expect("a number").parse().expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes a minute"]
fn ten_thousand_calls_do_not_grow_its_memory() {
    let folder = folder();
    for at in 0..40 {
        fs::write(folder.path().join(format!("{at}.md")), FACTS.replace("Body", &format!("Part {at}")))
            .expect("written");
    }
    let mut client = Client::new(folder.path());
    let mut before = 0;
    for at in 0..10_000 {
        let path = format!("{}.md", at % 40);
        match at % 5 {
            0 => client.call("read", &json!({"path": path})),
            1 => client.call("search", &json!({"query": format!("part {at}"), "budget": 300})),
            2 => client.call("outline", &json!({"path": path})),
            3 => client.call("bugs", &json!({"path": path})),
            _ => client.call("check", &json!({"path": path})),
        };
        if at % 100 == 0 {
            fs::write(folder.path().join(&path), FACTS.replace("Body", &format!("Part {at} again")))
                .expect("written");
        }
        if at == 2_000 {
            before = memory(&client.process);
        }
    }
    let after = memory(&client.process);
    assert!(after < before + 4_000, "{before} kB, then {after} kB");
}

/// A server over HTTP, and its address.
fn http(folder: &Path, arguments: &[&str], token: Option<&str>) -> (Child, String) {
    let mut command = command(folder, &[&["--http", "127.0.0.1:0"], arguments].concat());
    if let Some(token) = token {
        command.env("TAGDOWN_MCP_TOKEN", token);
    }
    let mut process = command.spawn().expect("the server");
    let mut line = String::new();
    BufReader::new(process.stderr.as_mut().expect("piped")).read_line(&mut line).expect("a line");
    let address =
        line.trim().strip_suffix("/mcp").and_then(|line| line.rsplit_once("//")).expect("an address").1;
    (process, address.to_owned())
}

/// The status and the body of an answer.
fn post(address: &str, headers: &[(&str, &str)], body: &Value) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let body = body.to_string();
    let mut all = vec![
        ("Host", address),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
        ("Connection", "close"),
    ];
    for (name, value) in headers {
        all.retain(|(known, _)| known != name);
        all.push((name, value));
    }
    let headers: Vec<String> = all.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    write!(stream, "POST /mcp HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{body}", headers.concat(), body.len())
        .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, answer)
}

#[test]
fn http_answers_only_this_machine() {
    let folder = folder();
    let (mut process, address) = http(folder.path(), &["--allow-host", "docs.example.org"], None);
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize()});
    let (status, answer) = post(&address, &[], &call);
    assert!(status == 200 && answer.contains("\"name\":\"tagdown\""), "{answer}");
    assert!(!answer.to_lowercase().contains("access-control"), "{answer}");
    for (header, value, wanted) in [
        ("Host", "evil.example", 403),
        ("Host", "127.0.0.1.evil.example", 403),
        ("Host", "docs.example.org", 200),
        ("Origin", "https://evil.example", 403),
        ("Origin", "null", 403),
        ("Origin", "http://localhost:6274", 200),
        ("Origin", "http://127.0.0.1.evil.example", 403),
    ] {
        assert_eq!(post(&address, &[(header, value)], &call).0, wanted, "{header}: {value}");
    }
    let search = json!({"name": "search", "arguments": {"query": "body"}});
    let search = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": search});
    let (status, answer) = post(&address, &[("MCP-Protocol-Version", "2025-11-25")], &search);
    assert!(status == 200 && answer.contains("- Body: 4 KB"), "{answer}");
    assert_eq!(post(&address, &[], &json!("x".repeat(9_000_000))).0, 413);
    process.kill().expect("killed");
    process.wait().expect("ended");
}

#[test]
fn http_with_a_token_needs_it() {
    let folder = folder();
    for arguments in [&[][..], &["--allow-write"]] {
        needs_its_token(folder.path(), arguments);
    }
}

fn needs_its_token(folder: &Path, arguments: &[&str]) {
    let token = "0123456789abcdef0123";
    let (mut process, address) = http(folder, arguments, Some(token));
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize()});
    let right = format!("Bearer {token}");
    for (given, wanted) in [
        (None, 401),
        (Some("Bearer "), 401),
        (Some("Bearer 0123456789abcdef0124"), 401),
        (Some(token), 401),
        (Some(&*right), 200),
    ] {
        let headers: Vec<(&str, &str)> = given.map(|given| ("Authorization", given)).into_iter().collect();
        assert_eq!(post(&address, &headers, &call).0, wanted, "{given:?}");
    }
    process.kill().expect("killed");
    process.wait().expect("ended");
}
