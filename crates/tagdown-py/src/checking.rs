//! `check`, `fix` and `fmt`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use tagdown::rules::{self, Safety, Settings, gather, unknown_rule};
use tagdown_project::files::{self, Input, Target, Text};

use crate::arguments::{Config, Given, Names, exists, find};
use crate::errors::{detached, error};
use crate::finding::Finding;
use crate::one::One;
use crate::workers::Workers;

/// Which rules run.
#[derive(Default)]
struct Chosen {
    select: Vec<String>,
    ignore: Vec<String>,
}

impl Chosen {
    fn new(select: Option<Names>, ignore: Option<Names>) -> PyResult<Self> {
        let names = |names: Option<Names>| names.map(|Names(names)| names).unwrap_or_default();
        let chosen = Self { select: names(select), ignore: names(ignore) };
        let unknown = chosen.select.iter().chain(&chosen.ignore).find(|name| rules::find(name).is_none());
        match unknown {
            Some(name) => Err(PyValueError::new_err(unknown_rule(name))),
            None => Ok(chosen),
        }
    }

    fn apply(&self, mut settings: Settings) -> Settings {
        self.select.iter().filter_map(|name| rules::find(name)).for_each(|rule| settings.enable(rule));
        let has = |list: &[String], name: &str| list.iter().any(|one| one == name);
        settings.only(|rule| {
            (self.select.is_empty() || has(&self.select, rule.name)) && !has(&self.ignore, rule.name)
        })
    }
}

/// Checks a document, or the tagged documents of a folder. Returns a list of findings.
///
/// source: a str is the text of a document, a path object is a file or folder, or a Document.
/// path: the name of the document in addresses, for a text.
/// config: a configuration file; False for none. The default is the nearest `tagdown.toml` above a file, and none for a text.
/// select, ignore: names of rules to run, and to leave out.
/// threads: how many threads check a folder. The default is one per core.
#[pyfunction]
#[pyo3(signature = (source, /, *, path=None, config=None, select=None, ignore=None, threads=None))]
pub(crate) fn check(
    py: Python<'_>,
    source: Given,
    path: Option<String>,
    config: Option<Config>,
    select: Option<Names>,
    ignore: Option<Names>,
    threads: Option<usize>,
) -> PyResult<Vec<Finding>> {
    let chosen = Chosen::new(select, ignore)?;
    if let Given::Path(folder) = &source
        && folder.is_dir()
    {
        let input = Input { paths: vec![folder.clone()], ..Input::default() };
        let config = config.unwrap_or_default();
        return detached(py, || check_all(&input, &config, &chosen, threads));
    }
    let one = One::load(py, source, path, config.as_ref())?;
    detached(py, || {
        let document = one.parse();
        let settings = chosen.apply(one.settings()).named(true);
        Ok(Finding::all(&one.path, &document, &gather(rules::check(&document, &settings))))
    })
}

/// Checks the documents of a folder. A file that cannot be read is an error, as a check that passes it over would lie.
fn check_all(
    input: &Input,
    config: &Config,
    chosen: &Chosen,
    threads: Option<usize>,
) -> Result<Vec<Finding>, String> {
    let found = find(input, config)?;
    if let Some(problem) = found.problems.first() {
        return Err(problem.to_string());
    }
    let one = |target: &Target| {
        let path = target.path.to_string_lossy();
        let text = match files::read(target) {
            Text::Read(text) => text,
            Text::Untagged => return Ok(Vec::new()),
            Text::Failed(problem) => return Err(format!("{path}: {problem}")),
        };
        let document = target.parse(&text);
        if !document.is_tagged() && !target.is_required() {
            return Ok(Vec::new());
        }
        let settings = chosen.apply(target.settings());
        Ok(Finding::all(&path, &document, &gather(rules::check(&document, &settings))))
    };
    let findings: Result<Vec<Vec<Finding>>, String> =
        Workers::new(threads).run(|| found.targets.par_iter().map(one).collect())?;
    Ok(findings?.into_iter().flatten().collect())
}

/// Returns the text of a document with the safe fixes applied. Nothing is written.
///
/// source: a str is the text of a document, a path object is its file, or a Document.
/// path: the name of the document in addresses, for a text.
/// config: a configuration file; False for none. The default is the nearest `tagdown.toml` above a file, and none for a text.
/// select, ignore: names of rules to fix, and to leave out.
/// unsafe_fixes: also apply fixes that a person should look at.
#[pyfunction]
#[pyo3(signature = (source, /, *, path=None, config=None, select=None, ignore=None, unsafe_fixes=false))]
pub(crate) fn fix(
    py: Python<'_>,
    source: Given,
    path: Option<String>,
    config: Option<Config>,
    select: Option<Names>,
    ignore: Option<Names>,
    unsafe_fixes: bool,
) -> PyResult<String> {
    let chosen = Chosen::new(select, ignore)?;
    let one = One::load(py, source, path, config.as_ref())?;
    let safety = if unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
    detached(py, || fixed(&one, &chosen.apply(one.settings()), safety))
}

/// Returns the text of a document in the canonical layout. Nothing is written.
///
/// source: a str is the text of a document, a path object is its file, or a Document.
/// path: the name of the document in addresses, for a text.
/// config: a configuration file; False for none. The default is the nearest `tagdown.toml` above a file, and none for a text.
#[pyfunction]
#[pyo3(signature = (source, /, *, path=None, config=None))]
pub(crate) fn fmt(
    py: Python<'_>,
    source: Given,
    path: Option<String>,
    config: Option<Config>,
) -> PyResult<String> {
    let one = One::load(py, source, path, config.as_ref())?;
    detached(py, || fixed(&one, &one.settings().only(|rule| rule.layout), Safety::Safe))
}

/// A fixed text, unless a fix would drop a word.
fn fixed(one: &One, settings: &Settings, safety: Safety) -> Result<String, String> {
    let fixed = rules::fix(&one.text, settings, safety);
    if fixed.lost.is_empty() {
        return Ok(fixed.text);
    }
    Err(format!("not changed: a fix would drop words ({}); please report this bug", fixed.lost.join(", ")))
}

/// A folder or file that must be there.
pub(crate) fn require(paths: &[std::path::PathBuf]) -> PyResult<()> {
    if paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(error("`-` is standard input, which belongs to the program; pass its text"));
    }
    let is_plain = |path: &&std::path::PathBuf| !path.to_string_lossy().contains(['*', '?', '[', '{', '#']);
    paths.iter().filter(is_plain).try_for_each(|path| exists(path))
}
