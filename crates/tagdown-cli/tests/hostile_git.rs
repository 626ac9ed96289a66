//! Repositories that name programs: no command of tagdown may run them.

#![cfg(unix)]

mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use program::program;

/// Runs git without the settings of this machine.
fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "user.name=A", "-c", "user.email=a@b"]).args(arguments);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let output = command.output().expect("git runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

const PAGE: &str = "# Queue\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`; `[NOTE]` may be skipped.\n\n\
    ## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n**[?]**\nThe limit may be 5 KB. Source: nobody knows.\n";

/// A settings file in which everything that can be a program is one that creates `mark`.
fn settings(mark: &Path, is_bare: bool) -> String {
    let run = format!("touch {}; cat; true", mark.display());
    format!(
        "[core]\n\trepositoryformatversion = 0\n\tbare = {is_bare}\n\tfsmonitor = \"{run} #\"\n\tpager = \"{run} #\"\n\
         \thooksPath = hooks\n\tsshCommand = \"{run} #\"\n[diff \"x\"]\n\ttextconv = \"{run} #\"\n\tcommand = \"{run} #\"\n\
         [filter \"x=y\"]\n\tclean = \"{run} #\"\n\tsmudge = \"{run} #\"\n\trequired = true\n[filter \"p\"]\n\
         \tprocess = \"{run} #\"\n[diff]\n\texternal = \"{run} #\"\n"
    )
}

/// Runs every command that asks git something, in a folder.
fn run_all(folder: &Path) {
    for arguments in [
        &["check", "--since", "HEAD", "."][..],
        &["check", "--staged", "."],
        &["fmt", "--check", "--since", "HEAD", "."],
        &["open", "."],
        &["open", "--format", "json", "."],
        &["convert", "--write", "."],
        &["convert", "--write", "plain.md"],
        &["promote", "page.md"],
    ] {
        let mut command = Command::new(program());
        command.args(arguments).current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null");
        command.stdin(std::process::Stdio::null()).output().expect("tagdown runs");
    }
}

fn pages(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("page.md"), PAGE).expect("a page");
    fs::write(folder.join("plain.md"), "# Plain\n\nThe port is 8080. It is fixed.\n").expect("a page");
    fs::write(folder.join(".gitattributes"), "*.md diff=x filter=x=y\nplain.md filter=p\n")
        .expect("attributes");
}

#[test]
fn a_folder_that_looks_like_a_bare_repository_is_only_a_folder() {
    let top = tempfile::tempdir().expect("a folder");
    let mark = top.path().join("mark");
    let clone = top.path().join("clone");
    let inner = clone.join("docs");
    pages(&inner);
    git(&clone, &["init", "-q", "."]);
    for folder in ["objects", "refs/heads", "hooks"] {
        fs::create_dir_all(inner.join(folder)).expect("a folder");
        fs::write(inner.join(folder).join("keep"), "").expect("a file");
    }
    fs::write(inner.join("HEAD"), "ref: refs/heads/main\n").expect("a file");
    let own = settings(&mark, false)
        .replace("bare = false", &format!("bare = false\n\tworktree = {}", inner.display()));
    fs::write(inner.join("config"), own).expect("a file");
    git(&clone, &["add", "-f", "."]);
    git(&clone, &["commit", "-qm", "one"]);
    fs::write(inner.join("plain.md"), "# Plain\n\nThe port is 8081. It is fixed.\n").expect("a page");
    run_all(&inner);
    run_all(&clone);
    assert!(!mark.exists(), "a program of the repository ran");
}

#[test]
fn an_archive_with_settings_of_its_own_runs_nothing() {
    let top = tempfile::tempdir().expect("a folder");
    let mark = top.path().join("mark");
    let tree = top.path().join("tree");
    pages(&tree);
    git(&tree, &["init", "-q", "."]);
    git(&tree, &["-c", "filter.p.process=", "add", "-f", "."]);
    git(&tree, &["commit", "-qm", "one"]);
    fs::write(tree.join(".git/config"), settings(&mark, false)).expect("settings");
    for hook in ["post-index-change", "pre-commit", "fsmonitor-watchman"] {
        let hooks = tree.join(".git/hooks");
        fs::create_dir_all(&hooks).expect("a folder");
        fs::write(hooks.join(hook), format!("#!/bin/sh\ntouch {}\n", mark.display())).expect("a hook");
        fs::set_permissions(hooks.join(hook), fs::Permissions::from_mode(0o755)).expect("permissions");
    }
    fs::write(tree.join("plain.md"), "# Plain\n\nThe port is 8081. It is fixed.\n").expect("a page");
    fs::write(tree.join("page.md"), PAGE.replace("4 KB", "8 KB")).expect("a page");
    run_all(&tree);
    assert!(!mark.exists(), "a program of the repository ran");
}
