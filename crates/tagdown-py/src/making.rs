//! `convert`, `render` and `diff`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tagdown::judgement::Profile;
use tagdown::print::Style;
use tagdown::text::plural;
use tagdown_read::Encoding;
use tagdown_read::facts::{compare, facts, find};
use tagdown_render::html::{Page, page};
use tagdown_render::{DIALECTS, ManifestMode, Shape, dialect};
use tagdown_write::convert::{Conversion as Made, Decisions, Layout, Options, convert as make, report};

use crate::arguments::{Config, Given, Kinds, one_of};
use crate::errors::detached;
use crate::json::from_json;
use crate::one::One;
use crate::workers::alone;

/// The outcome of a conversion.
#[pyclass(frozen, module = "tagdown")]
pub(crate) struct Conversion {
    path: String,
    made: Made,
}

/// Converts an untagged document to a tagged one. Nothing is written.
///
/// source: a str is the text of a document, a path object is its file, or a Document.
/// path: the name of the document in addresses, for a text.
/// config: a configuration file; False for none. The default is the nearest `tagdown.toml` above a file, and none for a text.
/// layout: "place" keeps the order, "section" puts the facts of a section first, "whole" never cuts a paragraph.
/// profile: "cautious" labels more text SPEC than "balanced", and "bold" less.
/// version: the version for a document without one. The default is 0.1.0.
/// bullets: turn paragraphs of facts into lists; implies the layout "whole".
/// faq: turn entries that name a failure, its cause and its fix into BUG blocks.
#[pyfunction]
#[pyo3(signature = (source, /, *, path=None, config=None, layout="place", profile="balanced", version=None, bullets=false, faq=false))]
pub(crate) fn convert(
    py: Python<'_>,
    source: Given,
    path: Option<String>,
    config: Option<Config>,
    layout: &str,
    profile: &str,
    version: Option<String>,
    bullets: bool,
    faq: bool,
) -> PyResult<Conversion> {
    let layout = one_of(
        "layout",
        layout,
        &[("place", Layout::Place), ("section", Layout::Section), ("whole", Layout::Whole)],
    )?;
    let profiles =
        [("balanced", Profile::Balanced), ("cautious", Profile::Cautious), ("bold", Profile::Bold)];
    let profile = one_of("profile", profile, &profiles)?;
    if let Some(version) = version.as_ref().filter(|version| !tagdown::document::is_semver(version)) {
        let message = format!("version: expected three numbers, such as 1.2.0, not {version}");
        return Err(PyValueError::new_err(message));
    }
    let one = One::load(py, source, path, config.as_ref())?;
    let made = detached(py, || {
        if let Some(problem) = tagdown_project::files::holds_nul(&one.text) {
            return Err(problem);
        }
        let (settings, decisions) = (one.settings(), Decisions::default());
        let options = Options {
            profile,
            layout: if bullets { Layout::Whole } else { layout },
            bullets,
            version: version.as_deref(),
            file_name: if one.path.is_empty() { "document.md" } else { &one.path },
            settings: &settings,
            decisions: &decisions,
            faq,
            lists_bullets: false,
        };
        Ok(make(&one.text, &options))
    })?;
    Ok(Conversion { path: one.path, made })
}

#[pymethods]
impl Conversion {
    /// The tagged document, or the source if it was refused.
    #[getter]
    fn text(&self) -> &str {
        &self.made.output
    }

    /// Why the document was not converted.
    #[getter]
    fn refused(&self) -> Option<&str> {
        self.made.refused.as_deref()
    }

    /// How many sentences a person should decide.
    #[getter]
    fn doubts(&self) -> usize {
        self.made.doubts.iter().filter(|doubt| doubt.decision.is_none()).count()
    }

    /// The report as `tagdown convert --report json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &py.detach(|| report::json(&self.path, &self.made)))
    }

    fn __str__(&self) -> &str {
        &self.made.output
    }

    fn __repr__(&self) -> String {
        if let Some(reason) = &self.made.refused {
            return format!("<Conversion refused: {reason}>");
        }
        let [blocks, doubts] = [(self.made.blocks.len(), "block"), (self.doubts(), "doubt")]
            .map(|(count, noun)| plural(count, noun));
        format!("<Conversion {blocks}, {doubts}>")
    }
}

/// Returns the text of a document for another renderer, with one callout per block, or an HTML page.
///
/// source: a str is the text of a document, a path object is its file, or a Document.
/// to: the name of a dialect, such as github, material or html.
/// kinds: SPEC, NOTE, BUG, ? or all. The default is all.
/// manifest: keep, fold or drop the AI reading instruction.
/// raw: leave the syntax of the renderer in the text unescaped.
/// path: the name of the document, for a text.
/// config: a configuration file; False for none. The default is the nearest `tagdown.toml` above a file, and none for a text.
#[pyfunction]
#[pyo3(signature = (source, /, to, *, kinds=None, manifest=None, raw=None, path=None, config=None))]
pub(crate) fn render(
    py: Python<'_>,
    source: Given,
    to: &str,
    kinds: Option<Kinds>,
    manifest: Option<&str>,
    raw: Option<bool>,
    path: Option<String>,
    config: Option<Config>,
) -> PyResult<String> {
    let dialect = dialect(to).ok_or_else(|| {
        let names: Vec<&str> = DIALECTS.iter().map(|dialect| dialect.name).collect();
        PyValueError::new_err(format!("unknown dialect `{to}`; known: {}", names.join(", ")))
    })?;
    let manifest = manifest.map(ManifestMode::from_name).transpose().map_err(PyValueError::new_err)?;
    let one = One::load(py, source, path, config.as_ref())?;
    let mut options = one.config.config.render.options(dialect);
    options.kinds = kinds.map_or(options.kinds, |Kinds(kinds)| kinds);
    options.manifest = manifest.unwrap_or(options.manifest);
    options.raw = raw.unwrap_or(options.raw);
    detached(py, || {
        alone(one.text.len(), || {
            let document = one.parse();
            if dialect.shape != Shape::Page {
                return tagdown_render::render(&document, dialect, &options).text;
            }
            let path = if one.path.is_empty() { "document.md" } else { &one.path };
            let encoding = Encoding::default();
            let settings =
                Page { options: &options, encoding, path, index: None, pages: None, highlight: true };
            page(&document, &settings).text
        })
    })
}

/// Returns the facts that differ between two versions of a document, as `tagdown diff --format json` prints them.
///
/// old, new: a str is the text of a document, a path object is its file, or a Document.
/// path: the name of the document in addresses.
/// config: a configuration file; False for none. The default is the nearest `tagdown.toml` above a file, and none for a text.
#[pyfunction]
#[pyo3(signature = (old, new, /, *, path=None, config=None))]
pub(crate) fn diff(
    py: Python<'_>,
    old: Given,
    new: Given,
    path: Option<String>,
    config: Option<Config>,
) -> PyResult<Bound<'_, PyAny>> {
    let old = One::load(py, old, path.clone(), config.as_ref())?;
    let new = One::load(py, new, path, config.as_ref())?;
    let json = detached(py, || {
        // A text without a path is a version of the other document.
        let named = [&new.path, &old.path].into_iter().find(|path| !path.is_empty());
        let name = named.map_or("document.md", String::as_str);
        let page = |one: &One| facts(&one.parse(), if one.path.is_empty() { name } else { &one.path });
        let mut comparison = compare(vec![page(&old)], vec![page(&new)], &[]);
        comparison.is_one_document = true;
        comparison.find_lost(&[]);
        comparison.find_citations(&[]);
        let format = find("json").ok_or("no format is named json")?;
        Ok((format.write)(&comparison, Style::PLAIN))
    })?;
    from_json(py, &json)
}
