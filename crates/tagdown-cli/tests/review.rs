//! `tagdown convert --review` from a user's view: in a terminal, emulated by tmux.

#[path = "llm/server.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod server;

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Request, Server};

/// German, so each of its paragraphs is a doubt, whatever the judge thinks.
const PAGE: &str = "# Speicher\n\n## Nutzung\n\nDer Speicher ist nicht groß, und die Dateien liegen dort, wo sie immer \
    waren.\n\nWir haben das vor vielen Jahren so gemacht, weil es einfach war.\n\n## Ort\n\nDie Anleitung ist auf dem \
    Server zu finden, aber nur für die Nutzer.\n";

/// Keys pressed just after the end is shown are dropped; after this time they are not.
const SETTLED: Duration = Duration::from_millis(300);

/// A terminal with a shell in its own folder; both are removed with the value.
struct Terminal {
    socket: String,
    folder: tempfile::TempDir,
}

impl Terminal {
    /// `None` if tmux is not installed.
    fn open(name: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("SKIPPED: tmux is not installed, so the review was not tried in a terminal");
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("page.md"), PAGE).expect("written");
        let socket = format!("tagdown-{name}-{}", std::process::id());
        let terminal = Self { socket, folder };
        let path = terminal.folder.path().to_str().expect("a plain path").to_owned();
        terminal.tmux(&["new-session", "-d", "-x", "80", "-y", "24", "-c", &path, "env", "PS1=$ ", "sh"]);
        terminal.tmux(&["set", "-g", "status", "off"]);
        terminal.tmux(&["set", "-g", "window-size", "manual"]);
        terminal.resize(80, 24);
        Some(terminal)
    }

    fn tmux(&self, args: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket, "-f", "/dev/null"]).args(args);
        // Its socket is removed with the folder.
        command.env("TMUX_TMPDIR", self.folder.path()).env_remove("TMUX").output().expect("tmux runs")
    }

    fn resize(&self, columns: u16, rows: u16) {
        self.tmux(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    fn keys(&self, keys: &[&str]) {
        let args: Vec<&str> = ["send-keys"].iter().chain(keys).copied().collect();
        self.tmux(&args);
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until a condition on the screen is true.
    fn until(&self, what: &str, is_true: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_true(&screen) {
                return screen;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "no {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn see(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    fn start(&self, options: &str) {
        let program = env!("CARGO_BIN_EXE_tagdown");
        self.keys(&[&format!("'{program}' convert --review {options} page.md; echo status=$?"), "Enter"]);
        self.see("Enter keep");
    }

    fn decisions(&self) -> Vec<String> {
        let file = self.folder.path().join("tagdown-decisions.jsonl");
        std::fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    fn page(&self) -> String {
        std::fs::read_to_string(Path::new(self.folder.path()).join("page.md")).expect("read")
    }

    /// The shell works as before.
    fn is_restored(&self) {
        self.keys(&["clear; echo o''k", "Enter"]);
        let screen = self.until("shell", |screen| screen.lines().any(|line| line.trim() == "ok"));
        assert!(screen.contains("echo o''k") || screen.trim_start().starts_with("ok"), "no echo:\n{screen}");
        let flags = self.tmux(&["display-message", "-p", "#{cursor_flag}#{alternate_on}"]);
        assert_eq!(String::from_utf8_lossy(&flags.stdout).trim(), "10", "cursor shown, main screen");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
#[ignore = "needs tmux; run by ./test all"]
fn a_person_decides_changes_their_mind_and_leaves() {
    let Some(terminal) = Terminal::open("decide") else { return };
    terminal.start("");
    terminal.keys(&["Enter"]);
    terminal.see("1 decided");
    terminal.keys(&["u"]);
    terminal.see("2 decided");
    assert_eq!(terminal.decisions().len(), 2);
    terminal.keys(&["s"]);
    terminal.see("3 decided");
    std::thread::sleep(SETTLED);
    terminal.keys(&["z"]);
    terminal.see("undone");
    assert_eq!(terminal.decisions().len(), 2);
    terminal.keys(&["?"]);
    terminal.see("keep the present label");
    terminal.keys(&["Escape"]);
    terminal.see("Enter keep");

    terminal.resize(200, 60);
    terminal.see("line  label");
    terminal.resize(20, 5);
    terminal.see("window too small");
    terminal.resize(80, 24);
    terminal.until("question", |screen| screen.contains("Speicher ›") && !screen.contains("line  label"));

    terminal.keys(&["C-c"]);
    let screen = terminal.see("status=0");
    assert!(screen.contains("page.md: 2 decided now, "), "{screen}");
    assert!(screen.contains("tagdown convert --write page.md"), "{screen}");
    assert_eq!(terminal.decisions().len(), 2);
    assert!(terminal.decisions().iter().all(|line| line.contains("\"by\":\"person\"")));
    assert_eq!(terminal.page(), PAGE);
    terminal.is_restored();
}

#[test]
#[ignore = "needs tmux; run by ./test all"]
fn documents_are_written_on_request_and_not_after_an_interrupt() {
    let Some(terminal) = Terminal::open("write") else { return };
    terminal.start("--write");
    terminal.keys(&["u"]);
    terminal.see("1 decided");
    terminal.keys(&["C-c"]);
    terminal.see("status=2");
    assert_eq!(terminal.page(), PAGE);
    terminal.keys(&["clear", "Enter"]);
    terminal.until("clear screen", |screen| !screen.contains("status="));
    terminal.start("");
    terminal.keys(&["n"]);
    terminal.see("2 decided");
    terminal.keys(&["q"]);
    terminal.see("1 undecided text");
    std::thread::sleep(SETTLED);
    terminal.keys(&["Enter"]);
    terminal.see("w writes the documents, q quits");
    terminal.keys(&["w"]);
    terminal.see("status=0");
    assert_eq!(terminal.page().matches("**[NOTE]**").count(), 2, "{}", terminal.page());
    // What is left can be decided afterwards.
    terminal.keys(&["clear", "Enter"]);
    terminal.until("clear screen", |screen| !screen.contains("status="));
    terminal.start("");
    terminal.see("2 decided");
    terminal.keys(&["u"]);
    terminal.see("0 left");
    std::thread::sleep(SETTLED);
    terminal.keys(&["w"]);
    terminal.see("status=0");
    assert_eq!(terminal.page().matches("**[NOTE]**").count(), 1, "{}", terminal.page());
    terminal.is_restored();
}

#[test]
#[ignore = "needs tmux; run by ./test all"]
fn a_file_of_decisions_that_is_deleted_meanwhile_loses_nothing() {
    let Some(terminal) = Terminal::open("deleted") else { return };
    let remove =
        || std::fs::remove_file(terminal.folder.path().join("tagdown-decisions.jsonl")).expect("it is there");
    terminal.start("--write");
    terminal.keys(&["u"]);
    terminal.see("1 decided");
    remove();
    terminal.keys(&["u"]);
    terminal.see("2 decided");
    assert_eq!(terminal.decisions().len(), 2);
    // Also after the last decision.
    remove();
    terminal.keys(&["q"]);
    terminal.see("undecided text");
    std::thread::sleep(SETTLED);
    terminal.keys(&["w"]);
    terminal.see("status=0");
    assert_eq!(terminal.decisions().len(), 2);
    let tags = terminal.page().matches("**[?]**").count();
    assert!(tags > 0 && terminal.page().matches("einfach").count() == 1, "{}", terminal.page());
    terminal.is_restored();
}

/// English, with four facts that become list items.
const FACTS: &str = "# Gate\n\n## Limits\n\nPlease note that the gate listens on port 8080. A token expires after 60 \
    minutes. Keep in mind that requests are limited to 100 per minute. In order to read the log, the worker needs the \
    `logs:read` scope.\n\nWe chose these numbers years ago, and nobody has ever complained about them since.\n";

/// A model that shortens some sentences well and one wrongly.
fn shortens(request: &Request) -> String {
    const WORDINGS: [(&str, &str); 4] = [
        ("Please note", "Gate listens on port 8080."),
        ("A token", "A token expires after 60 s."),
        ("Keep in mind", "Requests are limited to 100 per minute."),
        ("In order", "To read the log, the worker needs the `logs:read` scope."),
    ];
    if !request.body.contains("You shorten sentences") {
        return request.all("unsure").to_string();
    }
    let of = |block: &Value| {
        let text = block["text"].as_str().unwrap_or_default();
        let (_, wording) = WORDINGS.iter().find(|(starts, _)| text.starts_with(starts))?;
        Some(json!({"id": block["id"], "text": wording}))
    };
    json!({"blocks": request.blocks().iter().filter_map(of).collect::<Vec<_>>()}).to_string()
}

#[test]
#[ignore = "needs tmux; run by ./test all"]
fn a_person_takes_a_shorter_wording_or_keeps_the_source() {
    let Some(terminal) = Terminal::open("wording") else { return };
    let file = terminal.folder.path().join("page.md");
    std::fs::write(&file, FACTS).expect("written");
    let server = Server::of_model(shortens);
    let options = format!("--llm {} --model m --llm-rewrite", server.url());
    terminal.start(&options);
    // Three wordings are offered; the fourth is a lie.
    terminal.see("1 of 3");
    terminal.keys(&["o", "Home"]);
    let screen = terminal.see("1 of 3 in order");
    for wanted in ["in the source", "shorter (t takes it)", "│ Gate listens on port 8080.", "t take shorter"]
    {
        assert!(screen.contains(wanted), "{wanted}:\n{screen}");
    }
    // In a window without room for both wordings, nothing can be taken.
    terminal.resize(60, 10);
    terminal.see("no room for the shorter wording");
    terminal.keys(&["t"]);
    terminal.see("make the window larger");
    assert_eq!(terminal.decisions().len(), 0);
    terminal.resize(80, 24);
    terminal.see("in the source");
    terminal.keys(&["t"]);
    terminal.see("SPEC, in the shorter wording");
    terminal.keys(&["Enter"]);
    terminal.see("SPEC, in the words of the source");
    terminal.keys(&["t"]);
    terminal.see("3 decided now, 0 left");
    std::thread::sleep(SETTLED);
    terminal.keys(&["z"]);
    terminal.see("undone");
    terminal.keys(&["t"]);
    terminal.see("3 decided now, 0 left");
    std::thread::sleep(SETTLED);
    let asked = server.seen().len();
    terminal.keys(&["w"]);
    terminal.see("status=0");
    // The wordings that were just reviewed are not asked for again.
    assert!(server.seen()[asked..].iter().all(|request| !request.body.contains("You shorten sentences")));
    let page = terminal.page();
    let list = "- Gate listens on port 8080.\n- A token expires after 60 minutes.\n- Keep in mind that requests are limited \
        to 100 per minute.\n- To read the log, the worker needs the `logs:read` scope.\n";
    assert!(page.contains(list), "{page}");
    assert!(
        terminal
            .decisions()
            .iter()
            .all(|line| line.contains("\"by\":\"person\"") && line.contains("\"source\":"))
    );
    // What was taken can be reopened, and the source restored.
    terminal.keys(&["clear", "Enter"]);
    terminal.until("clear screen", |screen| !screen.contains("status="));
    let program = env!("CARGO_BIN_EXE_tagdown");
    terminal.keys(&[&format!("'{program}' convert --strip --write page.md; echo status=$?"), "Enter"]);
    terminal.see("status=0");
    assert_eq!(terminal.page(), FACTS);
    terminal.is_restored();
}

/// Starts a review that prints its process id.
fn started(terminal: &Terminal) -> String {
    let program = env!("CARGO_BIN_EXE_tagdown");
    let review = format!("echo $$ > pid; exec \"{program}\" convert --review page.md");
    terminal.keys(&[&format!("clear; sh -c '{review}'; echo status=$?"), "Enter"]);
    terminal.see("Enter keep");
    let pid = std::fs::read_to_string(terminal.folder.path().join("pid")).expect("it said so");
    pid.trim().to_owned()
}

#[test]
#[ignore = "needs tmux; run by ./test all"]
fn signals_and_a_closed_terminal_end_it_and_lose_nothing() {
    let Some(terminal) = Terminal::open("signal") else { return };
    for (count, signal) in ["-TERM", "-HUP"].into_iter().enumerate() {
        let pid = started(&terminal);
        terminal.keys(&["u"]);
        terminal.see(&format!("{} decided", count + 1));
        Command::new("kill").args([signal, &pid]).status().expect("kill runs");
        terminal.see("status=0");
        terminal.is_restored();
        assert_eq!(terminal.decisions().len(), count + 1);
    }
    let pid = started(&terminal);
    terminal.tmux(&["kill-server"]);
    let start = Instant::now();
    loop {
        let state = Command::new("ps").args(["-o", "stat=", "-p", &pid]).output().expect("ps runs").stdout;
        // A process that ended may be waiting to be reaped.
        if state.is_empty() || state.starts_with(b"Z") {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "it still runs");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(terminal.decisions().len(), 2);
}

#[test]
#[ignore = "needs tmux; run by ./test all"]
fn without_a_terminal_it_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("page.md"), PAGE).expect("written");
    for (page, said) in [
        ("page.md", "--review needs a terminal; --report json lists what needs review"),
        ("-", "standard input cannot be reviewed"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tagdown"));
        let output = command.args(["convert", "--review", page]).current_dir(folder.path()).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(said), "{told}");
    }
}
