//! `tagdown convert --issues`: assigns tracker issues to the documents of a run, and updates what came from them before.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tagdown::rules::Settings;
use tagdown_project::files::{self, Target, Text};
use tagdown_project::sources::Sources;
use tagdown_write::convert::trackers::{Aged, Became, Known, Page, assign, put_in, together, update};
use tagdown_write::convert::{Conversion, IssueReport};

use super::exports;

/// The issues of a run.
pub(super) struct Issues {
    known: Vec<Known>,
    /// The issues of each document, with their sections.
    by_path: BTreeMap<PathBuf, Vec<(usize, String)>>,
    /// Issues without a document, with the reason.
    out: Vec<(usize, String)>,
    /// The records of earlier runs.
    sources: Sources,
    /// What the exports lack, one sentence each.
    pub(super) missing: Vec<String>,
}

impl Issues {
    /// Reads exports, and finds the section for every issue in these documents.
    pub(super) fn load(paths: &[PathBuf], targets: &[Target]) -> Result<Option<Self>, String> {
        if paths.is_empty() {
            return Ok(None);
        }
        let (parts, mut missing) = exports::read_all(paths)?;
        let (known, lacking) = together(parts);
        missing.extend(lacking);
        // An unreadable document is reported when it is converted.
        if targets.iter().any(|target| target.stdin) {
            return Err("--issues works on files, not on standard input".to_owned());
        }
        let readable = targets.iter().filter_map(|target| match files::read(target) {
            Text::Read(text) => Some((target, text)),
            _ => None,
        });
        let texts: Vec<(&Target, String)> = readable.collect();
        let pages: Vec<Page<'_>> = texts.iter().map(|(_, text)| Page { text }).collect();
        let sources = Sources::load(targets)?;
        let mut issues = Self { known, by_path: BTreeMap::new(), out: Vec::new(), sources, missing };
        for (index, place) in assign(&issues.known, &pages).into_iter().enumerate() {
            match place {
                Ok(place) => {
                    let path = texts[place.page].0.path.clone();
                    issues.by_path.entry(path).or_default().push((index, place.slug));
                }
                Err(reason) => issues.out.push((index, reason)),
            }
        }
        Ok(Some(issues))
    }

    /// Updates what came from threads that changed, and adds the issues of a document to its converted text.
    pub(super) fn put_into(&self, path: &Path, conversion: &mut Conversion, settings: &Settings) {
        let own = self.by_path.get(path).map(Vec::as_slice).unwrap_or_default();
        if conversion.refused.is_some() {
            let reason = Some("the document was not converted".to_owned());
            let left =
                own.iter().map(|(index, _)| IssueReport { reason: reason.clone(), ..self.report(*index) });
            conversion.issues.extend(left);
            return;
        }
        let updated = update(&conversion.output, &self.known, self.sources.of(path), settings);
        conversion.output = updated.output;
        conversion.sources.extend(updated.records);
        let is_aged = |index: &usize| updated.aged.iter().any(|(aged, _)| aged == index);
        for (index, aged) in &updated.aged {
            let report = IssueReport { updated: true, ..self.report(*index) };
            conversion.issues.push(match aged {
                Aged::Updated(kind, address) => {
                    IssueReport { kind: Some(*kind), address: Some(address.clone()), ..report }
                }
                Aged::Kept(reason) => IssueReport { reason: Some(reason.clone()), ..report },
            });
        }
        let own: Vec<&(usize, String)> = own.iter().filter(|(index, _)| !is_aged(index)).collect();
        if own.is_empty() {
            return;
        }
        let wanted: Vec<(&Known, &str)> =
            own.iter().map(|(index, slug)| (&self.known[*index], slug.as_str())).collect();
        let filled = put_in(&conversion.output, &wanted, settings);
        conversion.output = filled.output;
        conversion.left = filled.left;
        conversion.sources.extend(filled.records);
        for ((index, _), became) in own.into_iter().zip(filled.became) {
            conversion.issues.push(match became {
                Became::Block(kind, address) => {
                    IssueReport { kind: Some(kind), address: Some(address), ..self.report(*index) }
                }
                Became::Out(reason) => IssueReport { reason: Some(reason), ..self.report(*index) },
            });
        }
    }

    /// Records the blocks that are about to be written.
    pub(super) fn record(&self, path: &Path, conversion: &Conversion) -> Result<(), String> {
        self.sources.add(path, &conversion.sources)
    }

    fn report(&self, index: usize) -> IssueReport {
        let known = &self.known[index];
        IssueReport {
            id: known.id.clone(),
            title: known.title.clone(),
            kind: None,
            address: None,
            updated: false,
            reason: None,
        }
    }

    /// The issues without a document, except those that are told of already.
    pub(super) fn left_out(&self, told: &[IssueReport]) -> Vec<IssueReport> {
        let of = |(index, reason): &(usize, String)| IssueReport {
            reason: Some(reason.clone()),
            ..self.report(*index)
        };
        let is_new = |issue: &IssueReport| !told.iter().any(|told| told.updated && told.id == issue.id);
        self.out.iter().map(of).filter(is_new).collect()
    }
}
