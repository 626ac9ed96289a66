//! The tool `outline`: what documents contain, without their text.

use tagdown_project::lookup::Ask;
use tagdown_project::workspace::{Workspace, pick};
use tagdown_read::{Remarks, Request, views};

use crate::arguments::{Arguments, DEPTH, PATH};
use crate::caller::Caller;
use crate::{read, reply};

/// The budget of a call that gives none.
const BUDGET: usize = 8_000;

/// Lists documents, headings and blocks; with a depth, only documents and headings.
pub(crate) fn run(
    workspace: &mut Workspace,
    arguments: &Arguments,
    caller: &Caller<'_>,
) -> Result<String, String> {
    let found = workspace.documents()?;
    let picked = pick(&found.targets, workspace.roots(), arguments.text(&PATH))?;
    let view = views::find("outline").unwrap_or(views::VIEWS[0]);
    let request =
        reply::request(arguments, BUDGET, Request { view, several: !picked.is_one, ..Request::default() })?;
    let kinds = view.kinds.map(<[_]>::to_vec);
    let ask = Ask { kinds, names_kinds: true, request, ..Ask::default() };
    let mut remarks: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    let failed = remarks.len();
    let (readings, found) = read::gather(workspace, &picked.targets, &ask, &mut remarks)?;
    remarks.splice(0..0, read::hash_line(workspace, &picked, caller));
    let found = Remarks { failed: found.failed + failed, ..found };
    let mut request = Request { remarks: found, ..ask.request };
    let Some(depth) = arguments.number(&DEPTH) else {
        return reply::write(&readings, request, &remarks);
    };
    let below = reply::below(&remarks, &request);
    request.reserved = request.encoding.count(&below);
    let contents = tagdown_read::contents(&readings, &request, depth);
    Ok(contents.map_err(|refused| refused.explain(request.asking))? + &below)
}
