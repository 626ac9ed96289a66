//! `Blocks` and `blocks`: the blocks of any number of documents, one after the other, or as a table.

use std::collections::VecDeque;
use std::path::Path;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use tagdown::text::plural;
use tagdown_project::files::{Input, MAX_FILE_SIZE};
use tagdown_read::Selection;
use tagdown_tables::Row;

use crate::arguments::{Config, Kinds, PathLike, encoding, find, one_of};
use crate::batches::{Call, Pairs, Source, Work, mixed};
use crate::block::Block;
use crate::checking::require;
use crate::errors::{detached, error};
use crate::lock::Held;
use crate::paths::is_path;
use crate::stream::capsule;
use crate::workers::Workers;

/// An iterator over the blocks of documents.
#[pyclass(module = "tagdown")]
pub(crate) struct Blocks {
    /// What is left to read; none at the end, after an exception, or if a table took it.
    work: Option<Work>,
    waiting: VecDeque<Block>,
    /// What ends the iterator after the blocks that wait.
    ended: Option<PyErr>,
    documents: usize,
    failed: Vec<(String, String)>,
    raises: bool,
}

/// Returns an iterator over the blocks of any number of documents, which is also an Arrow stream.
///
/// documents: files, folders and globs, one or several; or pairs of a path and a text, which may come from a generator.
/// kinds: SPEC, NOTE, BUG, ? or all. The default is SPEC, BUG and ?.
/// encoding: how tokens are counted: o200k_base, cl100k_base or bytes.
/// errors: "raise" raises a TagdownError for a document that cannot be read; "skip" lists it in `failed`.
/// findings: also check the documents, and fill the column `findings` of a table.
/// config: a configuration file; False for none. The default is the nearest `tagdown.toml` above a file, and none for a text.
/// max_file_size: a larger document, in bytes, cannot be read. The default is 64 MB.
/// threads: how many threads read. The default is one per core.
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
    let source = match paths(documents, raises)? {
        Given::Pairs(pairs) => Source::Pairs(pairs),
        Given::Paths(paths) if paths.is_empty() => Source::Files(Vec::new().into_iter()),
        Given::Paths(paths) => {
            require(&paths)?;
            let input = Input { paths, max_file_size, ..Input::default() };
            let found = detached(py, || find(&input, &config))?;
            failed.extend(found.problems.into_iter().map(|problem| (problem.path, problem.reason)));
            Source::Files(found.targets.into_iter())
        }
    };
    if let Some((path, problem)) = failed.first().filter(|_| raises) {
        return Err(error(format!("{path}: {problem}")));
    }
    // A text comes from anywhere: no configuration lies around it.
    let of_texts = if matches!(config, Config::Nearest) { Config::None } else { config };
    let config = detached(py, || of_texts.configs()?.of_file(Path::new("document.md")))?;
    let limit = max_file_size.unwrap_or(MAX_FILE_SIZE);
    let call = Call { selection, checks: findings, config, limit };
    let work = Some(Work { source, call, workers: Workers::new(threads) });
    Ok(Blocks { work, waiting: VecDeque::new(), ended: None, documents: 0, failed, raises })
}

/// What a call passes.
enum Given {
    /// Found at once, because a folder and a file below it name one document.
    Paths(Vec<std::path::PathBuf>),
    /// Taken as they come.
    Pairs(Box<Pairs>),
}

fn paths(documents: &Bound<'_, PyAny>, raises: bool) -> PyResult<Given> {
    if is_path(documents) {
        return Ok(Given::Paths(vec![documents.extract::<PathLike>()?.0]));
    }
    let mut paths = Vec::new();
    let mut items = documents.try_iter().map_err(|_| mixed(documents))?;
    while let Some(item) = items.next() {
        let item = item?;
        if !is_path(&item) && paths.is_empty() {
            return Ok(Given::Pairs(Box::new(Pairs::new(items, &item, raises)?)));
        }
        paths.push(item.extract::<PathLike>().map_err(|_| mixed(&item))?.0);
    }
    Ok(Given::Paths(paths))
}

impl Blocks {
    /// Reads until there is a block, or nothing is left.
    fn fill(&mut self, py: Python<'_>) {
        while self.waiting.is_empty() {
            let Some(work) = &mut self.work else { return };
            match work.batch(py) {
                Ok(Some(done)) => {
                    for one in done {
                        match one {
                            Ok(Some((blocks, _))) => {
                                self.documents += 1;
                                self.waiting.extend(blocks);
                            }
                            Ok(None) => {}
                            Err((path, problem)) if self.raises => {
                                self.ended = Some(error(format!("{path}: {problem}")));
                                self.work = None;
                                break;
                            }
                            Err(problem) => self.failed.push(problem),
                        }
                    }
                }
                Ok(None) => self.work = None,
                Err(problem) => {
                    self.ended = Some(problem);
                    self.work = None;
                }
            }
        }
    }
}

#[pymethods]
impl Blocks {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Block>> {
        self.fill(py);
        match self.waiting.pop_front() {
            Some(block) => Ok(Some(block)),
            // As a generator, the iterator is at its end after an exception.
            None => self.ended.take().map_or(Ok(None), Err),
        }
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
        let mut ended = self.ended.take().map(|problem| problem.to_string());
        let mut work = Held::new(self.work.take());
        let waiting = self.waiting.drain(..).map(|block| block.row(None));
        let failed = self.failed.drain(..).map(|(path, problem)| Row::failed(&path, &problem));
        let mut first: Vec<Row> = waiting.chain(failed).collect();
        capsule(py, move || match work.get() {
            _ if !first.is_empty() => Ok(Some(std::mem::take(&mut first))),
            Some(work) => work.rows(raises),
            None => ended.take().map_or(Ok(None), Err),
        })
    }

    /// The rest as a table of pyarrow.
    fn to_arrow(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("<Blocks, {} so far>", plural(self.documents, "document"))
    }
}
