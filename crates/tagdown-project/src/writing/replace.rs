//! Replaces a document with a changed one, completely or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use tempfile::NamedTempFile;

use super::attributes::keep;
use super::staged::{folder_of, stage, sync_folder};
use crate::opening::{Within, bytes, follow, regular};
use crate::paths::reason;

const CHANGED: &str = "the file changed during the run; run tagdown again";

/// Replaces `before` with `after`, if the file still contains `before`.
pub fn replace(path: &Path, before: &str, after: &str) -> Result<(), String> {
    replace_if(path, Within::File, before, after).map_err(|problem| format!("not changed: {problem}"))
}

/// The same for a file that was found below `root`.
pub fn replace_below(root: &Path, path: &Path, before: &str, after: &str) -> Result<(), String> {
    replace_if(path, Within::Below(root), before, after).map_err(|problem| format!("not changed: {problem}"))
}

#[allow(clippy::needless_pass_by_value, reason = "it is used to map errors")]
fn said(error: std::io::Error) -> String {
    reason(&error)
}

fn replace_if(path: &Path, within: Within<'_>, before: &str, after: &str) -> Result<(), String> {
    let target = follow(path, within)?.real;
    let old = regular(&target).map_err(|unread| unread.reason)?;
    if old.metadata().map_err(said)?.permissions().readonly() {
        return Err("the file is read-only".to_owned());
    }
    // A writable folder is not enough: the caller must be allowed to change the file itself.
    fs::OpenOptions::new().append(true).open(&target).map_err(said)?;
    let mut made = stage(folder_of(&target), false).map_err(said)?;
    made.write_all(after.as_bytes()).map_err(said)?;
    keep(&old, made.as_file())?;
    made.as_file().sync_data().map_err(said)?;
    if holds(&target, after) {
        return Ok(());
    }
    if !holds(&target, before) {
        return Err(CHANGED.to_owned());
    }
    match exchange(made.path(), &target) {
        Ok(true) => keep_newest(&made, &target, before, after),
        Ok(false) => made.persist(&target).map(drop).map_err(|error| reason(&error.error)),
        Err(error) => Err(reason(&error)),
    }
}

/// Whether a regular file has this content.
fn holds(path: &Path, text: &str) -> bool {
    let is_file = path.symlink_metadata().is_ok_and(|meta| meta.is_file());
    is_file && bytes(path, text.len() as u64).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// Exchanges two files in one step, so that whatever was there is not lost. `false` if the disk cannot do this.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(made: &Path, target: &Path) -> std::io::Result<bool> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, made, CWD, target, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        Err(error) if [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP, Errno::OPNOTSUPP].contains(&error) => {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &Path, _: &Path) -> std::io::Result<bool> {
    Ok(false)
}

/// After an exchange: if somebody changed the file in the last moment, their content is put back.
fn keep_newest(made: &NamedTempFile, target: &Path, before: &str, after: &str) -> Result<(), String> {
    if holds(made.path(), before) {
        return Ok(());
    }
    exchange(made.path(), target).map_err(said)?;
    if !holds(made.path(), after) {
        // It was changed twice; the newer content had just been taken out.
        exchange(made.path(), target).map_err(said)?;
    }
    Err(CHANGED.to_owned())
}

/// Creates a new file. A file created by somebody else in between is not overwritten.
pub fn create(path: &Path, text: &str) -> Result<(), String> {
    create_within(path, Within::File, text).map_err(|problem| format!("not written: {problem}"))
}

/// The same for a file below `root`.
pub fn create_below(root: &Path, path: &Path, text: &str) -> Result<(), String> {
    create_within(path, Within::Below(root), text).map_err(|problem| format!("not written: {problem}"))
}

fn create_within(path: &Path, within: Within<'_>, text: &str) -> Result<(), String> {
    let target = follow(path, within)?.real;
    let mut made = stage(folder_of(&target), true).map_err(said)?;
    made.write_all(text.as_bytes()).map_err(said)?;
    made.as_file().sync_data().map_err(said)?;
    made.persist_noclobber(&target).map_err(|error| reason(&error.error))?;
    sync_folder(folder_of(&target));
    Ok(())
}

/// Checks that a new file could be created. Creates nothing.
pub(crate) fn may_create(path: &Path) -> Result<(), String> {
    let target = follow(path, Within::File)?.real;
    stage(folder_of(&target), true).map(drop).map_err(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_in_the_last_moment_is_put_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("a.md");
        for (in_between, wanted) in [("by hand", "by hand"), ("before", "after")] {
            fs::write(&target, in_between).expect("written");
            let mut made = stage(folder.path(), false).expect("a file");
            made.write_all(b"after").expect("written");
            if !exchange(made.path(), &target).expect("exchanged") {
                return;
            }
            let kept = keep_newest(&made, &target, "before", "after");
            assert_eq!(kept.is_ok(), wanted == "after");
            drop(made);
            assert_eq!(fs::read_to_string(&target).expect("read"), wanted);
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        }
    }

    #[test]
    fn a_file_is_replaced_only_if_it_has_the_text_that_was_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("a.md");
        fs::write(&target, "other").expect("written");
        assert!(replace(&target, "before", "after").expect_err("changed").contains("changed during the run"));
        fs::write(&target, "before").expect("written");
        replace(&target, "before", "after").expect("replaced");
        assert_eq!(fs::read_to_string(&target).expect("read"), "after");
        assert!(create(&target, "new").is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn extended_attributes_are_kept() {
        use rustix::fs::{XattrFlags, getxattr, setxattr};
        let folder = tempfile::tempdir_in(".").expect("a folder");
        let target = folder.path().join("a.md");
        fs::write(&target, "before").expect("written");
        if setxattr(&target, "user.note", b"mine", XattrFlags::empty()).is_err() {
            return;
        }
        replace(&target, "before", "after").expect("replaced");
        let mut value = [0; 8];
        let length = getxattr(&target, "user.note", &mut value[..]).expect("kept");
        assert_eq!(&value[..length], b"mine");
    }
}
