//! Files that an earlier version of tagdown wrote still mean what they meant: baselines, decisions and addresses. The
//! files in `testdata/upgrade` were written before unknown tags ended a block and qualified tags opened one.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A folder with the old files.
fn old_project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/upgrade");
    for entry in fs::read_dir(from).expect("the old files") {
        let path = entry.expect("a file").path();
        fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect("copied");
    }
    folder
}

fn tagdown(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tagdown"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("GITHUB_ACTIONS")
        .output()
        .expect("tagdown runs")
}

fn printed(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_finding_of_an_old_baseline_stays_known() {
    let folder = old_project();
    let at = folder.path();
    let all = tagdown(at, &["check", "--no-config", "--format", "concise", "legacy.md"]);
    let all = printed(&all.stdout);
    let new = tagdown(
        at,
        &["check", "--no-config", "--baseline", "baseline.json", "--format", "concise", "legacy.md"],
    );
    let (left, said) = (printed(&new.stdout), printed(&new.stderr));
    // These rules reported the same lines before; their blocks have other limits and addresses by now.
    for rule in ["inline-content", "blank-after-tag", "spec-advice", "spec-filler", "bug-missing-field"] {
        assert!(all.contains(&format!("[{rule}]")), "{rule}: {all}");
        assert!(!left.contains(&format!("[{rule}]")), "{rule}: {left}");
    }
    assert!(all.contains("unknown tag `[REC]`") && !left.contains("unknown tag `[REC]`"), "{left}");
    assert!(left.contains("[qualified-tag]"), "a new rule reports: {left}");
    assert!(said.contains("earlier version") && said.contains("--update-baseline"), "{said}");
    // As the message says.
    let update = ["check", "--no-config", "--baseline", "baseline.json", "--update-baseline", "legacy.md"];
    assert_eq!(tagdown(at, &update).status.code(), Some(0));
    let clean = tagdown(at, &["check", "--no-config", "--baseline", "baseline.json", "legacy.md"]);
    assert_eq!((clean.status.code(), printed(&clean.stderr)), (Some(0), String::new()));
    assert!(fs::read_to_string(at.join("baseline.json")).expect("read").starts_with("{\"version\": 2"));
}

#[test]
fn an_update_of_some_files_keeps_the_others_as_they_were() {
    let folder = old_project();
    let at = folder.path();
    let update = ["check", "--no-config", "--baseline", "baseline.json", "--update-baseline", "clean.md"];
    assert_eq!(tagdown(at, &update).status.code(), Some(0));
    let text = fs::read_to_string(at.join("baseline.json")).expect("read");
    assert!(text.starts_with("{\"version\": 1") && text.contains("\"spec-advice\""), "{text}");
}

#[test]
fn an_old_decision_still_holds() {
    let folder = old_project();
    let with = printed(&tagdown(folder.path(), &["convert", "--no-config", "page.md"]).stdout);
    assert!(with.contains("- We chose LRU because it was simple."), "{with}");
    fs::remove_file(folder.path().join("tagdown-decisions.jsonl")).expect("removed");
    let without = printed(&tagdown(folder.path(), &["convert", "--no-config", "page.md"]).stdout);
    assert!(!without.contains("- We chose LRU because it was simple."), "{without}");
}

#[test]
fn old_addresses_name_the_same_text() {
    let folder = old_project();
    let rows = fs::read_to_string(folder.path().join("addresses.tsv")).expect("the old addresses");
    assert!(rows.lines().count() > 6);
    for row in rows.lines() {
        let (address, hash) = row.split_once('\t').expect("two columns");
        let read = ["read", "--no-config", "--format", "jsonl", &format!("clean.md#{address}")];
        let output = printed(&tagdown(folder.path(), &read).stdout);
        assert!(output.contains(&format!("\"hash\":\"{hash}\"")), "{address}: {output}");
    }
    // An address that is gone is refused, and the message says how to find the block.
    let gone = tagdown(folder.path(), &["read", "--no-config", "legacy.md#failures/untagged-1"]);
    assert_eq!(gone.status.code(), Some(2));
    assert!(printed(&gone.stderr).contains("--format outline"), "{}", printed(&gone.stderr));
}
