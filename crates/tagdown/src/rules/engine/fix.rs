//! Fixes a document: applies the fixes of its findings, pass by pass, until none is left. Two guards protect the text:
//! no word may be lost, and after safe fixes every word must still be in the same kind of block. Fixes that would go on
//! for ever are left out.

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};

use super::check::check;
use super::finding::{self, Edit, Finding, Fix, Safety};
use super::kept_kinds::{Taken, keeps_kinds};
use super::left_out::LeftOut;
use super::lost_words::{Words, lost_words};
use super::rule::FixKind;
use super::settings::Settings;
use crate::document::{Document, TAGS, parse_with};

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

/// How many passes keep their texts in memory.
const KEPT: usize = 4;

/// The number of passes at the end that show which fixes do not settle. Fixes may undo each other in turns.
const WATCHED: usize = 16;

/// How many sets of fixes a pass may try, because each try reads the whole document.
pub(super) const TRIES: usize = 32;

/// Applies all fixes at least as safe as `safety`.
pub fn fix(text: &str, settings: &Settings, safety: Safety) -> Fixed {
    fix_document(&parse_with(text, &settings.own_tags), settings, safety)
}

/// The same for a document that was parsed with the tags of the settings.
pub fn fix_document(document: &Document<'_>, settings: &Settings, safety: Safety) -> Fixed {
    let text = document.source.text();
    let mut left_out = LeftOut::default();
    let mut mender = Mender::run(document, settings, safety, &left_out);
    let mut searches = 0;
    while !mender.is_settled {
        searches += 1;
        left_out.add(std::mem::take(&mut mender.last), searches > SEARCHES);
        mender = Mender::run(document, settings, safety, &left_out);
    }
    if !left_out.is_empty() {
        // The other fixes may have removed the cause.
        let document = parse_with(&mender.text, &settings.own_tags);
        let again = Mender::run(&document, settings, safety, &LeftOut::default());
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
        Safety::Safe => {
            let chosen = [(finding, fix)];
            let (edits, _) = finding::merge([fix]);
            let after = finding::apply(document.source.text(), &edits);
            let after = parse_with(&after, &settings.own_tags);
            let is_kept = keeps_kinds(document, &after, &Taken::of(&chosen, settings), &edits);
            if is_kept { edits } else { Vec::new() }
        }
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

/// What a run does.
struct Run<'s> {
    rules: Rules<'s>,
    safety: Safety,
    left_out: &'s LeftOut,
}

#[derive(Default)]
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
    /// Applies all fixes that are not left out, pass by pass.
    fn run(document: &Document<'_>, settings: &Settings, safety: Safety, left_out: &LeftOut) -> Self {
        let fixing = settings.clone().only(|rule| match rule.fix {
            FixKind::None => false,
            FixKind::Safe | FixKind::Sometimes => true,
            FixKind::Unsafe => safety == Safety::Unsafe,
        });
        let run = Run { rules: Rules { all: settings, fixing: &fixing }, safety, left_out };
        let mut mender = Self::default();
        let mut next = mender.passes(Cow::Borrowed(document), &run, 1);
        while let Some((text, pass)) = next {
            next = mender.passes(Cow::Owned(parse_with(&text, &settings.own_tags)), &run, pass);
        }
        mender
    }

    /// The result of this run and of a second one on its text.
    fn followed_by(self, mut next: Self) -> Self {
        next.applied += self.applied;
        next.removed.extend(self.removed);
        next
    }

    /// Makes a pass, and further ones on what it leaves. After some passes, it returns the text and the number of the next
    /// one, so that not all texts stay in memory.
    fn passes(
        &mut self,
        document: Cow<'_, Document<'_>>,
        run: &Run<'_>,
        pass: usize,
    ) -> Option<(String, usize)> {
        let settings = run.rules.of(&document);
        let findings = check(&document, settings);
        let text = document.source.text();
        for safety in [Safety::Safe, Safety::Unsafe] {
            if safety == Safety::Unsafe && run.safety == Safety::Safe {
                break;
            }
            let chosen = self.choose(&document, settings, &findings, safety, run.left_out);
            let (mut edits, mut count) = finding::merge(chosen.iter().map(|(_, fix)| *fix));
            if edits.is_empty() {
                continue;
            }
            let mut after = finding::apply(text, &edits);
            let mut next = parse_with(&after, &settings.own_tags);
            if safety == Safety::Safe {
                let taken = Taken::of(&chosen, settings);
                if !keeps_kinds(&document, &next, &taken, &edits) {
                    drop(next);
                    let refused;
                    (edits, count, refused) = search(&document, settings, &chosen, &taken);
                    self.refused += refused;
                    if edits.is_empty() {
                        continue;
                    }
                    after = finding::apply(text, &edits);
                    next = parse_with(&after, &settings.own_tags);
                }
            }
            self.record(&document, settings, &chosen, &edits, pass);
            self.applied += count;
            if after != text {
                drop(chosen);
                drop(findings);
                drop(document);
                return self.go_on(next, run, pass);
            }
        }
        text.clone_into(&mut self.text);
        self.is_settled = true;
        None
    }

    fn go_on(&mut self, next: Document<'_>, run: &Run<'_>, pass: usize) -> Option<(String, usize)> {
        if pass == PASSES {
            next.source.text().clone_into(&mut self.text);
            None
        } else if pass.is_multiple_of(KEPT) {
            Some((next.source.text().to_owned(), pass + 1))
        } else {
            self.passes(Cow::Owned(next), run, pass + 1)
        }
    }

    /// The fixes of this safety that lose no word.
    fn choose<'f>(
        &mut self,
        document: &Document<'_>,
        settings: &Settings,
        findings: &'f [Finding],
        safety: Safety,
        left_out: &LeftOut,
    ) -> Vec<(&'f Finding, &'f Fix)> {
        let mut chosen: Vec<(&Finding, &Fix)> = findings
            .iter()
            .filter_map(|finding| Some((finding, finding.fix.as_ref().filter(|fix| fix.safety == safety)?)))
            .collect();
        left_out.remove_from(&mut chosen, document);
        let all = chosen.len();
        // An unsafe fix may change what the text means, but not what it says.
        chosen.retain(|(finding, fix)| {
            let lost = lost_in(document, fix, settings.removes_words(finding.rule));
            let is_fine = lost.iter().all(|word| is_tag(word));
            lost.iter().filter(|_| is_fine).for_each(|word| self.removed.add(word));
            is_fine
        });
        if safety == Safety::Safe {
            self.refused = 0;
        }
        self.refused += all - chosen.len();
        chosen
    }

    /// Records the words that edits remove on purpose and, in the last passes, which fixes made them.
    fn record(
        &mut self,
        document: &Document<'_>,
        settings: &Settings,
        chosen: &[(&Finding, &Fix)],
        edits: &[Edit],
        pass: usize,
    ) {
        for (finding, fix) in chosen {
            if settings.removes_words(finding.rule) {
                fix.edits().iter().for_each(|edit| self.removed.add(document.text(edit.span)));
            }
        }
        if pass + WATCHED > PASSES {
            let is_made = |fix: &Fix| {
                let mut made = fix.edits().iter();
                made.all(|edit| edits.binary_search_by_key(&edit.span, |edit| edit.span).is_ok())
            };
            let made: Vec<&Finding> =
                chosen.iter().filter(|(_, fix)| is_made(fix)).map(|(finding, _)| *finding).collect();
            self.last.extend(LeftOut::keys(&made, document));
        }
    }
}

/// As many fixes as a limited search finds, out of some that do not keep the kind of every word together; the others wait
/// for the next pass. Returns their edits, their number, and how many were refused.
fn search(
    document: &Document<'_>,
    settings: &Settings,
    chosen: &[(&Finding, &Fix)],
    taken: &Taken,
) -> (Vec<Edit>, usize, usize) {
    let merged = |fixes: &[&Fix]| finding::merge(fixes.iter().copied());
    let fixes: Vec<&Fix> = chosen.iter().map(|(_, fix)| *fix).collect();
    let fine = halves(&fixes, |fixes| {
        let edits = merged(fixes).0;
        let after = finding::apply(document.source.text(), &edits);
        keeps_kinds(document, &parse_with(&after, &settings.own_tags), taken, &edits)
    });
    let (edits, count) = merged(&fine);
    (edits, count, fixes.len() - fine.len())
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

/// Whether a word is the name of a tag.
fn is_tag(word: &str) -> bool {
    TAGS.iter().any(|tag| tag.kind.name().eq_ignore_ascii_case(word))
}
