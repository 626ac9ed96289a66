//! Reports on a conversion, as JSON and as text.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tagdown::document::{Kind, TAGS, parse};
use tagdown::print::wrap;
use tagdown::text::{one_line, plural, tame, tame_json};

use super::doubt::Doubt;
use super::outcome::{Conversion, Counted, IssueReport, Sentences, Suggestion};

/// The report on one document, on one line.
pub fn json(path: &str, conversion: &Conversion) -> String {
    let propose = |label: Kind| move |found: &Sentences| json!({"lines": found.lines, "label": label, "sentences": found.sentences});
    let unverified = conversion.proposed.iter().map(propose(Kind::Unverified));
    let doubts = conversion.doubts.iter().filter(|doubt| doubt.decision.is_none());
    let doubts = doubts.map(|doubt| {
        let chance = f64::from(doubt.chance) / 100.0;
        json!({"lines": doubt.lines, "text": one_line(&doubt.text), "written": doubt.written, "fact": chance, "buried": doubt.is_buried})
    });
    let doubts: Vec<Value> = doubts.collect();
    let proposed: Vec<Value> = unverified.chain(conversion.failures.iter().map(propose(Kind::Bug))).collect();
    let report = json!({
        "version": 1,
        "path": path,
        "output": conversion.output,
        "blocks": conversion.blocks,
        "doubts": doubts,
        "buried": conversion.buried,
        "proposed": proposed,
        "suggestions": conversion.suggestions,
        "notices": conversion.notices,
        "left": conversion.left.iter().map(|(rule, count)| json!({"rule": rule, "count": count})).collect::<Vec<_>>(),
        "issues": conversion.issues,
        "callouts": conversion.callouts,
        "refused": conversion.refused,
    });
    // Writing a value to a string does not fail.
    tame_json(serde_json::to_string(&report).unwrap_or_default())
}

/// Counts of tagged blocks, doubts and documents.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Documents that got tags.
    pub converted: usize,
    /// Documents without anything to tag.
    pub unchanged: usize,
    /// Documents that were refused.
    pub refused: usize,
    /// Tagged blocks that were added, by kind, in the order of [`TAGS`].
    pub kinds: [usize; 4],
    /// What nobody has decided yet.
    pub doubts: usize,
    /// Callouts that stay unchanged.
    pub left: usize,
}

impl Tally {
    /// Adds a document: its text, and its source, which differs from the text if the document was converted before.
    pub fn add(&mut self, text: &str, source: &str, conversion: &Conversion) {
        if let Some(callouts) = &conversion.callouts {
            callouts.read.iter().for_each(|read| self.kinds[read.kind as usize] += read.count);
            self.left += callouts.left.len();
        }
        if conversion.refused.is_some() {
            self.refused += 1;
            return;
        }
        self.doubts += conversion.doubts.iter().filter(|doubt| doubt.decision.is_none()).count();
        if conversion.output == text {
            self.unchanged += 1;
        } else {
            self.converted += 1;
            if conversion.callouts.is_none() {
                let counted = conversion.counted.as_ref();
                let made = counted.and_then(|counted| counted.of(source, &conversion.output));
                let made =
                    made.unwrap_or_else(|| Counted::new(&parse(source), &parse(&conversion.output)).made);
                self.kinds.iter_mut().zip(made).for_each(|(sum, more)| *sum += more);
            }
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
            doubts: self.doubts + other.doubts,
            left: self.left + other.left,
        }
    }

    /// Tagged blocks by kind, and the number of doubts.
    pub fn blocks(&self) -> String {
        let kinds = TAGS.iter().zip(self.kinds).filter(|(_, count)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(tag, count)| format!("{count} {}", tag.name)).collect();
        let mut text = plural(self.kinds.iter().sum(), "block");
        if !kinds.is_empty() {
            text.push_str(&format!(" ({})", kinds.join(", ")));
        }
        if self.doubts > 0 {
            text.push_str(&format!(", {}", plural(self.doubts, "doubt")));
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
    let mut out = String::new();
    let doubts: Vec<&Doubt> = conversion.doubts.iter().filter(|doubt| doubt.decision.is_none()).collect();
    if !doubts.is_empty() {
        out.push_str("\nneeds review, the most valuable first, with its tag and how likely it is a fact:\n");
    }
    for doubt in doubts.iter().take(MOST_TOLD) {
        let place = places.of_text(&doubt.text, doubt.lines, &conversion.output);
        let head = format!("  {place:9} {:4} {:>2}%  ", doubt.written.name(), doubt.chance);
        let said = excerpt(&doubt.text, width.saturating_sub(head.len()).clamp(30, 90));
        out.push_str(&format!("{head}{said}\n"));
    }
    out.push_str(&more(doubts.len()));
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
    let buried: Vec<&Sentences> = conversion.buried.iter().collect();
    out.push_str(&listed("facts buried in a NOTE, which SPEC-only readers miss", &buried));
    out.push_str(&listed(
        "may be a [?]; reads as unverified",
        &conversion.proposed.iter().collect::<Vec<_>>(),
    ));
    out.push_str(&listed(
        "may be a BUG; needs Symptom, Cause and Fix",
        &conversion.failures.iter().collect::<Vec<_>>(),
    ));
    out.push_str(&suggested(conversion, &places, width));
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
        out.push_str(&issue_summary(&conversion.issues));
    }
    if !conversion.left.is_empty() {
        let left: Vec<String> =
            conversion.left.iter().map(|(rule, count)| format!("{count} {rule}")).collect();
        out.push_str(&format!("\n`tagdown check` still reports: {}\n", left.join(", ")));
    }
    out
}

/// The shorter wordings of a model: those that wait for review, and those that were refused.
fn suggested(conversion: &Conversion, places: &Places, width: usize) -> String {
    let (waiting, refused): (Vec<_>, Vec<_>) =
        conversion.suggestions.iter().partition(|one| one.refused.is_none());
    let listed = |title: &str, all: &[&Suggestion]| {
        let mut out = if all.is_empty() { String::new() } else { format!("\n{title}:\n") };
        for one in all.iter().take(MOST_TOLD) {
            let refused =
                one.refused.as_ref().map(|reason| format!("{reason}: `{}`", excerpt(&one.wording, 60)));
            let text = indented(refused.as_ref().unwrap_or(&one.wording), 12, width);
            let place = places.of_text(&one.text, one.lines, &conversion.output);
            out.push_str(&format!("  {place:9} {}", text.trim_start_matches(' ')));
        }
        out + &more(all.len())
    };
    listed("shorter wordings, written only if you take them in --review", &waiting)
        + &listed("shorter wordings that were refused, and why", &refused)
}

/// The outcome for an issue, on one line.
pub fn issue_line(issue: &IssueReport, width: usize) -> String {
    let (kind, what) = match (issue.kind, &issue.address, &issue.reason) {
        (Some(kind), Some(address), _) if issue.updated => (kind.name(), format!("updated #{address}")),
        (Some(kind), Some(address), _) => (kind.name(), format!("#{address}")),
        (_, _, Some(reason)) if issue.updated => ("-", format!("kept: {reason}")),
        (_, _, reason) => ("-", format!("left out: {}", reason.as_deref().unwrap_or_default())),
    };
    let head = format!("  {:9} {kind:5} {what}: ", tame(&issue.id));
    let room = width.saturating_sub(head.chars().count()).max(20);
    let short: String = issue.title.chars().take(room).collect();
    let mark = if short.len() < issue.title.len() { "…" } else { "" };
    format!("{}{}{mark}\n", tame(&head), tame(&short))
}

/// How many issues became what, and why the rest was left out.
pub fn issue_summary(issues: &[IssueReport]) -> String {
    let made = |kind: Kind| issues.iter().filter(|issue| issue.kind == Some(kind)).count();
    let mut parts = vec![format!("{} BUG", made(Kind::Bug)), format!("{} [?]", made(Kind::Unverified))];
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for issue in issues.iter().filter(|issue| issue.kind.is_none()) {
        // What follows a colon or a semicolon belongs to one issue.
        let reason = issue.reason.as_deref().unwrap_or_default();
        let reason = reason.split([':', ';']).next().unwrap_or_default();
        let reason = if reason.starts_with("describes the same failure") {
            "the same failure as another"
        } else {
            reason
        };
        *reasons.entry(reason).or_default() += 1;
    }
    let out: usize = reasons.values().sum();
    if out > 0 {
        let mut why: Vec<(&str, usize)> = reasons.into_iter().collect();
        why.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let why: Vec<String> =
            why.iter().map(|(reason, count)| format!("{}: {count}", tame(reason))).collect();
        parts.push(format!("{out} without a new block ({})", why.join("; ")));
    }
    format!("  {}: {}\n", plural(issues.len(), "issue"), parts.join(", "))
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

    /// The output line of a text: where its first line is, since a conversion may move it.
    fn of_text(&self, text: &str, lines: [usize; 2], output: &str) -> String {
        let first = text.lines().next().unwrap_or_default().trim();
        let start: String = first.chars().take(60).collect();
        match output.find(&start).filter(|_| !start.is_empty()) {
            Some(at) => (output[..at].matches('\n').count() + 1).to_string(),
            None => self.of(lines),
        }
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

/// The start of a text on one line.
fn excerpt(text: &str, longest: usize) -> String {
    let line = one_line(text);
    let short: String = line.chars().take(longest).collect();
    let mark = if short.len() < line.len() { "…" } else { "" };
    format!("{}{mark}", tame(&short))
}
