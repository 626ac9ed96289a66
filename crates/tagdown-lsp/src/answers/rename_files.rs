//! `workspace/willRenameFiles`: keeps links alive when files or folders move.

use std::path::{Component, Path, PathBuf};

use gen_lsp_types::{RenameFilesParams, TextEdit};
use tagdown::rules::Edit;

use super::pages::{address, pages, text_at};
use crate::ask::{Ask, Refusal, Reply};
use crate::edits::{of_documents, text_edits};
use crate::links;
use crate::uri;

/// The edits of all links that would break.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let params: RenameFilesParams = ask.params()?;
    let renames: Vec<(PathBuf, PathBuf)> = params
        .files
        .iter()
        .filter_map(|file| Some((uri::to_path(&file.old_uri.0)?, uri::to_path(&file.new_uri.0)?)))
        .collect();
    let moved = |path: &Path| {
        let to = |(old, new): &(PathBuf, PathBuf)| Some(new.join(path.strip_prefix(old).ok()?));
        // An empty rest would add a slash.
        let exact = renames.iter().find(|(old, _)| old == path).map(|(_, new)| new.clone());
        exact.or_else(|| renames.iter().find_map(to))
    };
    let mut all: Vec<(String, Option<i32>, Vec<TextEdit>)> = Vec::new();
    for page in pages(ask)? {
        ask.go_on()?;
        let own = moved(&page.path);
        let is_touched = own.is_some() || page.links.iter().any(|(goal, _)| moved(&goal.path).is_some());
        let Some(text) = is_touched.then(|| text_at(ask.world, &page.path)).flatten() else { continue };
        let document = tagdown::document::parse(&text);
        let from = own.as_deref().unwrap_or(&page.path);
        let mut edits: Vec<Edit> = Vec::new();
        for link in links::all(&document) {
            let Some(goal) = links::goal_from(&page.path, &link.target) else { continue };
            let to = moved(&goal.path);
            if goal.path == page.path || (own.is_none() && to.is_none()) {
                continue;
            }
            let Some(span) = links::written(&document, &link).map(|written| written.path) else { continue };
            let new = from.parent().and_then(|folder| relative(folder, to.as_deref().unwrap_or(&goal.path)));
            if let Some(new) = new.filter(|new| new != document.text(span).trim_start_matches("./")) {
                edits.push(Edit::replace(span, new));
            }
        }
        edits.sort_by_key(|edit| edit.span);
        edits.dedup_by(|one, other| one.span == other.span);
        if !edits.is_empty() {
            let (uri, version) = address(ask.world, &page.path);
            all.push((uri, version, text_edits(&document.source, &edits, ask.world.client.units)));
        }
    }
    if all.is_empty() { Err(Refusal::Nothing) } else { Ok(of_documents(&ask.world.client, &all)) }
}

/// The path of a file relative to a folder, as a link writes it.
pub(crate) fn relative(folder: &Path, file: &Path) -> Option<String> {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (folder.components().collect(), file.components().collect());
    let same = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let ups = std::iter::repeat_n("..", from.len() - same).map(str::to_owned);
    let downs: Option<Vec<String>> =
        to[same..].iter().map(|part| part.as_os_str().to_str().map(encoded)).collect();
    Some(ups.chain(downs?).collect::<Vec<_>>().join("/"))
}

/// A name in a link: what would end the link is encoded.
fn encoded(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            ' ' | '(' | ')' | '<' | '>' | '#' | '?' | '%' | '\\' | '"' => {
                out.push_str(&format!("%{:02X}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_relative_to_its_folder() {
        for (folder, file, link) in [
            ("/a/b", "/a/b/c.md", "c.md"),
            ("/a/b", "/a/c d.md", "../c%20d.md"),
            ("/a", "/a/b/ä.md", "b/ä.md"),
            ("/a/b/c", "/d.md", "../../../d.md"),
        ] {
            assert_eq!(relative(Path::new(folder), Path::new(file)).as_deref(), Some(link));
        }
    }
}
