//! `PATH#ADDRESS`: which argument names a complete document, and which only a place in it.

use std::path::{Path, PathBuf};

use tagdown::text::unescape;

use crate::paths::{is_glob, real};

/// A place that is requested in one file.
pub struct Wanted {
    /// The file, with links resolved.
    pub file: PathBuf,
    /// The section or block in it.
    pub address: String,
}

/// Splits `PATH#ADDRESS`. A number sign in the name of an existing file is kept. A path may have the escapes that a label
/// shows.
pub fn split(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<Wanted>), String> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut wanted = Vec::new();
    for path in paths {
        let path = &as_named(path);
        let parted = if path.symlink_metadata().is_ok() { None } else { path.to_str().and_then(part) };
        let Some((file, address)) = parted else {
            files.push(path.clone());
            continue;
        };
        let file = PathBuf::from(file);
        if file.is_dir() || is_glob(&file) {
            return Err(format!("{}: not a file; an address needs a file", path.display()));
        }
        wanted.push(Wanted { file: real(&file), address: address.to_owned() });
        if !files.contains(&file) {
            files.push(file);
        }
    }
    Ok((files, wanted))
}

/// The path without escapes, if only this names an existing file.
fn as_named(path: &Path) -> PathBuf {
    let is_there = |text: &str| Path::new(part(text).map_or(text, |(file, _)| file)).exists();
    match path.to_str().filter(|text| text.contains("\\u{") && !is_there(text)).map(unescape) {
        Some(plain) if is_there(&plain) => PathBuf::from(plain),
        _ => path.to_owned(),
    }
}

fn part(text: &str) -> Option<(&str, &str)> {
    let mut signs = text.match_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let is_there = |(file, _): &(&str, &str)| *file == "-" || Path::new(file).symlink_metadata().is_ok();
    let is_file = |(file, _): &(&str, &str)| Path::new(file).is_file();
    let parted =
        signs.clone().find(is_file).or_else(|| signs.clone().find(is_there)).or_else(|| signs.next());
    parted.filter(|(file, address)| !file.is_empty() && !address.is_empty())
}

/// Whether one of the arguments names the complete document, not only a place in it.
pub fn is_named_whole(paths: &[PathBuf], target: &Path) -> bool {
    let names = |path: &PathBuf| {
        let path = &as_named(path);
        if is_glob(path) {
            let pattern = path.to_string_lossy();
            let glob =
                globset::GlobBuilder::new(pattern.trim_start_matches("./")).literal_separator(true).build();
            glob.is_ok_and(|glob| glob.compile_matcher().is_match(target))
        } else {
            path.symlink_metadata().is_ok() && real(target).starts_with(real(path))
        }
    };
    paths.iter().any(names)
}
