//! What a run of `read` does with each document, and what it writes at the end.

use std::collections::HashMap;

use tagdown::text::Span;
use tagdown_project::files::{self, Input, Target, Text};
use tagdown_project::lookup::{self, Ask, missing};
use tagdown_read::{Reading, Refused, Remarks, Request, Totals};

use crate::args::ReadArgs;
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
    pub(super) ask: Ask,
}

impl Job<'_> {
    /// Whether documents can be written one by one, since nothing depends on all of them.
    pub(super) fn is_stream(&self) -> bool {
        let request = &self.ask.request;
        (!request.several || request.view.is_independent())
            && request.budget.is_none()
            && self.args.cursor.is_none()
            && self.ask.query.is_none()
            && self.ask.sections.is_empty()
            && self.ask.wanted.is_empty()
    }

    pub(super) fn read(&self, target: &Target) -> Outcome {
        let path = target.path.to_string_lossy();
        let text = match files::read(target) {
            Text::Read(text) => text,
            Text::Untagged => return Outcome::Skipped,
            Text::Failed(problem) => return Outcome::Failed(format!("{path}: {problem}")),
        };
        let document = target.parse(&text);
        let lookup::Outcome::Read(reading, remarks) = self.ask.read_document(target, &document) else {
            return Outcome::Skipped;
        };
        let is_stream = self.is_stream();
        let shown =
            if is_stream { tagdown_read::document(&reading, &self.ask.request) } else { String::new() };
        // Nobody reads notices on the links of texts that are not files.
        let is_file = target.given.is_none();
        let broken = if is_file { BrokenLinks::of(target, &document) } else { BrokenLinks::default() };
        Outcome::Read(reading, shown, remarks, broken)
    }

    pub(super) fn finish(
        &self,
        gathered: Gathered,
        has_hits: bool,
        notices: &mut Vec<String>,
        out: &mut Output,
    ) -> Result<Exit, Problem> {
        let Gathered { readings, totals, remarks, broken, .. } = gathered;
        let failed = remarks.failed > 0;
        let status = if failed { Exit::Failed } else { Exit::Clean };
        let request = Request { remarks, ..self.ask.request.clone() };
        // Nothing was read, so there is nothing to sum up.
        if totals.documents + request.remarks.unmatching == 0 && failed {
            return Ok(status);
        }
        if self.is_stream() {
            out.write(&tagdown_read::end(&totals, &request))?;
            return Ok(status);
        }
        if let Some(problem) = missing(&readings, &self.ask.sections, request.asking) {
            return Err(problem.into());
        }
        let mut by_path: HashMap<&str, &BrokenLinks> = HashMap::new();
        for links in &broken {
            by_path.entry(links.path()).or_insert(links);
        }
        for reading in &readings {
            let own = by_path.get(reading.path.as_str());
            notices.extend(own.and_then(|broken| broken.notice_in(&shown(reading))));
        }
        if request.budget.is_none() && request.cursor.is_none() {
            tagdown_read::write_each(&readings, &request, &mut |piece| out.write(&output::shown(piece)))?;
            return Ok(found(has_hits, status));
        }
        match tagdown_read::write(&readings, &request) {
            Ok(output) => out.write(&output::shown(&output.text))?,
            Err(Refused::Overflow { needed }) => {
                output::complain(&Refused::Overflow { needed }.to_string());
                return Ok(if failed { Exit::Failed } else { Exit::Findings });
            }
            Err(refused) => return Err(refused.to_string().into()),
        }
        Ok(found(has_hits, status))
    }
}

/// The exit status of a run that wrote its output, given that of the documents.
fn found(has_hits: bool, status: Exit) -> Exit {
    if has_hits {
        return status;
    }
    output::complain("the query matches no block");
    if status == Exit::Failed { Exit::Failed } else { Exit::Findings }
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
                if is_stream {
                    self.count(&reading);
                    self.notices.extend(broken.notice_in(&shown(&reading)));
                } else {
                    self.broken.push(broken);
                    self.add(*reading);
                }
                return text;
            }
        }
        String::new()
    }

    /// Adds a document that is written later.
    pub(super) fn add(&mut self, reading: Reading) {
        self.count(&reading);
        self.readings.push(reading);
    }

    fn count(&mut self, reading: &Reading) {
        self.totals.add(reading);
        if reading.recovered > 0 {
            self.recovered.push((reading.path.clone(), reading.recovered));
        }
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
