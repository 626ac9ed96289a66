//! What a run of `read` does with each document, and what it writes at the end.

use std::path::{Path, PathBuf};

use tagdown::document::{Document, Kind};
use tagdown::text::{Span, nearest};
use tagdown_project::files::{self, Input, Target, Text, Wanted};
use tagdown_project::paths::real;
use tagdown_read::{Overflow, Ranked, Reading, Refused, Remarks, Request, Selection, Totals};

use crate::args::{Kinds, ReadArgs};
use crate::commands::broken_links::BrokenLinks;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem, shell};

/// The result for one document.
pub(super) enum Outcome {
    /// It was read: its text, if it can be printed at once, remarks on it, and its broken links.
    Read(Box<Reading>, String, Vec<String>, BrokenLinks),
    /// It is not a tagged document.
    Skipped,
    Failed(String),
}

/// Everything that the run needs to process a document.
pub(super) struct Job<'j> {
    pub(super) args: &'j ReadArgs,
    pub(super) request: Request,
    pub(super) wanted: Vec<Wanted>,
    /// The paths from the command line and from its list.
    pub(super) named: Vec<PathBuf>,
}

impl Job<'_> {
    /// Whether documents can be written one by one, since nothing depends on all of them.
    pub(super) fn is_stream(&self) -> bool {
        let args = self.args;
        (!self.request.several || self.request.view.is_independent())
            && self.request.budget.is_none()
            && args.cursor.is_none()
            && args.query.is_none()
            && args.section.is_empty()
            && self.wanted.is_empty()
    }

    pub(super) fn read(&self, target: &Target) -> Outcome {
        let path = target.path.to_string_lossy();
        let text = match files::read(target) {
            Text::Read(text) => text,
            Text::Untagged => return Outcome::Skipped,
            Text::Failed(problem) => return Outcome::Failed(format!("{path}: {problem}")),
        };
        self.read_text(target, &text, BrokenLinks::of)
    }

    pub(super) fn read_text(
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
    pub(super) fn kinds(&self) -> Option<Vec<Kind>> {
        if self.args.bugs {
            return Some(vec![Kind::Bug]);
        }
        let by_view = self.request.view.kinds.map(<[Kind]>::to_vec);
        if self.args.kinds.is_empty() { by_view } else { Some(Kinds::of(&self.args.kinds)) }
    }

    pub(super) fn finish(
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
        let mut has_hits = true;
        if let Some(ranked) = ranked {
            has_hits = ranked.hits > 0;
            request.remarks.nearest = ranked.nearest;
            request.remarks.others[0] = ranked.others;
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
        if !has_hits {
            output::complain("the query matches no block");
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
pub(super) struct Gathered {
    pub(super) readings: Vec<Reading>,
    pub(super) totals: Totals,
    pub(super) remarks: Remarks,
    pub(super) recovered: Vec<(String, usize)>,
    /// The broken links of the readings, and notices on those of documents that are already written.
    pub(super) broken: Vec<BrokenLinks>,
    pub(super) notices: Vec<String>,
}

impl Gathered {
    /// Adds a document and returns the text that can be written at once.
    pub(super) fn take(&mut self, outcome: Outcome, is_stream: bool) -> String {
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
    pub(super) fn recovered(&self, input: &Input) -> Option<String> {
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
