//! A project's own files as devices, pipes, endless files and links to secrets: no command waits, takes much memory or shows
//! what it read. And what a run leaves behind when it is interrupted.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const PAGE: &str = "# Queue\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`; `[NOTE]` may be skipped.\n\n\
    ## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n**[?]**\nThe limit may be 5 KB. Source: nobody knows.\n";

const SECRET: &str = "hunter2-token";

/// The files of a project that commands read without being told to, and commands that read them.
const FILES: [(&str, &[&[&str]]); 9] = [
    (
        "tagdown.toml",
        &[&["check", "."], &["read", "."], &["fmt", "--check", "."], &["open", "."], &["new", "-"]],
    ),
    (
        ".tagdown.toml",
        &[&["check", "page.md"], &["render", "--to", "html", "page.md"], &["convert", "page.md"]],
    ),
    (".gitignore", &[&["check", "."], &["read", "."]]),
    (".ignore", &[&["check", "."], &["render", "--to", "html", ".", "-o", "site"]]),
    ("tagdown-decisions.jsonl", &[&["convert", "page.md"]]),
    ("tagdown-undo.jsonl", &[&["convert", "--strip", "page.md"]]),
    ("tagdown-issues.jsonl", &[&["convert", "--issues", "issues.json", "page.md"]]),
    (".tagdown/templates/mine.md", &[&["new", "--template", "mine", "-"]]),
    (
        "given",
        &[
            &["check", "--baseline", "given", "."],
            &["check", "--files-from", "given"],
            &["check", "--config", "given", "."],
            &["convert", "--issues", "given", "page.md"],
            &["check", "-o", "given", "."],
        ],
    ),
];

/// Runs a command with a limit on memory and time.
fn run(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 1500000; exec timeout 30 \"$@\"", "sh", env!("CARGO_BIN_EXE_tagdown")]);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.env("DEPLOY_TOKEN", SECRET).env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env_remove("CI").env_remove("GITHUB_ACTIONS");
    command.output().expect("tagdown runs")
}

#[test]
fn no_file_of_a_project_hangs_a_command_or_shows_a_secret() {
    let top = tempfile::tempdir().expect("a folder");
    for (index, (name, commands)) in FILES.iter().enumerate() {
        let kinds = [
            "/proc/self/environ",
            "/dev/zero",
            "/proc/self/pagemap",
            "/dev/stdin",
            "pipe",
            "../secret",
            ".env",
        ];
        for kind in kinds {
            let folder = top.path().join(format!("{index}{}", kind.replace('/', "-")));
            fs::create_dir_all(folder.join(".git")).expect("a folder");
            fs::write(folder.join("page.md"), PAGE).expect("written");
            fs::write(folder.join("issues.json"), "[]").expect("written");
            fs::write(folder.join(".env"), format!("TOKEN = {SECRET} x\n{SECRET}\n")).expect("written");
            fs::write(top.path().join("secret"), format!("{SECRET}\n")).expect("written");
            let file = folder.join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            if kind == "pipe" {
                assert!(Command::new("mkfifo").arg(&file).status().expect("mkfifo runs").success());
            } else {
                let up = "../".repeat(name.matches('/').count());
                let to = if kind.starts_with('/') { kind.to_owned() } else { format!("{up}{kind}") };
                symlink(to, &file).expect("a link");
            }
            let before = fs::read(folder.join(".env")).expect("read");
            for arguments in *commands {
                let output = run(arguments, &folder);
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                let case = format!("{arguments:?}, {name} -> {kind}: {said}");
                assert!(output.status.code().is_some_and(|code| code < 3), "{:?} {case}", output.status);
                let all = said.clone() + &String::from_utf8_lossy(&output.stdout);
                // A list of paths and a template may be any file of the project itself.
                let may_show = kind == ".env" && ["--files-from", "--template"].contains(&arguments[1]);
                assert!(!all.contains(SECRET) || may_show, "{case}");
                if kind != ".env" {
                    assert_eq!(output.status.code(), Some(2), "{case}");
                    assert!(["link", "regular", "pipe"].iter().any(|word| said.contains(word)), "{case}");
                } else if !arguments.contains(&"-o") {
                    assert_eq!(fs::read(folder.join(".env")).expect("read"), before, "{case}");
                }
            }
        }
    }
}

#[test]
fn an_interrupted_run_leaves_no_temporary_file() {
    let top = tempfile::tempdir().expect("a folder");
    let page = PAGE.to_owned() + &"\n**[NOTE]**\nThe queue keeps jobs. It retries them.\n".repeat(400);
    for index in 0..300 {
        fs::write(top.path().join(format!("{index}.md")), &page).expect("written");
    }
    let temporary = || {
        let names = fs::read_dir(top.path()).expect("a folder").flatten().map(|entry| entry.file_name());
        names.filter(|name| name.to_string_lossy().starts_with(".tagdown-")).count()
    };
    for arguments in [&["check", "--format", "json=r.json", "."][..], &["check", "-o", "r.txt", "."]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tagdown"));
        command.args(arguments).current_dir(top.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("tagdown runs");
        let start = Instant::now();
        while temporary() == 0 && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("kill runs").success());
        child.wait().expect("ended");
        assert_eq!(temporary(), 0, "{arguments:?}");
    }
}
