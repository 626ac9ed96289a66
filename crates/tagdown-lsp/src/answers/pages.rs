//! The documents of the editor's folders as answers need them: open ones with their text in the editor, others from the
//! disk.

use std::path::Path;
use std::sync::Arc;

use crate::ask::{Ask, Refusal};
use crate::page::Page;
use crate::project::text_of;
use crate::uri;
use crate::world::World;

/// What is kept of every document in the folders, and of every open one.
pub(crate) fn pages(ask: &Ask<'_>) -> Result<Vec<Arc<Page>>, Refusal> {
    let found = ask.world.project.documents(false).map_err(Refusal::Failed)?;
    let mut pages: Vec<Arc<Page>> =
        ask.world.documents.keys().filter_map(|uri| open_page(ask.world, uri)).collect();
    for target in &found.targets {
        ask.go_on()?;
        if ask.world.open_at(&target.path).is_none() {
            pages.extend(ask.world.project.page(target, ask.world.client.units));
        }
    }
    ask.world.project.forget_others(&found);
    pages.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(pages)
}

fn open_page(world: &World, uri: &str) -> Option<Arc<Page>> {
    let open = world.documents.get(uri).filter(|open| !open.is_config())?;
    let path = open.path.as_deref()?;
    let target = world.target(open).ok()?;
    Some(Arc::new(Page::of(path, &target.parse(&open.text), world.client.units)))
}

/// What is kept of the document at a path, if it is open or listed.
pub(crate) fn page_at(world: &World, path: &Path) -> Option<Arc<Page>> {
    if let Some(open) = world.open_at(path) {
        return open_page(world, &open.uri);
    }
    world.project.page(&world.project.listed(path)?, world.client.units)
}

/// The text of a document, if it is open or listed.
pub(crate) fn text_at(world: &World, path: &Path) -> Option<Arc<str>> {
    match world.open_at(path) {
        Some(open) => Some(Arc::clone(&open.text)),
        None => text_of(&world.project.listed(path)?).map(Into::into),
    }
}

/// The address of a document, as the editor writes it if it is open, and its version.
pub(crate) fn address(world: &World, path: &Path) -> (String, Option<i32>) {
    match world.open_at(path) {
        Some(open) => (open.uri.clone(), Some(open.version)),
        None => (uri::of_path(path), None),
    }
}
