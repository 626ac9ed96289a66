//! Trees with links that lead out of them, at every component of a path: whatever the command and the current folder,
//! nothing outside changes, and a message says why.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

mod trace;

use trace::Trace;

const PAGE: &str = "# Queue\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`; `[NOTE]` may be skipped.\n\n\
    ## Limits\n\n**[SPEC]** ten\n";

const PLAIN: &str = "# Plain\n\nThe port is 8080. It is fixed. The team liked it at once.\n";

/// Where the link is on the way to `docs/deep/LEAF`, and whether it is the last component.
const PLACES: [(&str, bool); 6] =
    [("leaf", true), ("new", true), ("deep", false), ("docs", false), ("chain", false), ("private", false)];

/// Where a command runs: the top of the tree, a folder in it, the folder above, the root of the disk.
const FOLDERS: [&str; 4] = ["tree", "tree/src", "", "/"];

/// A command: its arguments, with `PATH` for the path through the link and `TREE` for the tree, and the last component.
struct Line {
    arguments: &'static [&'static str],
    leaf: &'static str,
    /// Whether the path names a folder to write into.
    is_folder: bool,
}

const fn line(leaf: &'static str, arguments: &'static [&'static str]) -> Line {
    Line { arguments, leaf, is_folder: false }
}

const fn into(arguments: &'static [&'static str]) -> Line {
    Line { arguments, leaf: "site", is_folder: true }
}

const LINES: [Line; 11] = [
    line("page.md", &["check", "--fix", "PATH"]),
    line("page.md", &["check", "--fix", "--unsafe-fixes", "--format", "concise", "PATH"]),
    line("page.md", &["fmt", "PATH"]),
    line("plain.md", &["convert", "--write", "--allow-dirty", "PATH"]),
    line("r.sarif", &["check", "--format", "sarif=PATH", "TREE/src"]),
    line("r.json", &["check", "--format", "json", "-o", "PATH", "TREE/src"]),
    line("known.json", &["check", "--baseline", "PATH", "--update-baseline", "TREE/src"]),
    into(&["render", "--to", "html", "TREE/src", "-o", "PATH", "--copy-assets"]),
    into(&["render", "--to", "material", "TREE/src/page.md", "-o", "PATH"]),
    into(&["skill", "--install", "PATH"]),
    into(&["man", "PATH"]),
];

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("written");
}

/// Everything below a folder: the content of files, the targets of links.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        let kind = path.symlink_metadata().expect("an entry").file_type();
        if kind.is_symlink() {
            all.insert(
                path.clone(),
                fs::read_link(&path).expect("a link").into_os_string().into_encoded_bytes(),
            );
        } else if kind.is_dir() {
            all.extend(snapshot(&path));
            all.insert(path, Vec::new());
        } else {
            all.insert(path.clone(), fs::read(&path).expect("read"));
        }
    }
    all
}

/// A tree with a link, and a folder outside that the link leads to.
fn build(top: &Path, line: &Line, place: &str, has_git: bool, is_absolute: bool) {
    let _ = fs::remove_dir_all(top);
    let (tree, out) = (top.join("tree"), top.join("out"));
    write(&tree.join("tagdown.toml"), "");
    write(&tree.join("src/page.md"), PAGE);
    write(&tree.join("src/run"), "#!/bin/sh\ntouch hacked\n");
    write(&tree.join("docs/keep"), "");
    if has_git {
        write(&tree.join(".git/HEAD"), "ref: refs/heads/main\n");
        write(&tree.join(".git/config"), "[core]\n\tbare = false\n");
        for folder in ["objects", "refs", "hooks"] {
            fs::create_dir_all(tree.join(".git").join(folder)).expect("a folder");
        }
    }
    // The leaf exists at the end of every link that leads to a folder.
    let text = if line.leaf == "plain.md" {
        PLAIN
    } else if line.leaf == "page.md" {
        PAGE
    } else {
        ""
    };
    for folder in ["", "deep", "docs/deep"] {
        let leaf = out.join(folder).join(line.leaf);
        if line.is_folder { write(&leaf.join("own"), "") } else { write(&leaf, text) }
    }
    let docs = tree.join("docs");
    let lead = |at: PathBuf, below: &str, up: &str| {
        fs::create_dir_all(at.parent().expect("a folder")).expect("a folder");
        let to = if is_absolute { out.join(below) } else { Path::new(up).join("out").join(below) };
        symlink(to, at).expect("a link");
    };
    match place {
        "leaf" => lead(docs.join("deep").join(line.leaf), line.leaf, "../../.."),
        "new" => lead(docs.join("deep").join(line.leaf), "missing", "../../.."),
        "deep" => lead(docs.join("deep"), "deep", "../.."),
        "chain" => {
            symlink("../hop", docs.join("deep")).expect("a link");
            lead(tree.join("hop"), "deep", "..");
        }
        "private" => {
            let hooks = tree.join(".git/hooks").join(line.leaf);
            if line.is_folder {
                write(&hooks.join("own"), "");
            } else {
                write(&hooks, text);
            }
            symlink("../.git/hooks", docs.join("deep")).expect("a link");
        }
        _ => {
            fs::remove_dir_all(&docs).expect("removed");
            lead(docs, "docs", "..");
        }
    }
}

/// Runs the command in a tree, under strace if `trace` is set: then nothing may be changed outside the tree or in `.git`.
fn run(arguments: &[String], folder: &Path, tree: &Path, trace: Option<&Trace>) -> (Option<i32>, String) {
    let tool = env!("CARGO_BIN_EXE_tagdown");
    let mut command = trace.map_or_else(|| Command::new(tool), |trace| trace.command(tool));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env_remove("CI").env_remove("GITHUB_ACTIONS");
    let output = command.output().expect("tagdown runs");
    if let Some(trace) = trace {
        trace.check(tree, folder, &format!("{arguments:?}"));
    }
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A path as a person in `folder` would type it.
fn typed(folder: &str, below: &str) -> Option<String> {
    match folder {
        "tree" => Some(below.to_owned()),
        "tree/src" => Some(format!("../{below}")),
        "" => Some(format!("tree/{below}")),
        _ => None,
    }
}

#[test]
fn nothing_is_written_through_a_link_that_leads_out() {
    assert!(links(None) >= 200);
}

#[test]
fn init_and_new_stay_in_their_folder() {
    setups(None);
}

#[test]
fn configuration_and_names_lead_nowhere() {
    configurations(None);
}

#[test]
#[ignore = "needs strace; run by ./test all"]
fn no_system_call_changes_anything_outside() {
    let Some(trace) = Trace::new() else {
        println!("SKIPPED: strace cannot run, so no system call was checked");
        return;
    };
    is_seen(&Trace::new().expect("a trace"));
    let trees = links(Some(&trace)) + setups(Some(&trace)) + configurations(Some(&trace));
    let (calls, inside) = trace.counts();
    println!("{trees} trees, {calls} system calls, {inside} changes, all inside the tree");
    assert!(trees >= 200 && inside > 100, "{trees} trees, {inside} changes");
}

/// The trace itself sees what a shell changes outside, by every kind of call.
fn is_seen(trace: &Trace) {
    let made = tempfile::tempdir().expect("a folder");
    let top = made.path().canonicalize().expect("a folder");
    let tree = top.join("tree");
    for (script, count) in [
        ("echo a > in; mkdir d; mv in d/in; chmod 600 d/in; rm d/in", 0),
        ("echo a > ../out/a", 1),
        ("echo a >> far/a", 1),
        ("mv far/own near", 1),
        ("mkdir far/d", 1),
        ("rm far/own", 1),
        ("chmod 600 far/own", 1),
        ("ln -s x far/l", 1),
        ("cd far && exec rmdir e", 1),
        ("cd .git && echo a > config", 1),
    ] {
        let _ = fs::remove_dir_all(&top);
        write(&top.join("out/own"), "a");
        fs::create_dir_all(top.join("out/e")).expect("a folder");
        write(&tree.join(".git/HEAD"), "");
        symlink("../out", tree.join("far")).expect("a link");
        let status = trace.command("sh").args(["-c", script]).current_dir(&tree).status().expect("sh runs");
        assert!(status.success(), "{script}");
        assert_eq!(trace.strays(&tree, &tree).len(), count, "{script}: {:?}", trace.strays(&tree, &tree));
    }
}

fn links(trace: Option<&Trace>) -> usize {
    let made = tempfile::tempdir().expect("a folder");
    let top = made.path().canonicalize().expect("a folder").join("case");
    let mut count = 0;
    for (line, (place, is_last), has_git) in LINES
        .iter()
        .flat_map(|line| PLACES.iter().map(move |place| (line, *place)))
        .flat_map(|(line, place)| [true, false].map(|has_git| (line, place, has_git)))
    {
        for folder in FOLDERS {
            // Without a repository, folders in a typed path are those of the person, unless they are in the current one.
            let is_inside = has_git || is_last && !line.is_folder || folder == "tree";
            if !is_inside || place == "private" && !has_git {
                continue;
            }
            count += 1;
            build(&top, line, place, has_git, count % 2 == 0);
            let path = |below: &str| {
                typed(folder, below).unwrap_or_else(|| top.join("tree").join(below).display().to_string())
            };
            let leaf = path(&format!("docs/deep/{}", line.leaf));
            let arguments: Vec<String> = line
                .arguments
                .iter()
                .map(|argument| {
                    argument.replace("PATH", &leaf).replace("TREE/src/page.md", &path("src/page.md"))
                })
                .map(|argument| argument.replace("TREE/src", &path("src")))
                .collect();
            let outside = [top.join("out"), top.join("tree/.git")];
            let before = outside.each_ref().map(|folder| snapshot(folder));
            let (status, said) = run(&arguments, &top.join(folder), &top.join("tree"), trace);
            let case = format!("{arguments:?} in {folder:?}, link at {place}, git {has_git}: {said}");
            assert_eq!(outside.each_ref().map(|folder| snapshot(folder)), before, "{case}");
            assert_eq!(status, Some(2), "{case}");
            assert!(said.contains("link"), "{case}");
        }
    }
    count
}

fn setups(trace: Option<&Trace>) -> usize {
    let mut count = 0;
    let made = tempfile::tempdir().expect("a folder");
    let top = made.path().canonicalize().expect("a folder");
    let (tree, out) = (top.join("tree"), top.join("out"));
    for (link, to, arguments) in [
        (".prettierrc.json", "my.json", &["init", "--yes", "TREE"][..]),
        (".github", "github", &["init", "--yes", "TREE"]),
        (".vscode", "github", &["init", "--yes", "TREE"]),
        ("notes", "github", &["new", "TREE/notes/page.md"]),
        ("notes", "github", &["new", "TREE/notes/a/b/page.md"]),
        (".tagdown", "hidden", &["new", "--template", "mine", "-"]),
        ("tagdown-decisions.jsonl", "my.json", &["convert", "TREE/plain.md"]),
        ("tagdown-undo.jsonl", "my.json", &["convert", "--write", "--allow-dirty", "TREE/plain.md"]),
    ] {
        for (has_git, folder) in
            [(true, "/"), (true, ""), (true, "tree"), (false, "/"), (false, ""), (false, "tree")]
        {
            let _ = fs::remove_dir_all(&tree);
            let _ = fs::remove_dir_all(&out);
            write(&out.join("my.json"), "{\"proseWrap\": \"always\", \"password\": \"hunter2\"}\n");
            write(&out.join("github/workflows/own.yml"), "on: push\n");
            write(&out.join("hidden/templates/mine.md"), "hunter2\n");
            write(&tree.join("tagdown.toml"), "");
            write(&tree.join("package.json"), "{\"devDependencies\": {\"prettier\": \"3\"}}\n");
            write(&tree.join("plain.md"), PLAIN);
            if has_git {
                write(&tree.join(".git/HEAD"), "ref: refs/heads/main\n");
            }
            symlink(out.join(to), tree.join(link)).expect("a link");
            // A typed folder outside a repository may lead anywhere.
            let is_typed = arguments[0] == "new" && arguments.len() == 2;
            if !has_git && is_typed && folder != "tree" || arguments.contains(&"-") && folder != "tree" {
                continue;
            }
            let shown = match folder {
                "tree" => ".".to_owned(),
                "" => "tree".to_owned(),
                _ => tree.display().to_string(),
            };
            let arguments: Vec<String> =
                arguments.iter().map(|argument| argument.replace("TREE", &shown)).collect();
            let before = snapshot(&out);
            count += 1;
            let (_, said) = run(&arguments, &top.join(folder), &tree, trace);
            assert_eq!(snapshot(&out), before, "{arguments:?} in {folder:?}, {link}: {said}");
            assert!(!said.contains("hunter2"), "{arguments:?}: {said}");
            let is_quiet = arguments[0] == "init" && link != ".github";
            assert!(said.contains("link") || is_quiet, "{arguments:?} in {folder:?}, {link}: {said}");
        }
    }
    count
}

/// Configurations that name places outside, and documents with odd names, in every command that writes.
fn configurations(trace: Option<&Trace>) -> usize {
    let made = tempfile::tempdir().expect("a folder");
    let top = made.path().canonicalize().expect("a folder");
    let (tree, out) = (top.join("tree"), top.join("out"));
    let configurations = [
        "",
        "templates = \"../out\"\n",
        "include = [\"../out/**\"]\n",
        "exclude = [\"../**\"]\nrequire-tagged = [\"../out/**\"]\n",
        "[[overrides]]\npaths = [\"/**\"]\nrules = { missing-version = \"off\" }\n",
        "[render]\nto = \"html\"\n",
    ];
    let names =
        ["..page.md", "-o.md", "--fix.md", "a\nb.md", "\u{202e}dm.md", "$(id).md", "page.md~.md", ".. .md"];
    let lines: [&[&str]; 8] = [
        &["check", "--fix", "--unsafe-fixes", "."],
        &["check", "--fix", "."],
        &["fmt", "."],
        &["convert", "--write", "--allow-dirty", "."],
        &["render", "--to", "html", "docs", "-o", "site", "--copy-assets", "--index"],
        &["check", "--baseline", "known.json", "--update-baseline", "."],
        &["check", "--format", "sarif=r.sarif", "."],
        &["init", "--yes", "."],
    ];
    let mut count = 0;
    for configuration in configurations {
        for line in lines {
            let _ = fs::remove_dir_all(&tree);
            let _ = fs::remove_dir_all(&out);
            write(&out.join("page.md"), PAGE);
            write(&tree.join(".git/HEAD"), "ref: refs/heads/main\n");
            write(&tree.join(".git/hooks/page.md"), PAGE);
            write(&tree.join("tagdown.toml"), configuration);
            for (index, name) in names.iter().enumerate() {
                write(&tree.join("docs").join(name), if index % 2 == 0 { PAGE } else { PLAIN });
            }
            symlink(&out, tree.join("docs/out")).expect("a link");
            symlink(out.join("page.md"), tree.join("docs/linked.md")).expect("a link");
            symlink("../.git/hooks", tree.join("docs/hooks")).expect("a link");
            let outside = [out.clone(), tree.join(".git")];
            let before = outside.each_ref().map(|folder| snapshot(folder));
            let arguments: Vec<String> = line.iter().map(|&argument| argument.to_owned()).collect();
            count += 1;
            let (status, said) = run(&arguments, &tree, &tree, trace);
            let case = format!("{arguments:?} with {configuration:?}: {said}");
            assert_eq!(outside.each_ref().map(|folder| snapshot(folder)), before, "{case}");
            assert!(matches!(status, Some(0..=2)), "{case}");
        }
    }
    count
}
