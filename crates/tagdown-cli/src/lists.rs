//! Lists of paths in a file, one a line, as projects keep them for their checks.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::args::Paths;
use crate::files::{Problem, reason};
use crate::git;

/// No list is larger than this.
const MAX_SIZE: u64 = 64_000_000;

/// The paths of the command line and of its list; the current folder where there are none. An entry of the list that
/// is not there is a problem, named with its line.
pub(crate) fn paths(input: &Paths, problems: &mut Vec<Problem>) -> Result<Vec<PathBuf>, String> {
    let mut paths = input.paths.clone();
    let Some(list) = &input.files_from else {
        if paths.is_empty() {
            paths.push(PathBuf::from("."));
        }
        return Ok(paths);
    };
    if list.as_os_str() == "-" && paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("standard input is named twice".to_owned());
    }
    let shown = if list.as_os_str() == "-" { "<stdin>".into() } else { list.to_string_lossy() };
    let bytes = read(list).map_err(|reason| format!("cannot read the list {shown}: {reason}"))?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        // A name need not be UTF-8; a comment is then none.
        let Some(path) = std::str::from_utf8(line).map_or_else(|_| Some(git::path(line)), entry) else {
            continue;
        };
        let is_glob = path.to_string_lossy().contains(['*', '?', '[', '{']);
        // An address behind a number sign is for the command to understand.
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

/// The path on a line; what follows a number sign behind white space is a comment, unless it is part of a name.
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
    let mut bytes = Vec::new();
    let limit = MAX_SIZE + 1;
    let read = if list.as_os_str() == "-" {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        let file = fs::File::open(list).map_err(|error| reason(&error))?;
        file.take(limit).read_to_end(&mut bytes)
    };
    read.map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err("it is larger than 64 MB".to_owned());
    }
    if bytes.contains(&0) {
        return Err("it holds a NUL byte, so it is no list of paths".to_owned());
    }
    Ok(bytes)
}
