//! `examples/project`: the hook, the workflow, the agents and the site of one project work together.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/project")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}

/// A copy of the project in a repository of its own, with everything committed.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&example(), folder.path());
    for command in ["init -q -b main", "add -A", "commit -qm start"] {
        run("git", &command.split(' ').collect::<Vec<_>>(), folder.path(), 0);
    }
    folder
}

/// What a program prints, if it ends with this status.
fn run(program: &str, arguments: &[&str], folder: &Path, status: i32) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .envs(["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map(|name| (name, "Writer")))
        .envs(["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map(|name| (name, "writer@example.org")))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env_remove("CI")
        .env_remove("GITHUB_ACTIONS")
        .output()
        .expect("it runs");
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    said
}

fn tagdown(arguments: &[&str], folder: &Path, status: i32) -> String {
    run(env!("CARGO_BIN_EXE_tagdown"), arguments, folder, status)
}

#[test]
fn the_documents_are_correct_and_complete() {
    let folder = project();
    let said = tagdown(&["check", "--fail-on", "info", "--require-documents"], folder.path(), 0);
    assert!(said.contains("no findings"), "{said}");
    tagdown(&["fmt", "--check"], folder.path(), 0);
    // Nothing is left for `init` to set up.
    let said = tagdown(&["init", "--yes"], folder.path(), 0);
    assert_eq!(run("git", &["status", "--porcelain"], folder.path(), 0), "", "{said}");
}

#[test]
fn a_lost_fact_stops_the_commit() {
    let folder = project();
    let page = folder.path().join("docs/api.md");
    let text = fs::read_to_string(&page).expect("a page");
    fs::write(&page, text.replace("- Loans per reader: at most 12\n", "")).expect("written");
    run("git", &["add", "-A"], folder.path(), 0);
    let said = tagdown(&["diff", "--staged", "--format", "line", "--fail-on", "lost"], folder.path(), 1);
    assert!(said.starts_with("1 fact lost;"), "{said}");
    // What the job of the pull request writes as a comment.
    let said = tagdown(&["diff", "--format", "md", "HEAD"], folder.path(), 0);
    assert!(said.contains("**Lost**") && said.contains("Loans per reader"), "{said}");
}

#[test]
fn agents_read_facts_and_people_get_a_site() {
    let folder = project();
    let said = tagdown(&["read", "docs", "--query", "how long is a loan"], folder.path(), 0);
    assert!(said.starts_with("[docs/api.md#loans/spec-1]") && said.contains("28 days"), "{said}");
    tagdown(&["render", "--to", "html", "docs", "-o", "site", "--index"], folder.path(), 0);
    let page = |name: &str| fs::read_to_string(folder.path().join("site").join(name)).expect("a page");
    assert!(page("index.html").contains("api.html") && page("api.html").contains("operating.html"));
}

#[test]
fn the_files_name_what_exists() {
    let text = |name: &str| fs::read_to_string(example().join(name)).expect("a file");
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    assert!(text(".pre-commit-config.yaml").contains(&format!("rev: {version}\n")));
    assert_eq!(
        text(".github/workflows/docs.yml").matches(&format!("tagdown/tagdown@{version}\n")).count(),
        2
    );
    let hooks = fs::read_to_string(example().join("../../.pre-commit-hooks.yaml")).expect("the hooks");
    let inputs = fs::read_to_string(example().join("../../action.yml")).expect("the Action");
    for line in text(".pre-commit-config.yaml").lines().filter_map(|line| line.trim().strip_prefix("- id: "))
    {
        assert!(hooks.contains(&format!("- id: {line}\n")), "no hook {line}");
    }
    for input in ["args", "facts", "facts-fail-on"] {
        assert!(inputs.contains(&format!("\n  {input}:\n")), "no input {input}");
    }
    // Every file that the page describes is there.
    for name in [
        "docs",
        "tagdown.toml",
        ".pre-commit-config.yaml",
        ".github/workflows/docs.yml",
        ".mcp.json",
        "AGENTS.md",
    ] {
        assert!(example().join(name).exists() && text("README.md").contains(name), "{name}");
    }
}
