//! Adds text to a file that other programs may add to as well.

use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::opening::{Within, follow};
use crate::paths::reason;

/// Adds text at the end of a file, which is created if it does not exist. A last line without its end, as a killed run
/// leaves it, is ended first.
pub fn append(path: &Path, text: &str) -> Result<(), String> {
    let target = follow(path, Within::File)?.real;
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    }
    let said = |error: std::io::Error| reason(&error);
    let mut file = options.open(target).map_err(said)?;
    let meta = file.metadata().map_err(said)?;
    if !meta.is_file() {
        return Err("not a regular file".to_owned());
    }
    let mut last = [b'\n'];
    if meta.len() > 0 {
        file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(said)?;
    }
    let end = if last == *b"\n" { "" } else { "\n" };
    // One write, so that the lines of two runs do not mix.
    file.write_all(format!("{end}{text}").as_bytes()).map_err(said)?;
    file.sync_data().map_err(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("log");
        append(&file, "one\n").expect("created");
        append(&file, "tw").expect("added");
        append(&file, "three\n").expect("added");
        assert_eq!(std::fs::read_to_string(&file).expect("read"), "one\ntw\nthree\n");
        assert_eq!(append(folder.path(), "x").expect_err("a folder"), "is a directory");
    }
}
