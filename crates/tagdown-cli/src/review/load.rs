//! The documents of a review: those with open doubts, and why the others are skipped. The source of a document that is
//! already converted is restored in memory.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rayon::prelude::*;
use tagdown::document::parse;
use tagdown_project::decisions::AllKept;
use tagdown_project::files::{self, Target, Text};
use tagdown_project::undo::Records;
use tagdown_write::convert::{
    Conversion, Doubt, Options, Restored, Suggestion, convert, is_foreign_page, reasons_for, restore,
};

use super::offer::Offer;
use super::state::Page;
use crate::args::ConvertArgs;
use crate::llm::Llm;

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
    /// What went wrong with the model, by document.
    pub(super) remarks: Vec<String>,
}

/// What a review is made of.
pub(super) struct Inputs<'i> {
    pub(super) args: &'i ConvertArgs,
    pub(super) kept: &'i AllKept,
    pub(super) records: &'i Records,
    pub(super) llm: Option<&'i Llm>,
}

enum Look {
    /// A document to review, and what went wrong with the model.
    Ask(Page, Option<String>),
    Refused(String),
    Failed(String),
    Passed(String),
    /// Excluded by the options.
    Other,
}

/// Loads all documents.
pub(super) fn load<'l>(inputs: &Inputs<'_>, targets: &'l [Target]) -> Loaded<'l> {
    let looks: Vec<Look> = targets.par_iter().map(|target| look(inputs, target)).collect();
    let mut loaded = Loaded::default();
    let mut files: Vec<&Path> = Vec::new();
    let (mut asked, mut settled) = (Vec::new(), Vec::new());
    for (target, look) in targets.iter().zip(looks) {
        let path = target.path.to_string_lossy();
        match look {
            Look::Ask(mut page, remark) => {
                loaded.remarks.extend(remark.map(|remark| format!("{path}: {remark}")));
                let file = inputs.kept.place(target).unwrap_or(Path::new(""));
                page.file = files.iter().position(|known| *known == file).unwrap_or(files.len());
                if page.file == files.len() {
                    files.push(file);
                }
                let is_open = page.has_open();
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

fn look(inputs: &Inputs<'_>, target: &Target) -> Look {
    let Inputs { args, kept, records, llm } = inputs;
    let llm = llm.filter(|llm| llm.rewords());
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
    let options = Options { lists_bullets: llm.is_some(), ..options };
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
    let suggested = llm.map_or(Ok((Vec::new(), None)), |llm| llm.suggest(&conversion));
    let (suggestions, remark) = suggested.unwrap_or_else(|problem| (Vec::new(), Some(problem)));
    let (doubts, offers) = offers(conversion, &suggestions);
    if doubts.is_empty() {
        return Look::Passed("nothing to decide".to_owned());
    }
    let Restored { source, version } = restored;
    let reasons = reasons_for(&source, &doubts);
    let is_foreign = is_foreign_page(&source, &options);
    Look::Ask(Page { version, offers, is_foreign, ..Page::new(&path, source, doubts, reasons) }, remark)
}

/// What to decide: the doubts of a conversion, and the sentences that a model offers to shorten, each with its offer.
fn offers(conversion: Conversion, suggestions: &[Suggestion]) -> (Vec<Doubt>, Vec<Option<Offer>>) {
    let Conversion { mut doubts, bullets, .. } = conversion;
    let offered: HashMap<&str, &str> = suggestions
        .iter()
        .filter(|one| one.refused.is_none())
        .map(|one| (one.hash.as_str(), one.wording.as_str()))
        .collect();
    let known: HashSet<String> = doubts.iter().map(|doubt| doubt.hash.clone()).collect();
    let is_new = |one: &Doubt| offered.contains_key(one.hash.as_str()) && !known.contains(&one.hash);
    let mut bullets: Vec<Doubt> = bullets.into_iter().filter(is_new).collect();
    // The same sentence twice is one question.
    bullets.dedup_by(|one, other| one.hash == other.hash);
    doubts.extend(bullets);
    let offer = |doubt: &Doubt| Offer::new(&doubt.text, offered.get(doubt.hash.as_str())?);
    let offers = doubts.iter().map(offer).collect();
    (doubts, offers)
}
