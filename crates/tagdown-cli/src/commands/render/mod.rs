//! `tagdown render`: renders documents for other renderers, to standard output or into a folder.

mod html;
mod site;
mod watch;

pub(crate) use site::tell_left_out;

use std::path::Path;

use tagdown_project::files::{self, Target};
use tagdown_project::paths::is_glob;
use tagdown_project::site::{Asset, Folder, Page};
use tagdown_render::Shape;

use crate::args::{Global, RenderArgs};
use crate::commands::broken_links::BrokenLinks;
use crate::interrupt::finish_what_is_begun;
use crate::terminal::{Exit, Problem, output};
use html::Place;
use site::{Site, Tally, make, plan, read, tell_passed};

pub(crate) fn run(args: &RenderArgs, global: &Global) -> Result<Exit, Problem> {
    let mut problems = Vec::new();
    let paths = files::paths(&args.input.input(), &mut problems)?;
    if args.index && args.to.shape != Shape::Page {
        return Err("--index needs --to html".to_owned().into());
    }
    if args.index && !paths.iter().any(|path| path.is_dir()) {
        return Err("--index needs a folder".to_owned().into());
    }
    let Some(output) = &args.output else {
        let is_one = |path: &Path| path.as_os_str() == "-" || !path.is_dir() && !is_glob(path);
        return match &paths[..] {
            [path] if is_one(path) && problems.is_empty() => print(args, path, global),
            [path] if problems.is_empty() => {
                let shown = path.display();
                Err(format!("{shown}: several pages need an output folder; use -o DIR").into())
            }
            _ => Err("several pages need an output folder; use -o DIR".to_owned().into()),
        };
    };
    let folder = Folder::new(output)?;
    finish_what_is_begun();
    if args.watch {
        return watch::run(args, global, &folder);
    }
    let plan = plan(args, global, &folder)?;
    let site = Site::new(args, &folder, &plan);
    let mut tally = Tally { failed: plan.problems.len(), ..Tally::default() };
    plan.problems.iter().for_each(|problem| output::complain(&problem.to_string()));
    folder.make()?;
    let mut entries = Vec::new();
    let pages: Vec<&Page> = plan.pages.iter().collect();
    let assets: Vec<&Asset> = plan.assets.iter().collect();
    site.render(&pages, &mut tally, |_, outcome| entries.extend(outcome.entry))?;
    site.copy(&assets, &mut tally, |_, _| {})?;
    site.index(&entries, &mut tally);
    tally.tell();
    tell_passed(&plan.passed);
    Ok(if tally.failed > 0 { Exit::Failed } else { Exit::Clean })
}

/// Renders one document to standard output.
fn print(args: &RenderArgs, path: &Path, global: &Global) -> Result<Exit, Problem> {
    let input = args.input.input().of_paths(vec![path.to_owned()]);
    let found = files::find(&input, &mut global.configs()?)?;
    if let Some(problem) = found.problems.first() {
        return Err(problem.to_string().into());
    }
    for target in found.targets {
        let target = Target { named: true, ..target };
        let text = read(&target).map_err(|problem| format!("{}: {problem}", target.path.display()))?;
        let document = target.parse(&text);
        if args.input.only_tagged && !document.is_tagged() {
            output::complain(&format!("{}: not a tagged document", target.path.display()));
            continue;
        }
        let place =
            Place { path: &target.path.to_string_lossy(), index: None, pages: None, title_of: &|_| None };
        let (rendered, _) = make(args, &target, &document, &place);
        output::write(&output::shown(&rendered.text))?;
        tell_left_out(&rendered.left_out);
        BrokenLinks::of(&target, &document).notice().iter().for_each(|notice| output::complain(notice));
    }
    Ok(Exit::Clean)
}
