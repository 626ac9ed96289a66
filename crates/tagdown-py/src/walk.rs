//! `Blocks` and `blocks`: the blocks of any number of documents, one after the other. Documents are read in parallel, a
//! batch at a time, so memory does not grow with their number.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator, PyString, PyTuple};
use rayon::prelude::*;
use tagdown::document::{Document, parse_with};
use tagdown::rules::{Settings, check};
use tagdown_project::config::Loaded;
use tagdown_project::files::{self, Input, MAX_FILE_SIZE, Target, Text};
use tagdown_read::Selection;
use tagdown_tables::{Row, findings_by_address};

use crate::arguments::{Config, Kinds, PathLike, encoding, find, one_of};
use crate::block::{Block, blocks as read_blocks};
use crate::checking::require;
use crate::errors::{detached, error};
use crate::lock::{Held, with_lock};
use crate::paths::is_path;
use crate::stream::capsule;
use crate::workers::Workers;

/// How many documents are read at once, and how many bytes of text that the caller passes.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 1 << 22;

/// An iterator over the blocks of documents.
#[pyclass(module = "tagdown")]
pub(crate) struct Blocks {
    /// What is left to read; none if a table took it.
    work: Option<Work>,
    waiting: VecDeque<Block>,
    documents: usize,
    failed: Vec<(String, String)>,
    raises: bool,
}

/// What is left to read, and how.
struct Work {
    source: Source,
    call: Call,
    workers: Workers,
}

/// Where documents come from.
enum Source {
    Files(std::vec::IntoIter<Target>),
    /// Pairs of a path and a text, with the first one that was looked at.
    Pairs(Py<PyIterator>, Option<(String, String)>),
}

/// What is read of each document.
struct Call {
    selection: Selection,
    /// Whether documents are checked, so that rows of a table have the number of findings.
    checks: bool,
    config: Arc<Loaded>,
    limit: u64,
}

/// A document of a batch.
enum Job {
    File(Target),
    Pair(String, String),
}

/// The blocks of a document with the number of findings of each, if it was checked.
type Read = (Vec<Block>, Option<HashMap<String, usize>>);

/// A document, or its path with the reason why it could not be read. `None` if it is not tagged.
type Done = Result<Option<Read>, (String, String)>;

/// The blocks of documents: of paths, or of pairs of a path and a text.
#[pyfunction]
#[pyo3(signature = (documents, /, *, kinds=None, encoding="o200k_base", errors="raise", findings=false, config=None, max_file_size=None, threads=None))]
pub(crate) fn blocks(
    py: Python<'_>,
    documents: &Bound<'_, PyAny>,
    kinds: Option<Kinds>,
    encoding: &str,
    errors: &str,
    findings: bool,
    config: Option<Config>,
    max_file_size: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Blocks> {
    let raises = one_of("value of errors", errors, &[("raise", true), ("skip", false)])?;
    let kinds = kinds.map(|Kinds(kinds)| kinds);
    let selection = Selection { kinds, encoding: self::encoding(encoding)?, ..Selection::default() };
    let config = config.unwrap_or_default();
    let mut failed = Vec::new();
    let source = source(py, documents, &config, max_file_size, &mut failed)?;
    // A text comes from anywhere: no configuration lies around it.
    let of_texts = if matches!(config, Config::Nearest) { Config::None } else { config };
    let loaded = detached(py, || of_texts.configs()?.of_file(Path::new("document.md")))?;
    if let Some((path, problem)) = failed.first().filter(|_| raises) {
        return Err(error(format!("{path}: {problem}")));
    }
    let work = Work {
        source,
        call: Call {
            selection,
            checks: findings,
            config: loaded,
            limit: max_file_size.unwrap_or(MAX_FILE_SIZE),
        },
        workers: Workers::new(threads),
    };
    Ok(Blocks { work: Some(work), waiting: VecDeque::new(), documents: 0, failed, raises })
}

/// Paths are found at once, because a folder and a file below it name one document. Texts are taken as they come.
fn source(
    py: Python<'_>,
    documents: &Bound<'_, PyAny>,
    config: &Config,
    max_file_size: Option<u64>,
    failed: &mut Vec<(String, String)>,
) -> PyResult<Source> {
    let mut paths = Vec::new();
    if is_path(documents) {
        paths.push(documents.extract::<PathLike>()?.0);
    } else {
        let mut items = documents.try_iter().map_err(|_| mixed(documents))?;
        while let Some(item) = items.next() {
            let item = item?;
            if !is_path(&item) && paths.is_empty() {
                return Ok(Source::Pairs(items.unbind(), Some(pair(&item)?)));
            }
            paths.push(item.extract::<PathLike>().map_err(|_| mixed(&item))?.0);
        }
        if paths.is_empty() {
            return Ok(Source::Files(Vec::new().into_iter()));
        }
    }
    require(&paths)?;
    let input = Input { paths, max_file_size, ..Input::default() };
    let found = detached(py, || find(&input, config))?;
    failed.extend(found.problems.into_iter().map(|problem| (problem.path, problem.reason)));
    Ok(Source::Files(found.targets.into_iter()))
}

fn mixed(given: &Bound<'_, PyAny>) -> PyErr {
    let name = given.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
    PyTypeError::new_err(format!("expected paths, or pairs of a path and a text, not {name}"))
}

/// A path and a text.
fn pair(item: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let pair = item.cast::<PyTuple>().map_err(|_| mixed(item))?;
    if pair.len() != 2 {
        return Err(PyTypeError::new_err("expected pairs of a path and a text"));
    }
    let path: PathLike = pair.get_item(0)?.extract()?;
    let text = pair.get_item(1)?;
    let text = text.cast::<PyString>().map_err(|_| mixed(&text))?;
    Ok((path.0.to_string_lossy().into_owned(), text.to_str()?.to_owned()))
}

impl Source {
    /// The next documents; none at the end.
    fn batch(&mut self, py: Python<'_>) -> PyResult<Vec<Job>> {
        match self {
            Self::Files(targets) => Ok(targets.take(BATCH).map(Job::File).collect()),
            Self::Pairs(items, first) => {
                let mut jobs = Vec::new();
                let mut bytes = 0;
                let mut add = |(path, text): (String, String)| {
                    bytes += text.len();
                    jobs.push(Job::Pair(path, text));
                    jobs.len() < BATCH && bytes < BATCH_BYTES
                };
                if first.take().is_none_or(&mut add) {
                    for item in items.bind(py).clone() {
                        if !add(pair(&item?)?) {
                            break;
                        }
                    }
                }
                Ok(jobs)
            }
        }
    }
}

impl Call {
    fn read(&self, job: Job) -> Done {
        match job {
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
        (read_blocks(document, path, &self.selection).1, counts)
    }
}

impl Work {
    /// The next documents; none at the end.
    fn batch(&mut self, py: Python<'_>) -> PyResult<Option<Vec<Done>>> {
        let jobs = self.source.batch(py)?;
        if jobs.is_empty() {
            return Ok(None);
        }
        let (call, workers) = (&self.call, &mut self.workers);
        detached(py, || workers.run(|| jobs.into_par_iter().map(|job| call.read(job)).collect())).map(Some)
    }

    /// The rows of the next documents, for a table. A document that cannot be read is a row, unless it raises.
    fn rows(&mut self, raises: bool) -> Result<Option<Vec<Row>>, String> {
        let done = match &self.source {
            // Whoever reads the table may hold no lock of Python, and needs none for files.
            Source::Files(_) => self.files(),
            Source::Pairs(..) => with_lock(|py| self.batch(py).map_err(|problem| problem.to_string()))?,
        };
        let Some(done) = done else { return Ok(None) };
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

    fn files(&mut self) -> Option<Vec<Done>> {
        let Source::Files(targets) = &mut self.source else { return None };
        let jobs: Vec<Job> = targets.take(BATCH).map(Job::File).collect();
        let call = &self.call;
        let done = (!jobs.is_empty())
            .then(|| self.workers.run(|| jobs.into_par_iter().map(|job| call.read(job)).collect()));
        done?.map_or_else(|problem| Some(vec![Err((String::new(), problem))]), Some)
    }
}

impl Blocks {
    /// Reads until there is a block; false at the end.
    fn fill(&mut self, py: Python<'_>) -> PyResult<bool> {
        while self.waiting.is_empty() {
            let Some(work) = &mut self.work else { return Ok(false) };
            let Some(done) = work.batch(py)? else { return Ok(false) };
            for one in done {
                match one {
                    Ok(Some((blocks, _))) => {
                        self.documents += 1;
                        self.waiting.extend(blocks);
                    }
                    Ok(None) => {}
                    Err((path, problem)) if self.raises => return Err(error(format!("{path}: {problem}"))),
                    Err(problem) => self.failed.push(problem),
                }
            }
        }
        Ok(true)
    }
}

#[pymethods]
impl Blocks {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Block>> {
        self.fill(py)?;
        Ok(self.waiting.pop_front())
    }

    /// How many tagged documents were read so far.
    #[getter]
    fn documents(&self) -> usize {
        self.documents
    }

    /// The documents that could not be read so far, with the reasons.
    #[getter]
    fn failed(&self) -> Vec<(String, String)> {
        self.failed.clone()
    }

    /// The rest as a stream of Arrow batches, for libraries that take one. The iterator is empty afterwards.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &mut self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer that wants other types converts them itself.
        let _ = requested_schema;
        let raises = self.raises;
        let mut work = Held::new(self.work.take());
        let waiting = self.waiting.drain(..).map(|block| block.row(None));
        let failed = self.failed.drain(..).map(|(path, problem)| Row::failed(&path, &problem));
        let mut first: Vec<Row> = waiting.chain(failed).collect();
        capsule(py, move || match work.get() {
            _ if !first.is_empty() => Ok(Some(std::mem::take(&mut first))),
            Some(work) => catch_unwind(AssertUnwindSafe(|| work.rows(raises)))
                .unwrap_or_else(|_| Err("internal error in tagdown; please report it".to_owned())),
            None => Ok(None),
        })
    }

    /// The rest as a table of pyarrow.
    fn to_arrow(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("<Blocks, {} documents so far>", self.documents)
    }
}
