//! Reports on a conversion, as JSON and as text.

use std::collections::HashSet;

use serde_json::{Value, json};
use tagdown::document::{Kind, TAGS};
use tagdown::print::wrap;
use tagdown::text::{Source, plural, tame};

use super::outcome::{Conversion, Sentences};
use crate::convert::outcome::{IssueReport, Reported};

/// The report on one document, on one line.
pub fn json(path: &str, conversion: &Conversion) -> String {
    let propose = |label: Kind| move |found: &Sentences| json!({"lines": found.lines, "label": label, "sentences": found.sentences});
    let unverified = conversion.proposed.iter().map(propose(Kind::Unverified));
    let proposed: Vec<Value> = unverified.chain(conversion.failures.iter().map(propose(Kind::Bug))).collect();
    json!({
        "version": 1,
        "path": path,
        "output": conversion.output,
        "blocks": conversion.blocks,
        "buried": conversion.buried,
        "proposed": proposed,
        "notices": conversion.notices,
        "left": conversion.left.iter().map(|(rule, count)| json!({"rule": rule, "count": count})).collect::<Vec<_>>(),
        "issues": conversion.issues,
        "callouts": conversion.callouts,
        "refused": conversion.refused,
    })
    .to_string()
}

/// Counts of blocks and documents by outcome.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Documents that got tags.
    pub converted: usize,
    /// Documents without anything to tag.
    pub unchanged: usize,
    /// Documents that were refused.
    pub refused: usize,
    /// Blocks by the tag that was written, in the order of [`TAGS`].
    pub kinds: [usize; 4],
    /// Blocks that the labeller was not sure of.
    pub unsure: usize,
    /// Prose blocks with facts in them that became a NOTE.
    pub buried: usize,
    /// Callouts that stay unchanged.
    pub left: usize,
}

impl Tally {
    /// Adds a document.
    pub fn add(&mut self, source: &str, conversion: &Conversion) {
        if let Some(callouts) = &conversion.callouts {
            callouts.read.iter().for_each(|read| self.kinds[read.kind as usize] += read.count);
            self.left += callouts.left.len();
        }
        if conversion.refused.is_some() {
            self.refused += 1;
        } else if conversion.output == source {
            self.unchanged += 1;
        } else {
            self.converted += 1;
            for block in &conversion.blocks {
                if let Some(kind) = block.written {
                    self.kinds[kind as usize] += 1;
                }
                self.unsure += usize::from(is_doubtful(block));
            }
            self.buried += buried(conversion).len();
        }
    }

    /// The sum of both.
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
            left: self.left + other.left,
        }
    }

    /// Blocks by kind, and how many need review.
    pub fn blocks(&self) -> String {
        let kinds = TAGS.iter().zip(self.kinds).filter(|(_, count)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(tag, count)| format!("{count} {}", tag.name)).collect();
        let mut text = plural(self.kinds.iter().sum(), "block");
        if !kinds.is_empty() {
            text.push_str(&format!(" ({})", kinds.join(", ")));
        }
        if self.unsure > 0 {
            text.push_str(&format!(", {} to review", self.unsure));
        }
        if self.buried > 0 {
            text.push_str(&format!(", {} with buried facts", self.buried));
        }
        text
    }

    /// The outcome for the callouts of all documents, on one line.
    pub fn callouts(&self, verb: &str) -> String {
        let mut parts = vec![format!("{} {verb}: {}", plural(self.converted, "document"), self.blocks())];
        if self.unchanged > 0 {
            parts.push(format!("{} without convertible callouts", self.unchanged));
        }
        if self.left > 0 {
            parts.push(format!("{} unchanged", plural(self.left, "callout")));
        }
        if self.refused > 0 {
            parts.push(format!("{} refused", self.refused));
        }
        parts.join("; ")
    }

    /// The outcome for all documents, on one line.
    pub fn documents(&self, verb: &str) -> String {
        let mut parts = vec![format!("{} {verb}: {}", plural(self.converted, "document"), self.blocks())];
        if self.unchanged > 0 {
            parts.push(format!("{} already tagged or without text", self.unchanged));
        }
        if self.refused > 0 {
            parts.push(format!("{} refused", self.refused));
        }
        parts.join("; ")
    }
}

/// What a person should review in one document, by output line, in `width` columns.
pub fn text(source: &str, conversion: &Conversion, width: usize) -> String {
    let places = Places::new(source, &conversion.output);
    let source = Source::new(source);
    let mut out = String::new();
    let unsure: Vec<&Reported> = conversion.blocks.iter().filter(|block| is_doubtful(block)).collect();
    if !unsure.is_empty() {
        let is_note = unsure.iter().all(|block| block.written != Some(Kind::Spec));
        let what = if is_note { "needs review, written as NOTE but may be SPEC" } else { "needs review" };
        out.push_str(&format!("\n{what}:\n"));
    }
    for block in unsure.iter().take(MOST_TOLD) {
        let chance = format!("{:.0}%", block.confidence * 100.0);
        let place = places.of(block.lines);
        out.push_str(&format!("  {place:9} {chance:5} {}\n", excerpt(&source, block.lines, width)));
        out.push_str(&indented(&block.reasons.join("; "), 18, width));
    }
    out.push_str(&more(unsure.len()));
    let listed = |title: &str, found: &[&Sentences]| {
        let mut out = if found.is_empty() { String::new() } else { format!("\n{title}:\n") };
        for block in found.iter().take(MOST_TOLD) {
            for (index, sentence) in block.sentences.iter().enumerate() {
                let place = if index == 0 { places.of(block.lines) } else { String::new() };
                let text = indented(sentence, 12, width);
                out.push_str(&format!("  {place:9} {}", text.trim_start_matches(' ')));
            }
        }
        out + &more(found.len())
    };
    let buried = buried(conversion);
    out.push_str(&listed("facts buried in a NOTE, which SPEC-only readers miss", &buried));
    out.push_str(&listed(
        "may be a [?]; reads as unverified",
        &conversion.proposed.iter().collect::<Vec<_>>(),
    ));
    out.push_str(&listed(
        "may be a BUG; needs Symptom, Cause and Fix",
        &conversion.failures.iter().collect::<Vec<_>>(),
    ));
    let left = conversion.callouts.as_ref().map_or(&[][..], |callouts| &callouts.left);
    if !left.is_empty() {
        out.push_str("\nunchanged callouts, by source line:\n");
    }
    for callout in left.iter().take(MOST_TOLD) {
        let said = indented(&format!("`{}`: {}", callout.name, callout.reason), 12, width);
        out.push_str(&format!("  {:<9} {}", callout.line, said.trim_start_matches(' ')));
    }
    out.push_str(&more(left.len()));
    if !conversion.issues.is_empty() {
        out.push_str("\nissues:\n");
        conversion.issues.iter().for_each(|issue| out.push_str(&issue_line(issue, width)));
    }
    if !conversion.left.is_empty() {
        let left: Vec<String> =
            conversion.left.iter().map(|(rule, count)| format!("{count} {rule}")).collect();
        out.push_str(&format!("\n`tagdown check` still reports: {}\n", left.join(", ")));
    }
    out
}

/// The outcome for an issue, on one line.
pub fn issue_line(issue: &IssueReport, width: usize) -> String {
    let (kind, what) = match (issue.kind, &issue.address, &issue.reason) {
        (Some(kind), Some(address), _) => (kind.name(), format!("#{address}")),
        (_, _, reason) => ("-", format!("left out: {}", reason.as_deref().unwrap_or_default())),
    };
    let head = format!("  {:9} {kind:5} {what}: ", tame(&issue.id));
    let room = width.saturating_sub(head.chars().count()).max(20);
    let short: String = issue.title.chars().take(room).collect();
    let mark = if short.len() < issue.title.len() { "…" } else { "" };
    format!("{}{}{mark}\n", tame(&head), tame(&short))
}

/// Whether a block became a NOTE but may be a SPEC. A block that is likely a NOTE needs no review.
fn is_doubtful(block: &Reported) -> bool {
    !block.decided && block.label != Kind::Note
}

/// The buried facts of blocks that are not listed for review.
fn buried(conversion: &Conversion) -> Vec<&Sentences> {
    let doubtful: HashSet<[usize; 2]> =
        conversion.blocks.iter().filter(|block| is_doubtful(block)).map(|block| block.lines).collect();
    conversion.buried.iter().filter(|found| !doubtful.contains(&found.lines)).collect()
}

/// Maps source lines to output lines.
struct Places {
    /// The output line of every source line, from 0.
    lines: Vec<usize>,
}

/// The most lines that are inserted in one place or lie between two kept lines.
const NEAR: usize = 60;

impl Places {
    fn new(source: &str, output: &str) -> Self {
        let mut lines = Vec::new();
        let mut results = output.lines().enumerate();
        for line in source.lines() {
            let mut ahead = results.clone();
            // A line not found nearby became a list item; it is where the line before it is.
            match ahead.by_ref().take(NEAR).find(|(_, other)| *other == line) {
                Some((number, _)) => {
                    lines.push(number + 1);
                    results = ahead;
                }
                None => lines.push(lines.last().map_or(1, |last| last + 1)),
            }
        }
        Self { lines }
    }

    fn of(&self, lines: [usize; 2]) -> String {
        let [first, last] = lines.map(|line| self.lines.get(line - 1).copied().unwrap_or(line));
        if first == last { format!("{first}") } else { format!("{first}-{last}") }
    }
}

/// How many blocks of a kind are listed individually.
const MOST_TOLD: usize = 20;

/// The note on entries that are not listed.
fn more(all: usize) -> String {
    match all.saturating_sub(MOST_TOLD) {
        0 => String::new(),
        more => format!("  … and {more} more; `--report json` lists all\n"),
    }
}

/// Text wrapped at `width` columns, with each line indented.
fn indented(text: &str, blanks: usize, width: usize) -> String {
    let room = width.saturating_sub(blanks + 1).max(30);
    let lines = wrap(&tame(text), room);
    lines.lines().map(|line| " ".repeat(blanks) + line + "\n").collect()
}

/// The start of a block on one line, without quote and admonition markers.
fn excerpt(source: &Source<'_>, [first, last]: [usize; 2], width: usize) -> String {
    const MARKS: &[char] = &['>', ':', '!', '?', '=', ' ', '{', '%'];
    let longest = width.saturating_sub(20).clamp(30, 90);
    let lines =
        (first..=last).map(|line| source.slice(source.line(line - 1)).trim_start_matches(MARKS).trim());
    let line = lines.into_iter().find(|line| line.split_whitespace().count() > 2);
    let line = line.unwrap_or_else(|| source.slice(source.line(first - 1)).trim());
    let short: String = line.chars().take(longest).collect();
    let mark = if short.len() < line.len() { "…" } else { "" };
    format!("{}{mark}", tame(&short))
}
