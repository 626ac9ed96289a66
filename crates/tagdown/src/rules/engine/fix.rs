//! Fixes a document: applies the fixes of its findings, pass by pass, until none is left. Two guards protect the text:
//! no word may be lost, and after safe fixes every word must still be in the same kind of block. Fixes that would go on
//! for ever are left out.

use std::collections::{HashSet, VecDeque};

use super::check::check;
use super::finding::{self, Edit, Finding, Fix, Safety};
use super::left_out::LeftOut;
use super::lost_words::{Words, lost_words, seen};
use super::rule::FixKind;
use super::settings::Settings;
use crate::document::{Document, Kind, TAGS, parse_with};
use crate::text::{Span, is_invisible};

/// The result of fixing a document.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// The number of fixes that were applied.
    pub applied: usize,
    /// The number of fixes that were skipped because they would lose a word or change the kind of one.
    pub refused: usize,
    /// Rules with fixes that were left out because they would change the text again in every run. Sorted.
    pub unsettled: Vec<&'static str>,
    /// Words that would have been lost; if there are any, the text is unchanged.
    pub lost: Vec<String>,
}

/// The maximum number of passes. Each pass applies at least one fix, and a fix rarely causes another finding, so if a
/// document needs more passes, its rules conflict.
const PASSES: usize = 64;

/// How often to search for the lines that do not settle, before all fixes of their rules are left out.
const SEARCHES: usize = 2;

/// The number of passes at the end that show which fixes do not settle. Fixes may undo each other in turns.
const WATCHED: usize = 16;

/// How many sets of fixes a pass may try, because each try reads the whole document.
pub(super) const TRIES: usize = 32;

/// Applies all fixes at least as safe as `safety`.
pub fn fix(text: &str, settings: &Settings, safety: Safety) -> Fixed {
    let mut left_out = LeftOut::default();
    let mut mender = Mender::run(text, settings, safety, &left_out);
    let mut searches = 0;
    while !mender.is_settled {
        searches += 1;
        left_out.add(std::mem::take(&mut mender.last), searches > SEARCHES);
        mender = Mender::run(text, settings, safety, &left_out);
    }
    if !left_out.is_empty() {
        // The other fixes may have removed the cause.
        let again = Mender::run(&mender.text, settings, safety, &LeftOut::default());
        if again.is_settled {
            left_out = LeftOut::default();
            mender = mender.followed_by(again);
        }
    }
    let (refused, unsettled) = (mender.refused, left_out.rules());
    let is_same = mender.text == text;
    let lost = if is_same { Vec::new() } else { lost_words(text, &mender.text, mender.removed) };
    if lost.is_empty() {
        Fixed { text: mender.text, applied: mender.applied, refused, unsettled, lost }
    } else {
        Fixed { text: text.to_owned(), applied: 0, refused, unsettled, lost }
    }
}

/// The edits of the fix of one finding, unless it would lose a word or, as a safe fix, change the kind of one.
pub fn fix_one(document: &Document<'_>, settings: &Settings, finding: &Finding) -> Option<Vec<Edit>> {
    let fix = finding.fix.as_ref()?;
    let lost = lost_in(document, fix, settings.removes_words(finding.rule));
    let edits = match fix.safety {
        _ if !lost.iter().all(|word| is_tag(word)) => return None,
        Safety::Unsafe => fix.edits().to_vec(),
        Safety::Safe => Mender::new("").guarded(document, settings, &[(finding, fix)]).0,
    };
    (!edits.is_empty()).then_some(edits)
}

/// The rules of a document, and those of them that have fixes.
#[derive(Clone, Copy)]
struct Rules<'s> {
    all: &'s Settings,
    fixing: &'s Settings,
}

impl<'s> Rules<'s> {
    /// The rules that a pass must run: a comment is unused only if none of all rules needs it.
    fn of(self, document: &Document<'_>) -> &'s Settings {
        if document.suppressions.is_empty() { self.fixing } else { self.all }
    }
}

struct Mender {
    text: String,
    applied: usize,
    /// The number of fixes that the last pass skipped.
    refused: usize,
    /// The words that rules removed on purpose.
    removed: Words,
    /// Whether no fix is left that can be applied.
    is_settled: bool,
    /// The rule and the line of each fix of the last passes.
    last: HashSet<(&'static str, String)>,
}

impl Mender {
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            applied: 0,
            refused: 0,
            removed: Words::default(),
            is_settled: false,
            last: HashSet::new(),
        }
    }

    /// Applies all fixes that are not left out, pass by pass.
    fn run(text: &str, settings: &Settings, safety: Safety, left_out: &LeftOut) -> Self {
        let mut mender = Self::new(text);
        let fixing = settings.clone().only(|rule| match rule.fix {
            FixKind::None => false,
            FixKind::Safe | FixKind::Sometimes => true,
            FixKind::Unsafe => safety == Safety::Unsafe,
        });
        for pass in 1..=PASSES {
            let is_watched = pass + WATCHED > PASSES;
            let rules = Rules { all: settings, fixing: &fixing };
            let again = mender.pass(rules, Safety::Safe, left_out, is_watched)
                || (safety == Safety::Unsafe && mender.pass(rules, Safety::Unsafe, left_out, is_watched));
            if !again {
                mender.is_settled = true;
                break;
            }
        }
        mender
    }

    /// The result of this run and of a second one on its text.
    fn followed_by(self, mut next: Self) -> Self {
        next.applied += self.applied;
        next.removed.extend(self.removed);
        next
    }

    /// Applies the fixes of this safety. Returns whether anything changed.
    fn pass(&mut self, rules: Rules<'_>, safety: Safety, left_out: &LeftOut, is_watched: bool) -> bool {
        let text = std::mem::take(&mut self.text);
        let document = parse_with(&text, &rules.all.own_tags);
        let settings = rules.of(&document);
        let findings = check(&document, settings);
        let mut chosen: Vec<(&Finding, &Fix)> = findings
            .iter()
            .filter_map(|finding| Some((finding, finding.fix.as_ref().filter(|fix| fix.safety == safety)?)))
            .collect();
        left_out.remove_from(&mut chosen, &document);
        let all = chosen.len();
        // An unsafe fix may change what the text means, but not what it says.
        chosen.retain(|(finding, fix)| {
            let lost = lost_in(&document, fix, settings.removes_words(finding.rule));
            let is_fine = lost.iter().all(|word| is_tag(word));
            lost.iter().filter(|_| is_fine).for_each(|word| self.removed.add(word));
            is_fine
        });
        let losing = all - chosen.len();
        let (edits, count) = match safety {
            Safety::Unsafe => finding::merge(chosen.iter().map(|(_, fix)| *fix)),
            Safety::Safe => {
                self.refused = 0;
                self.guarded(&document, settings, &chosen)
            }
        };
        self.refused += losing;
        if edits.is_empty() {
            self.text = text;
            return false;
        }
        for (finding, fix) in &chosen {
            if settings.removes_words(finding.rule) {
                fix.edits().iter().for_each(|edit| self.removed.add(document.text(edit.span)));
            }
        }
        if is_watched {
            let is_made = |fix: &Fix| {
                let mut made = fix.edits().iter();
                made.all(|edit| edits.binary_search_by_key(&edit.span, |edit| edit.span).is_ok())
            };
            let made: Vec<&Finding> =
                chosen.iter().filter(|(_, fix)| is_made(fix)).map(|(finding, _)| *finding).collect();
            self.last.extend(LeftOut::keys(&made, &document));
        }
        self.applied += count;
        self.text = finding::apply(&text, &edits);
        self.text != text
    }

    /// All fixes at once, if that keeps the kind of every word. Otherwise as many as a limited search finds; the others
    /// wait for the next pass.
    fn guarded(
        &mut self,
        document: &Document<'_>,
        settings: &Settings,
        chosen: &[(&Finding, &Fix)],
    ) -> (Vec<Edit>, usize) {
        if chosen.is_empty() {
            return (Vec::new(), 0);
        }
        let before = document.reading();
        let taken = Taken::of(chosen, settings);
        let keeps = |edits: &[Edit]| {
            let text = document.source.text();
            let after = finding::apply(text, edits);
            let wanted = before.iter().filter(|(_, word)| !taken.has(text, word, edits));
            let wanted = joined(text, wanted);
            let same = |one: &(Kind, &str), other: &(Kind, &str)| {
                one.0 == other.0 && (seen(one.1) == seen(other.1) || taken.raises(text, one.1, other.1))
            };
            let document = parse_with(&after, &settings.own_tags);
            let found = joined(&after, document.reading().iter());
            let mut found = found.iter();
            wanted.iter().all(|word| found.next().is_some_and(|other| same(word, other)))
                && found.next().is_none()
        };
        let merged = |fixes: &[&Fix]| finding::merge(fixes.iter().copied());
        let fixes: Vec<&Fix> = chosen.iter().map(|(_, fix)| *fix).collect();
        let all = merged(&fixes);
        if all.0.is_empty() || keeps(&all.0) {
            return all;
        }
        let fine = halves(&fixes, |fixes| keeps(&merged(fixes).0));
        self.refused = fixes.len() - fine.len();
        merged(&fine)
    }
}

/// Fixes that are fine together, out of some that are not. Halves are tried first, then halves of those that are not
/// fine, and so on; if none is, single fixes.
pub(super) fn halves<'f>(fixes: &[&'f Fix], is_fine: impl Fn(&[&'f Fix]) -> bool) -> Vec<&'f Fix> {
    let mut fine: Vec<&Fix> = Vec::new();
    let mut waiting = VecDeque::from([fixes]);
    let mut tries = TRIES;
    while let Some((left, right)) = waiting.pop_front().map(|some| some.split_at(some.len() / 2)) {
        for half in [left, right].into_iter().filter(|half| !half.is_empty() && half.len() < fixes.len()) {
            let Some(rest) = tries.checked_sub(1) else { break };
            tries = rest;
            let together = [fine.as_slice(), half].concat();
            if is_fine(&together) {
                fine = together;
            } else if half.len() > 1 {
                waiting.push_back(half);
            }
        }
    }
    if fine.is_empty() {
        fine.extend(fixes.iter().take(TRIES).find(|fix| is_fine(&[fix])));
    }
    fine
}

/// The words that a fix deletes and does not write, or joins with the words beside them. Words that it removes on
/// purpose do not count.
fn lost_in(document: &Document<'_>, fix: &Fix, removes_words: bool) -> Vec<String> {
    let text = document.source.text();
    let (mut before, mut after, mut taken) = (String::new(), String::new(), Words::default());
    for edit in fix.edits() {
        let (head, tail) = (&text[..edit.span.start], &text[edit.span.end..]);
        let left = &head[head.trim_end_matches(char::is_alphanumeric).len()..];
        let right = &tail[..tail.len() - tail.trim_start_matches(char::is_alphanumeric).len()];
        let deleted = document.text(edit.span);
        before.push_str(&format!(" {left}{deleted}{right}"));
        after.push_str(&format!(" {left}{}{right}", edit.text));
        if removes_words {
            taken.add(deleted);
        }
    }
    lost_words(&before, &after, taken)
}

/// The words of a text, in which characters that cannot be seen do not end a word.
fn joined<'t, 'w>(text: &'t str, words: impl Iterator<Item = &'w (Kind, &'t str)>) -> Vec<(Kind, &'t str)>
where
    't: 'w,
{
    let mut out: Vec<(Kind, &str)> = Vec::new();
    for &(kind, word) in words {
        let at = offset(text, word);
        if let Some(last) = out.last_mut() {
            let (start, end) = (offset(text, last.1), offset(text, last.1) + last.1.len());
            if last.0 == kind && end < at && text[end..at].chars().all(is_invisible) {
                last.1 = &text[start..at + word.len()];
                continue;
            }
        }
        out.push((kind, word));
    }
    out
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
