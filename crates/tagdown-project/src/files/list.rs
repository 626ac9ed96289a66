//! Reads lists of paths from a file, one per line.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::input::Input;
use super::problem::Problem;
use crate::opening::{Within, bytes_within, stream};
use crate::paths::{from_bytes, reason};

/// The maximum size of a list.
const MAX_SIZE: u64 = 64_000_000;

/// The paths from the command line and from its list, or the current folder if there are none. A missing entry of the
/// list is a problem that names its line.
pub fn paths(input: &Input, problems: &mut Vec<Problem>) -> Result<Vec<PathBuf>, String> {
    let mut paths = input.paths.clone();
    let Some(list) = &input.files_from else {
        if paths.is_empty() {
            paths.push(PathBuf::from("."));
        }
        return Ok(paths);
    };
    if list.as_os_str() == "-" && paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("standard input is given twice".to_owned());
    }
    let shown = if list.as_os_str() == "-" { "<stdin>".into() } else { list.to_string_lossy() };
    let bytes = read(list).map_err(|reason| format!("cannot read the list {shown}: {reason}"))?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        // A name may not be UTF-8; such a line has no comment.
        let Some(path) = std::str::from_utf8(line).map_or_else(|_| Some(from_bytes(line)), entry) else {
            continue;
        };
        let is_glob = path.to_string_lossy().contains(['*', '?', '[', '{']);
        // The command interprets an address after a number sign.
        let has_address = path.to_string_lossy().contains('#');
        if path.symlink_metadata().is_err() && !is_glob && !has_address {
            let reason = format!("no such file or folder (line {} of {shown})", index + 1);
            problems.push(Problem { path: path.to_string_lossy().into_owned(), reason });
        } else {
            paths.push(path);
        }
    }
    Ok(paths)
}

/// The path on a line. A number sign after white space starts a comment, unless it is part of a file name.
fn entry(line: &str) -> Option<PathBuf> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let named = line.match_indices('#').find(|(at, _)| line[..*at].ends_with(char::is_whitespace));
    match named {
        Some((at, _)) if !Path::new(line).exists() => Some(PathBuf::from(line[..at].trim_end())),
        _ => Some(PathBuf::from(line)),
    }
}

fn read(list: &Path) -> Result<Vec<u8>, String> {
    let bytes = if list.as_os_str() == "-" {
        from_stream(std::io::stdin().lock())?
    } else if list.starts_with("/dev") {
        // A shell passes the output of a command as such a file.
        from_stream(stream(list).map_err(|error| reason(&error))?)?
    } else {
        bytes_within(list, MAX_SIZE, Within::File).map_err(|unread| unread.reason)?.0
    };
    if bytes.contains(&0) {
        return Err("it contains a NUL byte, so it is not a list of paths".to_owned());
    }
    Ok(bytes)
}

fn from_stream(from: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MAX_SIZE { Err("larger than 64 MB".to_owned()) } else { Ok(bytes) }
}
