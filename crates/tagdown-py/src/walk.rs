//! `Blocks` and `blocks`: the blocks of any number of documents, one after the other. Documents are read in parallel, a
//! batch at a time, so memory does not grow with their number.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple};
use rayon::prelude::*;
use tagdown::document::parse_with;
use tagdown_project::config::Loaded;
use tagdown_project::files::{self, Input, MAX_FILE_SIZE, Target, Text};
use tagdown_read::Selection;

use crate::arguments::{Config, Kinds, PathLike, encoding, find, one_of};
use crate::block::{Block, blocks as read_blocks};
use crate::checking::require;
use crate::errors::{detached, error};
use crate::paths::is_path;
use crate::workers::Workers;

/// How many documents are read at once, and how many bytes of text that the caller passes.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 1 << 22;

/// An iterator over the blocks of documents.
#[pyclass(module = "tagdown")]
pub(crate) struct Blocks {
    source: Source,
    call: Call,
    workers: Workers,
    waiting: VecDeque<Block>,
    documents: usize,
    failed: Vec<(String, String)>,
    raises: bool,
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
    config: Arc<Loaded>,
    limit: u64,
}

/// A document of a batch.
enum Job {
    File(Target),
    Pair(String, String),
}

/// The blocks of a document, or its path with the reason why there are none. `None` if it is not tagged.
type Done = Result<Option<Vec<Block>>, (String, String)>;

/// The blocks of documents: of paths, or of pairs of a path and a text.
#[pyfunction]
#[pyo3(signature = (documents, /, *, kinds=None, encoding="o200k_base", errors="raise", config=None, max_file_size=None, threads=None))]
pub(crate) fn blocks(
    py: Python<'_>,
    documents: &Bound<'_, PyAny>,
    kinds: Option<Kinds>,
    encoding: &str,
    errors: &str,
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
    Ok(Blocks {
        source,
        call: Call { selection, config: loaded, limit: max_file_size.unwrap_or(MAX_FILE_SIZE) },
        workers: Workers::new(threads),
        waiting: VecDeque::new(),
        documents: 0,
        failed,
        raises,
    })
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
                Ok(Some(read_blocks(&document, &path, &self.selection).1))
            }
            Job::Pair(path, text) if text.len() as u64 > self.limit => {
                Err((path, format!("has {} bytes, over the limit of {} bytes", text.len(), self.limit)))
            }
            Job::Pair(path, text) => {
                let document = parse_with(&text, &self.config.config.tags);
                Ok(Some(read_blocks(&document, &path, &self.selection).1))
            }
        }
    }
}

impl Blocks {
    /// Reads until there is a block; false at the end.
    fn fill(&mut self, py: Python<'_>) -> PyResult<bool> {
        while self.waiting.is_empty() {
            let jobs = self.source.batch(py)?;
            if jobs.is_empty() {
                return Ok(false);
            }
            let (call, workers) = (&self.call, &mut self.workers);
            let done: Vec<Done> =
                detached(py, || workers.run(|| jobs.into_par_iter().map(|job| call.read(job)).collect()))?;
            for one in done {
                match one {
                    Ok(Some(blocks)) => {
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

    fn __repr__(&self) -> String {
        format!("<Blocks, {} documents so far>", self.documents)
    }
}
