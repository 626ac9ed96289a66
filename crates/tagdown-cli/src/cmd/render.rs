//! `tagdown render`: documents as other renderers show them well, on standard output or in a folder.

use std::collections::BTreeSet;
use std::path::Path;

use tagdown::dialects::html::{self, Entry};
use tagdown::dialects::{Rendered, Shape};
use tagdown::print::plural;
use tagdown::{Document, TAGS, parse};

use crate::args::{Changed, Global, Paths, RenderArgs};
use crate::configs::Configs;
use crate::exit::{Exit, Problem};
use crate::files::{self, Target, Text};
use crate::output::{self, Output};
use crate::site::{Asset, Folder, INDEX, Page, Placed, Plan};
use crate::{lists, wanted};

pub(crate) fn run(args: &RenderArgs, global: &Global) -> Result<Exit, Problem> {
    let mut problems = Vec::new();
    let paths = lists::paths(&args.input, &mut problems)?;
    if args.index && args.to.shape != Shape::Page {
        return Err("--index goes with --to html".to_owned().into());
    }
    if args.index && !paths.iter().any(|path| path.is_dir()) {
        return Err("--index is for folders, and none is named".to_owned().into());
    }
    let Some(output) = &args.output else {
        let is_one = |path: &Path| path.as_os_str() == "-" || !path.is_dir() && !wanted::is_glob(path);
        return match &paths[..] {
            [path] if is_one(path) && problems.is_empty() => print(args, path, global),
            [path] if problems.is_empty() => {
                let shown = path.display();
                Err(format!("{shown}: several pages go into a folder; name it with -o DIR").into())
            }
            _ => Err("several pages go into a folder; name it with -o DIR".to_owned().into()),
        };
    };
    let folder = Folder::new(output)?;
    super::finish_what_is_begun();
    if args.watch {
        return super::render_watch::run(args, global, &folder);
    }
    let plan = Plan::make(args, &folder, &mut Configs::new(global)?)?;
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
    Ok(if tally.failed > 0 { Exit::Failed } else { Exit::Clean })
}

/// One document, on standard output.
fn print(args: &RenderArgs, path: &Path, global: &Global) -> Result<Exit, Problem> {
    let input = Paths { paths: vec![path.to_owned()], files_from: None, ..args.input.clone() };
    let mut configs = Configs::new(global)?;
    let found = files::find_in(&input.paths, &input, &Changed::default(), &mut configs)?;
    if let Some(problem) = found.problems.first() {
        return Err(problem.to_string().into());
    }
    for target in found.targets {
        let target = Target { named: true, ..target };
        let text = read(args, &target).map_err(|problem| format!("{}: {problem}", target.path.display()))?;
        let document = parse(&text);
        if args.input.only_tagged && !document.is_tagged() {
            output::complain(&format!("{}: not a tagged document", target.path.display()));
            continue;
        }
        let place = Place { path: &target.path.to_string_lossy(), index: None, pages: None };
        let (rendered, _) = make(args, &target, &document, &place);
        let is_shown = output::is_terminal();
        output::write(&if is_shown { output::tame(&rendered.text) } else { rendered.text })?;
        tell_left_out(&rendered.left_out);
    }
    Ok(Exit::Clean)
}

/// The text of a document. What is no text cannot be shown to anybody.
fn read(args: &RenderArgs, target: &Target) -> Result<String, String> {
    match files::read(target, args.input.max_file_size) {
        Text::Read(text) => files::holds_nul(&text).map_or(Ok(text), Err),
        Text::Untagged => Ok(String::new()),
        Text::Failed(problem) => Err(problem),
    }
}

/// Where a page stands among others.
struct Place<'p> {
    path: &'p str,
    index: Option<&'p str>,
    pages: Option<&'p BTreeSet<String>>,
}

/// A document rendered, and what the list of pages says of it.
fn make(args: &RenderArgs, target: &Target, document: &Document<'_>, place: &Place<'_>) -> (Rendered, Entry) {
    let options = &args.options(&target.config.config.render);
    if args.to.shape != Shape::Page {
        return (tagdown::dialects::render(document, args.to, options), Entry::default());
    }
    let Place { path, index, pages } = *place;
    let page = html::Page { options, encoding: args.encoding(), path, index, pages, highlight: true };
    let link = encoded(Path::new(path).with_extension("html").as_path());
    let entry = if args.index { html::entry(document, &page, &link) } else { Entry::default() };
    (html::page(document, &page), entry)
}

/// A path as a link names it.
fn encoded(path: &Path) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encode =
        |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    parted(path).bytes().map(encode).collect()
}

/// A path, parted by slashes on every system.
fn parted(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// What came of one page.
#[derive(Default)]
pub(super) struct Outcome {
    /// Nothing, if it was passed over.
    pub(super) placed: Option<Placed>,
    pub(super) entry: Option<Entry>,
    left_out: [usize; 4],
    problem: Option<String>,
}

/// What a run has come to.
#[derive(Default)]
pub(super) struct Tally {
    written: usize,
    unchanged: usize,
    copied: usize,
    same: usize,
    skipped: usize,
    pub(super) failed: usize,
    left_out: [usize; 4],
}

/// A folder of pages that is being made.
pub(super) struct Site<'s> {
    args: &'s RenderArgs,
    folder: &'s Folder,
    pages: BTreeSet<String>,
}

impl<'s> Site<'s> {
    pub(super) fn new(args: &'s RenderArgs, folder: &'s Folder, plan: &Plan) -> Self {
        Self { args, folder, pages: plan.pages.iter().map(|page| parted(&page.below)).collect() }
    }

    /// Renders pages, several at once, and hands over what came of each in order.
    pub(super) fn render(
        &self,
        pages: &[&Page],
        tally: &mut Tally,
        mut take: impl FnMut(&Page, Outcome),
    ) -> Result<(), Problem> {
        super::for_each(
            pages,
            |page| (*page, self.page(page)),
            |(page, outcome)| {
                tally.add(&page.target.path, &outcome);
                take(page, outcome);
                Ok(())
            },
        )
    }

    fn page(&self, page: &Page) -> Outcome {
        let text = match read(self.args, &page.target) {
            Ok(text) => text,
            Err(problem) => return Outcome { problem: Some(problem), ..Outcome::default() },
        };
        let document = parse(&text);
        if self.args.input.only_tagged && !document.is_tagged() {
            return Outcome::default();
        }
        let path = parted(&page.below);
        let up = "../".repeat(page.to.components().count().saturating_sub(1));
        let index = self.args.index.then(|| format!("{up}{INDEX}"));
        let place = Place { path: &path, index: index.as_deref(), pages: Some(&self.pages) };
        let (rendered, entry) = make(self.args, &page.target, &document, &place);
        let mut outcome = Outcome { entry: Some(entry), left_out: rendered.left_out, ..Outcome::default() };
        match self.folder.place(&page.to, rendered.text.as_bytes()) {
            Ok(placed) => outcome.placed = Some(placed),
            Err(problem) => outcome.problem = Some(format!("{problem} ({})", self.folder.shown(&page.to))),
        }
        outcome
    }

    /// Copies other files along.
    pub(super) fn copy(
        &self,
        assets: &[&Asset],
        tally: &mut Tally,
        mut take: impl FnMut(&Asset, Placed),
    ) -> Result<(), Problem> {
        super::for_each(
            assets,
            |asset| (*asset, self.folder.copy(&asset.from, &asset.to)),
            |(asset, copied)| {
                match copied {
                    Ok(placed) => {
                        *(if placed == Placed::Written { &mut tally.copied } else { &mut tally.same }) += 1;
                        take(asset, placed);
                    }
                    Err(problem) => tally.fail(&asset.from, &problem),
                }
                Ok(())
            },
        )
    }

    /// Writes the page of all pages, if it is asked for.
    pub(super) fn index(&self, entries: &[Entry], tally: &mut Tally) {
        if !self.args.index {
            return;
        }
        let folder = self.args.input.paths.iter().find(|path| path.is_dir());
        let folder = std::fs::canonicalize(folder.map_or(Path::new("."), |path| path)).unwrap_or_default();
        let title = folder.file_name().unwrap_or_default().to_string_lossy();
        let text = html::index(entries, &title, self.args.encoding());
        if let Err(problem) = self.folder.place(Path::new(INDEX), text.as_bytes()) {
            tally.fail(Path::new(&self.folder.shown(Path::new(INDEX))), &problem);
        }
    }
}

impl Tally {
    fn add(&mut self, path: &Path, outcome: &Outcome) {
        match (&outcome.problem, outcome.placed) {
            (Some(problem), _) => return self.fail(path, problem),
            (_, Some(Placed::Written)) => self.written += 1,
            (_, Some(Placed::Unchanged)) => self.unchanged += 1,
            (_, None) => self.skipped += 1,
        }
        self.left_out.iter_mut().zip(outcome.left_out).for_each(|(all, here)| *all += here);
    }

    pub(super) fn fail(&mut self, path: &Path, problem: &str) {
        output::complain(&format!("{}: {problem}", path.display()));
        self.failed += 1;
    }

    /// Says on standard error what was done, and what was not.
    pub(super) fn tell(&self) {
        let pages = plural(self.written + self.unchanged, "page");
        let mut line = format!("{pages} rendered: {} written, {} unchanged", self.written, self.unchanged);
        if self.copied + self.same > 0 {
            let files = plural(self.copied + self.same, "file");
            line.push_str(&format!("; {files} copied: {} written, {} unchanged", self.copied, self.same));
        }
        if self.skipped > 0 {
            line.push_str(&format!("; {} not tagged", self.skipped));
        }
        if self.failed > 0 {
            line.push_str(&format!("; {} failed", self.failed));
        }
        // Nobody can be told where even this fails.
        let _ = Output::stderr().write(&format!("{line}\n"));
        tell_left_out(&self.left_out);
    }
}

/// Says on standard error which blocks are not shown.
pub(super) fn tell_left_out(left_out: &[usize; 4]) {
    let kinds = TAGS.iter().zip(left_out).filter(|(_, count)| **count > 0);
    let named: Vec<String> = kinds.map(|(tag, count)| format!("{count} [{}]", tag.name)).collect();
    if !named.is_empty() {
        let _ = Output::stderr().write(&format!("left out: {}\n", named.join(", ")));
    }
}
