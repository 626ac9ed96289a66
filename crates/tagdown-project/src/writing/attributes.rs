//! What a file keeps when it is replaced: owner, permissions, access lists and other extended attributes. Other names of
//! the same file (hard links) keep the old content.

use std::fs::{File, Metadata};

use crate::paths::reason;

/// Gives a new file the attributes of the old one. Fails if other people could then do more, or the owner less.
pub(super) fn keep(old: &File, new: &File) -> Result<(), String> {
    let meta = old.metadata().map_err(|error| reason(&error))?;
    keep_owner(&meta, new)?;
    new.set_permissions(meta.permissions()).map_err(|error| reason(&error))?;
    keep_extended(old, new)
}

#[cfg(unix)]
fn keep_owner(meta: &Metadata, new: &File) -> Result<(), String> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let is_kept = |new: &Metadata| new.uid() == meta.uid() && new.gid() == meta.gid();
    let kept = new.metadata().is_ok_and(|new| is_kept(&new));
    if kept || fchown(new, Some(meta.uid()), Some(meta.gid())).is_ok() {
        return Ok(());
    }
    // Another group is only a default; another owner is not.
    let owned = new.metadata().is_ok_and(|new| new.uid() == meta.uid());
    if owned { Ok(()) } else { Err("the file belongs to another user".to_owned()) }
}

#[cfg(not(unix))]
fn keep_owner(_: &Metadata, _: &File) -> Result<(), String> {
    Ok(())
}

/// The attributes that people set. The system sets the others itself, and may refuse to have them set.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn is_needed(name: &[u8]) -> bool {
    name.starts_with(b"user.") || name == b"system.posix_acl_access"
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn keep_extended(old: &File, new: &File) -> Result<(), String> {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};

    /// The size of a value, and of all names, that Linux allows.
    const ROOM: usize = 65_536;
    let mut names = Vec::with_capacity(ROOM);
    // A disk without extended attributes has none to keep.
    if flistxattr(old, rustix::buffer::spare_capacity(&mut names)).is_err() {
        return Ok(());
    }
    for name in names.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        let mut value = Vec::with_capacity(ROOM);
        let kept = fgetxattr(old, name, rustix::buffer::spare_capacity(&mut value))
            .and_then(|_| fsetxattr(new, name, &value, XattrFlags::empty()));
        if kept.is_err() && is_needed(name) {
            return Err(format!("its attribute `{}` cannot be kept", String::from_utf8_lossy(name)));
        }
    }
    Ok(())
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn keep_extended(_: &File, _: &File) -> Result<(), String> {
    Ok(())
}
