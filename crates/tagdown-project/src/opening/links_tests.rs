//! Which links are followed, in a repository and without one.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::links::{Within, follow};

/// A folder with a repository `repo`, a folder `plain` without one, and a folder `out`.
fn trees() -> (tempfile::TempDir, PathBuf) {
    let top = tempfile::tempdir().expect("a folder");
    let real = fs::canonicalize(top.path()).expect("a folder");
    for folder in ["repo/.git/hooks", "repo/docs/deep", "plain/docs", "out"] {
        fs::create_dir_all(real.join(folder)).expect("a folder");
    }
    fs::write(real.join("out/secret"), "hidden").expect("written");
    (top, real)
}

fn link(at: &Path, to: impl AsRef<Path>) {
    symlink(to, at).expect("a link");
}

#[test]
fn a_link_in_a_repository_stays_in_it() {
    let (_top, real) = trees();
    let repo = real.join("repo");
    link(&repo.join("absolute"), real.join("out"));
    link(&repo.join("docs/up"), "../../out");
    link(&repo.join("docs/deep/chain"), "../up/secret");
    link(&repo.join("new"), "../out/missing");
    link(&repo.join("site"), ".git/hooks");
    link(&repo.join("same"), "docs");
    link(&repo.join("loop"), "loop");
    for (path, wanted) in [
        ("absolute", "outside the repository"),
        ("absolute/a/b.md", "outside the repository"),
        ("docs/up/secret", "outside the repository"),
        ("docs/deep/chain", "outside the repository"),
        ("docs/../docs/./up/secret", "outside the repository"),
        ("same/up/secret", "outside the repository"),
        ("absolute/../out/secret", "outside the repository"),
        ("new", "outside the repository"),
        ("site/pre-commit", "own files"),
        ("loop", "too many links"),
    ] {
        for within in [Within::File, Within::Folder, Within::Below(&repo), Within::Below(&real)] {
            let problem = follow(&repo.join(path), within).expect_err(path);
            assert!(problem.contains(wanted), "{path}: {problem}");
        }
    }
    let same = follow(&repo.join("same/../docs/page.md"), Within::File).expect("inside");
    assert_eq!(same.real, repo.join("docs/page.md"));
    assert!(same.is_linked);
    assert!(!follow(&repo.join("docs/page.md"), Within::File).expect("no link").is_linked);
}

#[test]
fn links_above_a_repository_are_followed() {
    let (_top, real) = trees();
    link(&real.join("work"), "repo");
    let page = follow(&real.join("work/docs/page.md"), Within::File).expect("inside");
    assert_eq!(page.real, real.join("repo/docs/page.md"));
    assert!(!page.is_linked);
    link(&real.join("repo/docs/up"), "../../out");
    assert!(follow(&real.join("work/docs/up/secret"), Within::File).is_err());
}

#[test]
fn without_a_repository_the_named_folder_counts() {
    let (_top, real) = trees();
    let plain = real.join("plain");
    link(&plain.join("l.md"), "../out/secret");
    link(&plain.join("d.md"), "docs/d.md");
    link(&plain.join("docs/up.md"), "../l.md");
    link(&plain.join("docs/near.md"), "../README.md");
    for (path, within) in [
        ("l.md", Within::File),
        ("l.md", Within::Below(&plain)),
        ("docs/up.md", Within::Below(&plain)),
        ("docs/near.md", Within::File),
    ] {
        let problem = follow(&plain.join(path), within).expect_err(path);
        assert!(problem.contains("outside its folder"), "{path}: {problem}");
    }
    assert!(follow(&plain.join("d.md"), Within::File).is_ok());
    assert!(follow(&plain.join("docs/near.md"), Within::Below(&plain)).is_ok());
    assert!(follow(&real.join("out/new.sarif"), Within::File).is_ok());
}

#[test]
fn a_linked_folder_of_an_archive_is_not_followed_from_elsewhere() {
    let (_top, real) = trees();
    link(&real.join("plain/out"), "../out");
    for within in [Within::File, Within::Folder] {
        for path in ["plain/out/secret", "plain/out/new/page.md", "plain/docs/../out"] {
            let problem = follow(&real.join(path), within).expect_err(path);
            assert!(problem.contains("outside its folder"), "{path}: {problem}");
        }
    }
    link(&real.join("plain/same"), "docs");
    assert!(follow(&real.join("plain/same/page.md"), Within::Folder).is_ok());
}

#[test]
fn what_is_only_read_may_be_anywhere_but_behind_a_link_out_of_a_repository() {
    let (_top, real) = trees();
    link(&real.join("plain/l.md"), "../out/secret");
    link(&real.join("repo/l.md"), "../out/secret");
    link(&real.join("repo/docs/here.md"), "../README.md");
    assert!(follow(&real.join("plain/l.md"), Within::Anywhere).is_ok());
    assert!(follow(&real.join("repo/docs/here.md"), Within::Anywhere).is_ok());
    assert!(follow(&real.join("repo/l.md"), Within::Anywhere).is_err());
}
