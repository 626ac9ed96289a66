//! The documents of a review: those with open questions, and what is to be said of the others.

use std::path::PathBuf;

use rayon::prelude::*;
use tagdown::convert::{Question, convert, questions};
use tagdown::parse;

use super::state::Page;
use crate::args::ConvertArgs;
use crate::cmd::convert::not_markdown;
use crate::decisions::{AllKept, place};
use crate::files::{self, Target, Text};

/// What came of looking at all documents.
#[derive(Debug, Default)]
pub(super) struct Loaded<'l> {
    /// Those to review, each with the file that it comes from.
    pub(super) pages: Vec<Page>,
    pub(super) targets: Vec<&'l Target>,
    /// Those that cannot be converted, with the reason.
    pub(super) refused: Vec<String>,
    /// Those that could not be read, with the reason.
    pub(super) failed: Vec<String>,
    /// Those that need nobody, with the reason.
    pub(super) passed: Vec<String>,
}

enum Look {
    Ask(String, Vec<Question>),
    Refused(String),
    Failed(String),
    Passed(String),
    /// Not what was asked for.
    Other,
}

pub(super) fn load<'l>(args: &ConvertArgs, targets: &'l [Target], kept: &AllKept) -> Loaded<'l> {
    let looks: Vec<Look> = targets.par_iter().map(|target| look(args, target, kept)).collect();
    let mut loaded = Loaded::default();
    let mut files: Vec<PathBuf> = Vec::new();
    for (target, look) in targets.iter().zip(looks) {
        let path = target.path.to_string_lossy();
        match look {
            Look::Ask(text, questions) => {
                let file = place(target);
                let index = files.iter().position(|known| *known == file).unwrap_or(files.len());
                if index == files.len() {
                    files.push(file);
                }
                loaded.pages.push(Page::new(&path, text, index, questions));
                loaded.targets.push(target);
            }
            Look::Refused(reason) => loaded.refused.push(format!("{path}: not converted: {reason}")),
            Look::Failed(reason) => loaded.failed.push(format!("{path}: {reason}")),
            Look::Passed(reason) => loaded.passed.push(format!("{path}: {reason}")),
            Look::Other => {}
        }
    }
    loaded
}

fn look(args: &ConvertArgs, target: &Target, kept: &AllKept) -> Look {
    let text = match files::read(target, args.input.max_file_size) {
        Text::Read(text) => text,
        Text::Untagged => return Look::Other,
        Text::Failed(problem) => return Look::Failed(problem),
    };
    if args.input.only_tagged && !parse(&text).is_tagged() {
        return Look::Other;
    }
    if let Some(reason) = not_markdown(target, &text) {
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
    let open = questions.iter().filter(|question| question.decision.is_none()).count();
    match (questions.len(), open) {
        (0, _) if conversion.output == text => Look::Passed("tagged already, or without text".to_owned()),
        (0, _) => Look::Passed("nothing to decide".to_owned()),
        (all, 0) => Look::Passed(format!("nothing left to decide of {all}")),
        _ => Look::Ask(text, questions),
    }
}
