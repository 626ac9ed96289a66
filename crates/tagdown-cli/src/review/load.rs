//! The documents of a review: those with open questions, and why the others are skipped.

use std::path::Path;

use rayon::prelude::*;
use tagdown::document::parse;
use tagdown_project::decisions::AllKept;
use tagdown_project::files::{self, Target, Text};
use tagdown_write::convert::{Question, convert, questions};

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

/// Loads all documents. Those not in English come last: nearly all of their prose is a question.
pub(super) fn load<'l>(args: &ConvertArgs, targets: &'l [Target], kept: &AllKept) -> Loaded<'l> {
    let looks: Vec<Look> = targets.par_iter().map(|target| look(args, target, kept)).collect();
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
                let is_open = page.questions.iter().any(|question| question.decision.is_none());
                if is_open { &mut asked } else { &mut settled }.push((page, target));
            }
            Look::Refused(reason) => loaded.refused.push(format!("{path}: not converted: {reason}")),
            Look::Failed(reason) => loaded.failed.push(format!("{path}: {reason}")),
            Look::Passed(reason) => loaded.passed.push(format!("{path}: {reason}")),
            Look::Other => {}
        }
    }
    // If no question is open, earlier decisions can be viewed and reopened.
    if asked.is_empty() {
        std::mem::swap(&mut asked, &mut settled);
    }
    for (page, _) in settled {
        let reason = format!("0 of {} left to decide", page.questions.len());
        loaded.passed.push(format!("{}: {reason}", page.path));
    }
    asked.sort_by_key(|(page, _)| page.is_foreign);
    (loaded.pages, loaded.targets) = asked.into_iter().unzip();
    loaded
}

fn look(args: &ConvertArgs, target: &Target, kept: &AllKept) -> Look {
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
    let conversion = convert(&text, &options);
    if let Some(reason) = conversion.refused {
        return Look::Refused(reason);
    }
    let questions = questions(&text, &options);
    match questions.len() {
        0 if conversion.output == text => Look::Passed("already tagged or without text".to_owned()),
        0 => Look::Passed("nothing to decide".to_owned()),
        _ => {
            let is_foreign = Question::are_foreign(&text, &options);
            Look::Ask(Page { is_foreign, ..Page::new(&path, text, 0, questions) })
        }
    }
}
