//! `Finding`: what a rule reports, with the edits that fix it.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tagdown::document::Document;
use tagdown::print::{FileReport, Status};
use tagdown::rules;
use tagdown::text::{Position, Span};
use tagdown_tables::{Chars, Offsets};

/// What a rule reports about a document.
#[pyclass(frozen, module = "tagdown")]
pub(crate) struct Finding {
    path: String,
    rule: &'static str,
    severity: &'static str,
    message: String,
    address: String,
    place: Place,
    related: Vec<(String, Place)>,
    fix: Option<FixData>,
}

/// A place, as every unit counts it.
#[derive(Clone, Copy)]
struct Place {
    start: Position,
    end: Position,
    span: Chars,
}

#[derive(Clone)]
struct FixData {
    title: String,
    safety: &'static str,
    edits: Vec<EditData>,
}

#[derive(Clone)]
struct EditData {
    bytes: Chars,
    span: Chars,
    text: String,
}

impl Finding {
    /// The findings of a document, in the form of Python.
    pub(crate) fn all(path: &str, document: &Document<'_>, findings: &[rules::Finding]) -> Vec<Self> {
        let report =
            FileReport { path, status: Status::Checked, document: Some(document), findings, error: None };
        let offsets = Offsets::new(document.source.text());
        let place = |span: Span| Place {
            start: document.source.position(span.start),
            end: document.source.position(span.end),
            span: offsets.span(span),
        };
        let edit = |edit: &rules::Edit| EditData {
            bytes: (edit.span.start, edit.span.end),
            span: offsets.span(edit.span),
            text: edit.text.clone(),
        };
        let one = |finding: &rules::Finding| Self {
            path: path.to_owned(),
            rule: finding.rule,
            severity: finding.severity.name(),
            message: finding.message.clone(),
            address: report.address(finding.span.start),
            place: place(finding.span),
            related: finding.related.iter().map(|one| (one.message.clone(), place(one.span))).collect(),
            fix: finding.fix.as_ref().map(|fix| FixData {
                title: fix.title.clone(),
                safety: if fix.safety == rules::Safety::Safe { "safe" } else { "unsafe" },
                edits: fix.edits().iter().map(edit).collect(),
            }),
        };
        findings.iter().map(one).collect()
    }
}

#[pymethods]
impl Finding {
    /// The path of the document, as it was given.
    #[getter]
    fn path(&self) -> &str {
        &self.path
    }

    /// The name of the rule.
    #[getter]
    fn rule(&self) -> &'static str {
        self.rule
    }

    /// `error`, `warning` or `info`.
    #[getter]
    fn severity(&self) -> &'static str {
        self.severity
    }

    /// What is wrong.
    #[getter]
    fn message(&self) -> &str {
        &self.message
    }

    /// The address of the block or section.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// Where it is, in characters of the text.
    #[getter]
    fn span(&self) -> Chars {
        self.place.span
    }

    /// Where it is, in bytes of UTF-8.
    #[getter]
    fn bytes(&self) -> Chars {
        (self.place.start.byte, self.place.end.byte)
    }

    /// The line, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.place.start.line
    }

    /// The column in characters, from 1.
    #[getter]
    fn column(&self) -> usize {
        self.place.start.column
    }

    /// The line where it ends, from 1.
    #[getter]
    fn end_line(&self) -> usize {
        self.place.end.line
    }

    /// The column where it ends, from 1.
    #[getter]
    fn end_column(&self) -> usize {
        self.place.end.column
    }

    /// The fix, if there is one.
    #[getter]
    fn fix(&self) -> Option<Fix> {
        self.fix.clone().map(Fix)
    }

    /// The finding as `tagdown check --format jsonl` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for (name, value) in [
            ("path", &*self.path),
            ("rule", self.rule),
            ("severity", self.severity),
            ("message", &self.message),
            ("address", &self.address),
        ] {
            out.set_item(name, value)?;
        }
        self.place.put(&out)?;
        if !self.related.is_empty() {
            let related = |(message, place): &(String, Place)| {
                let one = PyDict::new(py);
                one.set_item("message", message)?;
                place.put(&one)?;
                Ok(one)
            };
            out.set_item("related", self.related.iter().map(related).collect::<PyResult<Vec<_>>>()?)?;
        }
        out.set_item("fix", self.fix.as_ref().map(|fix| fix.to_dict(py)).transpose()?)?;
        Ok(out)
    }

    fn __str__(&self) -> String {
        let at = self.place.start;
        let place = if self.path.is_empty() { "<text>" } else { &self.path };
        format!("{place}:{}:{}: {}[{}] {}", at.line, at.column, self.severity, self.rule, self.message)
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}>", self.__str__())
    }
}

impl Place {
    fn put(&self, out: &Bound<'_, PyDict>) -> PyResult<()> {
        for (name, at) in [("start", self.start), ("end", self.end)] {
            let place = PyDict::new(out.py());
            place.set_item("line", at.line)?;
            place.set_item("column", at.column)?;
            place.set_item("byte", at.byte)?;
            out.set_item(name, place)?;
        }
        Ok(())
    }
}

impl FixData {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        out.set_item("title", &self.title)?;
        out.set_item("safety", self.safety)?;
        let edit = |edit: &EditData| {
            let one = PyDict::new(py);
            one.set_item("start", edit.bytes.0)?;
            one.set_item("end", edit.bytes.1)?;
            one.set_item("text", &edit.text)?;
            Ok(one)
        };
        out.set_item("edits", self.edits.iter().map(edit).collect::<PyResult<Vec<_>>>()?)?;
        Ok(out)
    }
}

/// Edits that fix a finding.
#[pyclass(frozen, module = "tagdown")]
pub(crate) struct Fix(FixData);

#[pymethods]
impl Fix {
    /// What the edits do.
    #[getter]
    fn title(&self) -> &str {
        &self.0.title
    }

    /// `safe` if no reader could understand the result differently, otherwise `unsafe`.
    #[getter]
    fn safety(&self) -> &'static str {
        self.0.safety
    }

    /// The edits, from first to last: start and end in characters, and the new text.
    #[getter]
    fn edits(&self) -> Vec<(usize, usize, &str)> {
        self.0.edits.iter().map(|edit| (edit.span.0, edit.span.1, &*edit.text)).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Fix {:?} ({})>", self.0.title, self.0.safety)
    }
}
