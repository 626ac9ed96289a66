//! Documents as resources, `tagdown://PATH#ADDRESS`, and the completion of paths and addresses.

use rmcp::model::{Resource, ResourceTemplate};
use serde_json::{Map, json};
use tagdown::text::percent_decoded;
use tagdown_project::files::Target;
use tagdown_project::workspace::{Workspace, pick};

use crate::arguments::{ADDRESS, BUDGET, PATH, short};
use crate::desk::{Client, Desk};
use crate::tools;

/// What every address of a resource starts with.
const SCHEME: &str = "tagdown://";
/// The template of the addresses.
pub(crate) const TEMPLATE: &str = "tagdown://{+path}{#address}";
/// The type of what is shown.
pub(crate) const MIME: &str = "text/markdown";
/// A client attaches a resource as a whole, so it gets more than a call, but no more than clients take.
const BUDGET_OF_RESOURCE: usize = 20_000;
/// How many resources one page lists.
const PAGE: usize = 100;
/// How many values a completion offers.
pub(crate) const OFFERED: usize = 100;

/// The documents from an index on, and the index of the next page.
pub(crate) fn list(
    workspace: &mut Workspace,
    cursor: Option<&str>,
) -> Result<(Vec<Resource>, Option<String>), String> {
    let first: usize = cursor.unwrap_or("0").parse().map_err(|_| "unknown cursor".to_owned())?;
    let found = workspace.documents()?;
    let targets = &found.targets;
    let resource = |target: &Target| {
        let path = target.path.to_string_lossy();
        Resource::new(uri(&path), path).with_mime_type(MIME)
    };
    let next = first.saturating_add(PAGE);
    let page = targets.iter().skip(first).take(PAGE).map(resource).collect();
    Ok((page, (next < targets.len()).then(|| next.to_string())))
}

/// The template of all documents, sections and blocks.
pub(crate) fn template() -> ResourceTemplate {
    ResourceTemplate::new(TEMPLATE, "block")
        .with_description("A document, or a section or block of it")
        .with_mime_type(MIME)
}

/// Signs that would be read as the end of a path, or as an escape.
fn uri(path: &str) -> String {
    let escaped = path.replace('%', "%25").replace('#', "%23").replace('?', "%3F").replace(' ', "%20");
    format!("{SCHEME}{escaped}")
}

/// What a resource shows.
pub(crate) fn read(desk: &Desk, uri: &str) -> Result<String, String> {
    let place = uri.strip_prefix(SCHEME).ok_or_else(|| format!("expected {TEMPLATE}"))?;
    let (path, address) = place.split_once('#').unwrap_or((place, ""));
    let decoded = |text: &str| percent_decoded(text).ok_or_else(|| format!("{}: not UTF-8", short(uri)));
    let (path, address) = (decoded(path)?, decoded(address)?);
    let is_one = {
        let mut workspace = desk.workspace();
        let found = workspace.documents()?;
        !path.is_empty() && pick(&found.targets, workspace.roots(), Some(&path))?.is_one
    };
    if !is_one {
        return Err(format!("{path}: not one document"));
    }
    let mut given = Map::new();
    given.insert(PATH.name.to_owned(), json!(path));
    given.insert(BUDGET.name.to_owned(), json!(BUDGET_OF_RESOURCE));
    if !address.is_empty() {
        given.insert(ADDRESS.name.to_owned(), json!(address));
    }
    let tool = tools::all(false).find(|tool| tool.name == "read").ok_or("no such tool")?;
    desk.answer(tool, given, &Client::default())
}

/// The values that an argument can have: those that start with what is typed, then those that contain it.
pub(crate) fn complete(
    workspace: &mut Workspace,
    argument: &str,
    typed: &str,
    path: Option<&str>,
) -> Result<Vec<String>, String> {
    let found = workspace.documents()?;
    let targets = &found.targets;
    let values: Vec<String> = match (argument, path) {
        ("path", _) => targets.iter().map(|target| target.path.to_string_lossy().into_owned()).collect(),
        ("address", Some(path)) => {
            let picked = pick(targets, workspace.roots(), Some(path))?;
            picked
                .targets
                .first()
                .filter(|_| picked.is_one)
                .map_or_else(Vec::new, |one| workspace.addresses(one))
        }
        _ => Vec::new(),
    };
    let wanted = typed.to_lowercase();
    let (mut first, second): (Vec<String>, Vec<String>) = values
        .into_iter()
        .filter(|value| value.to_lowercase().contains(&wanted))
        .partition(|value| value.to_lowercase().starts_with(&wanted));
    first.extend(second);
    Ok(first)
}
