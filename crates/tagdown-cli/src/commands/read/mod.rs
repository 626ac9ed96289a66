//! `tagdown read`: prints what a model should see.

mod query;

use std::path::{Path, PathBuf};

use tagdown::document::{Document, Kind};
use tagdown::text::{Span, nearest};
use tagdown_project::files::{self, Input, Target, Text, Wanted};
use tagdown_project::paths::{is_glob, real};
use tagdown_read::{
    Encoding, Overflow, Ranked, Reading, Refused, Remarks, Request, Selection, Totals, views,
};

use crate::args::{Budget, Global, Kinds, ReadArgs};
use crate::commands::batches::for_each;
use crate::commands::broken_links::BrokenLinks;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem, shell};

/// The result for one document.
enum Outcome {
    /// It was read: its text, if it can be printed at once, remarks on it, and its broken links.
    Read(Box<Reading>, String, Vec<String>, BrokenLinks),
    /// It is not a tagged document.
    Skipped,
    Failed(String),
}

pub(crate) fn run(args: &ReadArgs, global: &Global) -> Result<Exit, Problem> {
    if args.query.as_ref().is_some_and(|query| !query.contains(char::is_alphanumeric)) {
        return Err("the query contains no words".to_owned().into());
    }
    let mut missing = Vec::new();
    let named = files::paths(&args.input.input(), &mut missing)?;
    let (paths, wanted) = files::split(&named)?;
    let input = args.input.input().of_paths(paths);
    let mut found = files::find(&input, &mut global.configs()?)?;
    found.problems.append(&mut missing);
    let budget = match args.budget {
        Some(Budget::Tokens(tokens)) => Some(tokens),
        Some(Budget::None) => None,
        None => found.targets.first().and_then(|target| target.config.config.budget),
    };
    let request = Request { budget, ..request(args, global, &input) };
    let job = Job { args, request, wanted, named };
    found.problems.iter().for_each(|problem| output::complain(&problem.to_string()));
    let remarks = Remarks { failed: found.problems.len(), ..Remarks::default() };
    let mut gathered = Gathered { remarks, ..Gathered::default() };
    let mut out = Output::stdout(false);
    let mut ranked = None;
    if let Some(query) = &args.query {
        ranked = Some(job.search(query, &found.targets, &mut gathered)?);
    } else {
        for_each(
            &found.targets,
            |target| job.read(target),
            |outcome| {
                let text = gathered.take(outcome, job.is_stream());
                out.write(&output::shown(&text))?;
                Ok::<(), Problem>(())
            },
        )?;
    }
    let recovered = gathered.recovered(&input);
    let mut notices = std::mem::take(&mut gathered.notices);
    let exit = job.finish(gathered, ranked, &mut notices, &mut out);
    // Last, so it does not come between the text and its ending if both go to the same place.
    notices.iter().chain(&recovered).for_each(|remark| output::complain(remark));
    exit
}

/// Everything that the run needs to process a document.
struct Job<'j> {
    args: &'j ReadArgs,
    request: Request,
    wanted: Vec<Wanted>,
    /// The paths from the command line and from its list.
    named: Vec<PathBuf>,
}

impl Job<'_> {
    /// Whether documents can be written one by one, since nothing depends on all of them.
    fn is_stream(&self) -> bool {
        let args = self.args;
        (!self.request.several || self.request.view.is_independent())
            && self.request.budget.is_none()
            && args.cursor.is_none()
            && args.query.is_none()
            && args.section.is_empty()
            && self.wanted.is_empty()
    }

    fn read(&self, target: &Target) -> Outcome {
        let path = target.path.to_string_lossy();
        let text = match files::read(target) {
            Text::Read(text) => text,
            Text::Untagged => return Outcome::Skipped,
            Text::Failed(problem) => return Outcome::Failed(format!("{path}: {problem}")),
        };
        self.read_text(target, &text, BrokenLinks::of)
    }

    fn read_text(
        &self,
        target: &Target,
        text: &str,
        links: fn(&Target, &Document<'_>) -> BrokenLinks,
    ) -> Outcome {
        let path = target.path.to_string_lossy();
        let document = target.parse(text);
        if !target.named && !target.is_required() && !document.is_tagged() {
            return Outcome::Skipped;
        }
        let reading = tagdown_read::read(&document, &path, &self.selection(target));
        let mut remarks: Vec<String> =
            document.notices().iter().map(|notice| format!("{path}: {notice}")).collect();
        if document.blocks.is_empty() {
            remarks.push(format!("{path}: no text to read"));
        } else if document.tagged_blocks().next().is_none() && self.args.kinds.is_empty() {
            remarks.push(format!("{path}: no tagged blocks; use --kinds NOTE to show text without a tag"));
        }
        let text =
            if self.is_stream() { tagdown_read::document(&reading, &self.request) } else { String::new() };
        let broken = links(target, &document);
        Outcome::Read(Box::new(reading), text, remarks, broken)
    }

    fn selection(&self, target: &Target) -> Selection {
        let args = self.args;
        let real = if self.wanted.is_empty() { PathBuf::new() } else { real(&target.path) };
        let is_own =
            |wanted: &&Wanted| if target.stdin { wanted.file == Path::new("-") } else { wanted.file == real };
        let own: Vec<String> =
            self.wanted.iter().filter(is_own).map(|wanted| wanted.address.clone()).collect();
        Selection {
            // Under a query, NOTE blocks that match are at least counted.
            kinds: if args.query.is_some() { Some(tagdown_read::ALL.to_vec()) } else { self.kinds() },
            sections: args.section.clone(),
            keeps_all: !own.is_empty() && files::is_named_whole(&self.named, &target.path),
            addresses: own,
            affects: args.affects.clone(),
            encoding: self.request.encoding,
            count_document: self.request.view.counts_documents
                || self.request.on_overflow == Overflow::Outline,
            counts_later: args.query.is_some() && !self.request.view.counts_documents,
        }
    }

    /// The kinds that are requested; `None` for the default.
    fn kinds(&self) -> Option<Vec<Kind>> {
        if self.args.bugs {
            return Some(vec![Kind::Bug]);
        }
        let by_view = self.request.view.kinds.map(<[Kind]>::to_vec);
        if self.args.kinds.is_empty() { by_view } else { Some(Kinds::of(&self.args.kinds)) }
    }

    fn finish(
        &self,
        gathered: Gathered,
        ranked: Option<Ranked>,
        notices: &mut Vec<String>,
        out: &mut Output,
    ) -> Result<Exit, Problem> {
        let Gathered { readings, totals, remarks, broken, .. } = gathered;
        let failed = remarks.failed > 0;
        let status = if failed { Exit::Failed } else { Exit::Clean };
        let mut request = Request { remarks, ..self.request.clone() };
        // Nothing was read, so there is nothing to sum up.
        if totals.documents + request.remarks.unmatching == 0 && failed {
            return Ok(status);
        }
        if self.is_stream() {
            out.write(&tagdown_read::end(&totals, &request))?;
            return Ok(status);
        }
        if let Some(problem) = missing(&readings, self.args) {
            return Err(problem.into());
        }
        let (mut has_hits, mut is_answered) = (true, true);
        if let Some(ranked) = ranked {
            has_hits = ranked.hits > 0;
            is_answered = ranked.nearest.is_none();
            request.remarks.nearest = ranked.nearest;
            request.remarks.unmatched = ranked.unmatched;
        }
        for reading in &readings {
            let own = broken.iter().find(|broken| broken.is_at(&reading.path));
            notices.extend(own.and_then(|broken| broken.notice_in(&shown(reading))));
        }
        match tagdown_read::write(&readings, &request) {
            Ok(output) => out.write(&output::shown(&output.text))?,
            Err(Refused::Overflow { needed }) => {
                output::complain(&Refused::Overflow { needed }.to_string());
                return Ok(if failed { Exit::Failed } else { Exit::Findings });
            }
            Err(refused) => return Err(refused.to_string().into()),
        }
        if !is_answered {
            if !has_hits {
                output::complain("the query matches no block");
            }
            return Ok(if failed { Exit::Failed } else { Exit::Findings });
        }
        Ok(status)
    }
}

/// Where the blocks of a reading are in the source.
fn shown(reading: &Reading) -> Vec<Span> {
    reading.blocks.iter().map(|block| block.bytes).collect()
}

/// The results for all documents.
#[derive(Default)]
struct Gathered {
    readings: Vec<Reading>,
    totals: Totals,
    remarks: Remarks,
    recovered: Vec<(String, usize)>,
    /// The broken links of the readings, and notices on those of documents that are already written.
    broken: Vec<BrokenLinks>,
    notices: Vec<String>,
}

impl Gathered {
    /// Adds a document and returns the text that can be written at once.
    fn take(&mut self, outcome: Outcome, is_stream: bool) -> String {
        match outcome {
            Outcome::Skipped => self.remarks.skipped += 1,
            Outcome::Failed(problem) => {
                output::complain(&problem);
                self.remarks.failed += 1;
            }
            Outcome::Read(reading, text, remarks, broken) => {
                for remark in &remarks {
                    output::complain(remark);
                }
                self.totals.add(&reading);
                if reading.recovered > 0 {
                    self.recovered.push((reading.path.clone(), reading.recovered));
                }
                if is_stream {
                    self.notices.extend(broken.notice_in(&shown(&reading)));
                } else {
                    self.broken.push(broken);
                    self.readings.push(*reading);
                }
                return text;
            }
        }
        String::new()
    }

    /// How many blocks were read only because malformed tags are read as intended.
    fn recovered(&self, input: &Input) -> Option<String> {
        let blocks: usize = self.recovered.iter().map(|(_, blocks)| blocks).sum();
        let noun = if blocks == 1 { "block was" } else { "blocks were" };
        let (place, path) = match &self.recovered[..] {
            [] => return None,
            [(path, _)] => (format!("{path}: "), shell::quoted(path)),
            several => (format!("{} documents: ", several.len()), shell::paths(&input.paths)),
        };
        Some(format!("{place}{blocks} {noun} recovered from malformed tags; see `tagdown check {path}`"))
    }
}

/// Sections and blocks that were requested but do not exist.
fn missing(readings: &[Reading], args: &ReadArgs) -> Option<String> {
    for reading in readings {
        if let Some(missing) = reading.missing.iter().find(|missing| missing.is_address) {
            let wanted = &missing.wanted;
            let problem = match missing.blocks {
                0 => format!("no section or block `{wanted}`"),
                blocks => format!("`{wanted}` is the id of {blocks} blocks"),
            };
            return Some(format!("{}: {problem}{}", reading.path, offer(&missing.nearest)));
        }
    }
    let is_missing = |reading: &Reading, section: &String| {
        reading.missing.iter().any(|missing| !missing.is_address && missing.wanted == *section)
    };
    let nowhere = |section: &&String| readings.iter().all(|reading| is_missing(reading, section));
    let section = args.section.iter().find(|section| !readings.is_empty() && nowhere(section))?;
    let titles = readings.iter().flat_map(|reading| &reading.headings).filter(|heading| heading.level > 1);
    let near = nearest(section, titles.map(|heading| heading.title.clone()));
    Some(format!("no section `{section}`{}", offer(&near)))
}

fn offer(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => "; `--format outline` lists the sections and blocks".to_owned(),
        [only] => format!("; did you mean {only}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    }
}

fn request(args: &ReadArgs, global: &Global, input: &Input) -> Request {
    let is_one = |path: &PathBuf| path.as_os_str() == "-" || !path.is_dir() && !is_glob(path);
    Request {
        view: views::find(&args.format).unwrap_or(views::VIEWS[0]),
        encoding: args.encoding(),
        margin: args.margin.unwrap_or(1000),
        cursor: args.cursor,
        on_overflow: args.on_overflow.into(),
        spans: args.spans,
        several: input.paths.len() > 1 || !input.paths.iter().all(is_one),
        ranked: args.query.is_some(),
        command: command(args, global),
        ..Request::default()
    }
}

/// The maximum length of a printed command.
const LONG_COMMAND: usize = 400;

/// The command without budget and cursor, for pasting with others.
fn command(args: &ReadArgs, global: &Global) -> String {
    let mut words = vec!["tagdown read".to_owned()];
    words.extend((!args.input.paths.is_empty()).then(|| shell::paths(&args.input.paths)));
    let mut add = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| {
            let gap = if value.starts_with('-') { "=" } else { " " };
            format!("{name}{gap}{}", shell::quoted(&value))
        }));
    };
    let lossy = |path: &PathBuf| path.to_string_lossy().into_owned();
    add("--config", global.config.as_ref().map(lossy));
    add("--files-from", args.input.files_from.as_ref().map(lossy));
    add("--stdin-name", args.input.stdin_name.as_ref().map(lossy));
    add("--max-file-size", args.input.max_file_size.map(|size| size.to_string()));
    let kind = |kinds: &Kinds| if let Kinds::One(kind) = kinds { kind.name() } else { "all" };
    add(
        "--kinds",
        (!args.kinds.is_empty()).then(|| args.kinds.iter().map(kind).collect::<Vec<_>>().join(",")),
    );
    args.section.iter().for_each(|section| add("--section", Some(section.clone())));
    add("--query", args.query.clone());
    add("--affects", args.affects.as_ref().map(ToString::to_string));
    add("--format", (args.format != views::VIEWS[0].name).then(|| args.format.clone()));
    add("--encoding", (args.encoding() != Encoding::default()).then(|| args.encoding.clone()));
    add("--margin", args.margin.map(|margin| (margin as f64 / 1000.0).to_string()));
    for (name, is_set) in [
        ("--no-config", global.no_config),
        ("--only-tagged", args.input.only_tagged),
        ("--force-exclude", args.input.force_exclude),
        ("--bugs", args.bugs),
        ("--spans", args.spans),
    ] {
        words.extend(is_set.then(|| name.to_owned()));
    }
    let command = words.join(" ");
    let is_long = command.len() > LONG_COMMAND || args.query.is_some();
    if is_long { "the same command, with".to_owned() } else { command }
}
