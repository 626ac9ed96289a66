//! `Reading` and `read`: what a model should see of documents, within a budget.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;
use tagdown::text::plural;
use tagdown_project::files::{self, Input, Target, Text};
use tagdown_project::lookup::{Ask, Look, Outcome, missing, search};
use tagdown_project::shell;
use tagdown_read::{
    Cursor, Next, Query, Reading as Pages, Refused, Remarks, Request, Selection, Versions, View, views,
};

use crate::arguments::{Config, Kinds, Names, encoding, find};
use crate::block::{Block, with_page};
use crate::checking::require;
use crate::errors::detached;
use crate::paths::Paths;
use crate::workers::Workers;

/// What a model should see of documents.
#[pyclass(frozen, module = "tagdown")]
pub(crate) struct Reading {
    text: String,
    tokens: usize,
    is_complete: bool,
    cursor: Option<String>,
    documents: usize,
    blocks: Py<PyList>,
    failed: Vec<Failure>,
}

/// What was read, before it becomes an object of Python.
struct Found {
    text: String,
    tokens: usize,
    is_complete: bool,
    cursor: Option<String>,
    documents: usize,
    blocks: Vec<Block>,
    failed: Vec<Failure>,
}

/// Everything that decides what is read.
struct Call {
    input: Input,
    config: Config,
    ask: Ask,
}

/// Reads documents for a model, as `tagdown read` does.
///
/// paths: files, folders, globs and addresses; one, or several.
/// kinds: SPEC, NOTE, BUG, ? or all. The default is SPEC, BUG and ?.
/// sections: titles of sections to read.
/// query: words to search for; the best match comes first.
/// affects: only bugs that may affect this version.
/// budget: how many tokens the view may have.
/// cursor: where a page of this budget starts; "0" is the first page, `Reading.cursor` the next.
/// encoding: how tokens are counted: o200k_base, cl100k_base or bytes.
/// format: md, json, jsonl or outline.
/// config: a configuration file; False for none. The default is the nearest `tagdown.toml` above each file.
/// max_file_size: a larger file, in bytes, is not read. The default is 64 MB.
/// threads: how many threads read. The default is one per core.
#[pyfunction]
#[pyo3(signature = (paths, /, *, kinds=None, sections=None, query=None, affects=None, budget=None, cursor=None, encoding="o200k_base", format="md", config=None, max_file_size=None, threads=None))]
pub(crate) fn read(
    py: Python<'_>,
    paths: Paths,
    kinds: Option<Kinds>,
    sections: Option<Names>,
    query: Option<String>,
    affects: Option<String>,
    budget: Option<usize>,
    cursor: Option<String>,
    encoding: &str,
    format: &str,
    config: Option<Config>,
    max_file_size: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Reading> {
    let view = view(format)?;
    if query.as_ref().is_some_and(|query| !query.contains(char::is_alphanumeric)) {
        return Err(PyValueError::new_err("the query contains no words"));
    }
    let affects = affects.map(|text| text.parse::<Versions>()).transpose();
    let affects = affects.map_err(PyValueError::new_err)?;
    let cursor = cursor.map(|text| text.parse::<Cursor>()).transpose().map_err(PyValueError::new_err)?;
    let Paths(paths) = paths;
    require(&paths)?;
    let (files, wanted) = files::split(&paths).map_err(crate::errors::error)?;
    let is_one = |path: &PathBuf| !path.is_dir() && !tagdown_project::paths::is_glob(path);
    let request = Request {
        view,
        encoding: self::encoding(encoding)?,
        budget,
        cursor,
        several: files.len() != 1 || !files.iter().all(is_one),
        ranked: query.is_some(),
        command: command(&paths, kinds.as_ref(), sections.as_ref(), query.is_some()),
        ..Request::default()
    };
    let ask = Ask {
        names_kinds: kinds.is_some(),
        kinds: kinds.map(|Kinds(kinds)| kinds).or_else(|| view.kinds.map(<[_]>::to_vec)),
        sections: sections.map(|Names(names)| names).unwrap_or_default(),
        query,
        affects,
        wanted,
        named: paths,
        request,
    };
    let input = Input { paths: files, max_file_size, ..Input::default() };
    let call = Call { input, config: config.unwrap_or_default(), ask };
    let found = detached(py, || call.answer(&mut Workers::new(threads)))?;
    let blocks =
        found.blocks.into_iter().map(|block| Py::new(py, block)).collect::<PyResult<Vec<Py<Block>>>>()?;
    Ok(Reading {
        text: found.text,
        tokens: found.tokens,
        is_complete: found.is_complete,
        cursor: found.cursor,
        documents: found.documents,
        blocks: PyList::new(py, blocks)?.unbind(),
        failed: found.failed,
    })
}

/// The command that shows the same, for what a view says about the rest. A long one is only mentioned.
fn command(paths: &[PathBuf], kinds: Option<&Kinds>, sections: Option<&Names>, is_query: bool) -> String {
    let mut command = format!("tagdown read {}", shell::paths(paths));
    if let Some(Kinds(kinds)) = kinds {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        command.push_str(&format!(" --kinds {}", shell::quoted(&names.join(","))));
    }
    for section in sections.iter().flat_map(|Names(names)| names) {
        command.push_str(&format!(" --section {}", shell::quoted(section)));
    }
    if is_query || command.len() > 400 { "the same command, with".to_owned() } else { command }
}

fn view(name: &str) -> PyResult<&'static View> {
    views::find(name).ok_or_else(|| {
        let names: Vec<&str> = tagdown_read::VIEWS.iter().map(|view| view.name).collect();
        PyValueError::new_err(format!("unknown format `{name}`; known: {}", names.join(", ")))
    })
}

/// The texts of documents, as they are read.
type Texts = [OnceLock<Arc<str>>];

/// A path that could not be read, and why.
type Failure = (String, String);

impl Call {
    fn answer(&self, workers: &mut Workers) -> Result<Found, String> {
        let found = find(&self.input, &self.config)?;
        let mut failed: Vec<Failure> =
            found.problems.iter().map(|problem| (problem.path.clone(), problem.reason.clone())).collect();
        let targets = &found.targets;
        let texts: Vec<_> = targets.iter().map(|_| OnceLock::new()).collect();
        let (readings, mut remarks) = match &self.ask.query {
            Some(query) => self.search(query, targets, &texts, workers, &mut failed)?,
            None => self.all(targets, &texts, workers, &mut failed)?,
        };
        remarks.failed += failed.len();
        if let Some(problem) = missing(&readings, &self.ask.sections, self.ask.request.asking) {
            return Err(problem);
        }
        let request = Request { remarks, ..self.ask.request.clone() };
        let written = workers.run(|| tagdown_read::write(&readings, &request))?;
        let output = match written {
            Ok(output) => output,
            Err(Refused::TooSmall { least }) => {
                return Err(format!("the budget is too small: at least {least} tokens are needed"));
            }
            Err(refused) => return Err(refused.to_string()),
        };
        let tokens = workers.run(|| request.encoding.count(&output.text))?;
        let documents = readings.len();
        let order = self.order(&readings);
        let blocks = blocks(readings, targets, &texts, &request, order);
        let cursor = match output.next {
            Some(Next::Page(cursor)) => Some(cursor.to_string()),
            _ => None,
        };
        Ok(Found {
            text: output.text,
            tokens,
            is_complete: output.complete,
            cursor,
            documents,
            blocks,
            failed,
        })
    }

    /// The documents that match a query, ranked.
    fn search(
        &self,
        query: &str,
        targets: &[Target],
        texts: &Texts,
        workers: &mut Workers,
        failed: &mut Vec<Failure>,
    ) -> Result<(Vec<Pages>, Remarks), String> {
        let query = Query::new(query);
        let searched = workers.run(|| {
            let look = |(target, text): (&Target, &OnceLock<Arc<str>>)| look(&query, target, text);
            let looks: Vec<Look> = targets.par_iter().zip(texts).map(look).collect();
            failed.extend(targets.iter().zip(&looks).filter_map(|(target, look)| match look {
                Look::Failed(problem) => Some((shown(target), problem.clone())),
                _ => None,
            }));
            search(&self.ask, &query, targets, looks, |index| texts[index].get().cloned())
        })?;
        Ok((searched.readings, Remarks { failed: 0, ..searched.remarks }))
    }

    /// All documents.
    fn all(
        &self,
        targets: &[Target],
        texts: &Texts,
        workers: &mut Workers,
        failed: &mut Vec<Failure>,
    ) -> Result<(Vec<Pages>, Remarks), String> {
        let one = |(target, text): (&Target, &OnceLock<Arc<str>>)| self.one(target, text);
        let all: Vec<Result<Option<Pages>, Failure>> =
            workers.run(|| targets.par_iter().zip(texts).map(one).collect())?;
        let (mut readings, mut remarks) = (Vec::new(), Remarks::default());
        for one in all {
            match one {
                Ok(Some(reading)) => readings.push(reading),
                Ok(None) => remarks.skipped += 1,
                Err(problem) => failed.push(problem),
            }
        }
        Ok((readings, remarks))
    }

    /// Reads one document; `None` if it is not tagged.
    fn one(&self, target: &Target, kept: &OnceLock<Arc<str>>) -> Result<Option<Pages>, Failure> {
        let text = match files::read(target) {
            Text::Read(text) => text,
            Text::Untagged => return Ok(None),
            Text::Failed(problem) => return Err((shown(target), problem)),
        };
        let outcome = self.ask.read(target, &text);
        // The place of each text is its own.
        let _ = kept.set(text.into());
        Ok(match outcome {
            Outcome::Read(reading, _) => Some(*reading),
            Outcome::Skipped => None,
        })
    }

    /// The places of the blocks by rank, if there is a query: the order of the view that lists blocks.
    fn order(&self, readings: &[Pages]) -> Option<HashMap<String, usize>> {
        self.ask.query.as_ref()?;
        let view = views::find("jsonl")?;
        let request = Request { view, budget: None, ..self.ask.request.clone() };
        let lines = tagdown_read::write(readings, &request).ok()?.text;
        let address = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).ok()?;
            Some(row.get("address")?.as_str()?.to_owned())
        };
        Some(lines.lines().filter_map(address).enumerate().map(|(place, address)| (address, place)).collect())
    }
}

fn shown(target: &Target) -> String {
    target.path.to_string_lossy().into_owned()
}

fn look(query: &Query, target: &Target, kept: &OnceLock<Arc<str>>) -> Look {
    match files::read(target) {
        Text::Read(text) => {
            let scan = query.scan(&target.path.to_string_lossy(), &text);
            let _ = kept.set(text.into());
            Look::Scanned(scan)
        }
        Text::Untagged => Look::Skipped,
        Text::Failed(problem) => Look::Failed(problem),
    }
}

/// The blocks of readings with their places, in the order of a query if there is one.
fn blocks(
    readings: Vec<Pages>,
    targets: &[Target],
    texts: &Texts,
    request: &Request,
    order: Option<HashMap<String, usize>>,
) -> Vec<Block> {
    let by_path: HashMap<String, &OnceLock<Arc<str>>> = targets.iter().map(shown).zip(texts).collect();
    let selection = Selection { encoding: request.encoding, ..Selection::default() };
    let mut blocks = Vec::new();
    for reading in readings {
        let text = by_path.get(&reading.path).and_then(|text| text.get());
        blocks.extend(with_page(text.map_or("", |text| text), reading, &selection).1);
    }
    if let Some(order) = order {
        blocks.sort_by_cached_key(|block| order.get(&block.full_address()).copied().unwrap_or(usize::MAX));
    }
    blocks
}

#[pymethods]
impl Reading {
    /// The view, within the budget.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The tokens of the view.
    #[getter]
    fn tokens(&self) -> usize {
        self.tokens
    }

    /// Whether the view shows everything that was asked for.
    #[getter]
    fn complete(&self) -> bool {
        self.is_complete
    }

    /// Where the next page starts, if there is one.
    #[getter]
    fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// How many documents were read.
    #[getter]
    fn documents(&self) -> usize {
        self.documents
    }

    /// All blocks that were asked for, whatever the budget; with a query, the best match first.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        let blocks = self.blocks.bind(py);
        blocks.get_slice(0, blocks.len())
    }

    /// The paths that could not be read, with the reasons.
    #[getter]
    fn failed(&self) -> Vec<Failure> {
        self.failed.clone()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.blocks(py).try_iter()?.into_any())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.blocks.bind(py).len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let rest = if self.is_complete { "" } else { ", incomplete" };
        let [blocks, documents, tokens] =
            [(self.__len__(py), "block"), (self.documents, "document"), (self.tokens, "token")]
                .map(|(count, noun)| plural(count, noun));
        format!("<Reading {blocks} of {documents}, {tokens}{rest}>")
    }

    fn _repr_markdown_(&self) -> &str {
        &self.text
    }
}
