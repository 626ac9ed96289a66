//! An old project with many findings: a baseline that ignores every edit elsewhere and reports what is new, comments
//! that allow all findings, and a watch that sees each change.

mod program;

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use program::program;

/// Ten documents with twenty findings each, of many rules.
fn old_project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("docs")).expect("a folder");
    for number in 0..10 {
        let mut text = format!(
            "# Document {number}\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n"
        );
        for part in 0..4 {
            write!(
                text,
                "## Part {part}\n\n**[SPEC]** Limit {number}{part} is 4 KB.\n\n**[SPEC]**\n\n- Port: 80{part}0\n\n\
                 [NOTE]\nOld words.\n\n**[BUG] Fault {part}**\nSymptom: it ends with {part}7.\nFix: restart.\n\n\
                 **[NOTE] Why**\nIt was so.\n\n"
            )
            .expect("a string");
        }
        fs::write(folder.path().join(format!("docs/d{number}.md")), text).expect("a document");
    }
    // Text that the test adds below a section is no second SPEC of its author.
    fs::write(folder.path().join("tagdown.toml"), "[rules]\nseveral-specs = \"off\"\n")
        .expect("a configuration");
    folder
}

fn tagdown(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(program())
        .args(arguments)
        .current_dir(folder)
        .env_remove("CI")
        .env_remove("GITHUB_ACTIONS")
        .output()
        .expect("tagdown runs")
}

/// The new findings, one per line.
fn new(folder: &Path) -> Vec<String> {
    let output = tagdown(folder, &["check", "--baseline", "old.json", "--format", "concise", "."]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(i32::from(!text.is_empty())), "{text}");
    text.lines().map(str::to_owned).collect()
}

fn edit(folder: &Path, name: &str, change: impl Fn(&str) -> String) {
    let path = folder.join(name);
    let text = fs::read_to_string(&path).expect("a document");
    let made = change(&text);
    assert_ne!(made, text, "the edit changes nothing");
    fs::write(path, made).expect("a document");
}

#[test]
fn two_hundred_old_findings_sleep_and_one_new_one_is_seen() {
    let folder = old_project();
    let at = folder.path();
    let before = tagdown(at, &["check", "--format", "concise", "."]);
    // The four blank lines after tags of a document are one finding; the baseline keeps all of them.
    assert_eq!(String::from_utf8_lossy(&before.stdout).lines().count(), 200 - 10 * 3);
    let written = tagdown(at, &["check", "--baseline", "old.json", "."]);
    assert_eq!(written.status.code(), Some(0), "{written:?}");
    assert_eq!(new(at), Vec::<String>::new());

    // Reordered sections, text above, a renamed heading, other line ends, a renamed file, inserted blocks.
    edit(at, "docs/d0.md", |text| {
        let (head, parts) = text.split_once("## Part 0").expect("parts");
        let mut parts: Vec<&str> = parts.split("## Part ").collect();
        parts[0] = parts[0].trim_start_matches(' ');
        let first = parts.remove(0);
        format!("{head}## Part {}## Part 0{first}", parts.join("## Part "))
    });
    edit(at, "docs/d1.md", |text| text.replace("## Part 0", "## New\n\n**[NOTE]**\nWords.\n\n## Part 0"));
    edit(at, "docs/d2.md", |text| text.replace("## Part 2", "## Renamed"));
    edit(at, "docs/d3.md", |text| text.replace('\n', "\r\n"));
    edit(at, "docs/d4.md", |text| {
        text.replace("[NOTE]\nOld words.", "**[SPEC]**\n- Put in: 1\n\n[NOTE]\nOld words.")
    });
    edit(at, "docs/d5.md", |text| text.replace("Old words.", "Old words, and new ones."));
    fs::rename(at.join("docs/d6.md"), at.join("docs/renamed.md")).expect("a new name");
    fs::create_dir(at.join("docs/deeper")).expect("a folder");
    fs::rename(at.join("docs/d7.md"), at.join("docs/deeper/d7.md")).expect("a new place");
    assert_eq!(new(at), Vec::<String>::new());

    // One new finding at a time, some of them copies of old ones.
    for (name, fault, rule) in [
        ("docs/d0.md", "**[SPEC]** Brand new.\n", "inline-content"),
        ("docs/d8.md", "**[SPEC]** Limit 80 is 4 KB.\n", "inline-content"),
        (
            "docs/renamed.md",
            "**[BUG] Fault 0**\nSymptom: it ends with 07.\nCause: a slip.\n",
            "bug-missing-field",
        ),
        ("docs/d2.md", "**[SPEC]**\n\n- Port: 8000\n", "blank-after-tag"),
    ] {
        let kept = fs::read_to_string(at.join(name)).expect("a document");
        edit(at, name, |text| format!("{text}{fault}"));
        let found = new(at);
        assert_eq!(found.len(), 1, "{fault}: {found:?}");
        assert!(found[0].contains(rule), "{found:?}");
        fs::write(at.join(name), kept).expect("a document");
    }

    // Another working directory, another name of the same files.
    let inside =
        tagdown(&at.join("docs"), &["check", "--baseline", "../old.json", "--format", "concise", "."]);
    assert_eq!((inside.status.code(), String::from_utf8_lossy(&inside.stdout).as_ref()), (Some(0), ""));

    // A fixed finding stays fixed: if it returns after the baseline was updated, it is new.
    edit(at, "docs/d9.md", |text| {
        text.replace("**[SPEC]** Limit 90 is 4 KB.", "**[SPEC]**\n- Limit 90 is 4 KB.")
    });
    let updated = tagdown(at, &["check", "--baseline", "old.json", "--update-baseline", "docs/d9.md"]);
    assert_eq!(updated.status.code(), Some(0));
    assert_eq!(new(at), Vec::<String>::new(), "files that were not checked stay known");
    edit(at, "docs/d9.md", |text| text.replace("**[SPEC]**\n- Limit 90", "**[SPEC]** Limit 90"));
    assert_eq!(new(at).len(), 1);
}

#[test]
fn comments_allow_everything_that_is_found() {
    let folder = old_project();
    let at = folder.path();
    let made = tagdown(at, &["check", "--add-suppressions", "from the old wiki", "."]);
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    let text = fs::read_to_string(at.join("docs/d0.md")).expect("a document");
    assert!(
        text.contains("<!-- tagdown: allow inline-content: from the old wiki -->\n**[SPEC]** Limit 00"),
        "{text}"
    );
    assert_eq!(tagdown(at, &["check", "."]).status.code(), Some(0));
    let again = tagdown(at, &["check", "--add-suppressions", "again", "."]);
    assert!(again.status.success());
    assert_eq!(
        fs::read_to_string(at.join("docs/d0.md")).expect("a document"),
        text,
        "a second run changes nothing"
    );
}

#[test]
fn a_watch_sees_each_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.md");
    let good = "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n## A\n\n**[SPEC]**\n- a\n";
    fs::write(&path, good).expect("a document");
    let mut child = Command::new(program())
        .args(["check", "--watch", "."])
        .current_dir(folder.path())
        .env_remove("GITHUB_ACTIONS")
        .stdout(Stdio::piped())
        .spawn()
        .expect("tagdown runs");
    let (send, lines) = channel();
    let stdout = child.stdout.take().expect("its output");
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            let _ = send.send(line);
        }
    });
    let wait_for = |words: &str| {
        // Generous, since a machine may be busy; the only requirement is that the line appears.
        while let Ok(line) = lines.recv_timeout(Duration::from_mins(1)) {
            if line.contains(words) {
                return;
            }
        }
        panic!("`{words}` never came");
    };
    wait_for("no findings: 1 file checked");
    fs::write(&path, good.replace("**[SPEC]**\n- a", "**[SPEC]** a")).expect("a document");
    wait_for("1 error: 1 file checked");
    // As editors do: another file replaces it.
    fs::write(folder.path().join("a.tmp"), good).expect("a file");
    fs::rename(folder.path().join("a.tmp"), &path).expect("a new file");
    wait_for("no findings: 1 file checked");
    fs::write(folder.path().join("b.md"), good.replace("- a", "")).expect("a document");
    wait_for("1 error: 2 files checked");
    fs::write(folder.path().join("tagdown.toml"), "[rules]\nempty-block = \"off\"\n")
        .expect("a configuration");
    wait_for("no findings: 2 files checked");
    // A heading that another document links to is renamed.
    fs::write(folder.path().join("b.md"), good.replace("- a", "- See [a](a.md#a).")).expect("a document");
    wait_for("no findings: 2 files checked");
    fs::write(&path, good.replace("## A\n", "## Limits\n")).expect("a document");
    wait_for("`a.md` has no anchor `#a`");
    fs::write(&path, good).expect("a document");
    wait_for("no findings: 2 files checked");
    fs::remove_file(folder.path().join("b.md")).expect("a file");
    wait_for("no findings: 1 file checked");
    child.kill().expect("it ends");
    child.wait().expect("it ends");
}
