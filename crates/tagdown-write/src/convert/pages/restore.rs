//! Restores the source of a converted page in memory, so that later decisions can be applied to it.

use std::collections::HashSet;

use tagdown::document::{Kind, parse};
use tagdown::text::one_line;

use super::page::convert;
use super::strip::strip_with;
use crate::convert::decisions::{Decision, Decisions};
use crate::convert::outcome::{Conversion, Options};
use crate::convert::undo::Undos;

/// The source of a converted page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The text before the conversion.
    pub source: String,
    /// The version of the page.
    pub version: Option<String>,
}

impl Restored {
    /// These options, with the version of the page.
    pub fn options<'o>(&'o self, options: &Options<'o>) -> Options<'o> {
        Options { version: options.version.or(self.version.as_deref()), ..options.clone() }
    }
}

/// The source of a converted page; `None` if converting it again would not give exactly this page. Somebody may have
/// edited the page since, or it was converted with other options. Decisions that the page does not show yet are fine.
pub fn restore(page: &str, undos: &Undos, options: &Options<'_>) -> Option<Restored> {
    let source = strip_with(page, undos);
    if source == page {
        return None;
    }
    let document = parse(page);
    let version = document.header.version.as_ref().map(|version| document.text(version.value).to_owned());
    let restored = Restored { source, version };
    let options = restored.options(options);
    let options = Options { lists_bullets: true, ..options };
    let all = convert(&restored.source, &options);
    // Somebody may have decided on a wording alone, or first on the label and later on the wording.
    let is_it = |keeps_labels: bool| {
        let decisions = shown(page, &all, options.decisions, keeps_labels);
        let again = convert(&restored.source, &Options { decisions: &decisions, ..options.clone() });
        again.refused.is_none() && again.output == page
    };
    if all.output != page && !is_it(true) && !is_it(false) {
        return None;
    }
    Some(restored)
}

/// The decisions that a page already shows: the text has the decided label there. A decision on a wording that the page
/// does not show may have been one on the label before.
fn shown(page: &str, conversion: &Conversion, decisions: &Decisions, keeps_labels: bool) -> Decisions {
    let document = parse(page);
    let blocks: Vec<(Kind, String)> = document
        .tagged_blocks()
        .map(|(block, _)| (block.kind, one_line(document.text(block.content))))
        .collect();
    let mut out = decisions.clone();
    let mut worded = HashSet::new();
    for bullet in &conversion.bullets {
        let Some(decision) = out.get(&bullet.hash).filter(|decision| decision.wording().is_some()) else {
            continue;
        };
        let is_shown = |wording: &String| blocks.iter().any(|(_, block)| block.contains(wording));
        if bullet.wording.as_ref().is_some_and(is_shown) {
            worded.insert(&bullet.hash);
        } else if keeps_labels {
            let plain = decision.in_the_words_of_the_source();
            out.insert(&bullet.hash, plain);
        } else {
            out.remove(&bullet.hash);
        }
    }
    for doubt in conversion.doubts.iter().filter(|doubt| !worded.contains(&doubt.hash)) {
        let Some([label]) = doubt.decision.as_ref().map(Decision::labels) else { continue };
        let text = one_line(&doubt.text);
        if !blocks.iter().any(|(kind, block)| kind == label && block.contains(&text)) {
            out.remove(&doubt.hash);
        }
    }
    out
}
