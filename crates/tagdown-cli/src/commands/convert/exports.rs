//! Reads the files of `--issues`: exports of trackers, standard input, and folders of saved mails.

use std::io::Read;
use std::path::{Path, PathBuf};

use tagdown::text::plural;
use tagdown_project::opening::{Within, bytes_within};
use tagdown_project::paths::reason;
use tagdown_write::convert::trackers::{Part, read_mails, read_part};

/// The maximum size of an export.
const MAX_SIZE: u64 = 256_000_000;

/// The most mails in a folder.
const MOST_MAILS: usize = 100_000;

/// The exports at these paths, and remarks on what was not read.
pub(super) fn read_all(paths: &[PathBuf]) -> Result<(Vec<Part>, Vec<String>), String> {
    let (mut parts, mut remarks) = (Vec::new(), Vec::new());
    for path in paths {
        let fail = |problem: String| format!("cannot read the issues in {}: {problem}", path.display());
        if path.is_dir() {
            let (mails, others) = folder(path).map_err(fail)?;
            parts.extend(mails);
            if others > 0 {
                remarks.push(format!("{} in {} not read as mails", plural(others, "file"), path.display()));
            }
        } else {
            parts.push(read_part(&bytes_of(path).map_err(fail)?).map_err(fail)?);
        }
    }
    Ok((parts, remarks))
}

/// The mails in a folder, and the number of files that are none.
fn folder(path: &Path) -> Result<(Vec<Part>, usize), String> {
    let entries = std::fs::read_dir(path).map_err(|error| reason(&error))?.flatten();
    let is_mail = |file: &PathBuf| {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        ["eml", "mbox", "txt"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    };
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(is_mail).take(MOST_MAILS).collect();
    files.sort();
    let (mut parts, mut others) = (Vec::new(), 0);
    for file in files {
        match bytes_of(&file).and_then(|bytes| read_mails(&bytes)) {
            Ok(part) => parts.push(part),
            Err(_) => others += 1,
        }
    }
    if parts.is_empty() {
        return Err("it is a folder without mails (.eml, .mbox or .txt)".to_owned());
    }
    Ok((parts, others))
}

/// The content of an export; `-` is standard input.
fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(MAX_SIZE + 1).read_to_end(&mut bytes);
        if read.map_err(|error| reason(&error))? as u64 > MAX_SIZE {
            return Err("it is larger than 256 MB".to_owned());
        }
        return Ok(bytes);
    }
    if path.metadata().is_ok_and(|meta| !meta.is_file()) {
        return Err("it is not a regular file; use `-` to read standard input".to_owned());
    }
    bytes_within(path, MAX_SIZE, Within::File).map(|(bytes, _)| bytes).map_err(|unread| unread.reason)
}
