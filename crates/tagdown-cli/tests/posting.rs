//! The scripts that post the facts of a pull request, run with bash against a server on loopback: one comment is written and
//! updated, foreign comments are left alone, and a token that cannot write fails nothing.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

const DOCUMENT: &str = "# Upload\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` first.\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n- Retries: 3\n";

/// What the server has and did.
#[derive(Default)]
struct State {
    comments: Vec<Value>,
    /// Method and path of each request that writes.
    writes: Vec<String>,
    may_write: bool,
}

/// A server that keeps the comments of one pull request, as GitHub and GitLab do.
struct Server {
    state: Arc<Mutex<State>>,
    url: String,
}

impl Server {
    fn start(comments: Vec<Value>, may_write: bool) -> Self {
        let state = Arc::new(Mutex::new(State { comments, writes: Vec::new(), may_write }));
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                answer(stream, &mut shared.lock().expect("no panic"));
            }
        });
        Self { state, url }
    }

    fn bodies(&self) -> Vec<String> {
        let state = self.state.lock().expect("no panic");
        state.comments.iter().map(|comment| comment["body"].as_str().unwrap_or_default().to_owned()).collect()
    }

    fn writes(&self) -> Vec<String> {
        self.state.lock().expect("no panic").writes.clone()
    }
}

fn answer(stream: TcpStream, state: &mut State) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_lowercase());
    }
    let Some(first) = lines.first() else { return };
    let (method, path) = first.trim_end_matches(" http/1.1").split_once(' ').unwrap_or_default();
    let length =
        lines.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let is_known =
        lines.iter().any(|line| line.ends_with(": bearer secret") || line == "private-token: secret");
    let (status, said) = respond(state, method, path, is_known, &body);
    let said = said.to_string();
    let mut stream = stream;
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{said}",
        said.len()
    );
}

fn respond(
    state: &mut State,
    method: &str,
    path: &str,
    is_known: bool,
    body: &[u8],
) -> (&'static str, Value) {
    if !is_known {
        return ("401 Unauthorized", json!({}));
    }
    if method == "get" {
        if path.ends_with("/user") {
            return ("200 OK", json!({"id": 7}));
        }
        let page: usize = path.rsplit_once("page=").and_then(|(_, page)| page.parse().ok()).unwrap_or(1);
        let all = state.comments.chunks(100).nth(page - 1).unwrap_or_default();
        return ("200 OK", json!(all));
    }
    state.writes.push(format!("{method} {path}"));
    if !state.may_write {
        return ("403 Forbidden", json!({}));
    }
    let body = serde_json::from_slice::<Value>(body).expect("JSON")["body"].clone();
    if method == "post" {
        let id = 1000 + state.comments.len();
        state.comments.push(json!({"id": id, "body": body, "user": {"type": "Bot"}, "author": {"id": 7}}));
    } else {
        let id: u64 = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
        let comment = state.comments.iter_mut().find(|comment| comment["id"] == id).expect("a comment");
        comment["body"] = body;
    }
    ("200 OK", json!({}))
}

/// A repository in which a pull request was merged for a check.
struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn new(new: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let project = Self { folder };
        project.git("init -q -b main");
        project.git("config user.email a@example.org");
        project.git("config user.name A");
        project.write(DOCUMENT);
        project.git("add .");
        project.git("commit -qm one");
        project.git("checkout -qb change");
        project.change(new);
        project
    }

    fn change(&self, new: &str) {
        self.write(new);
        self.git("commit -qam change --allow-empty");
    }

    fn write(&self, text: &str) {
        std::fs::write(self.folder.path().join("a.md"), text).expect("written");
    }

    fn git(&self, arguments: &str) -> String {
        let output = Command::new("git")
            .args(arguments.split(' '))
            .current_dir(self.folder.path())
            .output()
            .expect("git runs");
        assert!(output.status.success(), "git {arguments}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn run(&self, script: &str, values: &[(&str, &str)]) -> Output {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_tagdown"));
        let folder = program.parent().expect("a folder").display().to_string();
        let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script]).env("PATH", path);
        command.current_dir(self.folder.path()).env_remove("GITHUB_ACTIONS").envs(values.iter().copied());
        command.output().expect("bash runs")
    }

    fn github(&self, server: &Server, fail_on: &str) -> Output {
        let (base, head) = (self.git("rev-parse main"), self.git("rev-parse HEAD"));
        let summary = self.folder.path().join("summary.txt").display().to_string();
        let values = [
            ("INPUT_FACTS", "comment"),
            ("INPUT_FACTS_FAIL_ON", fail_on),
            ("INPUT_TOKEN", "secret"),
            ("BASE", &base),
            ("GITHUB_SHA", &head),
            ("NUMBER", "12"),
            ("GITHUB_API_URL", &server.url),
            ("GITHUB_REPOSITORY", "me/docs"),
            ("GITHUB_STEP_SUMMARY", &summary),
        ];
        self.run(&github_script(), &values)
    }

    fn gitlab(&self, server: &Server, token: &str, fail_on: &str) -> Output {
        let base = self.git("rev-parse main");
        let values = [
            ("TAGDOWN_TOKEN", token),
            ("TAGDOWN_FAIL_ON", fail_on),
            ("CI_API_V4_URL", &*server.url),
            ("CI_PROJECT_ID", "5"),
            ("CI_MERGE_REQUEST_IID", "12"),
            ("CI_MERGE_REQUEST_DIFF_BASE_SHA", &base),
        ];
        self.run(&gitlab_script(), &values)
    }
}

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn github_script() -> String {
    let action = text("../../action.yml");
    let (_, step) = action.split_once("- id: facts").expect("a step");
    let (_, script) = step.split_once("run: |\n").expect("a script");
    assert!(!script.contains("${{"), "an expression in a script allows command injection");
    unindented(script, "        ")
}

fn gitlab_script() -> String {
    let job = text("templates/gitlab-facts.yml");
    let (_, script) = job.split_once("    - |\n").expect("a script");
    let (script, _) = script.split_once("  artifacts:").expect("an end");
    unindented(script, "      ")
}

fn unindented(script: &str, indent: &str) -> String {
    script.lines().map(|line| line.strip_prefix(indent).unwrap_or(line).to_owned() + "\n").collect()
}

/// Whether the programs that the scripts need are installed.
fn can_run() -> bool {
    let is_missing = |program: &&&str| Command::new(program).arg("--version").output().is_err();
    let missing = ["bash", "git", "curl", "jq"];
    let missing: Vec<&&str> = missing.iter().filter(is_missing).collect();
    if !missing.is_empty() {
        println!("SKIPPED: {missing:?} not installed, so the scripts were not run");
    }
    missing.is_empty()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn one_comment_is_written_and_updated() {
    if !can_run() {
        return;
    }
    // A person who copied the mark, and more comments than one page has.
    let copied = |kind: &str, author: u64| json!({"id": 1, "body": "<!-- tagdown: facts -->\nmine", "user": {"type": kind}, "author": {"id": author}});
    let chat = |id: u64| json!({"id": id, "body": "hello", "user": {"type": "User"}, "author": {"id": 3}});
    let comments: Vec<Value> = [copied("User", 3)].into_iter().chain((2..=130).map(chat)).collect();
    for is_github in [true, false] {
        let server = Server::start(comments.clone(), true);
        let project = Project::new(&DOCUMENT.replace("4 KB", "8 KB"));
        let post = || {
            let output =
                if is_github { project.github(&server, "") } else { project.gitlab(&server, "secret", "") };
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        };
        post();
        assert_eq!(server.writes().len(), 1);
        assert!(server.bodies()[130].contains("Body&#58; ~~4~~ **8** KB"), "{:?}", server.bodies()[130]);
        project.change(&DOCUMENT.replace("Retries: 3", "Retries: 5"));
        post();
        project.change(DOCUMENT);
        post();
        let place = if is_github {
            "/repos/me/docs/issues/comments/1130"
        } else {
            "/projects/5/merge_requests/12/notes/1130"
        };
        let method = if is_github { "patch" } else { "put" };
        assert_eq!(server.writes()[1..], [format!("{method} {place}"), format!("{method} {place}")]);
        let bodies = server.bodies();
        assert_eq!(bodies.len(), 131);
        assert!(bodies[130].contains("no fact changed") && bodies[0].ends_with("mine"), "{:?}", bodies[130]);
    }
}

#[test]
fn nothing_is_written_without_a_change_or_a_token() {
    if !can_run() {
        return;
    }
    let server = Server::start(Vec::new(), true);
    let project = Project::new(DOCUMENT);
    assert_eq!(project.github(&server, "").status.code(), Some(0));
    assert_eq!(project.gitlab(&server, "secret", "").status.code(), Some(0));
    let changed = Project::new(&DOCUMENT.replace("4 KB", "8 KB"));
    let output = changed.gitlab(&server, "", "");
    assert!(output.status.success() && said(&output).contains("1 fact changed"), "{}", said(&output));
    assert_eq!(server.writes(), [""; 0]);
}

#[test]
fn a_fork_gets_a_summary_and_lost_facts_fail_the_step() {
    if !can_run() {
        return;
    }
    let server = Server::start(Vec::new(), false);
    let project = Project::new(&DOCUMENT.replace("- Retries: 3\n", ""));
    // As GitHub checks a pull request out: merged.
    project.git("checkout -q main");
    project.git("merge -q --no-ff --no-edit change");
    for (fail_on, status) in [("", 0), ("lost", 1), ("added", 0)] {
        let output = project.github(&server, fail_on);
        assert_eq!(output.status.code(), Some(status), "{}", said(&output));
        assert!(said(&output).contains("step summary"), "{}", said(&output));
    }
    let summary = std::fs::read_to_string(project.folder.path().join("summary.txt")).expect("a summary");
    assert!(summary.contains("1 fact lost"), "{summary}");
    project.git("checkout -q change");
    project.git("branch -f main HEAD~1");
    let output = project.gitlab(&server, "secret", "lost");
    assert!(
        output.status.code() == Some(1) && said(&output).contains("cannot write a note"),
        "{}",
        said(&output)
    );
}
