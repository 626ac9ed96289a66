//! Writes pages into a folder: rendered, copied, indexed, counted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tagdown::document::{Document, TAGS};
use tagdown::text::plural;
use tagdown_project::files::{self, Target, Text};
use tagdown_project::site::{Asset, Folder, Page, Placed, Plan, Request, index_name};
use tagdown_render::{Rendered, Shape, add_title_links, folder_links, is_index, lost_folders, title_anchor};

use super::html::{self, Entry, Place};
use crate::args::{Global, RenderArgs};
use crate::commands::batches::for_each;
use crate::commands::broken_links::BrokenLinks;
use crate::terminal::Problem;
use crate::terminal::output::{self, Output};

/// Plans which page goes where.
pub(super) fn plan(args: &RenderArgs, global: &Global, folder: &Folder) -> Result<Plan, String> {
    let request = Request {
        input: &args.input.input(),
        shape: args.to.shape,
        copies_assets: args.copy_assets,
        has_index: args.index,
    };
    Plan::make(&request, folder, &mut global.configs()?)
}

/// The text of a document. Fails for files that are not text.
pub(super) fn read(target: &Target) -> Result<String, String> {
    match files::read(target) {
        Text::Read(text) => files::holds_nul(&text).map_or(Ok(text), Err),
        Text::Untagged => Ok(String::new()),
        Text::Failed(problem) => Err(problem),
    }
}

/// A rendered document, and its entry in the index.
pub(super) fn make(
    args: &RenderArgs,
    target: &Target,
    document: &Document<'_>,
    place: &Place<'_>,
) -> (Rendered, Entry) {
    let mut options = args.options(&target.config.config.render);
    if args.to.shape != Shape::Page {
        options.is_index = is_index(place.path, args.to);
        options.links =
            place.pages.map(|pages| folder_links(document, place.path, pages)).unwrap_or_default();
        let lost = place.pages.map(|pages| lost_folders(document, place.path, args.to, pages));
        options.links.extend(lost.into_iter().flatten().map(|link| (link, String::new())));
        add_title_links(document, place.path, args.to, place.title_of, &mut options.links);
        return (tagdown_render::render(document, args.to, &options), Entry::default());
    }
    let link = args.index.then(|| encoded(Path::new(place.path).with_extension("html").as_path()));
    html::page(document, &options, args.encoding(), place, link.as_deref())
}

/// A path in the form that links use.
fn encoded(path: &Path) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encode =
        |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    parted(path).bytes().map(encode).collect()
}

/// A path with slashes on every system.
fn parted(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// The result for one page.
#[derive(Default)]
pub(super) struct Outcome {
    /// `None` if it was skipped.
    pub(super) placed: Option<Placed>,
    pub(super) entry: Option<Entry>,
    left_out: [usize; 4],
    problem: Option<String>,
    /// The notice on its broken links.
    broken: Option<String>,
    /// The notice on its links to folders.
    lost: Option<String>,
}

/// The results of a run.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) written: usize,
    pub(super) unchanged: usize,
    pub(super) copied: usize,
    pub(super) same: usize,
    pub(super) skipped: usize,
    pub(super) failed: usize,
    pub(super) left_out: [usize; 4],
}

/// A folder of pages in progress.
pub(super) struct Site<'s> {
    args: &'s RenderArgs,
    folder: &'s Folder,
    plan: &'s Plan,
    pages: BTreeSet<String>,
    /// The anchors of the titles of pages that others link to, as far as they are known.
    titles: Mutex<BTreeMap<String, Option<String>>>,
}

impl<'s> Site<'s> {
    pub(super) fn new(args: &'s RenderArgs, folder: &'s Folder, plan: &'s Plan) -> Self {
        let pages = plan.pages.iter().map(|page| parted(&page.below)).collect();
        Self { args, folder, plan, pages, titles: Mutex::default() }
    }

    /// The anchor of the title of a page.
    fn title_of(&self, path: &str) -> Option<String> {
        let known = |titles: &mut BTreeMap<String, Option<String>>| titles.get(path).cloned();
        if let Some(title) = self.titles.lock().ok().and_then(|mut titles| known(&mut titles)) {
            return title;
        }
        let page = self.plan.pages.iter().find(|page| parted(&page.below) == path)?;
        let text = read(&page.target).ok()?;
        let title = title_anchor(&page.target.parse(&text)).map(str::to_owned);
        if let Ok(mut titles) = self.titles.lock() {
            titles.insert(path.to_owned(), title.clone());
        }
        title
    }

    /// Renders pages in parallel and hands over the results in order.
    pub(super) fn render(
        &self,
        pages: &[&Page],
        tally: &mut Tally,
        mut take: impl FnMut(&Page, Outcome),
    ) -> Result<(), Problem> {
        for_each(
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
        let text = match read(&page.target) {
            Ok(text) => text,
            Err(problem) => return Outcome { problem: Some(problem), ..Outcome::default() },
        };
        let document = page.target.parse(&text);
        if self.args.input.only_tagged && !document.is_tagged() {
            return Outcome::default();
        }
        let path = parted(&page.below);
        let up = "../".repeat(page.to.components().count().saturating_sub(1));
        let index = self.args.index.then(|| format!("{up}{}", self.index_name()));
        let title_of = |path: &str| self.title_of(path);
        let place =
            Place { path: &path, index: index.as_deref(), pages: Some(&self.pages), title_of: &title_of };
        let (rendered, entry) = make(self.args, &page.target, &document, &place);
        let broken = BrokenLinks::of(&page.target, &document).notice();
        let lost = lost_folders(&document, &path, self.args.to, &self.pages);
        let lost = lost.first().map(|link| {
            let shown = page.target.path.display();
            format!(
                "{shown}: the link `{link}` becomes text: its folder has no page, and the build would stop"
            )
        });
        let left_out = rendered.left_out;
        let mut outcome = Outcome { entry: Some(entry), left_out, broken, lost, ..Outcome::default() };
        match self.folder.place(&page.to, rendered.text.as_bytes()) {
            Ok(placed) => outcome.placed = Some(placed),
            Err(problem) => outcome.problem = Some(format!("{problem} ({})", self.folder.shown(&page.to))),
        }
        outcome
    }

    /// Copies other files.
    pub(super) fn copy(
        &self,
        assets: &[&Asset],
        tally: &mut Tally,
        mut take: impl FnMut(&Asset, Placed),
    ) -> Result<(), Problem> {
        for_each(
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

    /// Writes the index page, if requested.
    pub(super) fn index(&self, entries: &[Entry], tally: &mut Tally) {
        if !self.args.index {
            return;
        }
        let folder = self.args.input.paths.iter().find(|path| path.is_dir());
        let folder = std::fs::canonicalize(folder.map_or(Path::new("."), |path| path)).unwrap_or_default();
        let title = folder.file_name().unwrap_or_default().to_string_lossy();
        let text = html::index(entries, &title, self.args.encoding());
        let name = Path::new(self.index_name());
        if let Err(problem) = self.folder.place(name, text.as_bytes()) {
            tally.fail(Path::new(&self.folder.shown(name)), &problem);
        }
    }

    fn index_name(&self) -> &'static str {
        index_name(self.pages.iter().map(Path::new))
    }
}

impl Tally {
    fn add(&mut self, path: &Path, outcome: &Outcome) {
        outcome.broken.iter().chain(&outcome.lost).for_each(|notice| output::complain(notice));
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

    /// Reports on standard error what was done, and what was not.
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
        // If even this fails, nothing can be done.
        let _ = Output::stderr().write(&format!("{line}\n"));
        tell_left_out(&self.left_out);
    }
}

/// Reports on standard error which files are not copied.
pub(super) fn tell_passed(passed: &[PathBuf]) {
    let Some(first) = passed.first().map(|first| first.display()) else { return };
    let what = match passed.len() {
        1 => format!("{first} is not copied"),
        count => format!("{count} files are not copied, such as {first}"),
    };
    output::complain(&format!("{what}: hidden files and symbolic links are left out"));
}

/// Reports on standard error which blocks are not shown.
pub(crate) fn tell_left_out(left_out: &[usize; 4]) {
    let kinds = TAGS.iter().zip(left_out).filter(|(_, count)| **count > 0);
    let named: Vec<String> = kinds.map(|(tag, count)| format!("{count} [{}]", tag.name)).collect();
    if !named.is_empty() {
        let _ = Output::stderr().write(&format!("left out: {}\n", named.join(", ")));
    }
}
