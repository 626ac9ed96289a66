//! Which documents of a workspace a caller names: a file, a folder or a glob. Only the list of documents is consulted,
//! never the disk, so no name can lead anywhere else.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use globset::GlobBuilder;
use tagdown::text::{OFFERED, edit_distance};

use crate::files::Target;
use crate::paths::normal;

/// The documents that a caller names.
#[derive(Debug)]
pub struct Picked<'t> {
    /// The documents, in path order.
    pub targets: Cow<'t, [Target]>,
    /// Whether the name is that of one document.
    pub is_one: bool,
    /// The section or block in it, if the name has an address.
    pub address: Option<String>,
}

/// The documents with a name: a path as it is shown, a path below a root, or an absolute one, of a file or a folder; or a
/// glob. Without a name, all documents.
pub fn pick<'t>(targets: &'t [Target], roots: &[PathBuf], name: Option<&str>) -> Result<Picked<'t>, String> {
    let name = name.map(str::trim).unwrap_or_default();
    let all = |targets: Cow<'t, [Target]>| Picked { targets, is_one: false, address: None };
    if name.is_empty() || name == "." || name == "./" {
        return Ok(all(targets.into()));
    }
    if let Some(found) = file(targets, roots, name) {
        return Ok(Picked { targets: vec![found].into(), is_one: true, address: None });
    }
    if let Some((path, address)) = name.split_once('#')
        && let Some(found) = file(targets, roots, path)
    {
        let address = Some(address.to_owned()).filter(|address| !address.is_empty());
        return Ok(Picked { targets: vec![found].into(), is_one: true, address });
    }
    for folder in spellings(roots, name) {
        let below: Vec<Target> =
            targets.iter().filter(|target| absolute(&target.path).starts_with(&folder)).cloned().collect();
        if !below.is_empty() {
            return Ok(all(below.into()));
        }
    }
    if name.contains(['*', '?', '[', '{']) {
        let matching = matching(targets, roots, name)?;
        if !matching.is_empty() {
            return Ok(all(matching.into()));
        }
    }
    Err(refusal(targets, roots, name))
}

/// The document with this name. A person or a model named it, so it is read even if it is not tagged.
fn file(targets: &[Target], roots: &[PathBuf], name: &str) -> Option<Target> {
    let shown = name.strip_prefix("./").unwrap_or(name);
    let as_shown = targets.iter().find(|target| target.path == Path::new(shown));
    let found = as_shown.or_else(|| {
        let spellings = spellings(roots, name);
        targets.iter().find(|target| spellings.contains(&absolute(&target.path)))
    })?;
    Some(Target { named: true, ..found.clone() })
}

/// What a name can mean, as absolute paths: below the current folder, and below each root.
fn spellings(roots: &[PathBuf], name: &str) -> Vec<PathBuf> {
    let here = [PathBuf::from(".")];
    here.iter().chain(roots).map(|root| absolute(&root.join(name))).collect()
}

fn absolute(path: &Path) -> PathBuf {
    normal(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

fn matching(targets: &[Target], roots: &[PathBuf], name: &str) -> Result<Vec<Target>, String> {
    let glob = GlobBuilder::new(name.trim_start_matches("./"))
        .literal_separator(true)
        .build()
        .map_err(|error| format!("`{name}` is not a valid glob: {}", error.kind()))?
        .compile_matcher();
    let is_match = |target: &&Target| {
        let below = |root: &PathBuf| {
            target
                .path
                .strip_prefix(root.strip_prefix("./").unwrap_or(root))
                .is_ok_and(|rest| glob.is_match(rest))
        };
        glob.is_match(&target.path) || roots.iter().any(below)
    };
    Ok(targets.iter().filter(is_match).cloned().collect())
}

/// Why a name is refused, and the nearest documents.
fn refusal(targets: &[Target], roots: &[PathBuf], name: &str) -> String {
    let spellings = spellings(roots, name);
    let here = [PathBuf::from(".")];
    let roots = if roots.is_empty() { &here[..] } else { roots };
    let is_inside = spellings.iter().any(|path| roots.iter().any(|root| path.starts_with(absolute(root))));
    let reason = if is_inside { "no such document" } else { "outside the folders of this server" };
    let shown = |target: &Target| target.path.to_string_lossy().into_owned();
    let wanted = Path::new(name).file_name().map(|name| name.to_string_lossy().to_lowercase());
    let wanted = wanted.unwrap_or_default();
    let stem = wanted.split('.').next().unwrap_or_default();
    let mut near: Vec<(usize, String)> = Vec::new();
    for target in targets {
        let file = target.path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let distance = edit_distance(&wanted, &file);
        let holds = stem.len() > 2 && file.contains(stem);
        if distance <= (stem.chars().count() / 3).max(1) || holds {
            near.push((distance, shown(target)));
        }
    }
    near.sort();
    let names: Vec<String> = near.into_iter().map(|(_, name)| name).take(OFFERED).collect();
    let offer = match &names[..] {
        [] => String::new(),
        names => format!("; nearest: {}", names.join(", ")),
    };
    format!("{name}: {reason}{offer}")
}
