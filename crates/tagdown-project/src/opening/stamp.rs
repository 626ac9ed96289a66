//! Tells whether a file is still what it was, without reading it.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Times that are this close to the present can stay the same when a file changes again.
const RECENT: Duration = Duration::from_secs(2);

/// What the disk says about a file. A change of the file changes it, unless the file is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    /// The device, the number of the file, and when any of it changed last, which no program can set.
    identity: [i64; 4],
    /// Whether the times are so old that another change would show.
    pub(crate) is_settled: bool,
}

impl Stamp {
    /// The stamp of a file; `None` if there is none. Take it before the file is read.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let meta = fs::metadata(path).ok()?;
        let modified = meta.modified().ok();
        let identity = identity(&meta);
        let changed = u64::try_from(identity[2])
            .ok()
            .map(|seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        let now = SystemTime::now();
        let is_old = |time: &Option<SystemTime>| {
            time.is_some_and(|time| now.duration_since(time).is_ok_and(|age| age > RECENT))
        };
        let is_settled = is_old(&modified) && (cfg!(not(unix)) || is_old(&changed));
        Some(Self { size: meta.len(), modified, identity, is_settled })
    }

    /// Whether a file with this stamp is certainly what it was when it had the other one.
    pub(crate) fn is_same(&self, before: &Stamp) -> bool {
        before.is_settled && *self == *before
    }
}

#[cfg(unix)]
fn identity(meta: &fs::Metadata) -> [i64; 4] {
    use std::os::unix::fs::MetadataExt;
    [meta.dev().cast_signed(), meta.ino().cast_signed(), meta.ctime(), meta.ctime_nsec()]
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> [i64; 4] {
    [0; 4]
}
