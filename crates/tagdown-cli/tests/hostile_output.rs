//! Documents, paths and issues with control characters or CI commands: nothing that is printed controls a terminal or a
//! CI service, and what goes to pipes and files stays byte for byte.

use std::path::Path;
use std::process::{Command, Stdio};

use tagdown::text::{drives_terminal, is_command};

/// Sets the title, clears the screen, rings, turns the text around.
const PAYLOAD: &str = "x\u{1b}]0;pwned\u{7}y\u{1b}[2J\u{9b}31mz\u{7f}\u{85}\u{202e}w\rv";

/// A page with a finding, a fix and a doubt, each next to control characters.
fn page() -> String {
    format!(
        "# Title {PAYLOAD}\n**Version 1.0.0** · {PAYLOAD}\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` first; skip \
        `[NOTE]`.\n\n---\n\n## Limits {PAYLOAD}\n\n**[SPEC]**\n\n- The port is 8080. {PAYLOAD}\n\n**[?]**\nPerhaps \
        {PAYLOAD} is 3,000. Seen once in a log.\n\n**[WARN] {PAYLOAD}**\n- a\n\n> [!NOTE]\n> {PAYLOAD}\n"
    )
}

/// A page without tags.
fn untagged() -> String {
    format!(
        "# Title\n\n## Limits {PAYLOAD}\n\nThe port is 8080. {PAYLOAD}\n\nWe liked it because {PAYLOAD}.\n"
    )
}

fn tool(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagdown"));
    command.current_dir(folder).env_remove("GITHUB_ACTIONS").env("RUST_BACKTRACE", "0");
    command
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("page.md"), page()).expect("written");
    std::fs::write(folder.path().join("plain.md"), untagged()).expect("written");
    folder
}

/// A text without the colours and links that tagdown itself writes.
fn without_style(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let colour = after.strip_prefix('[').and_then(|after| {
            let end = after.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            after[end..].strip_prefix('m')
        });
        let link = || {
            after.strip_prefix("]8;;").and_then(|after| after.split_once("\u{1b}\\")).map(|(_, rest)| rest)
        };
        if colour.is_none() && link().is_none() {
            out.push('\u{1b}');
        }
        rest = colour.or_else(link).unwrap_or(after);
    }
    out + rest
}

#[test]
fn nothing_controls_a_terminal() {
    if !cfg!(target_os = "linux") || Command::new("script").arg("--version").output().is_err() {
        println!("SKIPPED: script is not installed, so nothing was printed on a terminal");
        return;
    }
    let folder = folder();
    let tool = env!("CARGO_BIN_EXE_tagdown");
    let mut seen = 0;
    for arguments in [
        "convert plain.md",
        "convert --whole plain.md",
        "convert - < plain.md",
        "convert --diff plain.md",
        "convert --report json plain.md",
        "convert --strip page.md",
        "convert --strip --diff page.md",
        "convert --from github page.md",
        "convert --from github --diff page.md",
        "check page.md",
        "check --format concise page.md",
        "check --format json page.md",
        "check --format sarif page.md",
        "check --format agent page.md",
        "check --format github page.md",
        "check --format gitlab page.md",
        "check --format junit page.md",
        "check --format checkstyle page.md",
        "check --format rdjson page.md",
        "check --format markdown page.md",
        "check --format statistics page.md",
        "check --fix - < page.md",
        "check --fix --unsafe-fixes - < page.md",
        "check --add-suppressions=x - < page.md",
        "check --diff page.md",
        "check --diff --unsafe-fixes page.md",
        "fmt - < page.md",
        "fmt --diff page.md",
        "fmt --diff - < page.md",
        "read page.md",
        "read --kinds all --format json page.md",
        "read --format outline page.md",
        "render --to github page.md",
        "render --to html page.md",
        "open page.md",
        "open --format json page.md",
        "promote --diff page.md#limits/unverified-1 --to spec",
        "promote - < page.md",
        "add --diff page.md --kind note --section limits --text x",
        "new - --title 'a\u{1b}[2Jb'",
    ] {
        for colours in ["", "NO_COLOR=1 ", "CLICOLOR_FORCE=1 FORCE_HYPERLINK=1 "] {
            let line = format!("{colours}TERM=xterm-256color {tool} {arguments}");
            let output = Command::new("script")
                .args(["-qec", &line, "/dev/null"])
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .expect("script runs");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let plain = without_style(&text).replace("\r\n", "\n");
            let bad = plain.chars().find(|c| drives_terminal(*c) && !matches!(c, '\n' | '\t'));
            assert_eq!(bad, None, "{colours}{arguments}:\n{plain:?}");
            let escapes = ["\u{fffd}", "\\u009b", "\\u{9B}", "\\u{1B}"];
            seen += usize::from(escapes.iter().any(|escape| plain.contains(escape)));
        }
    }
    assert!(seen > 60, "only {seen} of the commands show the page");
}

#[test]
fn pipes_get_every_byte() {
    let folder = folder();
    let piped = |arguments: &[&str], input: &str| {
        let mut child = tool(folder.path())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), input.as_bytes())
            .expect("written");
        String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("UTF-8")
    };
    for arguments in [
        &["fmt", "-"][..],
        // Without this rule, whose fix removes what cannot be seen.
        &["check", "--fix", "--ignore", "hidden-characters", "-"],
        &["check", "--diff", "-"],
        &["fmt", "--diff", "-"],
        &["convert", "-"],
        &["convert", "--strip", "-"],
        &["convert", "--from", "github", "-"],
        &["render", "--to", "github", "-"],
    ] {
        let input = if arguments == ["convert", "-"] { untagged() } else { page() };
        // A diff cuts lines at a carriage return.
        let payload = PAYLOAD.split('\r').next().expect("some text");
        assert!(piped(arguments, &input).contains(payload), "{arguments:?}");
    }
    // A view for models hides nothing.
    let view = piped(&["read", "--kinds", "all", "-"], &page());
    assert!(tagdown::text::hidden(&view) == 0 && view.contains("\\u{1B}"), "{view}");
    for arguments in [
        &["check", "--format", "json", "-"][..],
        &["check", "--format", "jsonl", "-"],
        &["check", "--format", "sarif", "-"],
        &["check", "--format", "gitlab", "-"],
        &["check", "--format", "rdjson", "-"],
        &["read", "--format", "json", "--kinds", "all", "-"],
        &["read", "--format", "jsonl", "--kinds", "all", "-"],
        &["convert", "--report", "json", "-"],
        &["open", "--format", "json", "page.md"],
    ] {
        let json = piped(arguments, &page());
        assert!(!json.contains(|c: char| drives_terminal(c) && c != '\n'), "{arguments:?}: {json:?}");
        assert!(!json.is_empty(), "{arguments:?}");
    }
}

#[test]
fn no_name_is_a_command_to_a_ci_service() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = [
        "::stop-commands::x.md",
        "##[add-mask]x.md",
        " ::error::x.md",
        "a\n::error::x.md",
        "##vso[task.x]y.md",
    ];
    for name in names {
        std::fs::write(
            folder.path().join(name),
            "# T\n\n**[SPEC]**\n\n- a ::warning::x ##[error]y ##vso[task.x]\n\n**[WARN ##[error]z]**\n- b\n",
        )
        .expect("written");
    }
    for arguments in [
        &["check", "--format", "concise", "."][..],
        &["check", "--format", "agent", "."],
        &["check", "--format", "text", "."],
        &["check", "--format", "statistics", "."],
        &["check", "--format", "junit", "."],
        &["check", "--format", "checkstyle", "."],
        &["check", "--format", "markdown", "."],
        &["check", "--format", "json", "."],
        &["check", "--format", "sarif", "."],
        &["check", "--show-files", "."],
        &["check", "--show-config", "."],
        &["check", "--fix", "--format", "concise", "."],
        &["fmt", "--check", "."],
        &["convert", "."],
        &["render", "--to", "html", "-o", "out", "."],
        &["open", "."],
        &["check", "::no-such-file.md"],
        &["check", "a\n::no-such-file.md"],
        &["read", "\n::no-such-file.md"],
        &["fmt", "x\n::no::file.md"],
    ] {
        let output = tool(folder.path()).args(arguments).output().expect("the command runs");
        let text =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(!text.is_empty(), "{arguments:?}");
        for line in text.lines() {
            let is_other = line.contains("##[") || line.contains("##vso[");
            assert!(!is_command(line) && !is_other, "{arguments:?}: {line:?} in\n{text}");
        }
    }
    let shown =
        tool(folder.path()).args(["check", "--format", "concise", "."]).output().expect("the command runs");
    assert!(String::from_utf8_lossy(&shown.stdout).contains("./::stop-commands::x.md:1:1: "));
}

/// Two names never look alike on a label, and `read` takes every label as an address.
#[test]
fn labels_of_awkward_names_are_addresses() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = [
        "a[1].md",
        "tab\there.md",
        "tab here.md",
        "zero\u{200b}width.md",
        "zerowidth.md",
        "\\u{41}.md",
        "A.md",
    ];
    for name in names {
        let text = format!("# T\n\n## S\n\n**[SPEC]**\n- File: {}\n", name.len());
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let read = |path: &str| {
        let output = tool(folder.path()).args(["read", path]).output().expect("run");
        String::from_utf8(output.stdout).expect("text")
    };
    let shown = read(".");
    let labels: Vec<&str> =
        shown.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).collect();
    let distinct: std::collections::BTreeSet<_> = labels.iter().collect();
    assert_eq!((labels.len(), distinct.len()), (names.len(), names.len()), "{shown}");
    for (label, text) in labels.iter().zip(shown.split("- File: ").skip(1)) {
        let number = text.lines().next().expect("a number");
        assert!(read(label).contains(&format!("- File: {number}\n")), "{label}: {}", read(label));
    }
}
