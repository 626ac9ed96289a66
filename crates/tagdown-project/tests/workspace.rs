//! A workspace that has answered before gives the same answers as one that knows nothing, and as a look at the disk,
//! whatever happened to the files in between.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use tagdown_project::files::{self, Target, Text};
use tagdown_project::lookup::{Ask, Look, Outcome, search};
use tagdown_project::workspace::{Roots, Workspace, pick};
use tagdown_read::{Query, Request};

fn document(words: &str) -> String {
    format!(
        "# Depot\n**Version 1.0.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` and `[BUG]`.\n\n\
         ## Limits\n\n**[SPEC]**\n- {words}\n\n**[NOTE]**\nWritten for {words}.\n"
    )
}

fn workspace(root: &Path) -> Workspace {
    Workspace::new(Roots { paths: vec![root.to_owned()], ..Roots::default() })
}

/// The answer to a query, from what the workspace keeps.
fn found(workspace: &mut Workspace, query: &str) -> String {
    let found = workspace.documents().expect("the documents");
    let looks = workspace.look(&Query::new(query), &found.targets);
    show(query, &found.targets, looks, |index| workspace.text(&found.targets[index]).ok())
}

/// The answer of the command line: every file is read.
fn found_on_disk(root: &Path, query: &str) -> String {
    let found = workspace(root).documents().expect("the documents");
    let texts: Vec<Result<Arc<str>, Look>> = found
        .targets
        .iter()
        .map(|target| match files::read(target) {
            Text::Read(text) => Ok(text.into()),
            Text::Untagged => Err(Look::Skipped),
            Text::Failed(problem) => Err(Look::Failed(format!("{}: {problem}", target.path.display()))),
        })
        .collect();
    let scan = |(target, text): (&Target, &Result<Arc<str>, Look>)| match text {
        Ok(text) => Look::Scanned(Query::new(query).scan(&target.path.to_string_lossy(), text)),
        Err(Look::Failed(problem)) => Look::Failed(problem.clone()),
        Err(_) => Look::Skipped,
    };
    let looks = found.targets.iter().zip(&texts).map(scan).collect();
    show(query, &found.targets, looks, |index| texts[index].as_ref().ok().cloned())
}

fn show(
    query: &str,
    targets: &[Target],
    looks: Vec<Look>,
    text: impl Fn(usize) -> Option<Arc<str>> + Sync,
) -> String {
    let request = Request { ranked: true, several: true, ..Request::default() };
    let ask = Ask { query: Some(query.to_owned()), request, ..Ask::default() };
    let searched = search(&ask, &Query::new(query), targets, looks, text);
    let request = Request { remarks: searched.remarks, ..ask.request };
    let written = tagdown_read::write(&searched.readings, &request).expect("no budget").text;
    format!("{written}{:?}", searched.problems)
}

/// All documents, read one by one.
fn everything(workspace: &mut Workspace) -> String {
    let found = workspace.documents().expect("the documents");
    let ask = Ask { request: Request { several: true, ..Request::default() }, ..Ask::default() };
    let mut readings = Vec::new();
    for target in &found.targets {
        if let Ok(text) = workspace.text(target)
            && let Outcome::Read(reading, _) = ask.read(target, &text)
        {
            readings.push(*reading);
        }
    }
    tagdown_read::write(&readings, &ask.request).expect("no budget").text
}

const NAMES: &[&str] = &["a.md", "b.md", "sub/c.md", "sub/deep/d.md", "plain.md", "ignored.md", ".gitignore"];
const WORDS: &[&str] =
    &["upload limit", "delete key", "remove keys", "folder path", "timeouts", "Upload Limit"];

#[derive(Clone, Debug)]
enum Change {
    Write(&'static str, &'static str),
    Plain(&'static str, &'static str),
    Bytes(&'static str),
    Delete(&'static str),
    Rename(&'static str, &'static str),
    /// New text of the same size, with the time of the old one.
    Same(&'static str),
    Ignore(bool),
    Config(&'static str),
}

fn change() -> impl Strategy<Value = Change> {
    let name = || prop::sample::select(&NAMES[..6]);
    let words = || prop::sample::select(WORDS);
    prop_oneof![
        4 => (name(), words()).prop_map(|(name, words)| Change::Write(name, words)),
        1 => (name(), words()).prop_map(|(name, words)| Change::Plain(name, words)),
        1 => name().prop_map(Change::Bytes),
        1 => name().prop_map(Change::Delete),
        2 => (name(), name()).prop_map(|(from, to)| Change::Rename(from, to)),
        3 => name().prop_map(Change::Same),
        1 => any::<bool>().prop_map(Change::Ignore),
        1 => prop::sample::select(&["", "exclude = [\"a.md\"]\n", "require-tagged = [\"plain.md\"]\n", "max-file-size = 200\n", "nonsense"][..])
            .prop_map(Change::Config),
    ]
}

fn make(root: &Path, change: &Change) {
    let at = |name: &str| -> PathBuf {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        path
    };
    // A change that is not possible is none.
    match change {
        Change::Write(name, words) => fs::write(at(name), document(words)).unwrap_or_default(),
        Change::Plain(name, words) => {
            fs::write(at(name), format!("# {words}\n\n{words}\n")).unwrap_or_default();
        }
        Change::Bytes(name) => fs::write(at(name), b"**[SPEC]**\n\xff\xfe limit\n").unwrap_or_default(),
        Change::Delete(name) => fs::remove_file(at(name)).unwrap_or_default(),
        Change::Rename(from, to) => fs::rename(at(from), at(to)).unwrap_or_default(),
        Change::Same(name) => same(&at(name)),
        Change::Ignore(is_on) => {
            fs::write(at(".ignore"), if *is_on { "ignored.md\nsub/deep\n" } else { "" }).unwrap_or_default();
        }
        Change::Config(text) => fs::write(at("tagdown.toml"), text).unwrap_or_default(),
    }
}

/// Swaps two letters of a file, and sets its time back.
fn same(path: &Path) {
    let Ok(bytes) = fs::read(path) else { return };
    let time = fs::metadata(path).and_then(|meta| meta.modified()).expect("a time");
    let swapped: Vec<u8> = bytes
        .iter()
        .map(|byte| match byte {
            b'l' => b'k',
            b'k' => b'l',
            other => *other,
        })
        .collect();
    fs::write(path, swapped).expect("written");
    fs::File::options()
        .write(true)
        .open(path)
        .and_then(|file| file.set_modified(time))
        .expect("the time is set");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_those_of_a_fresh_look(changes in prop::collection::vec(change(), 1..25)) {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        let mut kept = workspace(&root);
        for change in &changes {
            make(&root, change);
            if kept.documents().is_err() {
                // A configuration that is not valid is an error for every tool.
                prop_assert!(workspace(&root).documents().is_err());
                continue;
            }
            for query in ["upload limit", "delete a key", "timeout path"] {
                let answer = found(&mut kept, query);
                prop_assert_eq!(&answer, &found(&mut workspace(&root), query), "after {:?}", change);
                prop_assert_eq!(&answer, &found_on_disk(&root, query), "after {:?}", change);
            }
            prop_assert_eq!(everything(&mut kept), everything(&mut workspace(&root)));
        }
    }
}

#[test]
fn a_file_that_changes_behind_its_size_and_time_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let old = SystemTime::now() - Duration::from_hours(1);
    let file = root.join("a.md");
    fs::write(&file, document("upload limit")).expect("written");
    fs::File::options()
        .write(true)
        .open(&file)
        .and_then(|file| file.set_modified(old))
        .expect("the time is set");
    // Long enough for the file to be settled.
    std::thread::sleep(Duration::from_millis(2_100));
    let mut kept = workspace(&root);
    let before = found(&mut kept, "limit");
    assert!(before.contains("upload limit"), "{before}");
    assert_eq!(found(&mut kept, "limit"), before);
    same(&file);
    let after = found(&mut kept, "limit");
    assert!(!after.contains("upload limit"), "{after}");
    assert_eq!(after, found_on_disk(&root, "limit"));
    assert!(everything(&mut kept).contains("upkoad kimit"));
}

#[test]
fn text_that_is_not_saved_comes_before_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let file = root.join("a.md");
    fs::write(&file, document("upload limit")).expect("written");
    let mut kept = workspace(&root);
    assert!(found(&mut kept, "timeout").contains("no block matches"));
    kept.set_unsaved(&file, Some(&document("timeouts of keys")));
    assert!(found(&mut kept, "timeout").contains("- timeouts of keys"));
    assert!(everything(&mut kept).contains("timeouts of keys"));
    kept.set_unsaved(&file, None);
    assert!(found(&mut kept, "timeout").contains("no block matches"));
}

#[test]
fn names_lead_only_to_documents_of_the_workspace() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path").join("docs");
    fs::create_dir_all(root.join("api")).expect("a folder");
    for name in ["api/limits.md", "guide.md", "guide#2.md"] {
        fs::write(root.join(name), document("upload limit")).expect("written");
    }
    fs::write(root.join(".env"), "SECRET=1").expect("written");
    fs::write(root.join("notes.txt"), "SECRET=1").expect("written");
    fs::write(folder.path().join("outside.md"), document("a secret")).expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("outside.md"), root.join("link.md")).expect("a link");
    let mut kept = workspace(&root);
    let found = kept.documents().expect("the documents");
    let targets = &found.targets;
    let names = |name: &str| {
        let picked = pick(targets, kept.roots(), Some(name))?;
        let name =
            |target: &Target| target.path.strip_prefix(&root).expect("below").to_string_lossy().into_owned();
        Ok::<_, String>((picked.targets.iter().map(name).collect::<Vec<_>>(), picked.is_one, picked.address))
    };
    let one =
        |name: &str, address: Option<&str>| Ok((vec![name.to_owned()], true, address.map(str::to_owned)));
    assert_eq!(names("guide.md"), one("guide.md", None));
    assert_eq!(names("./api/limits.md"), one("api/limits.md", None));
    assert_eq!(names(&root.join("guide.md").to_string_lossy()), one("guide.md", None));
    assert_eq!(names("guide.md#limits/spec-1"), one("guide.md", Some("limits/spec-1")));
    assert_eq!(names("guide#2.md"), one("guide#2.md", None));
    assert_eq!(names("api"), Ok((vec!["api/limits.md".to_owned()], false, None)));
    assert_eq!(names("*/lim*.md"), Ok((vec!["api/limits.md".to_owned()], false, None)));
    assert_eq!(names("").expect("all").0.len(), 3);
    for name in [
        ".env",
        "notes.txt",
        "link.md",
        "../outside.md",
        "/etc/passwd",
        "api/../../outside.md",
        "nowhere/*.md",
    ] {
        let refused = names(name).expect_err(name);
        assert!(refused.contains("no such document") || refused.contains("outside the folders"), "{refused}");
    }
    assert!(names("limit.md").expect_err("a slip").contains("api/limits.md"));
    assert!(names("../outside.md").expect_err("outside").contains("outside the folders"));
}

/// What happens to a folder of documents, and how.
type Edit = (&'static str, fn(&Path));

#[test]
fn a_list_is_used_again_until_something_changes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let top = folder.path().canonicalize().expect("a path");
    let edits: &[Edit] = &[
        ("a new file", |root| fs::write(root.join("sub/new.md"), document("upload limit")).expect("written")),
        ("a file is gone", |root| fs::remove_file(root.join("sub/c.md")).expect("removed")),
        ("another name", |root| fs::rename(root.join("a.md"), root.join("sub/z.md")).expect("renamed")),
        ("a new folder", |root| {
            fs::create_dir(root.join("more")).expect("a folder");
            fs::write(root.join("more/m.md"), document("upload limit")).expect("written");
        }),
        ("other ignore rules", |root| fs::write(root.join(".ignore"), "sub\n").expect("written")),
        ("ignore rules below", |root| fs::write(root.join("sub/.gitignore"), "c.md\n").expect("written")),
        ("ignore rules above", |root| {
            fs::write(root.parent().expect("a folder").join(".gitignore"), "a.md\n").expect("written");
        }),
        ("another configuration", |root| {
            fs::write(root.join("tagdown.toml"), "exclude = [\"sub\"]\n").expect("written");
        }),
        ("a configuration above", |root| {
            fs::write(root.parent().expect("a folder").join("tagdown.toml"), "exclude = [\"*.md\"]\n")
                .expect("written");
        }),
        ("rules of the repository", |root| {
            fs::write(root.join(".git/info/exclude"), "a.md\n").expect("written");
        }),
        ("nothing", |_| {}),
    ];
    let root = |at: usize| top.join(at.to_string()).join("docs");
    for at in 0..edits.len() {
        let root = root(at);
        fs::create_dir_all(root.join("sub")).expect("a folder");
        fs::create_dir_all(root.join(".git/info")).expect("a folder");
        fs::write(root.join(".ignore"), "b.md\n").expect("written");
        if at != 8 {
            fs::write(root.join("tagdown.toml"), "").expect("written");
        }
        for name in ["a.md", "b.md", "sub/c.md"] {
            fs::write(root.join(name), document("upload limit")).expect("written");
        }
    }
    std::thread::sleep(Duration::from_millis(2_100));
    for (at, (name, edit)) in edits.iter().enumerate() {
        let root = root(at);
        let mut kept = workspace(&root);
        let first = kept.documents().expect("the documents");
        let before = found(&mut kept, "upload limit");
        assert!(
            Arc::ptr_eq(&first, &kept.documents().expect("the documents")),
            "{name}: the list is used again"
        );
        edit(&root);
        let after = found(&mut kept, "upload limit");
        assert_eq!(after, found_on_disk(&root, "upload limit"), "{name}");
        assert_eq!(after == before, *name == "nothing", "{name}: {after}");
    }
}
