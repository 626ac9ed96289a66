//! Grades a sentence as the explanation of a failure. Single words prove nothing, so several signs have to come together:
//! words that tie an effect to its reason, an effect that is the failure, and a reason that the report does not have.

use std::collections::HashSet;

use super::cause_words::{is_cut_off, is_story, names_flaw, names_part, parts, points_back, restates, stems};
use super::change_words::{is_change, is_doing};
use super::doubt_words::{owns_up, spoils_cause};
use super::issue::Issue;
use super::phrases::{has, words};
use super::remarks::{is_closing, is_talk, is_work};
use super::sentence_signs::names_version;
use super::sentence_signs::{is_open, is_refusal, is_setback};
use super::symptom::tells_of_failure;
use super::ties::{Strength, Tie, opens_before, refers, tie};

/// What is known of a failure without its explanation, as stems.
pub(crate) struct Ground {
    title: HashSet<String>,
    /// The title and the start of the report.
    failure: HashSet<String>,
    /// The title and the whole report.
    report: HashSet<String>,
    /// The parts of the program that the report names.
    parts: HashSet<String>,
    /// The titles of the merged pull requests.
    change: HashSet<String>,
}

/// Who explains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Voice {
    /// The text of a merged pull request.
    Change,
    /// The sentence before the one that says what such a change does.
    Lead,
    /// A sentence behind that one.
    After,
    /// A comment that also says which release has the fix, or whose author says so next.
    Answer,
    /// A comment before a release or a merged pull request.
    Confirmed,
    /// Any other comment.
    Comment,
    /// The description of an issue by the team itself, which tells more than the cause.
    Report,
}

/// The least signs of an explanation.
pub(crate) const LEAST: usize = 4;

impl Ground {
    pub(crate) fn of(issue: &Issue) -> Self {
        let title: HashSet<String> = stems(&issue.title).collect();
        // A pull request on its own is no report, and a record tells the cause too.
        let body = if issue.closes.is_some() || issue.is_record { "" } else { issue.body.as_str() };
        let first: String = body.chars().take(FIRST).collect();
        let with = |text: &str| title.iter().cloned().chain(stems(text)).collect();
        let merged = issue.pulls.iter().filter(|pull| pull.is_merged);
        Self {
            failure: with(&first),
            report: with(body),
            parts: parts(&issue.title).chain(parts(body)).map(bare).collect(),
            change: merged.flat_map(|pull| stems(&pull.title)).collect(),
            title,
        }
    }

    /// How many signs speak for a sentence as an explanation, if they are enough and nothing speaks against it.
    pub(crate) fn signs(&self, text: &str, voice: Voice) -> Option<usize> {
        let is_short = words(text).len() < 6;
        if is_short || !is_sober(text, voice) || is_condition(text) && !concludes(text) || self.is_again(text)
        {
            return None;
        }
        let by_defect = || self.is_defect(text, voice).then_some(LEAST);
        let Some(tie) = tie(text) else { return by_defect() };
        let is_weak = tie.strength < Strength::Plain;
        let fresh = fresh(&tie.reason, if is_weak { &self.report } else { &self.title });
        let is_aside = matches!(voice, Voice::Report | Voice::After);
        let least = if is_aside { Strength::Plain } else { Strength::Weak };
        let is_failure = self.is_failure(text, &tie, voice);
        if self.is_elsewhere(text, &tie, voice) || !is_failure && !is_weak {
            return None;
        }
        let is_told = fresh >= 3 || fresh == 2 && (is_changing(voice) || self.names_new(text));
        if !is_failure || !is_told || tie.strength < least {
            return by_defect();
        }
        let is_named = refers(&tie.effect)
            || shares(&tie.effect, &self.title)
            || is_changing(voice) && shares(&tie.effect, &self.change);
        let is_confirmed = !matches!(voice, Voice::Comment | Voice::Report);
        let is_before = is_changing(voice) && opens_before(text);
        let signs =
            [is_confirmed, voice == Voice::Answer, is_before, is_named, self.names_new(text), fresh >= 3];
        let of_words = match tie.strength {
            Strength::Weak => 1,
            Strength::Case | Strength::Fails | Strength::Plain => 2,
            Strength::Named => 3,
        };
        let signs = of_words + signs.iter().filter(|is_there| **is_there).count();
        if signs >= LEAST { Some(signs) } else { by_defect() }
    }

    /// Whether a sentence gives the reason for something else than the failure.
    fn is_elsewhere(&self, text: &str, tie: &Tie, voice: Voice) -> bool {
        const KINDS: &str = "slow slower performance memory leak leaks leaked crash crashes crashed hang hangs freeze freezes deadlock deadlocks flaky";
        // An exception is a crash, and who waits for ever hangs.
        const CRASHES: &str = "throw throws thrown exception error panic segfault abort fail fails";
        const HANGS: &str = "stuck waits wait waiting forever blocked blocks block timeout never";
        let family = |word: &str| match () {
            () if word.starts_with("crash") => CRASHES,
            () if ["hang", "freez", "deadl"].iter().any(|start| word.starts_with(start)) => HANGS,
            () => "",
        };
        let is_known = |word: &str| {
            let all = format!("{word} {}", family(word));
            shared(&all, &self.report) + shared(&all, &self.change) > 0
        };
        let is_kind = |word: &String| KINDS.split(' ').any(|kind| kind == word) && !is_known(word);
        let is_other = words(&tie.effect).iter().any(is_kind) && shared(&tie.effect, &self.title) < 2;
        // In a comment, the case in which it happens is often only how to see it.
        let is_seen = tie.strength == Strength::Case && !is_changing(voice) && !self.names_new(text);
        is_other
            || is_seen
            || is_fine(&tie.effect)
            || was_changed(&tie.effect)
            || chooses(&tie.effect)
            || has(text, CHOICES) && !has(text, "isn't intentional, not intentional, wasn't intentional")
    }

    /// Whether the effect that a sentence tells is the failure.
    fn is_failure(&self, text: &str, tie: &Tie, voice: Voice) -> bool {
        let has_title = || shares(text, &self.title);
        refers(&tie.effect)
            || shares(&tie.effect, &self.failure)
            || match voice {
                Voice::Change | Voice::Lead | Voice::After => {
                    tells_of_failure(&tie.effect) || shares(&tie.effect, &self.change)
                }
                Voice::Answer => tells_of_failure(&tie.effect) || names_part(text) || has_title(),
                Voice::Confirmed => tie.strength > Strength::Weak && names_part(text) && has_title(),
                Voice::Comment | Voice::Report => false,
            }
    }

    /// Whether a sentence only says the failure again.
    pub(crate) fn is_again(&self, text: &str) -> bool {
        let is_weak = || tie(text).is_none_or(|tie| tie.strength < Strength::Plain);
        restates(text, &self.title, 80)
            || is_weak() && !self.names_new(text) && restates(text, &self.report, 60)
    }

    /// Whether a sentence behind the announcement of the cause is that cause.
    pub(crate) fn is_called(&self, text: &str) -> bool {
        words(text).len() >= 6
            && is_sober(text, Voice::Comment)
            && !is_condition(text)
            && !self.is_again(text)
            && fresh(text, &self.title) >= 2
            && (tie(text).is_some() || has(text, DEFECTS) || names_flaw(text))
    }

    /// Whether a sentence that the outcome confirms states something that the report does not.
    pub(crate) fn is_stated(&self, text: &str) -> bool {
        let least = if names_flaw(text) { 3 } else { 5 };
        words(text).len() >= least
            && is_matter(text, Voice::Answer)
            && !is_condition(text)
            && !points_back(text)
            && !self.is_again(text)
            && self.is_new(text)
    }

    /// Whether a text has words that the title does not have.
    pub(crate) fn is_new(&self, text: &str) -> bool {
        fresh(text, &self.title) >= 2
    }

    /// Whether a text has more words that the report does not have.
    pub(crate) fn is_fresh(&self, text: &str) -> bool {
        fresh(text, &self.report) >= 3
    }

    /// Whether a text speaks of what the change is about.
    pub(crate) fn is_of_change(&self, text: &str) -> bool {
        shares(text, &self.change)
    }

    /// Whether a text is about what the report or the change is about, and not about another failure.
    pub(crate) fn is_about(&self, text: &str) -> bool {
        let is_other = || tie(text).is_some_and(|tie| self.is_elsewhere(text, &tie, Voice::Lead));
        (shares(text, &self.report) || shares(text, &self.change)) && !is_other()
    }

    /// Whether a clause alone is a reason that the title does not have.
    pub(crate) fn is_reason(&self, clause: &str) -> bool {
        fresh(clause, &self.title) >= 2
            && !points_back(clause)
            && !is_cut_off(clause)
            && !is_work(clause)
            && !spoils_cause(clause)
    }

    /// Whether a sentence names a part that the report does not know.
    pub(crate) fn names_new(&self, text: &str) -> bool {
        parts(text).any(|part| !self.parts.contains(&bare(part)))
    }

    /// Whether a sentence tells a defect without tying it to the failure: it speaks of what the report or the change is
    /// about, and names a part that the report does not know or stands where a change tells what it is for.
    fn is_defect(&self, text: &str, voice: Voice) -> bool {
        let is_early = matches!(voice, Voice::Change | Voice::Lead);
        let is_flaw = is_early && names_flaw(text);
        let is_then = is_early && (opens_before(text) || is_past(text));
        let is_new = fresh(text, &self.report) >= 3;
        // Who owns up to a fault and releases the fix knows it.
        let is_own = voice == Voice::Answer && owns_up(text);
        let is_placed = match voice {
            Voice::Lead => is_flaw || is_then || is_new,
            Voice::Change | Voice::Answer => is_flaw || is_then || is_own || is_new && self.names_new(text),
            Voice::After | Voice::Confirmed | Voice::Comment | Voice::Report => false,
        };
        // What is told of the time before a change may be the failure again.
        let is_other = is_flaw || self.names_new(text) || is_new && !tells_of_failure(text);
        // The past alone is history; before a change, or of a part that the report does not know, it is what was wrong.
        let is_marked = voice == Voice::Lead || opens_before(text) || self.names_new(text);
        is_placed
            && !was_changed(text)
            && (is_flaw || is_own || has(text, DEFECTS) || is_then && is_other && is_marked)
            && (is_flaw || !has(text, "could, can, may, might, more"))
            && !has(
                text,
                "if, so far, but, however, thought, still, also, already, see, need, needs, must, should, otherwise, has to, have to",
            )
            && (voice == Voice::Lead
                || is_own
                || is_then && self.names_new(text) && has(text, DEFECTS)
                || shares(text, &self.title)
                || shares(text, &self.change))
    }
}

/// Whether the text of a merged pull request speaks.
fn is_changing(voice: Voice) -> bool {
    matches!(voice, Voice::Change | Voice::Lead | Voice::After)
}

/// The name of a part without the marks around it.
fn bare(part: &str) -> String {
    part.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// How many words of a reason are not known.
fn fresh(reason: &str, known: &HashSet<String>) -> usize {
    stems(reason).filter(|word| !known.contains(word)).collect::<HashSet<_>>().len()
}

/// Whether an effect is none that anybody reports.
fn is_fine(effect: &str) -> bool {
    has(
        effect,
        "works, work, fine, correct, correctly, as expected, possible, easier, better, safe, ok, enough, useful",
    ) && !has(effect, "not, doesn't, don't, didn't, isn't, wasn't, never, no, cannot, can't, longer")
}

/// What a project does on purpose, or what does not fail. The reason for it explains no failure.
const CHOICES: &str = "we use, we keep, we need, we want, we do, we don't, we do not, we have, we prefer, we decided, we chose, we support, we can, we can't, we cannot, nobody has, no time, has time, have time, the way, decision, on purpose, intentional, intentionally, deliberately, not affected, never affected, isn't affected, wasn't affected, unaffected, already fixed, was merged, were merged, review";

/// How many words of a text are known.
fn shared(text: &str, known: &HashSet<String>) -> usize {
    stems(text).filter(|word| known.contains(word)).collect::<HashSet<_>>().len()
}

fn shares(text: &str, known: &HashSet<String>) -> bool {
    shared(text, known) > 0
}

/// How many characters of a report tell the failure.
const FIRST: usize = 400;

/// Whether a sentence names a defect.
pub(crate) fn names_defect(text: &str) -> bool {
    names_flaw(text) || has(text, DEFECTS)
}

/// Words that tell of a defect in what was written.
const DEFECTS: &str = "never, wrong, wrongly, incorrectly, mistakenly, by mistake, missing, lost, twice, stale, instead of, rather than, too early, too late, too small, too large, too few, was not, were not, is not, are not, did not, does not, \
    isn't, aren't, wasn't, weren't, doesn't, didn't, has no, had no, and not, forgot to, assumes, assumed, off by one, swapped, left out, leaked, leaks, unconditionally, inverted, reversed, \
    prevents, prevented, overwrote, overwrites, overwritten, discarded, truncated, swallowed, shadowed, clobbered, failed to, could not, couldn't, cannot, can't, accidentally, incorrect, uninitialized, unset, more than once, only once, without checking, before checking";

/// Whether a sentence is no story, no guess and no remark, and is whole.
pub(crate) fn is_sober(text: &str, voice: Voice) -> bool {
    const OTHERS: [&str; 6] = ["they", "their", "he", "she", "you", "your"];
    !words(text).first().is_some_and(|first| OTHERS.contains(&first.as_str())) && is_matter(text, voice)
}

/// Whether a sentence is about the matter, whoever is its subject.
fn is_matter(text: &str, voice: Voice) -> bool {
    const CURES: &str = "fix fixes fixed fixing address addresses addressed resolve resolves resolved solve solves solved correct corrects corrected hotfix bugfix workaround";
    let all = words(text);
    let opens = |list: &str| all.first().is_some_and(|first| list.split(' ').any(|word| word == first));
    let talks =
        is_talk(text) || is_open(text) || has(text, "will, won't, would, upgraded, upgrading, updating");
    let presents = has(text, "this pr, this pull request, this change, this commit, this patch, this fix")
        && !has(text, "before this, prior to this, without this");
    let is_told = has(text, "because, caused by, due to") && is_past(text);
    !all.first().is_some_and(|first| is_doing(first) && !is_told)
        && !proposes(&all)
        && !speaks_of_people(&all)
        && !opens(CURES)
        && !text.starts_with(['"', '“', '>'])
        && (is_changing(voice) || !talks)
        && !presents
        && !(has(text, "released, shipped, published") && names_version(text))
        && !has(text, "correlates")
        && !is_story(text)
        && !is_cut_off(text)
        && !is_work(text)
        && !is_closing(text)
        && !is_refusal(text)
        && !is_setback(text)
        && (!is_change(text) || blames(text))
        && !spoils_cause(text)
}

/// Whether somebody says what their own change broke.
fn blames(text: &str) -> bool {
    owns_up(text)
        && has(
            text,
            "and that breaks, and that broke, and this breaks, and this broke, which breaks, which broke, which caused, which causes",
        )
}

/// Whether a sentence says what somebody could do: `We could sort the names`.
fn proposes(all: &[String]) -> bool {
    const MODALS: &str = "could can should must may might need have want would will";
    all.first().is_some_and(|first| ["we", "one", "let's"].contains(&first.as_str()))
        && all.get(1).is_some_and(|next| MODALS.split(' ').any(|modal| modal == next))
}

/// Whether an effect is what the speakers do: `we check the list first`.
fn chooses(effect: &str) -> bool {
    words(effect).first().is_some_and(|first| first == "we" || first == "i")
        && !is_past(effect)
        && !has(
            effect,
            "never, not, don't, doesn't, cannot, can't, still, lose, fail, miss, skip, ignore, leak, crash",
        )
}

/// Whether people or tests are the subject of a sentence: `The users had to wait`, and not `User names were cut`.
fn speaks_of_people(all: &[String]) -> bool {
    const PEOPLE: &str = "user users customer customers people somebody someone nobody team colleague colleagues reporter test tests ci docs documentation";
    const VERBS: &str = "had has have was were is are who see sees saw get gets got can could cannot can't want wants need needs expect expects report reports reported asked complain complained did do does didn't don't doesn't must will would should only never";
    let is_of = |list: &str, word: &String| list.split(' ').any(|one| one == word);
    let noun = usize::from(
        all.first().is_some_and(|first| ["the", "a", "our", "some", "many", "new"].contains(&first.as_str())),
    );
    all.windows(2).skip(noun).take(2).any(|pair| is_of(PEOPLE, &pair[0]) && is_of(VERBS, &pair[1]))
}

/// Whether a sentence tells that something was changed on purpose: `The list was renamed`.
pub(crate) fn was_changed(text: &str) -> bool {
    const CHANGED: &str = "added removed renamed moved changed replaced made rewritten refactored extracted introduced converted updated dropped split exposed decided discussed reported";
    let is_it = |pair: &[String]| {
        ["was", "were", "been", "is", "are"].contains(&pair[0].as_str())
            && CHANGED.split(' ').any(|one| one == pair[1])
    };
    words(text).windows(2).any(is_it)
}

/// Whether a sentence is in the past: `was`, `prevented it`, and not `is used`.
pub(crate) fn is_past(text: &str) -> bool {
    const NOT_PAST: &str = "is are be been being to not gets get a an the and or";
    let is_verb = |pair: &[String]| {
        pair[1].len() > 4
            && pair[1].ends_with("ed")
            && !pair[1].ends_with("eed")
            && !NOT_PAST.split(' ').any(|one| one == pair[0])
    };
    has(text, "was, were, had, did, didn't, wasn't, weren't, broke, meant, led, lost, kept, made, left, took")
        || words(text).windows(2).any(is_verb)
}

/// Whether a text says in a second sentence what comes of its first one: `If the list is empty, … This can cause …`.
fn concludes(text: &str) -> bool {
    text.split_once(". This ").is_some_and(|(_, rest)| tie(&format!("This {rest}")).is_some())
}

/// Whether a sentence only says what holds in some case.
fn is_condition(text: &str) -> bool {
    const OPENINGS: [&str; 8] = ["if", "unless", "suppose", "assuming", "should", "once", "for", "maybe"];
    words(text).first().is_some_and(|first| OPENINGS.contains(&first.as_str()))
}
