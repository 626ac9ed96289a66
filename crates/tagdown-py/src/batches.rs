//! Documents in batches: where they come from, and what is read of each. A batch is read in parallel, and memory does not grow
//! with the number of documents.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple};
use rayon::prelude::*;
use tagdown::document::{Document, parse_with};
use tagdown::rules::{Settings, check};
use tagdown_project::config::Loaded;
use tagdown_project::files::{self, Target, Text};
use tagdown_read::Selection;
use tagdown_tables::{Row, findings_by_address};

use crate::arguments::PathLike;
use crate::block::{Block, blocks};
use crate::errors::{detached, told};
use crate::lock::with_lock;
use crate::workers::Workers;

/// How many documents are read at once, and how many bytes of text that the caller passes.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 1 << 22;

/// What is left to read, and how.
pub(crate) struct Work {
    pub(crate) source: Source,
    pub(crate) call: Call,
    pub(crate) workers: Workers,
}

/// Where documents come from.
pub(crate) enum Source {
    Files(std::vec::IntoIter<Target>),
    Pairs(Box<Pairs>),
}

/// Pairs of a path and a text that the caller passes.
pub(crate) struct Pairs {
    items: Py<PyIterator>,
    /// The first one, which had to be looked at.
    first: Option<Job>,
    /// The exception of the caller that ended them. It is raised after the documents before it.
    ended: Option<PyErr>,
    /// Whether a text that is none raises an exception, too.
    raises: bool,
}

/// What is read of each document.
pub(crate) struct Call {
    pub(crate) selection: Selection,
    /// Whether documents are checked, so that rows of a table have the number of findings.
    pub(crate) checks: bool,
    pub(crate) config: Arc<Loaded>,
    pub(crate) limit: u64,
}

/// A document of a batch.
pub(crate) enum Job {
    File(Target),
    Pair(String, String),
    /// A pair that has no text, with the reason.
    Failed(String, String),
}

/// The blocks of a document with the number of findings of each, if it was checked.
type Read = (Vec<Block>, Option<HashMap<String, usize>>);

/// A document, or its path with the reason why it could not be read. `None` if it is not tagged.
pub(crate) type Done = Result<Option<Read>, (String, String)>;

/// The exception for something that is neither a path nor a pair.
pub(crate) fn mixed(given: &Bound<'_, PyAny>) -> PyErr {
    let name = given.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
    PyTypeError::new_err(format!("expected paths, or pairs of a path and a text, not {name}"))
}

impl Pairs {
    pub(crate) fn new(
        items: Bound<'_, PyIterator>,
        first: &Bound<'_, PyAny>,
        raises: bool,
    ) -> PyResult<Self> {
        Ok(Self { items: items.unbind(), first: Some(job(first, raises)?), ended: None, raises })
    }

    /// The next pairs; none at the end.
    fn batch(&mut self, py: Python<'_>) -> PyResult<Vec<Job>> {
        let mut jobs: Vec<Job> = self.first.take().into_iter().collect();
        let mut bytes = 0;
        let items = self.items.bind(py).clone();
        while self.ended.is_none() && jobs.len() < BATCH && bytes < BATCH_BYTES {
            match items.clone().next() {
                None => break,
                Some(item) => match item.and_then(|item| job(&item, self.raises)) {
                    Ok(job) => {
                        bytes += if let Job::Pair(_, text) = &job { text.len() } else { 0 };
                        jobs.push(job);
                    }
                    Err(problem) => self.ended = Some(problem),
                },
            }
        }
        match self.ended.take_if(|_| jobs.is_empty()) {
            Some(problem) => Err(problem),
            None => Ok(jobs),
        }
    }
}

/// A path and a text.
fn job(item: &Bound<'_, PyAny>, raises: bool) -> PyResult<Job> {
    let pair = item.cast::<PyTuple>().map_err(|_| mixed(item))?;
    if pair.len() != 2 {
        return Err(PyTypeError::new_err("expected pairs of a path and a text"));
    }
    let PathLike(path) = pair.get_item(0)?.extract()?;
    let path = path.to_string_lossy().into_owned();
    let given = pair.get_item(1)?;
    let text =
        given.cast::<PyString>().map_err(|_| mixed(&given)).and_then(|text| Ok(text.to_str()?.to_owned()));
    match text {
        Ok(text) => Ok(Job::Pair(path, text)),
        Err(problem) if raises => Err(problem),
        Err(problem) => {
            let is_surrogate = problem.is_instance_of::<PyUnicodeEncodeError>(item.py());
            let reason = if is_surrogate { "the text has surrogates" } else { "the text is not a str" };
            Ok(Job::Failed(path, reason.to_owned()))
        }
    }
}

impl Job {
    fn path(&self) -> String {
        match self {
            Self::File(target) => target.path.to_string_lossy().into_owned(),
            Self::Pair(path, _) | Self::Failed(path, _) => path.clone(),
        }
    }
}

impl Call {
    /// Reads a document. A panic costs only this one.
    fn try_read(&self, job: Job) -> Done {
        let path = job.path();
        catch_unwind(AssertUnwindSafe(|| self.read(job))).unwrap_or_else(|panic| Err((path, told(&*panic))))
    }

    fn read(&self, job: Job) -> Done {
        match job {
            Job::Failed(path, problem) => Err((path, problem)),
            Job::File(target) => {
                let path = target.path.to_string_lossy().into_owned();
                let text = match files::read(&target) {
                    Text::Read(text) => text,
                    Text::Untagged => return Ok(None),
                    Text::Failed(problem) => return Err((path, problem)),
                };
                let document = target.parse(&text);
                if !target.named && !target.is_required() && !document.is_tagged() {
                    return Ok(None);
                }
                let settings = self.checks.then(|| target.settings());
                Ok(Some(self.blocks(&document, &path, settings)))
            }
            Job::Pair(path, text) if text.len() as u64 > self.limit => {
                Err((path, format!("has {} bytes, over the limit of {} bytes", text.len(), self.limit)))
            }
            Job::Pair(path, text) => {
                let document = parse_with(&text, &self.config.config.tags);
                let settings = self.checks.then(|| self.config.settings(Path::new(&path)));
                Ok(Some(self.blocks(&document, &path, settings)))
            }
        }
    }

    fn blocks(&self, document: &Document<'_>, path: &str, settings: Option<Settings>) -> Read {
        let counts = settings.map(|settings| findings_by_address(document, &check(document, &settings)));
        (blocks(document, path, &self.selection).1, counts)
    }
}

impl Work {
    /// The next documents; none at the end.
    pub(crate) fn batch(&mut self, py: Python<'_>) -> PyResult<Option<Vec<Done>>> {
        let jobs = match &mut self.source {
            Source::Files(targets) => targets.take(BATCH).map(Job::File).collect(),
            Source::Pairs(pairs) => pairs.batch(py)?,
        };
        detached(py, || self.read(jobs))
    }

    fn read(&mut self, jobs: Vec<Job>) -> Result<Option<Vec<Done>>, String> {
        if jobs.is_empty() {
            return Ok(None);
        }
        let call = &self.call;
        self.workers.run(|| jobs.into_par_iter().map(|job| call.try_read(job)).collect()).map(Some)
    }

    /// The rows of the next documents, for a table. A document that cannot be read is a row, unless it raises.
    pub(crate) fn rows(&mut self, raises: bool) -> Result<Option<Vec<Row>>, String> {
        // Whoever reads the table may hold no lock of Python. Files need none.
        let jobs = match &mut self.source {
            Source::Files(targets) => targets.take(BATCH).map(Job::File).collect(),
            Source::Pairs(pairs) => with_lock(|py| pairs.batch(py).map_err(|problem| problem.to_string()))?,
        };
        let Some(done) = self.read(jobs)? else { return Ok(None) };
        let mut rows = Vec::new();
        for one in done {
            match one {
                Ok(Some((blocks, counts))) => {
                    rows.extend(blocks.iter().map(|block| block.row(counts.as_ref())));
                }
                Ok(None) => {}
                Err((path, problem)) if raises => return Err(format!("{path}: {problem}")),
                Err((path, problem)) => rows.push(Row::failed(&path, &problem)),
            }
        }
        Ok(Some(rows))
    }
}
