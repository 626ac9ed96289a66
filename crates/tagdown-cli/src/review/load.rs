//! The documents of a review: those with open doubts, and why the others are skipped. The source of a document that is
//! already converted is restored in memory.

use std::path::Path;

use rayon::prelude::*;
use tagdown::document::parse;
use tagdown_project::decisions::AllKept;
use tagdown_project::files::{self, Target, Text};
use tagdown_project::undo::Records;
use tagdown_write::convert::{Restored, convert, is_foreign_page, reasons_for, restore};

use super::state::Page;
use crate::args::ConvertArgs;

/// All documents, by what the review does with them.
#[derive(Debug, Default)]
pub(super) struct Loaded<'l> {
    /// Documents to review, each with the file that it comes from.
    pub(super) pages: Vec<Page>,
    pub(super) targets: Vec<&'l Target>,
    /// Documents that cannot be converted, with the reason.
    pub(super) refused: Vec<String>,
    /// Documents that could not be read, with the reason.
    pub(super) failed: Vec<String>,
    /// Documents that need no review, with the reason.
    pub(super) passed: Vec<String>,
}

enum Look {
    Ask(Page),
    Refused(String),
    Failed(String),
    Passed(String),
    /// Excluded by the options.
    Other,
}

/// Loads all documents.
pub(super) fn load<'l>(
    args: &ConvertArgs,
    targets: &'l [Target],
    kept: &AllKept,
    records: &Records,
) -> Loaded<'l> {
    let looks: Vec<Look> = targets.par_iter().map(|target| look(args, target, kept, records)).collect();
    let mut loaded = Loaded::default();
    let mut files: Vec<&Path> = Vec::new();
    let (mut asked, mut settled) = (Vec::new(), Vec::new());
    for (target, look) in targets.iter().zip(looks) {
        let path = target.path.to_string_lossy();
        match look {
            Look::Ask(mut page) => {
                let file = kept.place(target).unwrap_or(Path::new(""));
                page.file = files.iter().position(|known| *known == file).unwrap_or(files.len());
                if page.file == files.len() {
                    files.push(file);
                }
                let is_open = page.doubts.iter().any(|doubt| doubt.decision.is_none());
                if is_open { &mut asked } else { &mut settled }.push((page, target));
            }
            Look::Refused(reason) => loaded.refused.push(format!("{path}: not converted: {reason}")),
            Look::Failed(reason) => loaded.failed.push(format!("{path}: {reason}")),
            Look::Passed(reason) => loaded.passed.push(format!("{path}: {reason}")),
            Look::Other => {}
        }
    }
    // If no doubt is open, earlier decisions can be viewed and reopened.
    if asked.is_empty() {
        std::mem::swap(&mut asked, &mut settled);
    }
    for (page, _) in settled {
        let reason = format!("0 of {} left to decide", page.doubts.len());
        loaded.passed.push(format!("{}: {reason}", page.path));
    }
    (loaded.pages, loaded.targets) = asked.into_iter().unzip();
    loaded
}

fn look(args: &ConvertArgs, target: &Target, kept: &AllKept, records: &Records) -> Look {
    let text = match files::read(target) {
        Text::Read(text) => text,
        Text::Untagged => return Look::Other,
        Text::Failed(problem) => return Look::Failed(problem),
    };
    if args.input.only_tagged && !parse(&text).is_tagged() {
        return Look::Other;
    }
    if let Some(reason) = files::not_markdown(target, &text) {
        return Look::Refused(reason);
    }
    let settings = target.config.settings(&target.path);
    let path = target.path.to_string_lossy();
    let options = args.options(&path, &settings, kept.of(target));
    let mut conversion = convert(&text, &options);
    if let Some(reason) = conversion.refused {
        return Look::Refused(reason);
    }
    let mut restored = Restored { source: text, version: None };
    if conversion.output == restored.source && parse(&restored.source).is_tagged() {
        let undos = records.of(target).cloned().unwrap_or_default();
        let Some(found) = restore(&restored.source, &undos, &options) else {
            let reason = "edited since its conversion, tagged by hand, or converted with other options";
            return Look::Passed(format!("not reviewed: {reason}"));
        };
        conversion = convert(&found.source, &found.options(&options));
        restored = found;
    }
    let doubts = conversion.doubts;
    if doubts.is_empty() {
        return Look::Passed("nothing to decide".to_owned());
    }
    let Restored { source, version } = restored;
    let reasons = reasons_for(&source, &doubts);
    let is_foreign = is_foreign_page(&source, &options);
    Look::Ask(Page { version, is_foreign, ..Page::new(&path, source, doubts, reasons) })
}
