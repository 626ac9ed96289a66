//! `tagdown convert --issues`: assigns tracker issues to the documents of a run.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use tagdown::rules::Settings;
use tagdown_project::files::{self, Target, Text};
use tagdown_project::opening::{Within, text_within};
use tagdown_project::paths::reason;
use tagdown_write::convert::trackers::{Became, Known, Page, assign, put_in, read};
use tagdown_write::convert::{Conversion, IssueReport};

/// The maximum size of an export.
const MAX_SIZE: u64 = 256_000_000;

/// The issues of a run.
pub(super) struct Issues {
    known: Vec<Known>,
    /// The issues of each document, with their sections.
    by_path: BTreeMap<PathBuf, Vec<(usize, String)>>,
    /// Issues without a document, with the reason.
    out: Vec<(usize, String)>,
}

impl Issues {
    /// Reads exports, and finds the section for every issue in these documents.
    pub(super) fn load(
        exports: &[PathBuf],
        targets: &[Target],
        _max_size: Option<u64>,
    ) -> Result<Option<Self>, String> {
        if exports.is_empty() {
            return Ok(None);
        }
        let mut known = Vec::new();
        for path in exports {
            let shown = path.display();
            let fail = |problem: String| format!("cannot read the issues in {shown}: {problem}");
            known.extend(read(&text_of(path).map_err(fail)?).map_err(fail)?);
        }
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
        let mut issues = Self { known, by_path: BTreeMap::new(), out: Vec::new() };
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

    /// Adds the issues of a document to its converted text.
    pub(super) fn put_into(&self, path: &Path, conversion: &mut Conversion, settings: &Settings) {
        let Some(own) = self.by_path.get(path) else { return };
        let report = |index: usize| {
            let known = &self.known[index];
            IssueReport {
                id: known.id.clone(),
                title: known.title.clone(),
                kind: None,
                address: None,
                reason: None,
            }
        };
        if conversion.refused.is_some() {
            let reason = Some("the document was not converted".to_owned());
            let left = own.iter().map(|(index, _)| IssueReport { reason: reason.clone(), ..report(*index) });
            conversion.issues.extend(left);
            return;
        }
        let wanted: Vec<(&Known, &str)> =
            own.iter().map(|(index, slug)| (&self.known[*index], slug.as_str())).collect();
        let filled = put_in(&conversion.output, &wanted, settings);
        conversion.output = filled.output;
        conversion.left = filled.left;
        for ((index, _), became) in own.iter().zip(filled.became) {
            conversion.issues.push(match became {
                Became::Block(kind, address) => {
                    IssueReport { kind: Some(kind), address: Some(address), ..report(*index) }
                }
                Became::Out(reason) => IssueReport { reason: Some(reason), ..report(*index) },
            });
        }
    }

    /// The issues without a document.
    pub(super) fn left_out(&self) -> Vec<IssueReport> {
        let of = |(index, reason): &(usize, String)| {
            let known = &self.known[*index];
            let reason = Some(reason.clone());
            IssueReport {
                id: known.id.clone(),
                title: known.title.clone(),
                kind: None,
                address: None,
                reason,
            }
        };
        self.out.iter().map(of).collect()
    }
}

/// The text of an export; `-` is standard input.
fn text_of(path: &Path) -> Result<String, String> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(MAX_SIZE + 1).read_to_end(&mut bytes);
        if read.map_err(|error| reason(&error))? as u64 > MAX_SIZE {
            return Err("it is larger than 256 MB".to_owned());
        }
        return String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned());
    }
    if path.metadata().is_ok_and(|meta| !meta.is_file()) {
        return Err("it is not a regular file; use `-` to read standard input".to_owned());
    }
    text_within(path, MAX_SIZE, Within::File).map(|(text, _)| text).map_err(|unread| unread.reason)
}
