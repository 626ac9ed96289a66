//! `tagdown render` writes every page in the right place, and never loses, overwrites or follows anything it should
//! not.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const TAGGED: &str = "# Limits\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n## Size\n\n\
                      **[SPEC]**\n- body: 4 KB\n\n**[NOTE]**\nOld.\n\n**[?]**\nPerhaps 8 KB.\n";

/// A folder with these files; a name that ends with a slash is a folder.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    let path = folder.join(name);
    if name.ends_with('/') {
        return fs::create_dir_all(path).expect("a folder");
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagdown"));
    command.args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command
}

fn tagdown(folder: &Path, arguments: &str) -> Output {
    command(folder, arguments).output().expect("tagdown runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Vec<String> {
    let walk = ignore::WalkBuilder::new(folder).hidden(false).git_ignore(false).build().flatten();
    let mut files: Vec<String> = walk
        .filter(|entry| !entry.path().is_dir())
        .map(|entry| entry.path().strip_prefix(folder).expect("below").to_string_lossy().into_owned())
        .collect();
    files.sort();
    files
}

#[test]
fn every_page_goes_where_it_belongs() {
    let site = &[
        ("docs/a.md", TAGGED),
        ("docs/sub/b.md", "# B\n\nPlain.\n"),
        ("docs/sub/c.markdown", TAGGED),
        ("docs/img/x.png", "\u{1}"),
        ("docs/sub/.hidden/h.md", TAGGED),
        ("docs/skipped/s.md", TAGGED),
        ("docs/drafts/d.md", TAGGED),
        ("docs/drafts/d.png", "\u{1}"),
        ("docs/.gitignore", "skipped\n"),
        ("more/e.md", TAGGED),
        ("home/index.md", TAGGED),
        ("tagdown.toml", "exclude = [\"drafts\"]\n"),
    ];
    for (arguments, expected) in [
        ("--to github docs -o out", "a.md sub/b.md sub/c.markdown"),
        ("--to github docs/ -o out/deep/er", "deep/er/a.md deep/er/sub/b.md deep/er/sub/c.markdown"),
        ("--to github ./docs more -o out", "a.md e.md sub/b.md sub/c.markdown"),
        ("--to html docs -o out", "a.html sub/b.html sub/c.html"),
        ("--to html docs -o out --index", "a.html index.html sub/b.html sub/c.html"),
        ("--to html home more -o out --index", "e.html index.html pages.html"),
        ("--to github docs -o out --copy-assets", "a.md img/x.png sub/b.md sub/c.markdown"),
        ("--to github docs -o out --only-tagged", "a.md sub/c.markdown"),
        ("--to github docs/sub/b.md more/e.md -o out", "b.md e.md"),
        ("--to github docs docs/a.md -o out", "a.md sub/b.md sub/c.markdown"),
        ("--to github docs/**/*.md -o out", "a.md sub/b.md"),
        ("--to github . -o out", "docs/a.md docs/sub/b.md docs/sub/c.markdown home/index.md more/e.md"),
        ("--to github -o out", "docs/a.md docs/sub/b.md docs/sub/c.markdown home/index.md more/e.md"),
        ("--to github docs/drafts/d.md -o out", "d.md"),
    ] {
        let folder = folder(site);
        let output = tagdown(folder.path(), &format!("render {arguments}"));
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", said(&output));
        assert_eq!(files(&folder.path().join("out")).join(" "), expected, "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
}

#[test]
fn what_could_lose_something_is_refused_before_anything_is_written() {
    let site = &[
        ("docs/a.md", TAGGED),
        ("docs/b/a.md", TAGGED),
        ("html/a.md", TAGGED),
        ("html/a.markdown", TAGGED),
        ("home/index.md", TAGGED),
        ("both/pages.md", TAGGED),
        ("mixed/a.md", TAGGED),
        ("mixed/a.html", "<p>"),
        ("file", ""),
    ];
    for (arguments, hint) in [
        ("--to github docs", "use -o DIR"),
        ("--to github", "use -o DIR"),
        ("--to github docs/a.md docs/b/a.md", "use -o DIR"),
        ("--to github docs/*.md", "use -o DIR"),
        (
            "--to github docs/a.md docs/b/a.md -o out",
            "docs/a.md and docs/b/a.md would both be written to out/a.md",
        ),
        ("--to github docs docs/b -o out", "docs/a.md and docs/b/a.md would both be written to out/a.md"),
        ("--to html html -o out", "would both be written to out/a.html"),
        (
            "--to html home both -o out --index",
            "--index and both/pages.md would both be written to out/pages.html",
        ),
        (
            "--to html mixed -o out --copy-assets",
            "mixed/a.md and mixed/a.html would both be written to out/a.html",
        ),
        ("--to github docs -o docs", "docs is inside docs"),
        ("--to github docs -o .", "docs is inside ."),
        ("--to github docs/b -o docs/../docs", "docs/b is inside docs/../docs"),
        ("--to github docs/a.md -o docs", "docs/a.md is a source that docs/a.md would overwrite"),
        ("--to github docs -o file", "it is a file, not a folder"),
        ("--to github docs/a.md --index -o out", "--index needs --to html"),
        ("--to html docs/a.md --index -o out", "--index needs a folder"),
        ("--to html docs --index", "--output <DIR>"),
        ("--to html docs --watch", "--output <DIR>"),
        ("--to html docs --copy-assets", "--output <DIR>"),
        ("--to githbu docs", "did you mean `github`?"),
        ("--to github docs/a.md --kinds fact", "unknown kind"),
        ("--to github docs/a.md --manifest hide", "\"keep\", \"fold\", \"drop\""),
        ("docs", "--to <DIALECT>"),
        ("--to github - -o out", "--stdin-name"),
        ("--to github - -o out --watch", "not standard input"),
        ("--to github none.md", "none.md: no such file"),
    ] {
        let folder = folder(site);
        let before = files(folder.path());
        let output = tagdown(folder.path(), &format!("render {arguments}"));
        let message = said(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        assert!(message.contains(hint), "{arguments}: {message}");
        assert_eq!(files(folder.path()), before, "{arguments}");
        assert_eq!(fs::read_to_string(folder.path().join("docs/a.md")).expect("a source"), TAGGED);
    }
}

#[test]
fn what_cannot_be_done_does_not_stop_the_rest() {
    for (name, text, place, hint) in [
        ("docs/latin.md", &b"# caf\xe9\n"[..], "", "docs/latin.md: not UTF-8"),
        ("docs/binary.md", b"# a\0b\n", "", "docs/binary.md: line 1 contains a NUL byte"),
        ("docs/large.md", &[b'a'; 3000], "", "docs/large.md: has 3000 bytes, over the limit"),
        ("docs/taken.md", b"# T\n", "out/taken.md/", "a folder with that name exists"),
        ("docs/taken/t.md", b"# T\n", "out/taken", "is a file, not a folder"),
    ] {
        let folder = folder(&[("docs/a.md", TAGGED), ("docs/z.md", TAGGED)]);
        write(folder.path(), name, text);
        if !place.is_empty() {
            write(folder.path(), place, "mine");
        }
        let output = tagdown(folder.path(), "render --to github docs -o out --max-file-size 2000");
        let message = said(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {message}");
        assert!(message.contains(hint), "{name}: {message}");
        assert!(message.contains("2 pages rendered: 2 written, 0 unchanged; 1 failed"), "{name}: {message}");
        assert!(folder.path().join("out/z.md").is_file(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    for (link, to, source, hint) in [
        ("out/sub", "../else", "docs/sub/b.md", "a link points outside the folder"),
        ("out/b.md", "../else/b.md", "docs/b.md", "a link with that name exists"),
        ("out/b.md", "nowhere", "docs/b.md", "a link with that name exists"),
        ("docs/b.md", "nowhere", "docs/x.md", ""),
    ] {
        let folder = folder(&[("docs/a.md", TAGGED), ("else/b.md", "mine"), ("out/", "")]);
        write(folder.path(), source, TAGGED);
        symlink(to, folder.path().join(link)).expect("a link");
        let output = tagdown(folder.path(), "render --to github docs -o out");
        assert_eq!(output.status.code(), Some(if hint.is_empty() { 0 } else { 2 }), "{link}");
        assert!(said(&output).contains(hint), "{link}: {}", said(&output));
        assert_eq!(files(&folder.path().join("else")), ["b.md"], "{link}");
        assert_eq!(fs::read_to_string(folder.path().join("else/b.md")).expect("mine"), "mine");
        assert!(folder.path().join("out/a.md").is_file(), "{link}");
    }
    let folder = folder(&[("docs/a.md", TAGGED)]);
    symlink("nowhere", folder.path().join("gone.md")).expect("a link");
    symlink("nowhere", folder.path().join("out")).expect("a link");
    for (arguments, hint) in
        [("gone.md", "the link points to nowhere"), ("docs -o out", "it is a broken link")]
    {
        let output = tagdown(folder.path(), &format!("render --to github {arguments}"));
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(said(&output).contains(hint), "{arguments}: {}", said(&output));
    }
}

#[test]
fn what_is_the_same_is_left_alone() {
    let folder = folder(&[("docs/a.md", TAGGED), ("docs/b.md", "# B\n"), ("docs/x.png", "\u{1}\u{2}")]);
    let run = || said(&tagdown(folder.path(), "render --to portable docs -o docs/out --copy-assets"));
    let stamp = |name: &str| {
        fs::metadata(folder.path().join("docs/out").join(name)).expect("a file").modified().expect("a time")
    };
    assert_eq!(run(), "2 pages rendered: 2 written, 0 unchanged; 1 file copied: 1 written, 0 unchanged\n");
    let before = ["a.md", "b.md", "x.png"].map(stamp);
    std::thread::sleep(Duration::from_millis(20));
    // The folder of rendered pages is inside the source, and is not rendered into itself.
    assert_eq!(run(), "2 pages rendered: 0 written, 2 unchanged; 1 file copied: 0 written, 1 unchanged\n");
    assert_eq!(["a.md", "b.md", "x.png"].map(stamp), before);
    write(folder.path(), "docs/b.md", "# C\n");
    write(folder.path(), "docs/x.png", "\u{1}\u{3}");
    assert_eq!(run(), "2 pages rendered: 1 written, 1 unchanged; 1 file copied: 1 written, 0 unchanged\n");
    assert_eq!(stamp("a.md"), before[0]);
    assert_eq!(fs::read(folder.path().join("docs/out/x.png")).expect("a copy"), [1, 3]);
    assert_eq!(files(&folder.path().join("docs/out")), ["a.md", "b.md", "x.png"]);
}

#[test]
fn what_is_not_copied_is_named() {
    let folder =
        folder(&[("docs/a.md", TAGGED), ("docs/.b", ""), ("docs/.gitignore", "x.png\n"), ("docs/x.png", "")]);
    let run = |arguments: &str| {
        said(&tagdown(folder.path(), &format!("render --to github docs -o out {arguments}")))
    };
    let told = "tagdown: docs/.b is not copied: hidden files and symbolic links are left out\n";
    assert_eq!(run("--copy-assets"), format!("1 page rendered: 1 written, 0 unchanged\n{told}"));
    assert_eq!(run(""), "1 page rendered: 0 written, 1 unchanged\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.md", folder.path().join("docs/link.md")).expect("a link");
        let told = "tagdown: 2 files are not copied, such as docs/.b: hidden files and symbolic links are left out\n";
        assert_eq!(run("--copy-assets"), format!("1 page rendered: 0 written, 1 unchanged\n{told}"));
    }
}

/// Runs with a text on standard input.
fn given(folder: &Path, arguments: &str, text: &[u8]) -> Output {
    let mut child = command(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tagdown runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = text.to_owned();
    let feed = std::thread::spawn(move || stdin.write_all(&text));
    let output = child.wait_with_output().expect("it ends");
    let _ = feed.join().expect("the text was given");
    output
}

#[test]
fn one_document_goes_to_standard_output() {
    let folder = folder(&[("a.md", TAGGED), ("docs/tagdown.toml", "[render]\nkinds = [\"spec\"]\n")]);
    for (arguments, left_out) in [
        ("--to github a.md", ""),
        ("--to github -", ""),
        ("--to html -", ""),
        ("--to github a.md --kinds spec,note", "left out: 1 [?]\n"),
        ("--to github - --stdin-name docs/b.md", "left out: 1 [NOTE], 1 [?]\n"),
        ("--to github - --stdin-name docs/b.md --kinds all", ""),
        ("--to github - --stdin-name docs/b.md --no-config", ""),
    ] {
        let output = given(folder.path(), &format!("render {arguments}"), TAGGED.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", said(&output));
        assert!(String::from_utf8_lossy(&output.stdout).contains("body: 4 KB"), "{arguments}");
        assert_eq!(said(&output), left_out, "{arguments}");
    }
    let output =
        given(folder.path(), "render --to github - -o out --stdin-name docs/b.md", TAGGED.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(files(&folder.path().join("out")), ["b.md"]);
}

#[test]
fn a_reader_that_went_away_is_no_failure() {
    let long = format!("{TAGGED}\n{}", "text text text\n\n".repeat(20_000));
    let folder = folder(&[("a.md", &long)]);
    let mut child = command(folder.path(), "render --to github a.md")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tagdown runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), said(&output)), (Some(0), String::new()));
}

/// Waits until a condition is true.
fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(20), "not yet: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A process that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_watch_renders_what_changes_and_removes_what_it_wrote() {
    let folder = folder(&[("docs/a.md", "# A\n"), ("docs/old.md", "# Old\n"), ("docs/x.png", "1")]);
    let root = folder.path();
    // The run must not remove files that existed before it.
    write(root, "docs/out/old.md", "# Old\n");
    let child = command(root, "render --to portable docs -o docs/out --watch --copy-assets")
        .stderr(Stdio::piped())
        .spawn()
        .expect("tagdown runs");
    let mut child = Running(child);
    let mut lines = BufReader::new(child.0.stderr.take().expect("a pipe")).lines();
    let mut line = || lines.next().expect("a line").expect("UTF-8");
    let reads = |name: &str, text: &str| {
        fs::read_to_string(root.join("docs/out").join(name)).is_ok_and(|read| read == text)
    };
    let first = line();
    assert!(first.starts_with("2 pages rendered: 1 written, 1 unchanged; 1 file copied"), "{first}");
    write(root, "docs/a.md", "# A, changed\n");
    until("a change", || reads("a.md", "# A, changed\n"));
    assert_eq!(line(), "1 page rendered: 1 written, 0 unchanged");
    write(root, "docs/new/n.md", "# N\n");
    until("a new page", || reads("new/n.md", "# N\n"));
    assert_eq!(line(), "1 page rendered: 1 written, 0 unchanged");
    for name in ["docs/a.md", "docs/x.png"] {
        fs::remove_file(root.join(name)).expect("a file");
    }
    until("removed", || !root.join("docs/out/a.md").exists() && !root.join("docs/out/x.png").exists());
    fs::remove_file(root.join("docs/old.md")).expect("a file");
    let kept = std::iter::repeat_with(line).take(9).find(|line| line.contains(" kept: "));
    assert!(kept.is_some_and(|line| line.contains("docs/out/old.md kept: ")));
    assert_eq!(files(&root.join("docs/out")), ["new/n.md", "old.md"]);
}
