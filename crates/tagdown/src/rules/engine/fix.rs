//! Fixes a document: applies the fixes of its findings, pass by pass, until none is left. Two guards protect the text:
//! no word may be lost, and after safe fixes every word must still be in the same kind of block.

use std::collections::HashMap;

use super::check::check;
use super::finding::{self, Edit, Finding, Fix, Safety};
use super::settings::Settings;
use crate::document::{Document, Kind, TAGS, parse};
use crate::text::Span;

/// The result of fixing a document.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// The number of fixes that were applied.
    pub applied: usize,
    /// The number of fixes that were skipped because they would change the kind of a word.
    pub refused: usize,
    /// Words that would have been lost; if there are any, the text is unchanged.
    pub lost: Vec<String>,
}

/// The maximum number of passes. Each pass applies at least one fix, and a fix rarely causes another finding, so if a
/// document needs more passes, its rules conflict.
const PASSES: usize = 64;

/// Applies all fixes at least as safe as `safety`.
pub fn fix(text: &str, settings: &Settings, safety: Safety) -> Fixed {
    let mut mender = Mender { text: text.to_owned(), applied: 0, refused: 0, removed: Words::default() };
    for _ in 0..PASSES {
        let again = mender.pass(settings, Safety::Safe)
            || (safety == Safety::Unsafe && mender.pass(settings, Safety::Unsafe));
        if !again {
            break;
        }
    }
    let lost = lost_words(text, &mender.text, mender.removed);
    let refused = mender.refused;
    if lost.is_empty() {
        Fixed { text: mender.text, applied: mender.applied, refused, lost }
    } else {
        Fixed { text: text.to_owned(), applied: 0, refused, lost }
    }
}

struct Mender {
    text: String,
    applied: usize,
    /// The number of fixes that the last pass skipped.
    refused: usize,
    /// The words that rules removed on purpose.
    removed: Words,
}

impl Mender {
    /// Applies the fixes of this safety. Returns whether anything changed.
    fn pass(&mut self, settings: &Settings, safety: Safety) -> bool {
        let text = std::mem::take(&mut self.text);
        let document = parse(&text);
        let findings = check(&document, settings);
        let mut chosen: Vec<(&Finding, &Fix)> = findings
            .iter()
            .filter_map(|finding| Some((finding, finding.fix.as_ref().filter(|fix| fix.safety == safety)?)))
            .collect();
        if safety == Safety::Unsafe {
            // An unsafe fix may change what the text means, but not what it says.
            chosen.retain(|(finding, fix)| {
                let lost = lost_in(&document, fix);
                let is_fine = settings.removes_words(finding.rule) || lost.iter().all(|word| is_tag(word));
                lost.iter().filter(|_| is_fine).for_each(|word| self.removed.add(word));
                is_fine
            });
        }
        let made = match safety {
            Safety::Unsafe => Some(finding::merge(chosen.iter().map(|(_, fix)| *fix))),
            Safety::Safe => self.guarded(&document, settings, &chosen),
        };
        let Some((edits, count)) = made.filter(|(edits, _)| !edits.is_empty()) else {
            self.text = text;
            return false;
        };
        for (finding, fix) in &chosen {
            if settings.removes_words(finding.rule) {
                fix.edits().iter().for_each(|edit| self.removed.add(document.text(edit.span)));
            }
        }
        self.applied += count;
        self.text = finding::apply(&text, &edits);
        self.text != text
    }

    /// All fixes at once, if that keeps the kind of every word. Otherwise the first fix that does so on its own; the
    /// others wait for the next pass.
    fn guarded(
        &mut self,
        document: &Document<'_>,
        settings: &Settings,
        chosen: &[(&Finding, &Fix)],
    ) -> Option<(Vec<Edit>, usize)> {
        let before = document.reading();
        let taken = Taken::of(chosen, settings);
        let keeps = |edits: &[Edit]| {
            let text = document.source.text();
            let after = finding::apply(text, edits);
            let wanted = before.iter().filter(|(_, word)| !taken.has(text, word, edits));
            let same = |one: &(Kind, &str), other: &(Kind, &str)| {
                one.0 == other.0 && (one.1 == other.1 || taken.raises(text, one.1, other.1))
            };
            let document = parse(&after);
            let found = document.reading();
            let mut found = found.iter();
            wanted.into_iter().all(|word| found.next().is_some_and(|other| same(word, other)))
                && found.next().is_none()
        };
        let (edits, count) = finding::merge(chosen.iter().map(|(_, fix)| *fix));
        self.refused = 0;
        if edits.is_empty() || keeps(&edits) {
            return Some((edits, count));
        }
        let alone = chosen.iter().find(|(_, fix)| keeps(fix.edits()));
        self.refused = chosen.len() - usize::from(alone.is_some());
        alone.map(|(_, fix)| (fix.edits().to_vec(), 1))
    }
}

/// The words that a fix deletes and does not write.
fn lost_in(document: &Document<'_>, fix: &Fix) -> Vec<String> {
    let deleted: Vec<&str> = fix.edits().iter().map(|edit| document.text(edit.span)).collect();
    let written: Vec<&str> = fix.edits().iter().map(|edit| edit.text.as_str()).collect();
    lost_words(&deleted.join(" "), &written.join(" "), Words::default())
}

/// Whether a word is the name of a tag.
fn is_tag(word: &str) -> bool {
    TAGS.iter().any(|tag| tag.kind.name().eq_ignore_ascii_case(word))
}

/// Changes by rules that remove words on purpose: the spans that they delete, and the letters that they capitalise.
/// Both are sorted.
struct Taken {
    deleted: Vec<Span>,
    raised: Vec<usize>,
}

impl Taken {
    fn of(chosen: &[(&Finding, &Fix)], settings: &Settings) -> Self {
        let removes = |(finding, _): &&(&Finding, &Fix)| settings.removes_words(finding.rule);
        let mut taken = Self { deleted: Vec::new(), raised: Vec::new() };
        for edit in chosen.iter().filter(removes).flat_map(|(_, fix)| fix.edits()) {
            if edit.text.is_empty() {
                taken.deleted.push(edit.span);
            } else {
                taken.raised.push(edit.span.start);
            }
        }
        taken.deleted.sort_unstable();
        taken.raised.sort_unstable();
        taken
    }

    /// Whether one of these edits, which are sorted, removes a word on purpose.
    fn has(&self, text: &str, word: &str, edits: &[Edit]) -> bool {
        let at = offset(text, word);
        let last = self.deleted.partition_point(|span| span.start <= at).checked_sub(1);
        let span = last.map(|index| self.deleted[index]).filter(|span| at < span.end);
        span.is_some_and(|span| edits.binary_search_by_key(&span, |edit| edit.span).is_ok())
    }

    /// Whether two words differ only by a letter that was capitalised on purpose.
    fn raises(&self, text: &str, word: &str, other: &str) -> bool {
        self.raised.binary_search(&offset(text, word)).is_ok() && word.to_lowercase() == other.to_lowercase()
    }
}

/// The offset of a word in the text that it is a slice of.
fn offset(text: &str, word: &str) -> usize {
    word.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// The words of a text, with the number of times each occurs.
#[derive(Default)]
struct Words(HashMap<String, i64>);

impl Words {
    fn add(&mut self, text: &str) {
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *self.0.entry(word.to_lowercase()).or_default() += 1;
        }
    }
}

/// Words that occur less often in `after` than in `before`, not counting those in `taken`, which were removed on
/// purpose.
pub fn lost_beyond(before: &str, after: &str, taken: &str) -> Vec<String> {
    let mut removed = Words::default();
    removed.add(taken);
    lost_words(before, after, removed)
}

/// Words that occur less often in `after` than in `before`, not counting those that rules removed on purpose.
fn lost_words(before: &str, after: &str, removed: Words) -> Vec<String> {
    if before == after {
        return Vec::new();
    }
    let mut kept = removed;
    kept.add(after);
    let mut wanted = Words::default();
    wanted.add(before);
    let lost = wanted.0.into_iter().filter(|(word, count)| kept.0.get(word).copied().unwrap_or(0) < *count);
    let mut lost: Vec<String> = lost.map(|(word, _)| word).collect();
    lost.sort();
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guard_sees_a_lost_word() {
        assert_eq!(lost_words("a limit of 5 items", "a limit of items", Words::default()), ["5"]);
        assert!(lost_words("- Fix: x", "Fix:\nx", Words::default()).is_empty());
    }

    #[test]
    fn unsafe_fixes_keep_every_word() {
        let fixed = |text: &str| {
            let rules = crate::rules::RULES.iter().copied();
            let texts: Vec<String> = rules
                .map(|rule| fix(text, &Settings::single(rule), Safety::Unsafe).text)
                .filter(|fixed| fixed != text)
                .collect();
            texts.first().cloned().unwrap_or_default()
        };
        assert!(
            fixed("### **[BUG]** Upload stops at 2 GB\n\nSymptom: a\n")
                .contains("**[BUG] Upload stops at 2 GB**")
        );
        let note = fixed("### **[NOTE]** Upload limits\n\nA story.\n");
        assert!(note.contains("### Upload limits") && note.contains("**[NOTE]**"), "{note}");
        let field = "**[BUG] x**\nSymptom: a\nCause: b\n**Fix / mandatory precondition:** reindex\n";
        assert!(!fixed(field).contains("Fix: reindex"));
    }

    #[test]
    fn a_fix_that_changes_what_a_reader_reads_is_left_out() {
        let text = "**[SPEC]**\n===\n===\n**[WARN]**\n";
        let rule = crate::rules::find("markdown-trap").expect("a rule");
        let fixed = fix(text, &Settings::single(rule), Safety::Safe);
        assert_eq!((fixed.text.as_str(), fixed.refused), (text, 1));
    }
}
