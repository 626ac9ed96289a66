//! What came of a conversion: as JSON, and in words for a person.

use serde::Serialize;
use serde_json::json;

use super::{Conversion, PieceKind, Sentences};
use crate::print::{plural, tame};
use crate::source::Source;
use crate::tags::{Kind, TAGS};

/// A block of the source and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct Reported {
    /// Its first and last line in the source, from 1.
    pub lines: [usize; 2],
    /// What it is.
    pub kind: PieceKind,
    /// The likelier label.
    pub label: Kind,
    /// How likely, from 0 to 1.
    pub confidence: f64,
    /// Whether that was enough.
    pub decided: bool,
    /// The tag that it stands under in the output: NOTE where nothing was decided.
    pub written: Kind,
    /// What spoke for the label most.
    pub reasons: Vec<String>,
}

/// The report on one document, on one line.
pub fn json(path: &str, conversion: &Conversion) -> String {
    json!({
        "version": 1,
        "path": path,
        "output": conversion.output,
        "blocks": conversion.blocks,
        "buried": conversion.buried,
        "proposed": conversion.proposed.iter().map(|found| json!({
            "lines": found.lines, "label": Kind::Unverified, "sentences": found.sentences,
        })).collect::<Vec<_>>(),
        "notices": conversion.notices,
        "left": conversion.left.iter().map(|(rule, count)| json!({"rule": rule, "count": count})).collect::<Vec<_>>(),
        "refused": conversion.refused,
    })
    .to_string()
}

/// How many blocks and documents came to what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Documents that got tags.
    pub converted: usize,
    /// Documents that had nothing to tag.
    pub unchanged: usize,
    /// Documents that were refused.
    pub refused: usize,
    /// Blocks by the tag that was written, in the order of [`TAGS`].
    pub kinds: [usize; 4],
    /// Blocks of which the labeller was not sure.
    pub unsure: usize,
    /// Blocks of prose with facts in them that became a NOTE.
    pub buried: usize,
}

impl Tally {
    /// Adds a document.
    pub fn add(&mut self, source: &str, conversion: &Conversion) {
        if conversion.refused.is_some() {
            self.refused += 1;
        } else if conversion.output == source {
            self.unchanged += 1;
        } else {
            self.converted += 1;
            for block in &conversion.blocks {
                self.kinds[block.written as usize] += 1;
                self.unsure += usize::from(!block.decided);
            }
            self.buried += conversion.buried.len();
        }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Tally) -> Tally {
        let mut kinds = self.kinds;
        kinds.iter_mut().zip(other.kinds).for_each(|(sum, more)| *sum += more);
        Tally {
            converted: self.converted + other.converted,
            unchanged: self.unchanged + other.unchanged,
            refused: self.refused + other.refused,
            kinds,
            unsure: self.unsure + other.unsure,
            buried: self.buried + other.buried,
        }
    }

    /// Blocks by kind, and how many are for a person.
    pub fn blocks(&self) -> String {
        let kinds = TAGS.iter().zip(self.kinds).filter(|(_, count)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(tag, count)| format!("{count} {}", tag.name)).collect();
        let mut text = plural(self.kinds.iter().sum(), "block");
        if !kinds.is_empty() {
            text.push_str(&format!(" ({})", kinds.join(", ")));
        }
        if self.unsure > 0 {
            text.push_str(&format!(", {} of them unsure", self.unsure));
        }
        if self.buried > 0 {
            text.push_str(&format!(", {} with facts buried in prose", self.buried));
        }
        text
    }

    /// What came of all documents, on one line.
    pub fn documents(&self, verb: &str) -> String {
        let mut parts = vec![format!("{} {verb}: {}", plural(self.converted, "document"), self.blocks())];
        if self.unchanged > 0 {
            parts.push(format!("{} had nothing to tag", self.unchanged));
        }
        if self.refused > 0 {
            parts.push(format!("{} refused", self.refused));
        }
        parts.join("; ")
    }
}

/// What a person should look at in one document.
pub fn text(source: &str, conversion: &Conversion) -> String {
    let source = Source::new(source);
    let mut out = String::new();
    let mut unsure: Vec<&Reported> = conversion.blocks.iter().filter(|block| !block.decided).collect();
    unsure.sort_by(|a, b| a.confidence.total_cmp(&b.confidence));
    if !unsure.is_empty() {
        out.push_str("\nunsure, so written as NOTE:\n");
    }
    for block in unsure.iter().take(MOST_TOLD) {
        let label = format!("{} {:.0} %", block.label.name(), block.confidence * 100.0);
        let place = lines(block.lines);
        out.push_str(&format!("  {place:9} {label:10} {}\n", excerpt(&source, block.lines)));
        out.push_str(&format!("  {:20} {}\n", "", tame(&block.reasons.join("; "))));
    }
    out.push_str(&more(unsure.len()));
    let listed = |title: &str, found: &[Sentences]| {
        let mut out = if found.is_empty() { String::new() } else { format!("\n{title}:\n") };
        for block in found.iter().take(MOST_TOLD) {
            for (index, sentence) in block.sentences.iter().enumerate() {
                let place = if index == 0 { lines(block.lines) } else { String::new() };
                out.push_str(&format!("  {place:9} {}\n", tame(sentence)));
            }
        }
        out + &more(found.len())
    };
    out.push_str(&listed(
        "facts buried in prose, which a reader of SPEC blocks does not see",
        &conversion.buried,
    ));
    out.push_str(&listed("perhaps unverified; make it a [?] if so", &conversion.proposed));
    if !conversion.left.is_empty() {
        let left: Vec<String> =
            conversion.left.iter().map(|(rule, count)| format!("{count} {rule}")).collect();
        out.push_str(&format!("\nleft for a person, as `tagdown check` says:\n  {}\n", left.join(", ")));
    }
    out
}

/// How many blocks of a kind are told one by one.
const MOST_TOLD: usize = 20;

/// What is not told one by one.
fn more(all: usize) -> String {
    match all.saturating_sub(MOST_TOLD) {
        0 => String::new(),
        more => format!("  … and {more} more; `--report json` has them all\n"),
    }
}

fn lines([first, last]: [usize; 2]) -> String {
    if first == last { format!("{first}") } else { format!("{first}-{last}") }
}

/// The start of a block, on one line.
fn excerpt(source: &Source<'_>, [first, _]: [usize; 2]) -> String {
    const LONGEST: usize = 72;
    let line = source.slice(source.line(first - 1)).trim();
    let short: String = line.chars().take(LONGEST).collect();
    let mark = if short.len() < line.len() { "…" } else { "" };
    format!("{}{mark}", tame(&short))
}
